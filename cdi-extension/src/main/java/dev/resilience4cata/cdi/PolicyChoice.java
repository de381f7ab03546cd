// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.generated.RateLimiterPolicy;
import jakarta.interceptor.InvocationContext;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a call: that of its key, if its limiter has keys. Implementations are safe for use
 * by several threads.
 */
@FunctionalInterface
interface PolicyChoice {

    RateLimiterPolicy of(InvocationContext call);

    static PolicyChoice always(RateLimiterPolicy policy) {
        return call -> policy;
    }

    /** By arguments: a single one is the key itself, several are it together. */
    static PolicyChoice byArguments(RateLimiterPolicy policy, List<Integer> parameters) {
        if (parameters.size() == 1) {
            int parameter = parameters.get(0);
            return call -> policy.ofKey(call.getParameters()[parameter]);
        }
        return call -> policy.ofKey(together(call.getParameters(), parameters));
    }

    private static @Nullable Object together(Object[] arguments, List<Integer> parameters) {
        Object[] keys = parameters.stream().map(each -> arguments[each]).toArray();
        return Arrays.stream(keys).allMatch(Objects::isNull) ? null : keys;
    }

    static PolicyChoice byResolver(
            RateLimiterPolicy policy, KeyResolver resolver, String instanceId) {
        return call -> policy.ofKey(resolver.resolve(new Call(instanceId, call)));
    }

    /** What a resolver sees. */
    record Call(String instanceId, InvocationContext call) implements KeyContext {

        @Override
        public List<Object> arguments() {
            return Collections.unmodifiableList(Arrays.asList(call.getParameters()));
        }
    }
}
