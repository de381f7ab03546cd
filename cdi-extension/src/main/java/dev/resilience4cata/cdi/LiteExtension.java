// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.InjectionPointInfo;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Called by containers that take build compatible extensions only, while they build the
 * application: registers the interceptor of {@link RateLimiter} and the beans of the library, and
 * notes which beans have limits. The limits themselves are read when the application starts, by
 * {@link LiteDeployment}, because classes and configuration are there only then.
 */
@SkipIfPortableExtensionPresent(RateLimiterExtension.class)
public class LiteExtension implements BuildCompatibleExtension {

    private final Map<String, ClassInfo> limited = new TreeMap<>();
    private final List<String> handleIds = new ArrayList<>();
    private final List<ClassInfo> handlePlaces = new ArrayList<>();
    private final List<String> handleMembers = new ArrayList<>();
    private @Nullable ExtensionSettings settings;

    /** Called by the container. */
    public LiteExtension() {}

    /**
     * Called by the container.
     *
     * @param classes gets the interceptor and a bean
     * @param annotations gets the annotations of the library, whose archives are no bean archives
     */
    @Discovery
    public void register(ScannedClasses classes, MetaAnnotations annotations) {
        classes.add(RateLimiterInterceptor.class.getName());
        classes.add(NeededBeans.class.getName());
        annotations.addInterceptorBinding(RateLimiter.class);
        annotations.addQualifier(Limiter.class);
    }

    /**
     * Called by the container. The priority is fixed when the application is built.
     *
     * @param interceptor that of the library
     */
    @Enhancement(types = RateLimiterInterceptor.class)
    public void setPriority(ClassConfig interceptor) {
        settings()
                .interceptorPriority()
                .ifPresent(
                        priority -> {
                            interceptor.removeAnnotation(
                                    each -> each.name().equals(Priority.class.getName()));
                            interceptor.addAnnotation(new PriorityLiteral(priority));
                        });
    }

    /**
     * Called by the container: has the methods intercepted that may have a limit from what they
     * implement.
     *
     * @param type any class
     */
    @Enhancement(types = Object.class, withSubtypes = true)
    public void markImplementations(ClassConfig type) {
        if (!type.info().isInterface() && settings().interfaces()) {
            ImplementationMarks.mark(type);
        }
    }

    /**
     * Called by the container.
     *
     * @param bean any bean
     */
    @Registration(types = Object.class)
    public void noteBean(BeanInfo bean) {
        ClassInfo type = bean.declaringClass();
        if (bean.isClassBean() && ImplementationMarks.concern(type)) {
            limited.put(type.name(), type);
        }
        for (InjectionPointInfo point : bean.injectionPoints()) {
            for (AnnotationInfo qualifier : point.qualifiers()) {
                if (qualifier.name().equals(Limiter.class.getName())) {
                    handleIds.add(qualifier.value().asString());
                    handlePlaces.add(type);
                    handleMembers.add(type.name() + "." + point.declaration());
                }
            }
        }
    }

    /**
     * Called by the container.
     *
     * @param components gets the beans of the library
     */
    @Synthesis
    public void addBeans(SyntheticComponents components) {
        // What has a name is not removed although nobody injects it.
        components
                .addBean(LiteDeployment.class)
                .type(LiteDeployment.class)
                .scope(Singleton.class)
                .name(LiteDeployment.class.getName())
                .withParam(LiteDeployment.PRIORITY, settings().effectivePriority())
                .withParam(LiteDeployment.INTERFACES, settings().interfaces())
                .withParam(LiteDeployment.LIMITED, limited.values().toArray(ClassInfo[]::new))
                .withParam(LiteDeployment.HANDLE_IDS, handleIds.toArray(String[]::new))
                .withParam(LiteDeployment.HANDLE_PLACES, handlePlaces.toArray(ClassInfo[]::new))
                .withParam(LiteDeployment.HANDLE_MEMBERS, handleMembers.toArray(String[]::new))
                .createWith(LiteDeployment.Creator.class)
                .disposeWith(LiteDeployment.Disposer.class);
        components
                .addBean(ResilienceRegistry.class)
                .type(ResilienceRegistry.class)
                .scope(Dependent.class)
                .name(ResilienceRegistry.class.getName())
                .createWith(LiteBeans.RegistryCreator.class);
        for (String id : handleIds.stream().distinct().toList()) {
            components
                    .addBean(RateLimiterHandle.class)
                    .type(RateLimiterHandle.class)
                    .qualifier(Limiter.Literal.of(id))
                    .scope(Dependent.class)
                    .withParam(LiteBeans.HANDLE_ID, id)
                    .createWith(LiteBeans.HandleCreator.class);
        }
        components.addObserver(Startup.class).observeWith(LiteBeans.Start.class);
    }

    /** Read when first asked for: the container may make an extension before it has properties. */
    private ExtensionSettings settings() {
        ExtensionSettings read = settings;
        if (read == null) {
            read =
                    ExtensionSettings.read(
                            ApplicationProperties.seenBy(
                                    RateLimiterExtension.class.getClassLoader(), Set.of()));
            settings = read;
        }
        return read;
    }
}
