// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

import java.util.concurrent.CompletionStage;

/**
 * Keeps the schedules of limiters that several instances share: one theoretical arrival time for
 * each key, in nanoseconds since the Unix epoch. Everything that a limiter does it does by the one
 * operation {@link #take}, which must be atomic for a key over all instances, and by {@link
 * #giveBack}.
 *
 * <p>With {@code D} for the backlog, which is how far the theoretical arrival time of the key is
 * ahead of the time of the store, at least zero and at most {@link Take#maxBacklogNanos()}, {@code
 * take} grants
 *
 * <pre>{@code k = min(maxUnits, floor((limitNanos - D) / unitNanos))}</pre>
 *
 * units if these are at least {@link Take#minUnits()}, and none otherwise. A grant moves the
 * theoretical arrival time to {@code D + k * unitNanos} from now. What is refused changes nothing,
 * except that a theoretical arrival time too far ahead is cut: it can only come from a clock that
 * was wrong or from a limit that was higher, and would lock everybody out.
 *
 * <p>The algorithm is the generic cell rate algorithm, ITU-T Recommendation I.371, virtual
 * scheduling.
 *
 * <p>Implementations are safe for use by several threads. They never run code of the caller while
 * they hold up other calls: what depends on a stage may be run by a thread of the store, and must
 * be short.
 */
public interface ClusterStore extends AutoCloseable {

    /**
     * Takes units for one key, all or at least as many as are asked for. One round trip, if the
     * store is another process.
     *
     * @param take what to take
     * @return what was granted, or a failure with a {@link StoreException}; never another one
     */
    CompletionStage<Grant> take(Take take);

    /**
     * Gives units back that were granted and will not be used. Best effort: what cannot be given
     * back without letting a window have too many calls stays taken.
     *
     * @param giveBack what to give back
     * @return how many nanoseconds of the schedule are free again, zero if none, or a failure with
     *     a {@link StoreException}
     */
    CompletionStage<Long> giveBack(GiveBack giveBack);

    /**
     * What the store can be relied on for.
     *
     * @return always the same
     */
    StoreTraits traits();

    /** Lets go of connections and threads of its own. Calls afterwards fail. */
    @Override
    void close();
}
