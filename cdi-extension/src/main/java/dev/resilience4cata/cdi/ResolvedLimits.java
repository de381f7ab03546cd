// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.LimiterDefinition;
import dev.resilience4cata.impl.Problems;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The limiters of a deployment with their values.
 *
 * @param byMethod by bean class and method
 * @param byId by instance id; the first that was resolved, where several share one
 */
record ResolvedLimits(
        Map<Class<?>, Map<MethodKey, LimiterDefinition>> byMethod,
        Map<String, LimiterDefinition> byId) {

    /** Resolves in the order of ids, so that a conflict reads the same at each deployment. */
    static ResolvedLimits of(
            Map<Class<?>, Map<MethodKey, LimiterDeclaration>> declarations,
            ModuleResolvers resolvers,
            Problems problems) {
        ResolvedLimits limits = new ResolvedLimits(new HashMap<>(), new TreeMap<>());
        declarations.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().getName()))
                .forEach(
                        entry ->
                                entry.getValue().entrySet().stream()
                                        .sorted(Comparator.comparing(e -> e.getValue().id()))
                                        .forEach(
                                                e ->
                                                        limits.add(
                                                                entry.getKey(),
                                                                e.getKey(),
                                                                e.getValue(),
                                                                resolvers,
                                                                problems)));
        return limits;
    }

    private void add(
            Class<?> beanClass,
            MethodKey method,
            LimiterDeclaration declaration,
            ModuleResolvers resolvers,
            Problems problems) {
        LimiterDefinition definition = resolvers.resolver(beanClass).resolve(declaration, problems);
        if (definition == null) {
            return;
        }
        LimiterDefinition first = byId.putIfAbsent(definition.instanceId(), definition);
        if (first == null || !first.conflictsWith(definition, problems)) {
            byMethod.computeIfAbsent(beanClass, any -> new HashMap<>()).put(method, definition);
        }
    }

    /** One line with the number of limiters, and one per limiter for who wants to know. */
    void log(System.Logger log) {
        log.log(Level.INFO, "{0} rate limiters", byId.size());
        byId.forEach(
                (id, definition) ->
                        log.log(
                                Level.DEBUG,
                                () -> "Rate limiter " + id + ": " + definition.describe()));
    }
}
