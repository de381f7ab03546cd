// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * Ten thousand virtual threads that wait at one limiter: how fast they pass, and whether one of
 * them pins its carrier. Needs Java 21 or later, of which it says so: the class is compiled for 17,
 * so it finds virtual threads by reflection.
 */
final class VirtualThreads {

    static final String RATE = "of what the limit says";
    static final String PINS = "times that a carrier was pinned";

    private static final int THREADS = 10_000;
    private static final int CALLS_OF_A_THREAD = 3;
    private static final int PER_SECOND = 5_000;
    private static final int FIRST_VERSION = 21;
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private VirtualThreads() {}

    static boolean canRunOn(Runtime.Version version) {
        return version.feature() >= FIRST_VERSION;
    }

    public static void main(String[] args)
            throws IOException,
                    ReflectiveOperationException,
                    InterruptedException,
                    ExecutionException {
        if (!canRunOn(Runtime.version())) {
            System.out.println(
                    "VirtualThreads: needs Java "
                            + FIRST_VERSION
                            + " or later, and this is "
                            + Runtime.version()
                            + ".");
            return;
        }
        loadClasses();
        Path file = Files.createTempFile("virtual-threads", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withoutThreshold();
            recording.start();
            double perSecond = passesPerSecond();
            recording.stop();
            recording.dump(file);
            long pinned =
                    RecordingFile.readAllEvents(file).stream()
                            .filter(event -> event.getEventType().getName().equals(PINNED))
                            .count();
            Reading.of(VirtualThreads.class, "calls that pass", perSecond, "1/s").print();
            Reading.of(VirtualThreads.class, RATE, perSecond / PER_SECOND, "×").print();
            Reading.of(VirtualThreads.class, PINS, (double) pinned, "").print();
        } finally {
            Files.delete(file);
        }
    }

    /** Whoever waits for a class that another thread loads is pinned by the JDK. */
    private static void loadClasses() {
        try (ResilienceRegistry registry = ResilienceRegistry.builder().build()) {
            RateLimiterPolicy policy = policy(registry);
            for (int i = 0; i < 100; i++) {
                policy.acquire();
            }
        }
    }

    private static RateLimiterPolicy policy(ResilienceRegistry registry) {
        return registry.rateLimiterPolicy(
                "com.acme.Search#find()",
                "",
                "",
                limit ->
                        limit.permits(PER_SECOND)
                                .period(Duration.ofSeconds(1))
                                .burst(1)
                                .maxWait(Duration.ofMinutes(1)));
    }

    private static double passesPerSecond()
            throws ReflectiveOperationException, InterruptedException, ExecutionException {
        ResilienceRegistry registry = ResilienceRegistry.builder().build();
        RateLimiterPolicy policy = policy(registry);
        long[] passed = new long[THREADS * CALLS_OF_A_THREAD];
        ExecutorService executor = newThreadPerTaskExecutor();
        try {
            List<Future<?>> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int first = i * CALLS_OF_A_THREAD;
                threads.add(
                        executor.submit(
                                () -> {
                                    for (int call = 0; call < CALLS_OF_A_THREAD; call++) {
                                        policy.acquire();
                                        passed[first + call] = System.nanoTime();
                                    }
                                }));
            }
            for (Future<?> thread : threads) {
                thread.get();
            }
        } finally {
            executor.shutdown();
            registry.close();
        }
        Arrays.sort(passed);
        long nanos = passed[passed.length - 1] - passed[0];
        return (passed.length - 1) / (nanos / 1e9);
    }

    private static ExecutorService newThreadPerTaskExecutor() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
