// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.resilience4cata.cluster.redis.AtomicityCheck.NotAtomicException;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a session, from the first connection on. Lettuce connects again what was connected once;
 * what it does not do is done here: to try until there is a first connection, to check the other
 * side, and to leave a connection that is there but useless, because nothing comes from it any more
 * or because the other side has become a replica. Safe for use by several threads.
 */
final class Link {

    private static final System.Logger LOG = System.getLogger(RedisStore.class.getName());

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    /**
     * After how long without an answer a connection is given up. The system would do that too if
     * the other host is gone, but only after minutes.
     */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(2);

    /** What is done once, with the first connection. */
    @FunctionalInterface
    interface Check {

        /** Fails with a NotAtomicException for good, with anything else for now. */
        CompletionStage<Void> run(Connector connector, Session first);
    }

    /** Either a session, or why there is none. */
    private record State(@Nullable Session session, Reason reason, String text) {

        static State none(Reason reason, String text) {
            return new State(null, reason, text);
        }
    }

    private final Connector connector;
    private final Check check;
    private final ScheduledExecutorService thread;
    private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
    private volatile State state;

    // Guarded by this.
    private boolean checked;
    private boolean closed;
    private int failures;

    Link(Connector connector, Check check, ScheduledExecutorService thread) {
        this.connector = connector;
        this.check = check;
        this.thread = thread;
        this.state = State.none(Reason.UNAVAILABLE, connector.target() + " is not connected yet.");
    }

    /**
     * The session for a call.
     *
     * @throws StoreException if there is none now
     */
    Session session() {
        State now = state;
        Session session = now.session();
        if (session == null) {
            throw new StoreException(now.reason(), now.text(), null);
        }
        if (!session.isOpen()) {
            throw new StoreException(
                    Reason.UNAVAILABLE, connector.target() + " is not connected now.", null);
        }
        return session;
    }

    /** Why there is no session, if the other side was reached and is not one to work with. */
    Optional<String> unsuitable() {
        State now = state;
        return now.reason() == Reason.PROTOCOL ? Optional.of(now.text()) : Optional.empty();
    }

    /** Connects, now or later. */
    synchronized void connect() {
        if (!closed) {
            connector.connect().thenCompose(this::checked).whenComplete(this::arrived);
        }
    }

    /** Waits until the first attempt has come to an end, with success or without. */
    void awaitFirstAttempt(Duration longest) {
        try {
            firstAttempt.get(longest.toMillis(), MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // It goes on in the background.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized CompletionStage<Session> checked(Session session) {
        if (checked) {
            return CompletableFuture.completedFuture(session);
        }
        return check.run(connector, session)
                .whenComplete(
                        (unused, failure) -> {
                            if (failure != null) {
                                session.close();
                            }
                        })
                .thenApply(unused -> session);
    }

    private void arrived(@Nullable Session session, @Nullable Throwable failure) {
        settle(session, failure);
        firstAttempt.complete(null);
    }

    private synchronized void settle(@Nullable Session session, @Nullable Throwable failure) {
        if (closed) {
            if (session != null) {
                session.close();
            }
        } else if (session != null) {
            if (failures > 0) {
                LOG.log(Level.INFO, "{0} is connected.", connector.target());
            }
            checked = true;
            failures = 0;
            state = new State(session, Reason.UNAVAILABLE, "");
        } else if (failure != null
                && Failures.unwrapped(failure) instanceof NotAtomicException unsound) {
            become(
                    State.none(
                            Reason.PROTOCOL,
                            "%s does not run a script as one operation: %s. Every call fails."
                                    .formatted(connector.target(), unsound.getMessage())));
        } else if (failure != null) {
            StoreException problem = Failures.ofCall(connector.target(), failure);
            become(State.none(problem.reason(), String.valueOf(problem.getMessage())));
            connectLater();
        }
    }

    /** Says a problem once, however often it is met. */
    private void become(State none) {
        if (failures == 0 || !none.equals(state)) {
            LOG.log(Level.WARNING, none.text());
        }
        failures++;
        state = none;
    }

    private void connectLater() {
        long longest = FIRST_PAUSE_MILLIS << Math.min(failures, 10);
        long pause = Math.min(LONGEST_PAUSE_MILLIS, longest);
        // Many instances that lose one server should not come back at the same time.
        long jittered = ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
        ScheduledFuture<?> unused = thread.schedule(this::connect, jittered, MILLISECONDS);
    }

    /** A call failed with its connection. */
    void missed() {
        connector.missed();
    }

    /** No answer came to a call; asked by one thread only. */
    void lost(Session session, long sent) {
        connector.missed();
        Duration silence = session.lost(sent);
        if (silence.compareTo(LONGEST_SILENCE) > 0) {
            leave(session, "gave no answer for " + silence.toMillis() + " ms");
        }
    }

    /** Leaves a connection for a new one, unless this has happened meanwhile. */
    synchronized void leave(Session session, String why) {
        if (!closed && state.session() == session) {
            become(
                    State.none(
                            Reason.UNAVAILABLE,
                            "%s %s, and is connected again.".formatted(connector.target(), why)));
            session.close();
            connectLater();
        }
    }

    void close() {
        @Nullable Session session;
        synchronized (this) {
            closed = true;
            session = state.session();
            state = State.none(Reason.UNAVAILABLE, "The store is closed.");
        }
        connector.close(session);
    }
}
