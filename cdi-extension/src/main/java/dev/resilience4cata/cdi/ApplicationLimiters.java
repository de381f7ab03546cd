// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.impl.LimiterDefinition;
import dev.resilience4cata.impl.LimiterRegistry;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of a deployed application. The registry is made when it is first asked for, because
 * the beans that it uses, a clock and listeners, may need an application that runs. Safe for use by
 * several threads.
 */
final class ApplicationLimiters {

    private final BeanManager beanManager;
    private final ModuleResolvers resolvers;
    private final Map<Class<?>, Map<MethodKey, LimiterDefinition>> definitions;
    private final Map<Class<?>, MethodPolicies> policies = new ConcurrentHashMap<>();
    private @Nullable LimiterRegistry registry;
    private boolean closed;

    ApplicationLimiters(
            BeanManager beanManager,
            ModuleResolvers resolvers,
            Map<Class<?>, Map<MethodKey, LimiterDefinition>> definitions) {
        this.beanManager = beanManager;
        this.resolvers = resolvers;
        this.definitions = definitions;
    }

    /** The policies of a bean class. */
    MethodPolicies policies(Class<?> type) {
        return policies.computeIfAbsent(
                type,
                any -> new MethodPolicies(method -> registry().define(definition(type, method))));
    }

    private LimiterDefinition definition(Class<?> type, Method method) {
        LimiterDefinition definition =
                definitions.getOrDefault(type, Map.of()).get(MethodKey.of(method));
        if (definition == null) {
            throw new ResilienceException(
                    ErrorCode.NOT_DECLARED,
                    MethodKey.of(method).id(type)
                            + ": the call is intercepted, but no @RateLimiter was found at"
                            + " deployment. Put the annotation on the class or the method of a"
                            + " bean.");
        }
        return definition;
    }

    /** The registry, with all limiters of the deployment in it. */
    synchronized LimiterRegistry registry() {
        LimiterRegistry existing = registry;
        if (existing != null) {
            return existing;
        }
        LimiterRegistry created =
                new LimiterRegistry(
                        resolvers.resolver(RateLimiterExtension.class), clock(), listeners());
        definitions.values().forEach(methods -> methods.values().forEach(created::define));
        if (closed) {
            created.close();
        }
        registry = created;
        return created;
    }

    synchronized void close() {
        closed = true;
        if (registry != null) {
            registry.close();
        }
    }

    private Clock clock() {
        Instance<Clock> clocks = beanManager.createInstance().select(Clock.class);
        return clocks.isUnsatisfied() ? System::nanoTime : clocks.get();
    }

    private List<RateLimiterListener> listeners() {
        List<RateLimiterListener> listeners = new ArrayList<>();
        beanManager
                .createInstance()
                .select(RateLimiterListener.class, Any.Literal.INSTANCE)
                .forEach(listeners::add);
        Set<ObserverMethod<? super RateLimiterRejected>> observers =
                beanManager.resolveObserverMethods(new RateLimiterRejected("", Duration.ZERO));
        Event<RateLimiterRejected> event = beanManager.getEvent().select(RateLimiterRejected.class);
        if (observers.stream().anyMatch(observer -> !observer.isAsync())) {
            listeners.add(event::fire);
        }
        if (observers.stream().anyMatch(ObserverMethod::isAsync)) {
            listeners.add(event::fireAsync);
        }
        return listeners;
    }
}
