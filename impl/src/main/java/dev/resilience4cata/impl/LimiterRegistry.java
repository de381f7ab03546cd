// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RegistrySnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.ClusterStore;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The limiters of one application, by instance id. Safe for use by several threads. */
public final class LimiterRegistry implements ResilienceRegistry {

    /** Sorted, as snapshots show them; calls look nothing up here. */
    private final Map<String, Limiter> limiters = new ConcurrentSkipListMap<>();

    private final ConfigResolver resolver;
    private final RegistryParts parts;
    private final SharedValues values = new SharedValues();
    private final StoreSource store;

    private volatile boolean closed;

    /**
     * Creates an empty registry without a store.
     *
     * @param resolver decides the values of limiters that are asked for later
     * @param clock the time that the limiters go by
     * @param listeners hear of rejections and waits
     * @param timer starts asynchronous calls that waited
     * @param context wraps such a start, on the thread of the caller, so that it sees what the
     *     caller saw
     */
    public LimiterRegistry(
            ConfigResolver resolver,
            Clock clock,
            List<RateLimiterListener> listeners,
            Clock.Timer timer,
            UnaryOperator<Runnable> context) {
        this(resolver, clock, listeners, timer, context, Optional::empty);
    }

    /**
     * Creates an empty registry.
     *
     * @param resolver as above
     * @param clock as above
     * @param listeners as above
     * @param timer as above
     * @param context as above
     * @param store opens the store of limits that instances share; called once, when there is the
     *     first of them. The registry does not close it
     */
    public LimiterRegistry(
            ConfigResolver resolver,
            Clock clock,
            List<RateLimiterListener> listeners,
            Clock.Timer timer,
            UnaryOperator<Runnable> context,
            Supplier<Optional<ClusterStore>> store) {
        this.resolver = resolver;
        this.parts =
                new RegistryParts(
                        clock,
                        new ParkedCalls(clock),
                        new DeferredCalls(clock, timer, context),
                        new Listeners(listeners));
        this.store = new StoreSource(store, resolver.properties(), timer);
    }

    @Override
    public RateLimiterPolicy rateLimiterPolicy(
            String id, String name, String config, Consumer<RateLimiterConfig.Builder> attributes) {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(config, "config");
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        requireNonNull(attributes, "attributes").accept(builder);
        Problems problems = new Problems();
        LimiterDefinition definition =
                resolver.resolve(
                        new LimiterDeclaration(id, name, config, settings(builder, "code")),
                        problems);
        if (definition == null) {
            throw problems.asException().orElseThrow();
        }
        return define(definition);
    }

    /**
     * The limiter with a definition that was resolved before; makes it when its id is new.
     *
     * @param definition the limiter
     * @return its policy
     * @throws ResilienceException R4C-REG-008 if the id is in use with other values, R4C-REG-010
     *     after {@link #close()}, R4C-REG-014 if there is no store for a limit that is shared
     */
    public RateLimiterPolicy define(LimiterDefinition definition) {
        requireOpen();
        Limiter limiter =
                limiters.computeIfAbsent(definition.instanceId(), id -> newLimiter(definition));
        Problems problems = new Problems();
        limiter.definition().conflictsWith(definition, problems);
        problems.throwIfAny();
        if (closed) {
            limiter.close(); // It came after close() had gone through the others.
            parts.listeners().closed(this);
        }
        return limiter;
    }

    private Limiter newLimiter(LimiterDefinition definition) {
        boolean shared = definition.config().scope() == Scope.CLUSTER;
        StoreAccess access = shared ? store.open(definition) : null;
        SharedValues.Values known = values.of(definition);
        LongAdder[] admitted = parts.listeners().created(this, definition.instanceId());
        return access == null
                ? new Limiter(definition, known, parts, admitted)
                : new ClusterLimiter(definition, known, parts, admitted, access);
    }

    @Override
    public RateLimiterHandle rateLimiter(String instanceId) {
        requireNonNull(instanceId, "instanceId");
        requireOpen();
        Limiter limiter = limiters.get(instanceId);
        if (limiter == null) {
            throw new ResilienceException(
                    ErrorCode.INSTANCE_UNKNOWN,
                    "rateLimiter(\""
                            + instanceId
                            + "\"): no limiter has this id; the nearest are "
                            + NearestNames.quoted(NearestNames.of(instanceId, limiters.keySet()))
                            + ". Correct the id; snapshot() lists all.");
        }
        return limiter;
    }

    @Override
    public RegistrySnapshot snapshot() {
        requireOpen();
        return new RegistrySnapshot(limiters.values().stream().map(Limiter::snapshot).toList());
    }

    @Override
    public void close() {
        closed = true;
        for (Limiter limiter : limiters.values()) { // without lambdas, as in ParkedCalls
            limiter.close();
        }
        parts.parkedCalls().close();
        parts.deferredCalls().close();
        parts.listeners().closed(this);
    }

    private void requireOpen() {
        if (closed) {
            throw GcraLimiter.registryClosed();
        }
    }

    /**
     * A timer that leaves starts to a scheduler of the application.
     *
     * @param scheduler a scheduler whose threads may run the calls
     * @return a timer
     */
    public static Clock.Timer timer(ScheduledExecutorService scheduler) {
        return (task, delayNanos) -> scheduler.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    /** What a builder was told, with where that was. */
    static Map<RateLimiterAttribute, Setting> settings(
            RateLimiterConfig.Builder builder, String origin) {
        Map<RateLimiterAttribute, Setting> settings = new EnumMap<>(RateLimiterAttribute.class);
        builder.values()
                .forEach(
                        (attribute, value) ->
                                settings.put(
                                        attribute, new Setting(attribute, value, origin, false)));
        return settings;
    }
}
