// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RegistrySnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.io.Serializable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is injected as a registry: that of the module of the place, looked up when it is first used,
 * so that a bean can be passivated and an application can be deployed with it. Safe for use by
 * several threads.
 */
@SuppressWarnings("serial") // a container's bean manager can be serialized
final class InjectedRegistry implements ResilienceRegistry, Serializable {

    private static final long serialVersionUID = 1L;

    private final BeanManager beanManager;
    private final @Nullable Class<?> place;
    private transient volatile @Nullable ResilienceRegistry found;

    /**
     * Creates what is injected; looks nothing up.
     *
     * @param place the class that it is for; null for code that asks
     */
    InjectedRegistry(BeanManager beanManager, @Nullable Class<?> place) {
        this.beanManager = beanManager;
        this.place = place;
    }

    /** The registry for the place that a bean is made for. */
    static InjectedRegistry of(CreationalContext<?> made, BeanManager beanManager) {
        Object point = beanManager.getInjectableReference(new PointOfInjection(), made);
        return new InjectedRegistry(beanManager, place((InjectionPoint) point));
    }

    /** The class that is injected into; null if it is code that asks. */
    static @Nullable Class<?> place(@Nullable InjectionPoint point) {
        if (point == null) {
            return null;
        }
        if (point.getBean() != null) {
            return point.getBean().getBeanClass();
        }
        return point.getMember() != null ? point.getMember().getDeclaringClass() : null;
    }

    private ResilienceRegistry registry() {
        ResilienceRegistry registry = found;
        if (registry == null) {
            registry = ApplicationLimiters.of(beanManager).registry(place);
            found = registry;
        }
        return registry;
    }

    @Override
    public RateLimiterHandle rateLimiter(String instanceId) {
        return registry().rateLimiter(instanceId);
    }

    @Override
    public RegistrySnapshot snapshot() {
        return registry().snapshot();
    }

    @Override
    public RateLimiterPolicy rateLimiterPolicy(
            String id, String name, String config, Consumer<RateLimiterConfig.Builder> attributes) {
        return registry().rateLimiterPolicy(id, name, config, attributes);
    }

    @Override
    public void close() {
        registry().close();
    }
}
