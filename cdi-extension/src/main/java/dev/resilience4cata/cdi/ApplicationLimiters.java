// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.cdi.ResolvedLimits.Limit;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.impl.CallerContext;
import dev.resilience4cata.impl.LimiterRegistry;
import dev.resilience4cata.impl.StartTimer;
import jakarta.enterprise.context.control.RequestContextController;
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
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of a deployed application. The registry is made when it is first asked for, because
 * the beans that it uses, a clock and listeners, may need an application that runs. Safe for use by
 * several threads.
 */
final class ApplicationLimiters {

    private final BeanManager beanManager;
    private final ModuleResolvers resolvers;
    private final Map<Class<?>, Map<MethodKey, Limit>> limits;
    private final Map<Class<?>, MethodGuards> guards = new ConcurrentHashMap<>();
    private final Map<Class<?>, MethodGuards> timeouts = new ConcurrentHashMap<>();
    private final BooleanSupplier inTransaction = ServerResources.transactionCheck();
    private @Nullable LimiterRegistry registry;
    private boolean closed;

    ApplicationLimiters(
            BeanManager beanManager,
            ModuleResolvers resolvers,
            Map<Class<?>, Map<MethodKey, Limit>> limits) {
        this.beanManager = beanManager;
        this.resolvers = resolvers;
        this.limits = limits;
    }

    /** The guards of a bean class. */
    MethodGuards guards(Class<?> type) {
        return guards.computeIfAbsent(type, any -> new MethodGuards(method -> guard(type, method)));
    }

    /** The guards of the timeouts of a bean class. */
    MethodGuards timeouts(Class<?> type) {
        return timeouts.computeIfAbsent(
                type,
                any ->
                        new MethodGuards(
                                method ->
                                        CallGuard.skipping(
                                                registry()
                                                        .define(
                                                                limit(type, method)
                                                                        .definition()))));
    }

    /**
     * The class of a component that is no bean: the nearest one that has limits, because containers
     * make subclasses.
     *
     * @param target the component
     * @param method the method that was called
     */
    Class<?> componentClass(@Nullable Object target, Method method) {
        Class<?> type = target == null ? null : target.getClass();
        while (type != null && !limits.containsKey(type)) {
            type = type.getSuperclass();
        }
        return type == null ? method.getDeclaringClass() : type;
    }

    private CallGuard guard(Class<?> type, Method method) {
        if (ServletCalls.pass(type, method)) {
            return CallGuard.passing();
        }
        Limit limit = limit(type, method);
        RateLimiterPolicy policy = registry().define(limit.definition());
        return switch (limit.style()) {
            case SYNCHRONOUS -> CallGuard.synchronous(policy);
            case STAGE_WAITING_HERE -> CallGuard.waitingHere(policy);
            case STAGE_DEFERRED -> CallGuard.deferring(policy, inTransaction);
        };
    }

    private Limit limit(Class<?> type, Method method) {
        Map<MethodKey, Limit> methods = limits.getOrDefault(type, Map.of());
        Limit limit = methods.get(MethodKey.of(method));
        if (limit == null && method.isBridge()) {
            limit = behindBridge(methods, method);
        }
        if (limit == null) {
            throw new ResilienceException(
                    ErrorCode.NOT_DECLARED,
                    MethodKey.of(method).id(type)
                            + ": the call is intercepted, but no @RateLimiter was found at"
                            + " deployment. Put the annotation on the class or the method of a"
                            + " bean.");
        }
        return limit;
    }

    /** The limit of the one method that a bridge can lead to; null if there is not one. */
    private static @Nullable Limit behindBridge(Map<MethodKey, Limit> methods, Method bridge) {
        List<Limit> found =
                methods.entrySet().stream()
                        .filter(each -> each.getKey().hasBridge(bridge))
                        .map(Map.Entry::getValue)
                        .toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    /** The registry, with all limiters of the deployment in it. */
    synchronized LimiterRegistry registry() {
        LimiterRegistry existing = registry;
        if (existing != null) {
            return existing;
        }
        UnaryOperator<Runnable> callerContext = ServerResources.callerContext();
        LimiterRegistry created =
                new LimiterRegistry(
                        resolvers.resolver(RateLimiterExtension.class),
                        clock(),
                        listeners(),
                        ServerResources.executor().map(StartTimer::new).orElseGet(StartTimer::new),
                        task ->
                                callerContext.apply(
                                        CallerContext.withClassLoader(inRequestContext(task))));
        limits.values()
                .forEach(
                        methods ->
                                methods.values()
                                        .forEach(limit -> created.define(limit.definition())));
        if (closed) {
            created.close();
        }
        registry = created;
        return created;
    }

    void close() {
        LimiterRegistry open;
        synchronized (this) {
            closed = true;
            open = registry;
        }
        if (open != null) {
            open.close(); // without the lock: what depends on a stage that fails runs here
        }
    }

    /** A request context of its own if there is none, so that request scoped beans can be used. */
    private Runnable inRequestContext(Runnable task) {
        return () -> {
            RequestContextController controller =
                    beanManager.createInstance().select(RequestContextController.class).get();
            boolean activated = controller.activate();
            try {
                task.run();
            } finally {
                if (activated) {
                    controller.deactivate();
                }
            }
        };
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
