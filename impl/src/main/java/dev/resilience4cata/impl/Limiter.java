// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One limiter with an id: what a call, a handle and a snapshot see of it. Its own schedule is that
 * of the calls without a key. Safe for use by several threads.
 */
final class Limiter extends SingleLimiter implements RateLimiterHandle {

    private static final VarHandle KEYS;

    static {
        try {
            KEYS = MethodHandles.lookup().findVarHandle(Limiter.class, "keys", KeyStates.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String instanceId;
    private final String place;
    private final SharedValues.Values values;

    /** Who wants the calls that run to be counted: mostly nobody. */
    private final LongAdder[] admitted;

    /** Null until the first call with a key. */
    private volatile @Nullable KeyStates keys;

    Limiter(LimiterDefinition definition, RegistryParts parts) {
        this(definition, SharedValues.Values.of(definition), parts, new LongAdder[0]);
    }

    /**
     * Creates a limiter.
     *
     * @param values those of the definition
     * @param admitted what counts the calls that run
     */
    Limiter(
            LimiterDefinition definition,
            SharedValues.Values values,
            RegistryParts parts,
            LongAdder[] admitted) {
        super(parts, values.quota());
        this.instanceId = definition.instanceId();
        this.place = definition.place();
        this.values = values;
        this.admitted = admitted;
    }

    @Override
    void count() {
        for (LongAdder each : admitted) {
            each.increment();
        }
    }

    @Override
    Limiter current() {
        return this;
    }

    @Override
    GcraLimiter.View view() {
        return gcra.view();
    }

    @Override
    public String instanceId() {
        return instanceId;
    }

    @Override
    public int availablePermits() {
        return view().availablePermits();
    }

    @Override
    public RateLimiterSnapshot snapshot() {
        return snapshot(view());
    }

    RateLimiterSnapshot snapshot(GcraLimiter.View view) {
        KeyStates states = keys;
        RateLimiterConfig config = view.config();
        return new RateLimiterSnapshot(
                instanceId(),
                view.availablePermits(),
                config.permits(),
                config.period(),
                config.burst(),
                config.maxWait(),
                config.enabled(),
                config.maxKeys(),
                config.shadow(),
                states == null ? 0 : states.size(),
                config.scope());
    }

    @Override
    public SingleLimiter ofKey(@Nullable Object key) {
        return key == null || !gcra.isEnabled() ? this : keys().of(key);
    }

    @Override
    public RateLimiterHandle forKey(Object key) {
        return new KeyHandle(this, requireNonNull(key, "key"));
    }

    /** What a caller with this key would see; makes no state. */
    GcraLimiter.View view(Object key) {
        KeyStates states = keys;
        return states != null
                ? states.view(Key.normalized(key))
                : GcraLimiter.View.unused(gcra.openQuota());
    }

    @Override
    public void reconfigure(Consumer<RateLimiterConfig.Builder> changes) {
        Quota current = gcra.quota();
        while (!gcra.reconfigure(current, current.changed(changes))) {
            current = gcra.quota();
        }
        KeyStates states = keys;
        if (states != null) {
            states.reconfigure();
        }
    }

    @Override
    public void drain(Duration untilNextPermit) {
        drain(Quota.saturatedNanos(requirePause(untilNextPermit)));
    }

    void drain(Object key, Duration untilNextPermit) {
        ofKey(key).drain(Quota.saturatedNanos(requirePause(untilNextPermit)));
    }

    private static Duration requirePause(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    "A limiter is drained for zero or more, not " + time);
        }
        return time;
    }

    private KeyStates keys() {
        KeyStates states = keys;
        if (states == null) {
            states = new KeyStates(this, parts);
            KeyStates earlier = (KeyStates) KEYS.compareAndExchange(this, (KeyStates) null, states);
            return earlier != null ? earlier : states;
        }
        return states;
    }

    /** What the limiter was made from. */
    LimiterDefinition definition() {
        return new LimiterDefinition(instanceId, place, values.quota().config, values.settings());
    }

    @Override
    void close() {
        super.close();
        KeyStates states = keys;
        if (states != null) {
            states.close();
        }
    }
}
