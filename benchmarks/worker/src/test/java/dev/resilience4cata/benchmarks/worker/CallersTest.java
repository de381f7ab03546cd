// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallersTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final LongAdder failures = new LongAdder();
    private final Peer peer =
            new Peer() {
                @Override
                public Limiters limiters(String name, Limit limit, int keys) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public long failures() {
                    return failures.sum();
                }
            };

    private static Load load(int threads, long intervalNanos, long nanos) {
        long start = System.nanoTime();
        return new Load(threads, intervalNanos, start, start + nanos);
    }

    @Test
    void countWhatPassesByKey() throws Exception {
        AtomicIntegerArray passed = new AtomicIntegerArray(100);
        LongAdder calls = new LongAdder();
        Peer.Limiters limiters =
                key -> {
                    calls.increment();
                    return key % 2 == 0 && passed.incrementAndGet(key) > 0;
                };
        Outcome outcome = new Callers(peer, limiters, 100).call(load(4, 0, 500 * MILLI));
        assertThat(outcome.decisions()).isEqualTo(calls.sum()).isPositive();
        assertThat(IntStream.range(0, 100).mapToLong(outcome::granted).toArray())
                .containsExactly(IntStream.range(0, 100).mapToLong(passed::get).toArray());
        assertThat(outcome.granted(0)).as("the busiest key").isGreaterThan(outcome.granted(50));
        assertThat(outcome.failed()).isZero();
    }

    @Test
    void callNoOftenerThanAtTheirRate() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Peer.Limiters limiters = key -> threads.add(Thread.currentThread());
        Outcome outcome = new Callers(peer, limiters, 1).call(load(3, 20 * MILLI, 200 * MILLI));
        assertThat(outcome.decisions()).isBetween(1L, 3 * 10L);
        assertThat(outcome.granted(0)).as("the first call of each").isEqualTo(threads.size());
    }

    @Test
    void countAFailureThatTheCallerSeesAndOneThatItDoesNot() throws Exception {
        LongAdder thrown = new LongAdder();
        Peer.Limiters limiters =
                key -> {
                    if (failures.sum() == 0) {
                        failures.increment();
                        return true; // answered by something else
                    }
                    thrown.increment();
                    throw new IllegalStateException("no answer");
                };
        Outcome outcome = new Callers(peer, limiters, 1).call(load(1, 0, 200 * MILLI));
        assertThat(outcome.decisions()).isEqualTo(1);
        assertThat(outcome.failed()).isEqualTo(thrown.sum() + 1);
    }
}
