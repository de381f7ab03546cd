// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * The limits that several interfaces promise for one method. Those that are nearest count: a method
 * beats a type, and an interface beats what it extends. Not safe for use by several threads.
 *
 * @param <T> how a type is known: a {@code Class}, or what a compiler has
 */
public final class PromisedLimits<T> {

    /**
     * A limit and what carries it.
     *
     * @param <T> as above
     * @param limit what the annotation says
     * @param type the type that carries it
     * @param id of the limiter: with that type
     * @param onMethod whether the method itself carries the annotation
     * @param keys the parameters of the method there that are keys, by their positions
     */
    public record Source<T>(
            LimitText limit, T type, String id, boolean onMethod, List<Integer> keys) {}

    private final BiPredicate<T, T> extending;
    private final List<Source<T>> sources = new ArrayList<>();

    /**
     * Begins without a limit.
     *
     * @param extending whether the first type is a subtype of the second, and another
     */
    public PromisedLimits(BiPredicate<T, T> extending) {
        this.extending = extending;
    }

    /**
     * Adds a limit unless a nearer one is known.
     *
     * @param source the limit
     */
    public void add(Source<T> source) {
        if (sources.stream().noneMatch(other -> hides(other, source) || other.equals(source))) {
            sources.removeIf(other -> hides(source, other));
            sources.add(source);
        }
    }

    private boolean hides(Source<T> one, Source<T> other) {
        return one.onMethod == other.onMethod ? extending.test(one.type, other.type) : one.onMethod;
    }

    /**
     * The limit that counts, if there is no conflict.
     *
     * @return the first that was added of those that are nearest
     */
    public Source<T> nearest() {
        return sources.get(0);
    }

    /**
     * Whether limits of unrelated interfaces differ, or have no name in common.
     *
     * @param id of the method for which they hold
     * @param remedy where to put the annotation that holds
     * @return the text of R4C-CDI-007
     */
    public Optional<String> conflict(String id, String remedy) {
        boolean differ =
                sources.stream()
                        .map(Source::limit)
                        .anyMatch(
                                limit ->
                                        limit.name().isBlank() || !limit.equals(nearest().limit()));
        return sources.size() > 1 && differ
                ? Optional.of(
                        id
                                + ": the interfaces limit it in several ways: "
                                + sources.stream()
                                        .map(
                                                source ->
                                                        LimiterDeclaration.annotation(
                                                                source.limit().quoted(),
                                                                source.id()))
                                        .sorted()
                                        .collect(Collectors.joining(", "))
                                + ". "
                                + remedy)
                : Optional.empty();
    }
}
