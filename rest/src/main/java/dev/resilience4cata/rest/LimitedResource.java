// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The limiter of a resource method. Immutable, so safe to share between threads.
 *
 * @param ids what it may be called; the first one that the registry knows is it
 * @param keyed whether each key has permits of its own
 */
record LimitedResource(List<String> ids, boolean keyed) {

    /**
     * Looks for the annotation: on the method, on the class, then on what they inherit from.
     *
     * @return null if there is none
     */
    static @Nullable LimitedResource of(Class<?> type, Method method) {
        List<Class<?>> types = withSupertypes(type);
        List<String> ids = new ArrayList<>();
        boolean keyed = false;
        boolean limited = false;
        for (Class<?> each : types) {
            Method declared = declared(each, method);
            RateLimiter annotation =
                    declared == null ? null : declared.getAnnotation(RateLimiter.class);
            if (annotation == null) {
                annotation = each.getAnnotation(RateLimiter.class);
            }
            if (annotation != null && !limited) {
                limited = true;
                keyed = annotation.keyedBy() != KeyResolver.class;
                if (!annotation.name().isEmpty()) {
                    ids.add(annotation.name());
                }
            }
            keyed |= declared != null && hasKey(declared);
            ids.add(id(each, method));
        }
        return limited ? new LimitedResource(List.copyOf(ids), keyed) : null;
    }

    /** The limiter of a registry; null if it has none of these ids. */
    @Nullable RateLimiterHandle limiter(ResilienceRegistry registry) {
        Set<String> existing =
                registry.snapshot().rateLimiters().stream()
                        .map(RateLimiterSnapshot::instance)
                        .collect(Collectors.toSet());
        for (String id : ids) {
            if (existing.contains(id)) {
                return registry.rateLimiter(id);
            }
        }
        return null;
    }

    private static List<Class<?>> withSupertypes(Class<?> type) {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            types.add(each);
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            addInterfaces(each, types);
        }
        types.remove(Object.class);
        return List.copyOf(types);
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> types) {
        for (Class<?> each : type.getInterfaces()) {
            types.add(each);
            addInterfaces(each, types);
        }
    }

    private static @Nullable Method declared(Class<?> type, Method method) {
        for (Method each : type.getDeclaredMethods()) {
            if (each.getName().equals(method.getName())
                    && Arrays.equals(each.getParameterTypes(), method.getParameterTypes())
                    && !each.isBridge()) {
                return each;
            }
        }
        return null;
    }

    private static boolean hasKey(Method method) {
        for (Parameter parameter : method.getParameters()) {
            if (parameter.isAnnotationPresent(RateLimitKey.class)) {
                return true;
            }
        }
        return false;
    }

    private static String id(Class<?> type, Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getTypeName)
                .collect(
                        Collectors.joining(
                                ",", type.getName() + "#" + method.getName() + "(", ")"));
    }
}
