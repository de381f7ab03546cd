// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How calls end that have no answer. */
class DeadlinesTest {

    private static final Duration TIMEOUT = Duration.ofMillis(20);
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1);
    private final Deadlines deadlines = new Deadlines(TIMEOUT.toNanos(), thread);

    /** Ends with the time of its end, or with none if there will be no answer. */
    private record Call(CompletableFuture<Long> result) implements Deadlines.Call {

        Call() {
            this(new CompletableFuture<>());
        }

        @Override
        public void expire() {
            result.complete(System.nanoTime());
        }

        @Override
        public void abandon() {
            result.complete(null);
        }
    }

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    @Test
    void endsEachCallAfterTheTimeAndNotBefore() {
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            List<Call> calls = Stream.generate(Call::new).limit(100).toList();
            calls.forEach(deadlines::watch);
            for (Call each : calls) {
                assertThat(each.result()).succeedsWithin(PATIENT);
                assertThat(each.result().join() - start).isGreaterThanOrEqualTo(TIMEOUT.toNanos());
            }
        }
    }

    @Test
    void leavesCallsAloneThatHaveEnded() {
        Call ended = new Call();
        Call later = new Call();
        ended.result().complete(7L);
        deadlines.watch(ended);
        deadlines.watch(later);
        assertThat(later.result()).succeedsWithin(PATIENT);
        assertThat(ended.result()).isCompletedWithValue(7L);
    }

    @Test
    void abandonsCallsWhenItIsClosedAndAfterwards() {
        Call before = new Call();
        Call after = new Call();
        Deadlines closed = new Deadlines(PATIENT.toNanos(), thread);
        closed.watch(before);
        closed.close();
        assertThat(before.result()).isCompletedWithValue(null);
        closed.watch(after);
        assertThat(after.result()).isCompletedWithValue(null);
    }

    /** The thread may be gone before everybody knows. */
    @Test
    void abandonsCallsWithoutAThread() {
        thread.shutdown();
        Call call = new Call();
        deadlines.watch(call);
        assertThat(call.result()).isCompletedWithValue(null);
    }
}
