// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import dev.resilience4cata.spi.Take;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Counts the schedules that were further ahead than they can be, and says so at the first one and
 * once a minute at most from then on: after a step of the clock each key has one. Safe for use by
 * several threads.
 */
final class Cuts {

    private static final System.Logger LOG = System.getLogger(RedisStore.class.getName());
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String target;
    private long count;
    private long saidNanos;

    /**
     * Creates a count of none.
     *
     * @param target the server, as messages name it
     */
    Cuts(String target) {
        this.target = target;
    }

    /**
     * Counts one.
     *
     * @param take whose answer said so
     * @param now as of {@link System#nanoTime()}
     */
    void add(Take take, long now) {
        long total;
        synchronized (this) {
            count++;
            if (count > 1 && now - saidNanos < PAUSE_NANOS) {
                return;
            }
            saidNanos = now;
            total = count;
        }
        LOG.log(
                Level.WARNING,
                "{0}: a limit was used up further ahead than the {1} that are possible, and was"
                        + " cut. Either the clock of the server was set back, or the limit was"
                        + " lowered. Cut so far: {2}.",
                target,
                Duration.ofNanos(take.maxBacklogNanos()),
                total);
    }
}
