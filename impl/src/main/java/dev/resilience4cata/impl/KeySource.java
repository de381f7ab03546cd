// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Where the keys of the calls of a method come from. Immutable, so safe to share between threads.
 *
 * @param parameters the positions of the parameters that are keys
 * @param resolver who says the key; {@link KeyResolver} itself: nobody
 */
public record KeySource(List<Integer> parameters, Class<? extends KeyResolver> resolver) {

    /** No keys. */
    public static final KeySource NONE = new KeySource(List.of(), KeyResolver.class);

    /**
     * The policy of a call: that of its key.
     *
     * <p>Safe for use by several threads.
     */
    @FunctionalInterface
    public interface Choice {

        /**
         * The policy of a call.
         *
         * @param arguments those of the call
         * @return the policy of its key, for this call
         */
        RateLimiterPolicy of(Object[] arguments);
    }

    /**
     * The parameters of a method that are keys.
     *
     * @param method the method
     * @return their positions
     */
    public static List<Integer> parameters(Method method) {
        Annotation[][] annotations = method.getParameterAnnotations();
        return IntStream.range(0, annotations.length)
                .filter(i -> Arrays.stream(annotations[i]).anyMatch(RateLimitKey.class::isInstance))
                .boxed()
                .toList();
    }

    /**
     * Whether there are no keys.
     *
     * @return true if all calls share one state
     */
    public boolean isNone() {
        return parameters.isEmpty() && !hasResolver();
    }

    /**
     * Whether somebody says the key.
     *
     * @return false if there is no resolver
     */
    public boolean hasResolver() {
        return resolver != KeyResolver.class;
    }

    /**
     * Finds the policies of calls.
     *
     * @param policy that of the limiter
     * @param instanceId its id
     * @param resolvers gives the object that says the key
     * @return the choice
     */
    public Choice choice(
            RateLimiterPolicy policy,
            String instanceId,
            Function<Class<? extends KeyResolver>, KeyResolver> resolvers) {
        if (isNone()) {
            return arguments -> policy;
        }
        if (hasResolver()) {
            KeyResolver who = resolvers.apply(resolver);
            return arguments -> policy.ofKey(who.resolve(KeyContext.of(instanceId, arguments)));
        }
        if (parameters.size() == 1) {
            int parameter = parameters.get(0);
            return arguments -> policy.ofKey(arguments[parameter]);
        }
        int[] all = parameters.stream().mapToInt(Integer::intValue).toArray();
        return arguments -> {
            Object[] keys = new Object[all.length];
            for (int i = 0; i < all.length; i++) {
                keys[i] = arguments[all[i]];
            }
            return policy.ofKeys(keys);
        };
    }

    /**
     * Says what is wrong with the keys as they stand there.
     *
     * @param types those of the parameters of the method
     * @param id that of the method
     * @param problems gets what is wrong
     * @param warnings gets what limits nothing
     */
    public void check(List<Class<?>> types, String id, Problems problems, Problems warnings) {
        if (hasResolver() && !parameters.isEmpty()) {
            problems.add(
                    ErrorCode.KEY_UNUSABLE, bothWays(LimiterDeclaration.annotation(keyedBy(), id)));
        }
        for (int parameter : parameters) {
            Class<?> type = types.get(parameter);
            if (hasIdentityOnly(type)) {
                warnings.add(
                        ErrorCode.KEY_UNUSABLE, identityOnly(parameter, id, type.getTypeName()));
            }
        }
    }

    private static boolean hasIdentityOnly(Class<?> type) {
        try {
            return !type.isInterface()
                    && !type.isArray()
                    && !type.isPrimitive()
                    && type != Object.class
                    && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has equals", e);
        }
    }

    /**
     * What is wrong with a key that is equal to itself only.
     *
     * @param parameter its position
     * @param id that of the method
     * @param type the type of the parameter
     * @return the text of R4C-CDI-010
     */
    public static String identityOnly(int parameter, String id, String type) {
        return "@RateLimitKey on parameter "
                + (parameter + 1)
                + " of "
                + id
                + ": "
                + type
                + " has no equals of its own, so each object is a key of its own, and nothing is"
                + " limited. Use a string, a number or a record.";
    }

    /**
     * Says that nobody can make the resolver.
     *
     * @param id that of the method
     * @param problems gets the problem
     */
    public void reportMissing(String id, Problems problems) {
        problems.add(
                ErrorCode.KEY_UNUSABLE,
                LimiterDeclaration.annotation(keyedBy(), id)
                        + ": it is no bean and has no constructor without parameters, so there is"
                        + " nobody to say the key. Make it a bean, or add such a constructor.");
    }

    private String keyedBy() {
        return "keyedBy = " + resolver.getName() + ".class";
    }

    /**
     * What is wrong with two keys.
     *
     * @param annotation the annotation and where it stands
     * @return the text of R4C-CDI-010
     */
    public static String bothWays(String annotation) {
        return annotation
                + ": a parameter has @RateLimitKey too, so there are two keys. Remove one of"
                + " them.";
    }

    /**
     * Whether a constructor without parameters makes the resolver.
     *
     * @return false if it has none, or is abstract
     */
    public boolean canBeMade() {
        return !Modifier.isAbstract(resolver.getModifiers())
                && Arrays.stream(resolver.getDeclaredConstructors())
                        .anyMatch(constructor -> constructor.getParameterCount() == 0);
    }

    /**
     * Makes a resolver that is no bean.
     *
     * @param type its class
     * @return a new one
     */
    public static KeyResolver make(Class<? extends KeyResolver> type) {
        try {
            Constructor<? extends KeyResolver> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " cannot be made", e);
        }
    }
}
