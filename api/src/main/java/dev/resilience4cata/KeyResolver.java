// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import org.jspecify.annotations.Nullable;

/**
 * Says whose call it is, so that every caller, tenant or address has permits of its own:
 * {@code @RateLimiter(keyedBy = X.class)}. A CDI bean, or a class with a constructor without
 * parameters, which is made once. Implementations must be safe for use by several threads.
 *
 * <p>A key is a value with {@code equals} and {@code hashCode} that agree with each other and do
 * not change: a string, a number, an enum constant, a {@code UUID}, a record of those. An array
 * counts by its content. Of a text longer than 256 characters a digest is kept, so that a key from
 * outside cannot fill the memory. A key whose {@code equals} is that of {@code Object} has a state
 * for each object, which limits nothing. What {@code equals} or {@code hashCode} throws, the call
 * throws.
 *
 * <p>Keys from outside are chosen by whoever calls: one that a client can invent, such as a header,
 * gives that client new permits with every invention. {@code maxKeys} bounds the memory: while as
 * many keys are in use, new ones share one state until an old one has all its permits back.
 */
@FunctionalInterface
public interface KeyResolver {

    /**
     * The key of a call.
     *
     * @param call the call
     * @return the key; null if it has none: all calls without a key share one state
     */
    @Nullable Object resolve(KeyContext call);
}
