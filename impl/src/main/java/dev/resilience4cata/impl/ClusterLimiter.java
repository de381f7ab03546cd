// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A limiter whose schedule is kept in a store that several instances share. Of what {@link Limiter}
 * has it uses the configuration, and whether it is open; calls go through a gate. Safe for use by
 * several threads.
 */
final class ClusterLimiter extends Limiter {

    private static final VarHandle SHARED_KEYS;

    static {
        try {
            SHARED_KEYS =
                    MethodHandles.lookup()
                            .findVarHandle(ClusterLimiter.class, "sharedKeys", ClusterKeys.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final StoreAccess store;
    private final ClusterGate gate;

    /** The latest configuration in the numbers of a store. */
    private volatile ClusterQuota quota;

    /** Null until the first call with a key. */
    private volatile @Nullable ClusterKeys sharedKeys;

    /**
     * Creates a limiter; the store is not asked yet.
     *
     * @param definition with the scope {@code CLUSTER}
     * @param values those of the definition
     * @param admitted what counts the calls that run
     */
    ClusterLimiter(
            LimiterDefinition definition,
            SharedValues.Values values,
            RegistryParts parts,
            LongAdder[] admitted,
            StoreAccess store) {
        super(definition, values, parts, admitted);
        this.store = store;
        this.quota = new ClusterQuota(values.quota(), store.settings());
        this.gate = new ClusterGate(this, this, definition.instanceId(), store);
    }

    /** What counts from the next call on. */
    ClusterQuota quota() {
        Quota latest = gcra.quota();
        ClusterQuota known = quota;
        if (known.source != latest) {
            known = new ClusterQuota(latest, store.settings());
            quota = known;
        }
        return known;
    }

    @Override
    Verdict reserve() {
        return gcra.isEnabled() ? gate.reserve() : gcra.acquire();
    }

    @Override
    GcraLimiter.View view() {
        return gcra.isEnabled() ? gate.view() : GcraLimiter.View.unused(gcra.openQuota());
    }

    @Override
    public SingleLimiter ofKey(@Nullable Object key) {
        return key == null || !gcra.isEnabled() ? this : sharedKeys().of(key);
    }

    @Override
    GcraLimiter.View view(Object key) {
        ClusterKeys keys = sharedKeys;
        ClusterKeyLimiter found = keys == null ? null : keys.find(key);
        return found == null ? GcraLimiter.View.unused(gcra.openQuota()) : found.view();
    }

    @Override
    int keyCount() {
        ClusterKeys keys = sharedKeys;
        return keys == null ? 0 : keys.size();
    }

    private ClusterKeys sharedKeys() {
        ClusterKeys existing = sharedKeys;
        if (existing == null) {
            ClusterKeys created = new ClusterKeys(this, store);
            ClusterKeys first =
                    (ClusterKeys) SHARED_KEYS.compareAndExchange(this, (ClusterKeys) null, created);
            return first == null ? created : first;
        }
        return existing;
    }

    @Override
    void drain(long nanos) {
        Quota current = gcra.openQuota();
        if (current.config.enabled()) {
            gate.pause(nanos);
        }
    }

    /** A store answers for one key only, so two limiters cannot be asked as one. */
    @Override
    void requireJoinable() {
        throw new ResilienceException(
                ErrorCode.CONFIG_INVALID,
                instanceId()
                        + ": scope = cluster in a pipeline of several limiters: such a call takes a"
                        + " permit of each or of none, which no store can promise for a limiter"
                        + " that it shares with other instances. Give the limiter a pipeline of its"
                        + " own inside this one, or set "
                        + ConfigKeys.instance(instanceId(), RateLimiterAttribute.SCOPE)
                        + " = jvm.");
    }

    @Override
    void close() {
        super.close();
        gate.close();
        ClusterKeys keys = sharedKeys;
        if (keys != null) {
            keys.close();
        }
    }
}
