// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeyQueueTest {

    /** What the executor was given and has not run: the test runs it. */
    private final Queue<Runnable> handed = new ArrayDeque<>();

    private final KeyQueue queue = new KeyQueue(handed::add);
    private final List<String> started = new ArrayList<>();

    /** One that ends when the test says so. */
    private final class Step implements KeyQueue.Operation {

        private final String name;
        private Runnable end = () -> {};

        Step(String name) {
            this.name = name;
        }

        @Override
        public void start(Runnable end) {
            started.add(name);
            this.end = end;
        }

        @Override
        public void reject(RejectedExecutionException e) {
            started.add("rejected " + name);
        }
    }

    private Step added(String key, String name) {
        Step step = new Step(name);
        queue.add(key, step);
        return step;
    }

    private void runAll() {
        for (Runnable task = handed.poll(); task != null; task = handed.poll()) {
            task.run();
        }
    }

    @Test
    void runsOneOperationOfAKeyAtATimeInTheirOrder() {
        Step first = added("a", "1");
        Step second = added("a", "2");
        added("a", "3");
        runAll();
        assertThat(started).containsExactly("1");
        first.end.run();
        runAll();
        assertThat(started).containsExactly("1", "2");
        second.end.run();
        runAll();
        assertThat(started).containsExactly("1", "2", "3");
    }

    @Test
    void runsOperationsOfDifferentKeysAtTheSameTime() {
        added("a", "a");
        added("b", "b");
        runAll();
        assertThat(started).containsExactly("a", "b");
    }

    /** The thread that ends an operation may be one of Infinispan, in the middle of a write. */
    @Test
    void startsNothingOnTheThreadThatAddsOrEnds() {
        Step first = added("a", "1");
        added("a", "2");
        assertThat(started).isEmpty();
        runAll();
        first.end.run();
        assertThat(started).containsExactly("1");
        assertThat(handed).hasSize(1);
    }

    @Test
    void keepsNothingOfAKeyThatIsIdle() {
        for (int key = 0; key < 1_000; key++) {
            Step first = added("key " + key, "1");
            Step second = added("key " + key, "2");
            assertThat(queue.keys()).isOne();
            runAll();
            first.end.run();
            runAll();
            assertThat(queue.keys()).isOne();
            second.end.run();
            assertThat(queue.keys()).isZero();
        }
        assertThat(handed).isEmpty();
    }

    @Test
    void rejectsAllThatWaitsIfTheExecutorTakesNoMore() {
        List<Runnable> taken = new ArrayList<>();
        KeyQueue full =
                new KeyQueue(
                        task -> {
                            if (!taken.isEmpty()) {
                                throw new RejectedExecutionException("full");
                            }
                            taken.add(task);
                        });
        Step first = new Step("1");
        full.add("a", first);
        full.add("a", new Step("2"));
        full.add("a", new Step("3"));
        full.add("b", new Step("4"));
        taken.get(0).run();
        first.end.run();
        assertThat(started).containsExactly("rejected 4", "1", "rejected 2", "rejected 3");
        assertThat(full.keys()).isZero();
    }

    /** 4 threads add, 4 threads run: of a key never two at a time, and all of them. */
    @Test
    void keepsOperationsOfAKeyApartWithSeveralThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            KeyQueue busy = new KeyQueue(threads);
            AtomicInteger[] running = {new AtomicInteger(), new AtomicInteger()};
            AtomicInteger together = new AtomicInteger();
            CountDownLatch ended = new CountDownLatch(4 * 5_000);
            for (int thread = 0; thread < 4; thread++) {
                threads.execute(
                        () -> {
                            for (int each = 0; each < 5_000; each++) {
                                int key = each % 2;
                                busy.add(
                                        "key " + key,
                                        counting(running[key], together, ended, threads));
                            }
                        });
            }
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(together).hasValue(0);
            assertThat(busy.keys()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    private static KeyQueue.Operation counting(
            AtomicInteger running,
            AtomicInteger together,
            CountDownLatch ended,
            ExecutorService threads) {
        return new KeyQueue.Operation() {
            @Override
            public void start(Runnable end) {
                if (running.incrementAndGet() > 1) {
                    together.incrementAndGet();
                }
                threads.execute(
                        () -> {
                            running.decrementAndGet();
                            end.run();
                            ended.countDown();
                        });
            }

            @Override
            public void reject(RejectedExecutionException e) {
                together.incrementAndGet();
            }
        };
    }
}
