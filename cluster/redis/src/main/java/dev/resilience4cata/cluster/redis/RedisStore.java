// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.failedFuture;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import io.lettuce.core.RedisClient;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps the schedules of limiters in Redis 6.2 or later, or in Valkey. Each operation is one script
 * and one round trip, by the clock of the server; its state is one key, {@code rl:{<key>}}, which
 * expires once it means nothing. A key of more than 200 bytes, or with a brace, is replaced by a
 * digest of it.
 *
 * <p>One connection serves all calls. While there is none calls fail at once, and nothing is sent
 * later that was not answered: no call is repeated. A grant that comes after its call has failed by
 * the timeout is given back.
 *
 * <p>Safe for use by several threads. What depends on a stage is run by a thread of the store.
 */
public final class RedisStore implements ClusterStore {

    /** For how long opening waits for the first connection. */
    private static final Duration OPENING = Duration.ofSeconds(1);

    private static final StoreTraits TRAITS =
            new StoreTraits(StoreTraits.Clock.ENGINE, 1_000, false, true);

    private static final System.Logger LOG = System.getLogger(RedisStore.class.getName());

    private final String target;
    private final Scripts scripts;
    private final Duration timeout;
    private final ScheduledThreadPoolExecutor thread;
    private final Deadlines deadlines;
    private final Link link;

    private RedisStore(Connector connector, Scripts scripts, Duration timeout, Link.Check check) {
        this.target = connector.target();
        this.scripts = scripts;
        this.timeout = timeout;
        this.thread = new ScheduledThreadPoolExecutor(1, RedisStore::newThread);
        this.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.deadlines = new Deadlines(timeout.toNanos(), thread);
        this.link = new Link(connector, check, thread);
    }

    private static Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "rate-limiter-redis");
        thread.setDaemon(true);
        // Not that of whoever happens to make the first call.
        thread.setContextClassLoader(RedisStore.class.getClassLoader());
        return thread;
    }

    /**
     * Opens a store with a client of its own. Waits for the connection, but at most a second;
     * without one, calls fail with {@link Reason#UNAVAILABLE} until there is one.
     *
     * @param settings where Redis is, and how to get in
     * @return a store to be closed
     * @throws ResilienceException R4C-REG-015 if the server is reached and does not do what a store
     *     needs; R4C-REG-001 if a file of certificates cannot be read
     */
    public static RedisStore open(RedisSettings settings) {
        requireNonNull(settings, "settings");
        return open(OwnClient.of(settings), settings.timeout());
    }

    /**
     * Opens a store on a client of the application, which is not shut down with the store. It must
     * have been made with the address of a server. Its options should have {@code
     * DisconnectedBehavior.REJECT_COMMANDS} and a {@code replayFilter} that is always true, or
     * commands that had no answer are sent again after a connection was lost, and cost permits that
     * nobody gets. Waits for the connection, but at most a second; without one, calls fail with
     * {@link Reason#UNAVAILABLE} until there is one.
     *
     * @param client of the application
     * @param timeout how long a call may take, from 1 ms to 1 minute
     * @return a store to be closed
     * @throws ResilienceException R4C-REG-015 if the server is reached and does not do what a store
     *     needs; R4C-REG-001 if the timeout is out of range
     */
    public static RedisStore open(RedisClient client, Duration timeout) {
        requireNonNull(client, "client");
        RedisSettings.requireTimeout(timeout);
        if (!GivenClient.dropsUnanswered(client)) {
            LOG.log(
                    Level.WARNING,
                    "The RedisClient of the application sends commands again after a connection"
                            + " was lost. Set disconnectedBehavior(REJECT_COMMANDS) and"
                            + " replayFilter(command -> true) in its options.");
        }
        return open(new GivenClient(client), timeout);
    }

    private static RedisStore open(Connector connector, Duration timeout) {
        AtomicityCheck check = new AtomicityCheck(Scripts.ORIGINAL);
        return open(connector, Scripts.ORIGINAL, timeout, check);
    }

    static RedisStore open(
            Connector connector, Scripts scripts, Duration timeout, Link.Check check) {
        RedisStore store = new RedisStore(connector, scripts, timeout, check);
        store.link.connect();
        store.link.awaitFirstAttempt(OPENING);
        store.link
                .unsuitable()
                .ifPresent(
                        why -> {
                            store.close();
                            throw new ResilienceException(
                                    ErrorCode.STORE_NOT_ATOMIC,
                                    why
                                            + " Use Redis 6.2 or later, or Valkey, and not a server"
                                            + " that only speaks their protocol.");
                        });
        return store;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Fails with {@link Reason#TIMEOUT} after the timeout, give or take some milliseconds.
     */
    @Override
    public CompletionStage<Grant> take(Take take) {
        requireNonNull(take, "take");
        return call(session -> scripts.take(session, take), grant -> giveBackLate(take, grant));
    }

    @Override
    public CompletionStage<Long> giveBack(GiveBack giveBack) {
        requireNonNull(giveBack, "giveBack");
        return call(session -> scripts.giveBack(session, giveBack), late -> {});
    }

    /** Nobody has it, and nobody but this store knows of it. */
    private void giveBackLate(Take take, Grant grant) {
        if (grant.units() > 0) {
            long taken = grant.units() * take.unitNanos();
            long end = grant.slotEndOf(grant.units(), take.unitNanos());
            CompletionStage<Long> unused =
                    giveBack(new GiveBack(take.key(), end, taken, taken, GiveBack.Rule.LAST));
        }
    }

    private <T> CompletionStage<T> call(
            Function<Session, CompletionStage<T>> command, Consumer<T> late) {
        Session session;
        try {
            session = link.session();
        } catch (StoreException e) {
            return failedFuture(e);
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        deadlines.watch(new WatchedCall(result, session, System.nanoTime()));
        command.apply(session)
                .whenComplete(
                        (answer, failure) -> {
                            if (failure == null) {
                                session.heard();
                                if (!result.complete(answer)) {
                                    late.accept(answer);
                                }
                            } else {
                                failed(session, failure, result);
                            }
                        });
        return result;
    }

    private void failed(Session session, Throwable failure, CompletableFuture<?> result) {
        if (Failures.isAnswer(failure)) {
            session.heard();
        } else {
            link.missed();
        }
        if (Failures.isReadOnly(failure)) {
            link.leave(session, "has become a replica");
        }
        result.completeExceptionally(Failures.ofCall(target, failure));
    }

    private final class WatchedCall implements Deadlines.Call {

        private final CompletableFuture<?> result;
        private final Session session;
        private final long sent;

        WatchedCall(CompletableFuture<?> result, Session session, long sent) {
            this.result = result;
            this.session = session;
            this.sent = sent;
        }

        @Override
        public CompletableFuture<?> result() {
            return result;
        }

        @Override
        public void expire() {
            String text = target + " gave no answer within " + timeout.toMillis() + " ms.";
            if (result.completeExceptionally(new StoreException(Reason.TIMEOUT, text, null))) {
                link.lost(session, sent);
            }
        }

        @Override
        public void abandon() {
            result.completeExceptionally(
                    new StoreException(Reason.UNAVAILABLE, "The store is closed.", null));
        }
    }

    @Override
    public StoreTraits traits() {
        return TRAITS;
    }

    /** {@inheritDoc} Calls that are on their way fail. Does not wait. */
    @Override
    public void close() {
        link.close();
        deadlines.close();
        thread.shutdown();
    }
}
