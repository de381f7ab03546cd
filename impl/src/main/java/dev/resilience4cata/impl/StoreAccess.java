// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.Take;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A store as the limiters of one registry use it, with what they know together of whether it
 * answers. Safe for use by several threads.
 */
final class StoreAccess {

    private static final System.Logger LOG = System.getLogger(StoreAccess.class.getName());

    private final ClusterStore store;
    private final ClusterSettings settings;
    private final Clock.Timer timer;
    private final Breaker breaker;

    /** Calls since the store was last known to answer, by what became of them. */
    private final LongAdder unlimited = new LongAdder();

    private final LongAdder limitedHere = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** How often a schedule was further ahead than it can be. */
    private final AtomicLong cuts = new AtomicLong();

    /**
     * Creates the access to a store.
     *
     * @param timer runs what must not run on a thread of the store
     */
    StoreAccess(ClusterStore store, ClusterSettings settings, Clock.Timer timer) {
        this.store = store;
        this.settings = settings;
        this.timer = timer;
        this.breaker = new Breaker(settings.timeoutNanos());
    }

    ClusterSettings settings() {
        return settings;
    }

    Clock.Timer timer() {
        return timer;
    }

    Breaker breaker() {
        return breaker;
    }

    /** Asks the store; whatever goes wrong, by the stage. */
    CompletableFuture<Grant> take(Take take) {
        try {
            return answered(store.take(take));
        } catch (RuntimeException | LinkageError e) { // of a store that does not keep its word
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Gives back; whatever goes wrong, by the stage. */
    CompletableFuture<Long> giveBack(GiveBack giveBack) {
        try {
            return answered(store.giveBack(giveBack));
        } catch (RuntimeException | LinkageError e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static <T> CompletableFuture<T> answered(CompletionStage<T> stage) {
        return stage.toCompletableFuture();
    }

    /** Notes that the store has answered. */
    void succeeded(long now) {
        if (breaker.succeeded(now)) {
            LOG.log(
                    Level.INFO,
                    () ->
                            "The store of shared limits answers again. Without it, calls were"
                                    + " limited by instance: "
                                    + limitedHere.sumThenReset()
                                    + ", not limited: "
                                    + unlimited.sumThenReset()
                                    + ", rejected: "
                                    + refused.sumThenReset());
        }
    }

    /** Notes that the store has failed. */
    void failed(long now, Throwable failure) {
        if (breaker.failed(now)) {
            LOG.log(
                    Level.WARNING,
                    "The store of shared limits gives no answer; until it does, limiters do what"
                            + " their onStoreFailure says",
                    failure);
        }
    }

    /** Notes that the store has not answered in time. */
    void late(long now) {
        failed(
                now,
                new StoreException(
                        StoreException.Reason.TIMEOUT,
                        "no answer within " + settings.timeoutNanos() + " ns",
                        null));
    }

    /**
     * Notes that a schedule was further ahead than it can be, and was cut to that; said when it
     * happens for the first time, the second, the fourth and so on.
     *
     * @param key that of the schedule
     */
    void cut(String key) {
        long times = cuts.incrementAndGet();
        if (Long.bitCount(times) == 1) {
            LOG.log(
                    Level.WARNING,
                    () ->
                            "The shared limit \""
                                    + key
                                    + "\" was used up further ahead than is possible, and was cut"
                                    + " to that. The clock of the store, or of an instance that"
                                    + " shares the limit, was set or is wrong, or the limit was"
                                    + " lowered. Compare the clocks. Seen here so far: "
                                    + times);
        }
    }

    void countUnlimited() {
        unlimited.increment();
    }

    void countLimitedHere() {
        limitedHere.increment();
    }

    void countRefused() {
        refused.increment();
    }
}
