// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.time.Duration;
import java.util.List;

/** A policy with one schedule. Safe for use by several threads. */
abstract class SingleLimiter extends CallPolicy {

    final GcraLimiter gcra;

    SingleLimiter(RegistryParts parts, Quota quota) {
        super(parts);
        this.gcra = new GcraLimiter(quota, parts.clock());
    }

    /** The id that users know. */
    public abstract String instanceId();

    /** The schedule at this moment, also if another has taken its place. */
    abstract GcraLimiter.View view();

    /** The limiter to ask if this one was retired; the same if it was not. */
    abstract SingleLimiter current();

    @Override
    final Reservation reserve() {
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
        parts.rejections().publish(this, shadow);
    }

    @Override
    final SingleLimiter refusing(Reservation answer) {
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

    void close() {
        gcra.close();
    }
}
