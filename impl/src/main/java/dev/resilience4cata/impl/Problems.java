// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Collects what is wrong, so that it is reported together; the same problem once. Not safe for use
 * by several threads.
 */
public final class Problems {

    private record Problem(ErrorCode code, String text) {
        @Override
        public String toString() {
            return code.code() + ": " + text;
        }
    }

    private final Map<String, Problem> bySubject = new LinkedHashMap<>();

    /**
     * Adds a problem.
     *
     * @param code its kind
     * @param text place, problem and remedy
     */
    public void add(ErrorCode code, String text) {
        addFor(text, code, text);
    }

    /**
     * Adds a problem unless its subject, which several places use, has one already.
     *
     * @param subject what is wrong, for example a property
     * @param code its kind
     * @param text place, problem and remedy
     */
    void addFor(String subject, ErrorCode code, String text) {
        bySubject.putIfAbsent(subject, new Problem(code, text));
    }

    /**
     * One exception that tells of all problems, a line each.
     *
     * @return empty if there is no problem
     */
    public Optional<ResilienceException> asException() {
        if (bySubject.isEmpty()) {
            return Optional.empty();
        }
        List<Problem> problems = List.copyOf(bySubject.values());
        String others =
                problems.stream()
                        .skip(1)
                        .map(problem -> "\n" + problem)
                        .collect(Collectors.joining());
        Problem first = problems.get(0);
        return Optional.of(new ResilienceException(first.code, first.text + others));
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
