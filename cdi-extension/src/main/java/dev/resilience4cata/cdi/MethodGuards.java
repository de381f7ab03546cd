// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The guards of one bean class by method. Containers hand over the same {@code Method} object for
 * the same method of a bean, so a scan by identity finds it without a hash or a comparison of
 * parameter types; a new object is looked up once. Safe for use by several threads.
 */
final class MethodGuards {

    private record Entry(Method method, CallGuard guard) {}

    private final Function<InvocationContext, CallGuard> lookup;
    private volatile Entry[] seen = {};

    MethodGuards(Function<InvocationContext, CallGuard> lookup) {
        this.lookup = lookup;
    }

    CallGuard of(InvocationContext call) {
        CallGuard guard = find(call.getMethod());
        return guard != null ? guard : add(call);
    }

    @SuppressWarnings("ReferenceEquality") // a hit is the same object; an equal one is looked up
    private @Nullable CallGuard find(Method method) {
        for (Entry entry : seen) {
            if (entry.method == method) {
                return entry.guard;
            }
        }
        return null;
    }

    private synchronized CallGuard add(InvocationContext call) {
        Method method = call.getMethod();
        CallGuard guard = find(method);
        if (guard == null) {
            guard = lookup.apply(call);
            Entry[] more = Arrays.copyOf(seen, seen.length + 1);
            more[seen.length] = new Entry(method, guard);
            seen = more;
        }
        return guard;
    }
}
