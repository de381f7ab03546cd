// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
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
class Limiter extends SingleLimiter implements RateLimiterHandle {

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
    final void count() {
        for (LongAdder each : admitted) {
            each.increment();
        }
    }

    @Override
    final Limiter current() {
        return this;
    }

    @Override
    GcraLimiter.View view() {
        return gcra.view();
    }

    @Override
    public final String instanceId() {
        return instanceId;
    }

    @Override
    public final int availablePermits() {
        return view().availablePermits();
    }

    @Override
    public final RateLimiterSnapshot snapshot() {
        return snapshot(view());
    }

    final RateLimiterSnapshot snapshot(GcraLimiter.View view) {
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
                keyCount(),
                config.scope());
    }

    /** How many keys have a state. */
    int keyCount() {
        KeyStates states = keys;
        return states == null ? 0 : states.size();
    }

    @Override
    public SingleLimiter ofKey(@Nullable Object key) {
        return key == null || !gcra.isEnabled() ? this : keys().of(key);
    }

    @Override
    public final RateLimiterHandle forKey(Object key) {
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
        while (!gcra.reconfigure(current, changed(current, changes))) {
            current = gcra.quota();
        }
        KeyStates states = keys;
        if (states != null) {
            states.reconfigure();
        }
    }

    private Quota changed(Quota current, Consumer<RateLimiterConfig.Builder> changes) {
        Quota next = current.changed(changes);
        if (next.config.scope() != current.config.scope()) {
            throw new ResilienceException(
                    ErrorCode.CONFIG_INVALID,
                    instanceId
                            + ": scope = "
                            + next.config.scope()
                            + " while the limiter is in use with scope = "
                            + current.config.scope()
                            + ", which would forget what calls have used up. Set the scope where"
                            + " the limiter is declared, or by "
                            + ConfigKeys.instance(instanceId, RateLimiterAttribute.SCOPE)
                            + ", before it is made.");
        }
        return next;
    }

    @Override
    public final void drain(Duration untilNextPermit) {
        drain(Quota.saturatedNanos(requirePause(untilNextPermit)));
    }

    final void drain(Object key, Duration untilNextPermit) {
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
    final LimiterDefinition definition() {
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
