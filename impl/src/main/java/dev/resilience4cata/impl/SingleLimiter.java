// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimitExceededException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A policy with one schedule. Safe for use by several threads. */
abstract class SingleLimiter extends CallPolicy {

    private static final VarHandle REJECTION;

    static {
        try {
            REJECTION =
                    MethodHandles.lookup()
                            .findVarHandle(
                                    SingleLimiter.class,
                                    "rejection",
                                    RateLimitExceededException.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final GcraLimiter gcra;

    /** Made when it is first needed: most limiters and most keys reject nothing. */
    private volatile @Nullable RateLimitExceededException rejection;

    SingleLimiter(RegistryParts parts, Quota quota) {
        this(parts, new GcraLimiter(quota, parts.clock()));
    }

    SingleLimiter(RegistryParts parts, GcraLimiter gcra) {
        super(parts);
        this.gcra = gcra;
    }

    /** The id that users know. */
    public abstract String instanceId();

    /** The schedule at this moment, also if another has taken its place. */
    abstract GcraLimiter.View view();

    /** The limiter to ask if this one was retired; the same if it was not. */
    abstract SingleLimiter current();

    @Override
    Verdict reserve() {
        Reservation answer = gcra.acquire();
        if (answer == Reservation.ADMITTED) {
            return answer;
        }
        if (answer == Reservation.RETIRED) {
            return current().reserve();
        }
        return gcra.quota().config.shadow() ? passing(answer) : answer;
    }

    /** In shadow mode nobody waits either; a slot that is due later stays taken. */
    private Reservation passing(Reservation answer) {
        if (!answer.isWaiting()) {
            publishRejection(true);
        }
        return Reservation.ADMITTED;
    }

    final void publishRejection(boolean shadow) {
        parts.listeners().rejected(this, shadow);
    }

    @Override
    public final RateLimitExceededException rejection() {
        RateLimitExceededException existing = rejection;
        return existing != null ? existing : newRejection();
    }

    /** There is one only, also if several threads are the first. */
    private RateLimitExceededException newRejection() {
        RateLimitExceededException created =
                new RateLimitExceededException(instanceId(), this::timeToNextPermit);
        // With exactly the types of the field, so that the JDK needs no adapter.
        RateLimitExceededException first =
                (RateLimitExceededException)
                        REJECTION.compareAndExchange(
                                this, (RateLimitExceededException) null, created);
        return first == null ? created : first;
    }

    @Override
    final SingleLimiter deciding(Verdict answer) {
        return this;
    }

    @Override
    final List<SingleLimiter> limiters() {
        return List.of(this);
    }

    /** Zero if a permit is free. */
    public final Duration timeToNextPermit() {
        return Duration.ofNanos(view().nanosToNextPermit());
    }

    /**
     * To be called before the limiter becomes one of several of a call.
     *
     * @throws dev.resilience4cata.ResilienceException R4C-REG-001 if it cannot
     */
    void requireJoinable() {}

    void drain(long nanos) {
        if (!gcra.drain(nanos)) {
            current().drain(nanos);
        }
    }

    void close() {
        gcra.close();
    }
}
