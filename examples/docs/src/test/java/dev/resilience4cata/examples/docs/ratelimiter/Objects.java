// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

/** Makes what no container makes. */
final class Objects {

    private Objects() {}

    static <T> T make(Class<T> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }
}
