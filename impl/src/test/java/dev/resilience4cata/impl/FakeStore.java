// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.cluster.testkit.StoreModel;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;

/**
 * A store in the JVM of the test: decides as the model does when it is asked, and answers at once,
 * when the test says so, or not at all. Its time is that of the clock, from another origin.
 */
final class FakeStore implements ClusterStore {

    /** The time of the store when the clock shows zero. */
    static final long ORIGIN = 1_800_000_000_123_456_789L;

    /** What becomes of the next questions. */
    private enum Mode {
        ANSWERING,
        HOLDING,
        FAILING,
        THROWING
    }

    /** Held, because the platform forgets a logger that nobody holds, with what was set. */
    private static final Logger LOG = Logger.getLogger(StoreAccess.class.getName());

    final List<Take> takes = new CopyOnWriteArrayList<>();
    final List<GiveBack> returns = new CopyOnWriteArrayList<>();
    private final Clock clock;
    private final StoreModel model = new StoreModel();
    private final Queue<Runnable> held = new ArrayDeque<>();
    private Mode mode = Mode.ANSWERING;
    private long offsetNanos;
    private int granted;
    private long freedNanos;
    private boolean closed;

    FakeStore(Clock clock) {
        this.clock = clock;
        expectFailures();
    }

    /** Keeps what is logged of failures out of the output of the build. */
    static void expectFailures() {
        LOG.setUseParentHandlers(false);
    }

    /** A registry that uses this store. */
    ResilienceRegistry registry() {
        return ResilienceRegistry.builder().clock(clock).clusterStore(this).build();
    }

    synchronized void answerAtOnce() {
        mode = Mode.ANSWERING;
    }

    /** From now on answers wait for {@link #answer()}; what they say is decided at once. */
    synchronized void hold() {
        mode = Mode.HOLDING;
    }

    synchronized void fail() {
        mode = Mode.FAILING;
    }

    /** As a store does that does not keep its word. */
    synchronized void throwInstead() {
        mode = Mode.THROWING;
    }

    /** Gives the oldest answer that is held. */
    void answer() {
        Runnable oldest;
        synchronized (this) {
            oldest = held.remove();
        }
        oldest.run();
    }

    /** Gives all answers that are held, and those that are held because of that. */
    void answerAll() {
        while (held() > 0) {
            answer();
        }
    }

    synchronized int held() {
        return held.size();
    }

    /** How many permits were granted. */
    synchronized int granted() {
        return granted;
    }

    /** How much was given back and is free again. */
    synchronized long freedNanos() {
        return freedNanos;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public CompletionStage<Grant> take(Take take) {
        takes.add(take);
        CompletableFuture<Grant> stage = new CompletableFuture<>();
        synchronized (this) {
            if (mode == Mode.THROWING) {
                throw new IllegalStateException("of a bug in the store");
            }
            if (mode == Mode.FAILING) {
                return CompletableFuture.failedFuture(unavailable());
            }
            Grant grant = model.take(take, now());
            granted += grant.units();
            if (mode == Mode.HOLDING) {
                held.add(() -> stage.complete(grant));
                return stage;
            }
            stage.complete(grant);
        }
        return stage;
    }

    @Override
    public CompletionStage<Long> giveBack(GiveBack giveBack) {
        returns.add(giveBack);
        synchronized (this) {
            if (mode == Mode.FAILING) {
                return CompletableFuture.failedFuture(unavailable());
            }
            long freed = model.giveBack(giveBack, now());
            freedNanos += freed;
            return CompletableFuture.completedFuture(freed);
        }
    }

    /** Sets the clock of the store back. */
    synchronized void setBack(Duration by) {
        offsetNanos -= by.toNanos();
    }

    private long now() {
        return ORIGIN + offsetNanos + clock.nanoTime();
    }

    static StoreException unavailable() {
        return new StoreException(StoreException.Reason.UNAVAILABLE, "nobody there", null);
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits(StoreTraits.Clock.ENGINE, 1, true, true);
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
