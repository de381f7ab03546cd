// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.cdi.ResolvedLimits.Limit;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimiterRegistry;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of a deployed application: those of each of its modules, which share nothing. A
 * module is what one class loader loads: a web application with its libraries, an archive of
 * enterprise beans, the libraries of an enterprise archive. Safe for use by several threads.
 */
final class ApplicationLimiters {

    private static final ClassLoader HOME = RateLimiterExtension.class.getClassLoader();

    private final Map<Class<?>, Map<ErasedMethod, Limit>> limits;
    private final ModuleResolvers resolvers;
    private final UndeclaredLimits undeclared;
    private final Map<ClassLoader, ModuleLimiters> modules = new HashMap<>();
    private final ModuleLimiters home;
    private final Map<Class<?>, MethodGuards> guards = new ConcurrentHashMap<>();
    private final Map<Class<?>, MethodGuards> timeouts = new ConcurrentHashMap<>();
    private final BooleanSupplier inTransaction = ServerResources.transactionCheck();
    private final Runnable rollback = ServerResources.rollback();
    private final Optional<BooleanSupplier> mayBlock = EventLoops.blockingCheck();

    /**
     * Creates the limiters of an application.
     *
     * @param beanManager that of the extension
     * @param loaders the class loaders of the modules
     */
    ApplicationLimiters(
            BeanManager beanManager,
            ModuleResolvers resolvers,
            Set<ClassLoader> loaders,
            ResolvedLimits resolved) {
        this.limits = resolved.byMethod();
        this.resolvers = resolvers;
        this.undeclared = new UndeclaredLimits(new CarriedLimits(beanManager), resolvers);
        this.home = module(HOME, loaders, resolved, beanManager);
        for (ClassLoader each : loaders) {
            modules.put(each, each == HOME ? home : module(each, loaders, resolved, beanManager));
        }
    }

    private ModuleLimiters module(
            ClassLoader module,
            Set<ClassLoader> loaders,
            ResolvedLimits resolved,
            BeanManager beanManager) {
        return new ModuleLimiters(
                resolved.of(module).values(),
                module,
                sample(module),
                loaders,
                resolvers,
                beanManager);
    }

    private @Nullable Class<?> sample(ClassLoader module) {
        for (Class<?> type : limits.keySet()) {
            if (resolvers.module(type) == module) {
                return type;
            }
        }
        return null;
    }

    /** Those of the application that a bean manager belongs to. */
    static ApplicationLimiters of(BeanManager beanManager) {
        try {
            return beanManager.getExtension(RateLimiterExtension.class).limiters();
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            // The container takes build compatible extensions only.
            return beanManager.createInstance().select(LiteDeployment.class).get().limiters();
        }
    }

    /**
     * The registry of a module.
     *
     * @param place a class of the module; null for the module that the thread works for
     */
    LimiterRegistry registry(@Nullable Class<?> place) {
        return limiters(place).registry();
    }

    private ModuleLimiters limiters(@Nullable Class<?> place) {
        ClassLoader module =
                place != null
                        ? resolvers.module(place)
                        : Thread.currentThread().getContextClassLoader();
        return modules.getOrDefault(module, home);
    }

    /** The guards of a bean class; new ones for a class that deployment knows nothing of. */
    MethodGuards guards(Class<?> type) {
        return limits.containsKey(type)
                ? guards.computeIfAbsent(type, this::newGuards)
                : newGuards(type);
    }

    private MethodGuards newGuards(Class<?> type) {
        return new MethodGuards(call -> guard(type, call));
    }

    /** The guards of the timeouts of a bean class. */
    MethodGuards timeouts(Class<?> type) {
        return timeouts.computeIfAbsent(
                type,
                any ->
                        new MethodGuards(
                                call ->
                                        CallGuard.skipping(
                                                choice(type, requireNonNull(limit(type, call))))));
    }

    /**
     * The class of what is no bean: the nearest one that has limits, because containers make
     * subclasses. A REST client may call for an object of its own, of which the method is not.
     *
     * @param target the component, or what a factory made
     * @param method the method that was called
     */
    Class<?> componentClass(@Nullable Object target, Method method) {
        Class<?> type =
                method.getDeclaringClass().isInstance(target)
                        ? target.getClass()
                        : method.getDeclaringClass();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (limits.containsKey(each)) {
                return each;
            }
        }
        while (type.isSynthetic() && type.getSuperclass() != null) {
            type = type.getSuperclass(); // made by the container
        }
        return type;
    }

    private CallGuard guard(Class<?> type, InvocationContext call) {
        if (ServletCalls.pass(type, call.getMethod())) {
            return CallGuard.passing();
        }
        Limit limit = limit(type, call);
        if (limit == null) {
            return CallGuard.passing();
        }
        PolicyChoice choice = choice(type, limit);
        return switch (limit.style()) {
            case SYNCHRONOUS -> CallGuard.synchronous(choice);
            case MESSAGE -> CallGuard.ofMessage(choice, rollback);
            case STAGE_WAITING_HERE -> CallGuard.waitingHere(choice);
            case STAGE_DEFERRED -> CallGuard.deferring(choice, inTransaction);
        };
    }

    private PolicyChoice choice(Class<?> type, Limit limit) {
        RateLimiterPolicy policy = policy(type, limit);
        if (limit.keys().isNone()) {
            return call -> policy;
        }
        KeySource.Choice choice =
                limit.keys()
                        .choice(
                                policy,
                                limit.definition().instanceId(),
                                limiters(type)::keyResolver);
        return call -> choice.of(call.getParameters());
    }

    private RateLimiterPolicy policy(Class<?> type, Limit limit) {
        RateLimiterPolicy policy = registry(type).define(limit.definition());
        return mayBlock.<RateLimiterPolicy>map(here -> new EventLoopPolicy(policy, here))
                .orElse(policy);
    }

    /** Null if the method has none. */
    private @Nullable Limit limit(Class<?> type, InvocationContext call) {
        Method method = call.getMethod();
        Map<ErasedMethod, Limit> methods = limits.getOrDefault(type, Map.of());
        Limit limit = methods.get(ErasedMethod.of(method));
        if (limit == null && method.isBridge()) {
            limit = behindBridge(methods, method);
        }
        return limit != null ? limit : undeclared.of(type, call);
    }

    /** The limit of the one method that a bridge can lead to; null if there is not one. */
    private static @Nullable Limit behindBridge(Map<ErasedMethod, Limit> methods, Method bridge) {
        List<Limit> found =
                methods.entrySet().stream()
                        .filter(each -> each.getKey().hasBridge(bridge))
                        .map(Map.Entry::getValue)
                        .toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    /** Without lambdas: a server may have closed the class loader that would link them. */
    void close() {
        home.close();
        for (ModuleLimiters module : modules.values()) {
            module.close();
        }
        resolvers.closeStores();
    }
}
