// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The wall clock in nanoseconds since the Unix epoch, which does not go back when it is corrected:
 * it stands still until it is right again. Only when it is set back by more than {@link #HELD} it
 * follows, because standing still that long would lock everybody out that long. Safe for use by
 * several threads.
 */
final class EpochClock {

    /** The longest time that the clock stands still. */
    static final long HELD = TimeUnit.SECONDS.toNanos(1);

    /** One for all stores of the JVM: what one has written must not be ahead of another. */
    static final EpochClock SYSTEM = new EpochClock(EpochClock::wallNanos);

    private final LongSupplier source;
    private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);

    EpochClock(LongSupplier source) {
        this.source = source;
    }

    private static long wallNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** The time; never before what an earlier call gave, but for the exception above. */
    long now() {
        while (true) {
            // Read before the source is, so that an earlier time can only mean a step back, and
            // not that this thread was held up between the two.
            long before = latest.get();
            long time = source.getAsLong();
            if (time <= before && time >= before - HELD) {
                return before;
            }
            if (latest.compareAndSet(before, time)) {
                return time;
            }
        }
    }

    /** How fine the clock is: the coarsest step that all of some readings are multiples of. */
    long resolutionNanos() {
        long last = Long.MIN_VALUE;
        long step = TimeUnit.MILLISECONDS.toNanos(1);
        int different = 0;
        // Bounded, for a clock that a test moves.
        for (int reading = 0; reading < 100_000 && different < 16; reading++) {
            long time = source.getAsLong();
            while (time % step != 0) {
                step /= 10;
            }
            different += time == last ? 0 : 1;
            last = time;
        }
        return step;
    }
}
