// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * An application of which everything can be measured, and what must come out. Its clock stands
 * still but for calls that wait.
 */
public final class MeasuredApplication {
    /** Two requests: the calls, and half a second later. */
    public static final String CALLS = "rest/calls";

    /** See {@link #CALLS}. */
    public static final String LATER = "rest/later";

    /** A key, to look for in all that is emitted. */
    public static final String KEY = "ann@example.org";

    private MeasuredApplication() {}

    /**
     * The archive, without REST: with it, Jersey keeps class loaders of applications that are gone
     * (https://github.com/eclipse-ee4j/jersey/pull/6099).
     *
     * @param configuration more of it
     * @param more {@link Rest}, if the test asks over HTTP
     */
    public static WebArchive archive(String configuration, Class<?>... more) {
        Class<?>[] own = {TestClock.class, Limited.class, Front.class};
        return Archives.withTelemetry(
                Archives.war(
                        """
                        resilience4cata.telemetry.admitted = true
                        resilience4cata.instances.trial.rateLimiter.shadow = true
                        """
                                + configuration,
                        Stream.of(own, more).flatMap(Stream::of).toArray(Class<?>[]::new)));
    }

    /**
     * What a collector sees of each limiter, one line for each series, when all calls were made.
     *
     * @param later half a second, in which nobody called
     */
    public static Set<String> series(boolean later) {
        Set<String> series = new TreeSet<>();
        series.addAll(limiter("mail", later ? 1 : 0, 0, 3, 0, 0));
        series.add("wait.duration s {instance=mail} 1 of 0.5");
        series.addAll(limiter("tenants", 1, 1, 1, 1, 0));
        series.addAll(limiter("trial", later ? 1 : 0, 0, 3, 0, 2));
        return series;
    }

    private static Set<String> limiter(
            String id, int permits, int keys, int admitted, int rejected, int inShadow) {
        return Set.of(
                "available_permits {permit} {instance=" + id + "} " + permits,
                "keys {key} {instance=" + id + "} " + keys,
                "admitted_calls {call} {instance=" + id + "} " + admitted,
                "rejected_calls {call} {instance=" + id + ", shadow=false} " + rejected,
                "rejected_calls {call} {instance=" + id + ", shadow=true} " + inShadow);
    }

    /** The limited bean. */
    @ApplicationScoped
    public static class Limited {
        /** Passes two calls a second, and one more that waits. */
        @RateLimiter(name = "mail", permits = 2, period = "1s", maxWait = "500ms")
        public void mail() {}

        /** Would pass one call, and passes all. */
        @RateLimiter(name = "trial", permits = 1, period = "500ms")
        public void trial() {}

        /** Passes one call of each tenant. */
        @RateLimiter(name = "tenants", permits = 1, period = "1h")
        public void ofTenant(@RateLimitKey String tenant) {}
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** What a test asks for. */
    @Path("")
    @ApplicationScoped
    public static class Front {
        @Inject Limited limited;
        @Inject ManualClock clock;

        /** Calls until something is rejected. */
        @POST
        @Path("calls")
        public void call() {
            for (int call = 0; call < 3; call++) {
                limited.mail(); // the third waits, by moving the clock
            }
            for (int call = 0; call < 3; call++) {
                limited.trial();
            }
            limited.ofTenant(KEY);
            try {
                limited.ofTenant(KEY);
            } catch (RateLimitExceededException e) {
                return; // as it must be: it is counted
            }
            throw new IllegalStateException("a second call of one tenant passed");
        }

        /** Lets half a second pass. */
        @POST
        @Path("later")
        public void passTime() {
            clock.advance(Duration.ofMillis(500));
        }
    }
}
