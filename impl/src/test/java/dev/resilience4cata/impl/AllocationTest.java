// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.resilience4cata.Layer;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** S24: what calls allocate, counted by the JVM. */
class AllocationTest {

    private static final int CALLS = 100_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void anAdmittedCallAllocatesNothing() {
        RateLimiterHandle limiter = Limiters.with(new ManualClock(), b -> b.permits(4 * CALLS));
        calls(limiter, true); // warm-up
        assertThat(calls(limiter, true)).as("bytes for %s calls", CALLS).isLessThan(CALLS);
    }

    @Test
    void aRejectedCallAllocatesNothing() {
        RateLimiterHandle limiter =
                Limiters.with(new ManualClock(), b -> b.permits(1).maxWait(Duration.ofMillis(999)));
        assertThat(limiter.tryAcquire()).isTrue();
        calls(limiter, false); // warm-up
        assertThat(calls(limiter, false)).as("bytes for %s calls", CALLS).isLessThan(CALLS);
    }

    @Test
    void aCallThatUsesALeaseAllocatesNothing() {
        FakeStore store = new FakeStore(new ManualClock());
        RateLimiterHandle limiter =
                Limiters.in(
                        store.registry(),
                        b -> b.permits(20 * CALLS).scope(Scope.CLUSTER).leases(true));
        calls(limiter, true); // warm-up, in which leases grow to 200 000 permits
        int asked = store.takes.size();
        assertThat(calls(limiter, true)).as("bytes for %s calls", CALLS).isLessThan(CALLS);
        assertThat(store.takes).hasSizeLessThanOrEqualTo(asked + 1);
    }

    @Test // what a listener costs: the event, and the time in it
    void aListenerCostsOneEventPerRejection() {
        AtomicInteger heard = new AtomicInteger();
        RateLimiterHandle limiter =
                Limiters.in(
                        ResilienceRegistry.builder()
                                .clock(new ManualClock())
                                .listener(event -> heard.incrementAndGet())
                                .build(),
                        b -> b.permits(2 * CALLS));
        calls(limiter, true); // warm-up
        assertThat(calls(limiter, true)).as("bytes, admitted").isLessThan(CALLS);
        calls(limiter, false); // warm-up
        assertThat(calls(limiter, false) / CALLS).as("bytes each").isBetween(1L, 128L);
        assertThat(heard).hasValue(2 * CALLS);
    }

    @Test // even with as many fractions of a nanosecond that the units reach half a second only
    void anAdmittedCallAllocatesNothingInTheFinestUnits() {
        ManualClock clock = new ManualClock();
        RateLimiterHandle limiter =
                Limiters.with(
                        clock,
                        b ->
                                b.permits(Integer.MAX_VALUE)
                                        .period(Duration.ofMillis(2200))
                                        .burst(4 * CALLS));
        calls(limiter, true); // warm-up
        assertThat(calls(limiter, true)).as("bytes for %s calls", CALLS).isLessThan(CALLS);
    }

    @Test // of two limiters at once
    void aJointCallAllocatesNothing() {
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(new ManualClock()).build();
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy("a#b()", "", "", b -> b.permits(4 * CALLS))
                        .and(
                                registry.rateLimiterPolicy(
                                        "c#d()", "", "", b -> b.permits(2 * CALLS)));
        calls(policy::tryAcquire, true); // warm-up
        assertThat(calls(policy::tryAcquire, true))
                .as("bytes for %s calls", CALLS)
                .isLessThan(CALLS);
        calls(policy::tryAcquire, false); // warm-up
        assertThat(calls(policy::tryAcquire, false))
                .as("bytes for %s calls", CALLS)
                .isLessThan(CALLS);
    }

    @Test // S33
    void aCallWithAKeyAllocatesNothingAndNeedsNoThread() {
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(new ManualClock()).build();
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy("search", "", "", b -> b.permits(4 * CALLS));
        Set<Thread> threads = Thread.getAllStackTraces().keySet();
        BooleanSupplier call = () -> policy.ofKey("ann").tryAcquire();
        calls(call, true); // warm-up
        assertThat(calls(call, true)).as("bytes for %s calls", CALLS).isLessThan(CALLS);
        assertThat(Thread.getAllStackTraces().keySet()).isSubsetOf(threads);
    }

    @Test // without layers
    void aCallThroughAPipelineAllocatesNothing() {
        Pipeline<String> pipeline =
                Pipeline.builder(
                                ResilienceRegistry.builder().clock(new ManualClock()).build(),
                                "search",
                                String.class)
                        .rateLimiter(b -> b.permits(4 * CALLS))
                        .build();
        BooleanSupplier call = () -> pipeline.execute(() -> "result").equals("result");
        calls(call, true); // warm-up
        assertThat(calls(call, true)).as("bytes for %s calls", CALLS).isLessThan(CALLS);
    }

    @Test // the objects that the Javadoc of Pipeline speaks of
    void aCallThroughALayerAllocatesAFewSmallObjects() {
        Pipeline<String> pipeline =
                Pipeline.builder(
                                ResilienceRegistry.builder().clock(new ManualClock()).build(),
                                "search",
                                String.class)
                        .outside(Layer.sync(Callable::call))
                        .rateLimiter(b -> b.permits(4 * CALLS))
                        .build();
        BooleanSupplier call = () -> pipeline.execute(() -> "result").equals("result");
        calls(call, true); // warm-up
        assertThat(calls(call, true) / CALLS).as("bytes each").isLessThanOrEqualTo(96);
    }

    /** Bytes allocated by so many calls, less than one each if they allocate nothing. */
    private long calls(RateLimiterHandle limiter, boolean expected) {
        return calls(limiter::tryAcquire, expected);
    }

    private long calls(BooleanSupplier call, boolean expected) {
        long before = threads.getCurrentThreadAllocatedBytes();
        boolean right = true;
        for (int i = 0; i < CALLS; i++) {
            right &= call.getAsBoolean() == expected;
        }
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(right).isTrue();
        return after - before;
    }
}
