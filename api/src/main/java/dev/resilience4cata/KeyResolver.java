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
 *
 * <p>A limiter with the scope {@code CLUSTER} takes keys of which is known what equals them in
 * another instance: a text, a number, a boolean, a character, an enum constant, a {@code UUID}, and
 * arrays, lists and records of those. They are the same key in two instances if they are equal and
 * of the same type, records and enum constants by the name of their class; {@code 1} and {@code 1L}
 * are two. For any other the call throws R4C-REG-016. The store gets a digest, from which nobody
 * reads the key; {@code maxKeys} bounds what one instance remembers, and no two keys share a state.
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
