// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimiterDefinition;
import dev.resilience4cata.impl.Problems;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The limiters of a deployment with their values.
 *
 * @param byMethod by bean class and method
 * @param byModule by the module of the bean class, then by instance id; the first that was
 *     resolved, where several beans share one
 */
record ResolvedLimits(
        Map<Class<?>, Map<ErasedMethod, Limit>> byMethod,
        Map<ClassLoader, Map<String, LimiterDefinition>> byModule) {

    /**
     * What the interceptor needs to know of a method.
     *
     * @param definition its limiter
     * @param style how its calls wait
     * @param keys where the keys of its calls come from
     */
    record Limit(LimiterDefinition definition, CallStyle style, KeySource keys) {}

    /** Resolves in the order of ids, so that a conflict reads the same at each deployment. */
    static ResolvedLimits of(
            Map<Class<?>, List<LimitedMethod>> methods,
            ModuleResolvers resolvers,
            Problems problems) {
        ResolvedLimits limits = new ResolvedLimits(new HashMap<>(), new HashMap<>());
        inOrder(methods, (type, method) -> limits.add(type, method, resolvers, problems));
        return limits;
    }

    private static void inOrder(
            Map<Class<?>, List<LimitedMethod>> methods,
            BiConsumer<Class<?>, LimitedMethod> visitor) {
        List<Class<?>> types = new ArrayList<>(methods.keySet());
        types.sort(Comparator.comparing(Class::getName));
        for (Class<?> type : types) {
            List<LimitedMethod> sorted = new ArrayList<>(methods.getOrDefault(type, List.of()));
            sorted.sort(Comparator.comparing(method -> method.declaration().id()));
            for (LimitedMethod method : sorted) {
                visitor.accept(type, method);
            }
        }
    }

    private void add(
            Class<?> beanClass,
            LimitedMethod method,
            ModuleResolvers resolvers,
            Problems problems) {
        ClassLoader module = resolvers.module(beanClass);
        LimiterDefinition definition =
                resolvers.resolver(module).resolve(method.declaration(), problems);
        if (definition == null) {
            return;
        }
        LimiterDefinition first =
                byModule.computeIfAbsent(module, any -> new TreeMap<>())
                        .putIfAbsent(definition.instanceId(), definition);
        if (first == null || !first.conflictsWith(definition, problems)) {
            byMethod.computeIfAbsent(beanClass, any -> new HashMap<>())
                    .put(method.key(), new Limit(definition, method.style(), method.keys()));
        }
    }

    /** Takes a limited method with its limiter. */
    @FunctionalInterface
    interface Visitor {

        void visit(Class<?> beanClass, LimitedMethod method, LimiterDefinition limiter);
    }

    /** Visits the methods that have a limiter, in the order of their ids. */
    void forEach(Map<Class<?>, List<LimitedMethod>> methods, Visitor visitor) {
        inOrder(
                methods,
                (beanClass, method) -> {
                    Limit limit = byMethod.getOrDefault(beanClass, Map.of()).get(method.key());
                    if (limit != null) {
                        visitor.visit(beanClass, method, limit.definition());
                    }
                });
    }

    /** The limiters of one module, by instance id. */
    Map<String, LimiterDefinition> of(ClassLoader module) {
        return byModule.getOrDefault(module, Map.of());
    }

    /** One line with the number of limiters, and one per limiter for who wants to know. */
    void log(System.Logger log) {
        int limiters = byModule.values().stream().mapToInt(Map::size).sum();
        log.log(Level.INFO, () -> limiters + " rate limiters"); // a pattern needs java.text
        if (!log.isLoggable(Level.DEBUG)) {
            return;
        }
        byModule.values().stream()
                .flatMap(module -> module.values().stream())
                .sorted(Comparator.comparing(LimiterDefinition::instanceId))
                .forEach(
                        each ->
                                log.log(
                                        Level.DEBUG,
                                        () ->
                                                "Rate limiter "
                                                        + each.instanceId()
                                                        + ": "
                                                        + each.describe()));
    }
}
