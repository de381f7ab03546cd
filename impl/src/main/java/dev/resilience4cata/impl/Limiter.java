// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One limiter with an id: what a call, a handle and a snapshot see of it. Safe for use by several
 * threads.
 */
final class Limiter extends CallPolicy implements RateLimiterHandle {

    private static final VarHandle REJECTION;

    static {
        try {
            REJECTION =
                    MethodHandles.lookup()
                            .findVarHandle(
                                    Limiter.class, "rejection", RateLimitExceededException.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String instanceId;
    private final String place;
    private final SharedValues.Values values;
    final GcraLimiter gcra;

    /** Made when it is first needed: most limiters reject nothing. */
    private volatile @Nullable RateLimitExceededException rejection;

    Limiter(LimiterDefinition definition, RegistryParts parts) {
        this(definition, SharedValues.Values.of(definition), parts);
    }

    /**
     * Creates a limiter.
     *
     * @param values those of the definition
     */
    Limiter(LimiterDefinition definition, SharedValues.Values values, RegistryParts parts) {
        super(parts);
        this.instanceId = definition.instanceId();
        this.place = definition.place();
        this.values = values;
        this.gcra = new GcraLimiter(values.quota(), parts.clock());
    }

    @Override
    Reservation reserve() {
        return gcra.acquire();
    }

    @Override
    Limiter refusing(Reservation answer) {
        return this;
    }

    @Override
    List<Limiter> limiters() {
        return List.of(this);
    }

    @Override
    public RateLimitExceededException rejection() {
        RateLimitExceededException existing = rejection;
        return existing != null ? existing : newRejection();
    }

    /** There is one only, also if several threads are the first. */
    private RateLimitExceededException newRejection() {
        RateLimitExceededException created = new RateLimitExceededException(instanceId);
        RateLimitExceededException first =
                (RateLimitExceededException)
                        REJECTION.compareAndExchange(
                                this, (RateLimitExceededException) null, created);
        return first == null ? created : first;
    }

    @Override
    public String instanceId() {
        return instanceId;
    }

    @Override
    public int availablePermits() {
        return gcra.view().availablePermits();
    }

    @Override
    public Duration timeToNextPermit() {
        return Duration.ofNanos(gcra.view().nanosToNextPermit());
    }

    @Override
    public RateLimiterSnapshot snapshot() {
        GcraLimiter.View view = gcra.view();
        RateLimiterConfig config = view.config();
        return new RateLimiterSnapshot(
                instanceId(),
                view.availablePermits(),
                config.permits(),
                config.period(),
                config.burst(),
                config.maxWait(),
                config.enabled());
    }

    @Override
    public void reconfigure(Consumer<RateLimiterConfig.Builder> changes) {
        Quota current = gcra.quota();
        while (!gcra.reconfigure(current, current.changed(changes))) {
            current = gcra.quota();
        }
    }

    /** What the limiter was made from. */
    LimiterDefinition definition() {
        return new LimiterDefinition(instanceId, place, values.quota().config, values.settings());
    }

    void close() {
        gcra.close();
    }
}
