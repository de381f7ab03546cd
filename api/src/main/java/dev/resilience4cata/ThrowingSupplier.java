// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

/**
 * A call that returns a value and may throw a checked exception.
 *
 * @param <T> what it returns
 * @param <E> what it throws; inferred as {@link RuntimeException} if it throws nothing checked
 */
@FunctionalInterface
public interface ThrowingSupplier<T, E extends Exception> {

    /**
     * Makes the call.
     *
     * @return its value
     * @throws E if the call fails
     */
    T get() throws E;
}
