// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Collects what is wrong, so that it is reported together; the same problem once. Not safe for use
 * by several threads.
 */
public final class Problems {

    private final Map<String, ErrorCode> codes = new LinkedHashMap<>();

    /**
     * Adds a problem.
     *
     * @param code its kind
     * @param text place, problem and remedy
     */
    public void add(ErrorCode code, String text) {
        codes.putIfAbsent(text, code);
    }

    /**
     * One exception that tells of all problems, a line each.
     *
     * @return empty if there is no problem
     */
    public Optional<ResilienceException> asException() {
        if (codes.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder lines = new StringBuilder();
        codes.forEach(
                (text, code) ->
                        lines.append(lines.isEmpty() ? "" : "\n" + code.code() + ": ")
                                .append(text));
        return Optional.of(
                new ResilienceException(codes.values().iterator().next(), lines.toString()));
    }

    /**
     * Reports the problems, if there are any.
     *
     * @throws ResilienceException with the code of the first problem, telling of all
     */
    public void throwIfAny() {
        asException()
                .ifPresent(
                        e -> {
                            throw e;
                        });
    }
}
