// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ClusteringConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Limits that several instances share, in a cache of Infinispan: the theoretical arrival time of
 * each key as a {@code Long}, written only if it still is what the decision was made from. The
 * cache needs no class of this library. It should be distributed or replicated, synchronous,
 * without transactions and used for nothing else; give each limit of an application a key of its
 * own.
 *
 * <p>The clocks of the instances decide. As far as they are apart, twice that much of the rate can
 * be too much in a window; see {@link Builder#skew}.
 *
 * <p>A call is one read and one conditional write, or the write alone where this JVM wrote the key
 * last, and both again each time another instance was faster. It never blocks the thread that
 * calls. Safe for use by several threads.
 */
public final class InfinispanStore implements ClusterStore {

    private static final System.Logger LOG = System.getLogger(InfinispanStore.class.getName());

    /** So often another instance may be faster until a call pauses before the next attempt. */
    private static final int ATTEMPTS_AT_ONCE = 2;

    private static final long MILLISECOND = MILLISECONDS.toNanos(1);

    /** How long a call of the check may take: a server that starts is busy. */
    private static final long CHECK_NANOS = Duration.ofSeconds(5).toNanos();

    private final Cache<String, Long> cache;
    private final EpochClock clock;
    private final long timeoutNanos;
    private final long apartNanos;
    private final Runnable onClose;
    private final Executor executor;
    private final @Nullable ExecutorService ownExecutor;
    private final ScheduledThreadPoolExecutor timer;
    private final KeyQueue queue;
    private final Hints hints = new Hints();
    private final StoreTraits traits;
    private final Set<Call<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private InfinispanStore(Builder builder) {
        cache = builder.cache;
        clock = builder.clock;
        timeoutNanos = builder.timeoutNanos;
        apartNanos = 2 * builder.skewNanos;
        OwnThreads threads = new OwnThreads(cache.getName());
        timer = threads.timer();
        if (builder.executor == null) {
            ownExecutor = threads.pool();
            executor = ownExecutor;
        } else {
            ownExecutor = null;
            executor = builder.executor;
        }
        onClose = builder.onClose;
        queue = new KeyQueue(executor);
        ClusteringConfiguration clustering = cache.getCacheConfiguration().clustering();
        boolean copies =
                clustering.cacheMode().isReplicated()
                        || (clustering.cacheMode().isDistributed()
                                && clustering.hash().numOwners() >= 2);
        traits = new StoreTraits(StoreTraits.Clock.CALLER, clock.resolutionNanos(), copies, true);
    }

    /**
     * A store in a cache of the application or of the server, with the defaults of {@link Builder}.
     *
     * @param cache where the limits are kept; {@link #close} does not stop it
     * @return a store that has been checked, as {@link Builder#open} does it
     * @throws ResilienceException R4C-REG-015 if the cache does not do what a store must do
     */
    public static InfinispanStore on(Cache<String, Long> cache) {
        return builder(cache).open();
    }

    /**
     * Settings of a store in a cache of the application or of the server.
     *
     * @param cache where the limits are kept; {@link #close} does not stop it
     * @return the settings, all of them at their defaults
     */
    public static Builder builder(Cache<String, Long> cache) {
        return new Builder(requireNonNull(cache, "cache"));
    }

    private void check() {
        StartUpCheck check = new StartUpCheck(cache.getName(), this::race);
        try {
            check.run();
        } finally {
            check.keys().forEach(this::forget);
        }
    }

    private void forget(String key) {
        try {
            var unused = cache.removeAsync(key);
        } catch (RuntimeException e) {
            // It goes by itself, later.
            LOG.log(Level.DEBUG, "A key of the check could not be removed", e);
        }
    }

    @Override
    public CompletionStage<Grant> take(Take take) {
        Call<Grant> call = takeCall(take, timeoutNanos);
        queue.add(take.key(), call);
        return call.result;
    }

    /** A call that has not started, for the check too, which does without the queue. */
    private Call<Grant> takeCall(Take take, long timeoutNanos) {
        return new Call<>(
                take.key(),
                timeoutNanos,
                (tat, now) -> Decision.take(take, apartNanos, tat, now),
                grant -> grant.units() == 0 ? null : giveBackCall(all(take, grant)));
    }

    /** Gives back what was granted, as long as nobody has taken anything after it. */
    private static GiveBack all(Take take, Grant grant) {
        return new GiveBack(
                take.key(),
                grant.slotEndOf(grant.units(), take.unitNanos()),
                grant.units() * take.unitNanos(),
                take.limitNanos(),
                GiveBack.Rule.LAST);
    }

    /** Takes at once, whatever else is under way for the key; only for the check. */
    private CompletableFuture<Grant> race(Take take) {
        Call<Grant> call = takeCall(take, CHECK_NANOS);
        hand(() -> call.start(() -> {}), call::reject);
        return call.result;
    }

    @Override
    public CompletionStage<Long> giveBack(GiveBack giveBack) {
        Call<Long> call = giveBackCall(giveBack);
        queue.add(giveBack.key(), call);
        return call.result;
    }

    private Call<Long> giveBackCall(GiveBack giveBack) {
        return new Call<>(
                giveBack.key(),
                timeoutNanos,
                (tat, now) -> Decision.giveBack(giveBack, tat, now),
                freed -> null);
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        synchronized (timer) {
            if (closed) {
                return;
            }
            closed = true;
        }
        timer.shutdownNow();
        open.forEach(call -> call.fail(unavailableOnceClosed()));
        if (ownExecutor != null) {
            ownExecutor.shutdown();
        }
        onClose.run();
    }

    private static StoreException unavailableOnceClosed() {
        return new StoreException(
                StoreException.Reason.UNAVAILABLE, "The store has been closed.", null);
    }

    /** Keys with a call that has not ended. */
    int busyKeys() {
        return queue.keys();
    }

    /** Gives a task to the executor that must not run where it came up. */
    private void hand(Runnable task, Consumer<RejectedExecutionException> rejected) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            rejected.accept(e);
        }
    }

    /**
     * One call. Each of its steps is run by the executor, never inside a callback of Infinispan,
     * and only one at a time.
     */
    private final class Call<T> implements KeyQueue.Operation {

        private final String key;
        private final Decision.Rule<T> rule;
        private final Function<T, @Nullable Call<?>> undo;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private @Nullable Runnable end;
        private int lost;

        Call(
                String key,
                long timeoutNanos,
                Decision.Rule<T> rule,
                Function<T, @Nullable Call<?>> undo) {
            this.key = key;
            this.rule = rule;
            this.undo = undo;
            open.add(this);
            var unused = result.whenComplete((answer, failure) -> open.remove(this));
            if (closed) {
                fail(unavailableOnceClosed());
                return;
            }
            try {
                Future<?> deadline = timer.schedule(this::expire, timeoutNanos, NANOSECONDS);
                unused = result.whenComplete((answer, failure) -> deadline.cancel(false));
            } catch (RejectedExecutionException e) {
                fail(unavailableOnceClosed());
            }
        }

        private void expire() {
            fail(
                    new StoreException(
                            StoreException.Reason.TIMEOUT,
                            "The cache \"%s\" gave no answer in time.".formatted(cache.getName()),
                            null));
        }

        private void fail(StoreException failure) {
            result.completeExceptionally(failure);
        }

        @Override
        public void reject(RejectedExecutionException e) {
            fail(Failures.of(cache.getName(), e));
        }

        @Override
        public void start(Runnable end) {
            this.end = end;
            Long hint = hints.get(key, clock.now());
            if (hint == null) {
                read();
            } else {
                decide(hint, true);
            }
        }

        private void read() {
            await(() -> cache.getAsync(key), tat -> decide(tat, false));
        }

        private void decide(@Nullable Long tat, boolean hinted) {
            long now = clock.now();
            Decision<T> decision = rule.decide(tat, now);
            if (decision.writes()) {
                await(() -> write(tat, decision.tat(), now), won -> written(won, decision));
            } else if (hinted) {
                read();
            } else {
                answer(decision.answer());
            }
        }

        private CompletableFuture<Boolean> write(@Nullable Long expected, long tat, long now) {
            // The clocks of others may say that it means something for longer.
            long lifespan = Math.max(0, tat - now) + apartNanos;
            long millis = Math.max(1, (lifespan + MILLISECOND - 1) / MILLISECOND);
            return expected == null
                    ? cache.putIfAbsentAsync(key, tat, millis, MILLISECONDS)
                            .thenApply(previous -> previous == null)
                    : cache.replaceAsync(key, expected, tat, millis, MILLISECONDS);
        }

        private void written(boolean won, Decision<T> decision) {
            if (won) {
                hints.put(key, decision.tat());
                answer(decision.answer());
                return;
            }
            hints.remove(key);
            lost++;
            if (lost < ATTEMPTS_AT_ONCE) {
                read();
            } else {
                pause();
            }
        }

        private void pause() {
            long nanos = ThreadLocalRandom.current().nextLong(MILLISECOND);
            try {
                var unused =
                        timer.schedule(
                                () ->
                                        hand(
                                                this::read,
                                                e -> abandon(Failures.of(cache.getName(), e))),
                                nanos,
                                NANOSECONDS);
            } catch (RejectedExecutionException e) {
                abandon(unavailableOnceClosed());
            }
        }

        private void answer(T answer) {
            if (result.complete(answer)) {
                end();
                return;
            }
            // Nobody will hear of what was taken, so it is given back, if nobody else came.
            Call<?> undoing = undo.apply(answer);
            if (undoing == null) {
                end();
            } else {
                undoing.start(this::end);
            }
        }

        private void end() {
            Runnable ending = end;
            end = null;
            if (ending != null) {
                ending.run();
            }
        }

        private void abandon(StoreException failure) {
            fail(failure);
            end();
        }

        /** Begins an operation of Infinispan, and goes on when it has ended. */
        private <V> void await(Supplier<CompletableFuture<V>> operation, Consumer<V> next) {
            if (result.isDone()) {
                end();
                return;
            }
            try {
                CompletableFuture<V> stage = operation.get();
                if (stage.isDone()) {
                    // Here nothing of Infinispan is on the stack.
                    next.accept(stage.join());
                } else {
                    var unused =
                            stage.whenComplete(
                                    (value, failure) ->
                                            hand(
                                                    () -> proceed(value, failure, next),
                                                    e -> abandon(Failures.of(cache.getName(), e))));
                }
            } catch (RuntimeException | Error e) { // Whatever it is, the key must become free.
                abandon(Failures.of(cache.getName(), e));
            }
        }

        private <V> void proceed(V value, @Nullable Throwable failure, Consumer<V> next) {
            if (failure != null) {
                abandon(Failures.of(cache.getName(), failure));
                return;
            }
            try {
                next.accept(value);
            } catch (RuntimeException | Error e) { // Whatever it is, the key must become free.
                abandon(Failures.of(cache.getName(), e));
            }
        }
    }

    /** Settings of a store. Not safe for use by several threads at a time. */
    public static final class Builder {

        private static final Duration LONGEST = Duration.ofHours(1);

        private final Cache<String, Long> cache;
        private long timeoutNanos = MILLISECONDS.toNanos(50);
        private long skewNanos = MILLISECONDS.toNanos(10);
        private @Nullable Executor executor;
        private EpochClock clock = EpochClock.SYSTEM;
        private Runnable onClose = () -> {};

        private Builder(Cache<String, Long> cache) {
            this.cache = cache;
        }

        /**
         * How long a call may take. Then it fails with {@link StoreException.Reason#TIMEOUT}, and
         * what it still takes is given back if nobody else has taken anything after it.
         *
         * @param timeout more than zero and up to an hour; 50 ms if not set
         * @return this
         * @throws ResilienceException R4C-REG-001 if it is not in this range
         */
        public Builder timeout(Duration timeout) {
            if (timeout.isZero() || timeout.isNegative()) {
                throw invalid("timeout", timeout, "is not more than zero");
            }
            timeoutNanos = nanos("timeout", timeout);
            return this;
        }

        /**
         * How far the clock of an instance may be off, so that two may be apart twice as far. With
         * {@code skew} for it, {@code 2 * skew * rate} calls too many can pass in a window. A key
         * is kept for {@code 2 * skew} after it means nothing any more to this instance, and what
         * is that much too far ahead is not cut yet.
         *
         * @param skew from zero to an hour; 10 ms if not set
         * @return this
         * @throws ResilienceException R4C-REG-001 if it is not in this range
         */
        public Builder skew(Duration skew) {
            if (skew.isNegative()) {
                throw invalid("skew", skew, "is negative");
            }
            skewNanos = nanos("skew", skew);
            return this;
        }

        /**
         * Runs the steps of calls and what depends on their stages. Steps are short and do not
         * wait.
         *
         * @param executor one that runs tasks on other threads than the caller's, at least two of
         *     them; {@link #close} does not shut it down. If not set, the store has a few daemon
         *     threads of its own
         * @return this
         */
        public Builder executor(Executor executor) {
            this.executor = requireNonNull(executor, "executor");
            return this;
        }

        Builder clock(EpochClock clock) {
            this.clock = clock;
            return this;
        }

        Builder onClose(Runnable onClose) {
            this.onClose = onClose;
            return this;
        }

        /**
         * Opens the store and checks the cache by a race of 200 calls for new keys, which waits for
         * their answers. A cache that gives none is not refused. What the check sees is one
         * instance: if no other one is there yet, it says little about what several of them will do
         * together.
         *
         * @return a store that its user closes
         * @throws ResilienceException R4C-REG-015 if the cache does not do what a store must do
         */
        public InfinispanStore open() {
            refuseByMode();
            InfinispanStore store = new InfinispanStore(this);
            try {
                store.check();
            } catch (ResilienceException e) {
                store.close();
                throw e;
            }
            return store;
        }

        private void refuseByMode() {
            CacheMode mode = cache.getCacheConfiguration().clustering().cacheMode();
            if (mode.isInvalidation() || !mode.isSynchronous()) {
                throw new ResilienceException(
                        ErrorCode.STORE_NOT_ATOMIC,
                        "cache \"%s\": its mode is %s, in which a conditional write is not one for all instances. Use a synchronous cache that is distributed or replicated."
                                .formatted(cache.getName(), mode));
            }
            if (!mode.isClustered()) {
                LOG.log(
                        Level.WARNING,
                        "The cache \"{0}\" is local: each instance limits alone.",
                        cache.getName());
            }
        }

        private static long nanos(String setting, Duration duration) {
            if (duration.compareTo(LONGEST) > 0) {
                throw invalid(setting, duration, "is longer than an hour");
            }
            return duration.toNanos();
        }

        private static ResilienceException invalid(String setting, Duration value, String problem) {
            return new ResilienceException(
                    ErrorCode.CONFIG_INVALID,
                    "InfinispanStore: %s = %s %s. Set it to some milliseconds."
                            .formatted(setting, value, problem));
        }
    }
}
