// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one bean class by method. Containers hand over the same {@code Method} object for
 * the same method of a bean, so a scan by identity finds it without a hash or a comparison of
 * parameter types; a new object is looked up once. Safe for use by several threads.
 */
final class MethodPolicies {

    private record Entry(Method method, RateLimiterPolicy policy) {}

    private final Function<Method, RateLimiterPolicy> lookup;
    private volatile Entry[] seen = {};

    MethodPolicies(Function<Method, RateLimiterPolicy> lookup) {
        this.lookup = lookup;
    }

    RateLimiterPolicy of(Method method) {
        RateLimiterPolicy policy = find(method);
        return policy != null ? policy : add(method);
    }

    @SuppressWarnings("ReferenceEquality") // a hit is the same object; an equal one is looked up
    private @Nullable RateLimiterPolicy find(Method method) {
        for (Entry entry : seen) {
            if (entry.method == method) {
                return entry.policy;
            }
        }
        return null;
    }

    private synchronized RateLimiterPolicy add(Method method) {
        RateLimiterPolicy policy = find(method);
        if (policy == null) {
            policy = lookup.apply(method);
            Entry[] more = Arrays.copyOf(seen, seen.length + 1);
            more[seen.length] = new Entry(method, policy);
            seen = more;
        }
        return policy;
    }
}
