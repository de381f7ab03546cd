// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A race of 200 calls for a few new keys, which shows whether a cache is atomic: exactly as many
 * must be granted as there are permits. Several keys, so that not all of them have the same owner.
 */
final class StartUpCheck {

    static final int CALLS = 200;

    private static final System.Logger LOG = System.getLogger(StartUpCheck.class.getName());
    private static final int KEYS = 4;
    private static final int RUNNERS = 8;
    private static final int PERMITS = 20;

    /** Long enough that no permit comes back while the check runs; kept no longer than this. */
    private static final long UNIT = Duration.ofMinutes(1).toNanos();

    private static final long LONGEST_SECONDS = 10;

    private final String cache;
    private final Function<Take, CompletableFuture<Grant>> race;
    private final List<Take> takes = new ArrayList<>();
    private final List<AtomicInteger> granted = new ArrayList<>();

    /**
     * Creates a check.
     *
     * @param cache what the cache is called
     * @param race takes without waiting for other calls for the same key
     */
    StartUpCheck(String cache, Function<Take, CompletableFuture<Grant>> race) {
        this.cache = cache;
        this.race = race;
        String run = UUID.randomUUID().toString();
        for (int key = 0; key < KEYS; key++) {
            long limit = PERMITS * UNIT;
            takes.add(new Take("rate limiter check " + run + ' ' + key, UNIT, 1, 1, limit, limit));
            granted.add(new AtomicInteger());
        }
    }

    /** The keys that the check uses, to be removed afterwards. */
    List<String> keys() {
        return takes.stream().map(Take::key).toList();
    }

    /**
     * Runs the check.
     *
     * @throws ResilienceException R4C-REG-015 if the cache is not atomic; nothing is thrown if it
     *     gives no answer, because then nothing is known about it
     */
    void run() {
        List<CompletableFuture<Void>> runners = new ArrayList<>();
        for (int runner = 0; runner < RUNNERS; runner++) {
            runners.add(from(runner));
        }
        boolean complete =
                ended(CompletableFuture.allOf(runners.toArray(CompletableFuture[]::new)));
        for (int key = 0; key < KEYS; key++) {
            int count = granted.get(key).get();
            if (count > PERMITS || (complete && count < PERMITS)) {
                throw new ResilienceException(
                        ErrorCode.STORE_NOT_ATOMIC,
                        "cache \"%s\": of %d calls at once for a new key with %d permits it let %d pass. Limits in it would not hold. Use a cache that is distributed or replicated, synchronous and without transactions."
                                .formatted(cache, CALLS / KEYS, PERMITS, count));
            }
        }
    }

    /** The calls of one runner, one after another. */
    private CompletableFuture<Void> from(int call) {
        if (call >= CALLS) {
            return CompletableFuture.completedFuture(null);
        }
        int key = call / RUNNERS % KEYS;
        return race.apply(takes.get(key))
                .thenCompose(
                        grant -> {
                            granted.get(key).addAndGet(grant.units());
                            return from(call + RUNNERS);
                        });
    }

    private boolean ended(CompletableFuture<Void> runners) {
        try {
            runners.get(LONGEST_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            unknown(e);
        } catch (ExecutionException e) {
            unknown(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            unknown(e);
        }
        return false;
    }

    private void unknown(Throwable why) {
        LOG.log(
                Level.WARNING,
                "Whether the cache \"{0}\" is atomic could not be checked: {1}",
                cache,
                why);
    }
}
