// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.weldlite;

import dev.resilience4cata.cdi.LiteExtension;
import dev.resilience4cata.cdi.RateLimiterInterceptor;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;

/**
 * Called by the container. Weld skips an extension with {@code @SkipIfPortableExtensionPresent},
 * whether or not that other extension is present, and calls no inherited methods.
 */
public class UnskippedExtension extends LiteExtension {

    /** Called by the container. */
    public UnskippedExtension() {}

    @Override
    @Discovery
    public void register(ScannedClasses classes, MetaAnnotations annotations) {
        super.register(classes, annotations);
    }

    @Override
    @Enhancement(types = RateLimiterInterceptor.class)
    public void setPriority(ClassConfig interceptor) {
        super.setPriority(interceptor);
    }

    @Override
    @Enhancement(types = Object.class, withSubtypes = true)
    public void markImplementations(ClassConfig type) {
        super.markImplementations(type);
    }

    @Override
    @Registration(types = Object.class)
    public void noteBean(BeanInfo bean) {
        super.noteBean(bean);
    }

    @Override
    @Synthesis
    public void addBeans(SyntheticComponents components) {
        super.addBeans(components);
        components
                .addObserver(Object.class)
                .qualifier(Initialized.Literal.APPLICATION)
                .observeWith(StartupEvent.class);
    }
}
