// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Generated wrappers. */
class WrapperTest extends LimitedCalls {

    /** Few, so that the JVM optimizes neither of two ways. */
    private static final long CALLS = 1000;

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();

    @Override
    <T> T limited(Class<T> type, Class<? extends T> implementation) {
        T limited = Resilient.of(type, Objects.make(implementation), registry);
        assertThat(limited.getClass().getName()).isEqualTo(type.getName() + "$Resilient");
        return limited;
    }

    @Override
    ManualClock clock() {
        return clock;
    }

    @Override
    ResilienceRegistry registry() {
        return registry;
    }

    @Test
    void isEqualToAnotherAroundAnEqualObject() {
        Services.Mail delegate = new Services.Mailer();
        Services.Mail one = Resilient.of(Services.Mail.class, delegate, registry);
        Services.Mail same = Resilient.of(Services.Mail.class, delegate, registry);
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(delegate);
        assertThat(one)
                .isNotEqualTo(Resilient.of(Services.Mail.class, new Services.Mailer(), registry));
        assertThat(one).hasToString(delegate.toString());
    }

    @Test // S24
    void allocatesWhatTheSameCallsByHandAllocate() {
        CompletableFuture<String> done = CompletableFuture.completedFuture("59.33, 18.07");
        GeoApi backend =
                new GeoApi() {
                    @Override
                    public String geocode(String address) {
                        return address;
                    }

                    @Override
                    public String reverse(double latitude, double longitude) {
                        return "Stockholm";
                    }

                    @Override
                    public CompletableFuture<String> geocodeAsync(String address) {
                        return done;
                    }
                };
        ResilienceRegistry generous =
                ResilienceRegistry.builder()
                        .clock(clock)
                        .properties(
                                Map.of(
                                                "resilience4cata.instances.geocoding.rateLimiter.permits",
                                                "9999",
                                                "resilience4cata.instances.geocoding-async.rateLimiter.permits",
                                                "9999")
                                        ::get)
                        .build();
        GeoApi geo = Resilient.of(GeoApi.class, backend, generous);
        RateLimiterPolicy policy =
                generous.rateLimiterPolicy("a#b()", "", "", b -> b.permits(9999));
        assertThat(bytes(() -> geo.geocode("Stockholm"))).isLessThan(CALLS);
        String address = "Stockholm";
        long byHand = bytes(() -> byHand(policy, backend, address));
        assertThat(bytes(() -> geo.geocodeAsync(address))).isCloseTo(byHand, within(CALLS));
    }

    private static CompletionStage<String> byHand(
            RateLimiterPolicy policy, GeoApi backend, String address) {
        return policy.callAsync(() -> backend.geocodeAsync(address));
    }

    private static <T> long bytes(Supplier<T> call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertThat(call.get()).isNotNull(); // loads classes
        boolean all = true;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            all &= call.get() != null;
        }
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(all).isTrue();
        return after - before;
    }
}
