// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.resilience4cata.cluster.redis.Failures.UnexpectedAnswerException;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Whether the other side runs a script as one operation. Some servers that speak the protocol of
 * Redis do not, and calls that come at the same time would be granted the same permits. Immutable,
 * so safe to share between threads.
 *
 * @param scripts what to run
 */
record AtomicityCheck(Scripts scripts) implements Link.Check {

    /** The one failure of a check that lasts. */
    static final class NotAtomicException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotAtomicException(String message) {
            super(message);
        }
    }

    private static final int CALLS_EACH = 100;
    private static final int ALLOWED = 100;
    private static final long UNIT = SECONDS.toNanos(1);
    private static final long BURST = ALLOWED * UNIT;
    private static final long LONGEST_SECONDS = 5;

    /**
     * Lets two connections race for a key that nobody else has. The key is deleted; what a check
     * leaves behind that does not get so far goes within 100 seconds.
     *
     * @return fails with a NotAtomicException, or with whatever hindered the check
     */
    @Override
    public CompletionStage<Void> run(Connector connector, Session first) {
        return connector
                .connect()
                .thenCompose(
                        second ->
                                race(first, second)
                                        .whenComplete((unused, failure) -> second.close()));
    }

    private CompletionStage<Void> race(Session first, Session second) {
        String key = "check " + UUID.randomUUID();
        Take take = new Take(key, UNIT, 1, 1, BURST, BURST);
        List<CompletableFuture<Grant>> calls = new ArrayList<>();
        for (int call = 0; call < CALLS_EACH; call++) {
            calls.add(scripts.take(first, take).toCompletableFuture());
            calls.add(scripts.take(second, take).toCompletableFuture());
        }
        return CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new))
                .orTimeout(LONGEST_SECONDS, SECONDS)
                .thenApply(unused -> calls.stream().map(CompletableFuture::join).toList())
                .thenCompose(grants -> judged(grants).thenCompose(last -> clean(first, key, last)));
    }

    /** The last grant, or a failure if there are not as many as there should be. */
    private static CompletionStage<Grant> judged(List<Grant> grants) {
        Comparator<Grant> byTime = Comparator.comparing(Grant::engineNowNanos);
        long earliest = grants.stream().min(byTime).orElseThrow().engineNowNanos();
        long latest = grants.stream().max(byTime).orElseThrow().engineNowNanos();
        long earned = (latest - earliest) / UNIT; // only if the check takes more than a second
        List<Grant> granted = grants.stream().filter(grant -> grant.units() > 0).toList();
        if (granted.size() < ALLOWED || granted.size() > ALLOWED + earned) {
            return failedFuture(
                    new NotAtomicException(
                            "of %d calls on two connections %d were granted instead of %d"
                                    .formatted(grants.size(), granted.size(), ALLOWED)));
        }
        Comparator<Grant> bySlot = Comparator.comparing(grant -> grant.slotEndOf(1, UNIT));
        return completedFuture(granted.stream().max(bySlot).orElseThrow());
    }

    /** All that was taken is one slot, which is given back, and so the key is gone. */
    private CompletionStage<Void> clean(Session session, String key, Grant last) {
        GiveBack all =
                new GiveBack(key, last.slotEndOf(1, UNIT), 2 * BURST, BURST, GiveBack.Rule.LAST);
        return scripts.giveBack(session, all)
                .thenAccept(
                        freed -> {
                            if (freed <= 0) {
                                throw new UnexpectedAnswerException(
                                        "What was taken cannot be given back.");
                            }
                        });
    }
}
