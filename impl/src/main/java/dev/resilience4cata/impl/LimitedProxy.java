// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Limits the calls of an object where no wrapper was generated for its interface. Safe for use by
 * several threads, if the object is.
 */
final class LimitedProxy implements InvocationHandler {

    private static final Object[] NO_ARGUMENTS = {};

    private final Object delegate;

    /** Of the limited methods. */
    private final Map<Method, KeySource.Choice> policies;

    /** The same methods as a proxy has, but such that may be called. */
    private final Map<Method, Method> accessible;

    private LimitedProxy(
            Object delegate,
            Map<Method, KeySource.Choice> policies,
            Map<Method, Method> accessible) {
        this.delegate = delegate;
        this.policies = policies;
        this.accessible = accessible;
    }

    /** The object itself if its interface limits nothing. */
    static <T> T around(Class<T> type, T delegate, ResilienceRegistry registry) {
        List<LimitedInterface.Limited> limits = LimitedInterface.limits(type);
        if (limits.isEmpty()) {
            return delegate;
        }
        if (type.isSealed()) {
            throw new ResilienceException(
                    ErrorCode.TYPE_NOT_WRAPPABLE,
                    "Resilient.of("
                            + type.getTypeName()
                            + "): the interface is sealed, so it cannot have a proxy. Permit "
                            + type.getName()
                            + "$Resilient and let rate-limiter-processor generate it.");
        }
        Map<Method, Method> accessible = new HashMap<>();
        for (Method method : type.getMethods()) {
            requireAccess(type, method);
            accessible.put(method, method);
        }
        Map<Class<?>, KeyResolver> resolvers = new HashMap<>();
        Map<Method, KeySource.Choice> policies = new HashMap<>();
        for (LimitedInterface.Limited limit : limits) {
            LimiterDeclaration declaration = limit.declaration();
            RateLimiterPolicy policy =
                    registry.rateLimiterPolicy(
                            declaration.id(),
                            declaration.name(),
                            declaration.config(),
                            builder -> set(builder, declaration));
            KeySource.Choice choice =
                    limit.keys()
                            .choice(
                                    policy,
                                    declaration.instanceId(),
                                    who ->
                                            resolvers.computeIfAbsent(
                                                    who, any -> KeySource.make(who)));
            limit.methods().forEach(method -> policies.put(method, choice));
        }
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        new LimitedProxy(delegate, policies, accessible)));
    }

    private static void set(RateLimiterConfig.Builder builder, LimiterDeclaration declaration) {
        declaration
                .settings()
                .forEach((attribute, setting) -> builder.set(attribute, setting.value()));
    }

    /** An interface need not be public, nor its package exported. */
    private static void requireAccess(Class<?> type, Method method) {
        if (!Modifier.isStatic(method.getModifiers()) && !method.trySetAccessible()) {
            throw new ResilienceException(
                    ErrorCode.TYPE_NOT_WRAPPABLE,
                    "Resilient.of("
                            + type.getTypeName()
                            + "): this library may not call "
                            + method
                            + ". Open or export the package to dev.resilience4cata.impl in"
                            + " module-info.java.");
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        KeySource.Choice choice = policies.get(method);
        if (choice == null) {
            return call(method, arguments);
        }
        Class<?> type = method.getReturnType();
        if (type == CompletionStage.class || type == CompletableFuture.class) {
            return callAsync(choice, method, arguments);
        }
        RateLimiterPolicy policy = choice.of(arguments == null ? NO_ARGUMENTS : arguments);
        if (!policy.tryAcquire()) {
            throw policy.rejection();
        }
        return call(method, arguments);
    }

    private CompletionStage<Object> callAsync(
            KeySource.Choice choice, Method method, Object @Nullable [] arguments) {
        RateLimiterPolicy policy;
        try {
            policy = choice.of(arguments == null ? NO_ARGUMENTS : arguments);
        } catch (Throwable e) { // of a key
            return CompletableFuture.failedFuture(e);
        }
        return policy.callAsync(() -> stage(method, arguments));
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        if (isEquals(method) && arguments != null) {
            return delegate.equals(delegateOf(arguments[0]));
        }
        try {
            return accessible
                    .getOrDefault(method, method)
                    .invoke(delegate, arguments == null ? NO_ARGUMENTS : arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the declared return type; null is a failure
    private CompletionStage<Object> stage(Method method, Object @Nullable [] arguments)
            throws Exception {
        try {
            return (CompletionStage<Object>) call(method, arguments);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) { // a method may declare it
            return CompletableFuture.failedFuture(e);
        }
    }

    private static boolean isEquals(Method method) {
        return method.getName().equals("equals")
                && method.getParameterCount() == 1
                && method.getParameterTypes()[0] == Object.class;
    }

    private static @Nullable Object delegateOf(@Nullable Object proxy) {
        return proxy != null
                        && Proxy.isProxyClass(proxy.getClass())
                        && Proxy.getInvocationHandler(proxy) instanceof LimitedProxy limited
                ? limited.delegate
                : null;
    }
}
