// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.io.IOException;
import java.net.URL;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two web applications in one enterprise archive that has the library (situation 71), with the same
 * classes and so with limiters of the same names. Each has its own limits, clock and listeners. A
 * bean in the shared libraries belongs to neither.
 */
@Tag("ear")
@ExtendWith(ArquillianExtension.class)
class EnterpriseArchiveTest {
    @Deployment(testable = false)
    static EnterpriseArchive application() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModules(war("first", 2), war("second", 3))
                .addAsLibrary(
                        Archives.jar(
                                        "shared.jar",
                                        SharedLedger.class,
                                        LimiterQualifier.class,
                                        LimiterQualifier.Of.class)
                                .addAsServiceProvider(Extension.class, LimiterQualifier.class))
                .addAsLibraries(Archives.libraries());
    }

    private static WebArchive war(String name, int permits) {
        return Archives.withConfiguration(
                Archives.warModule(
                        name + ".war",
                        Rest.class,
                        Shop.class,
                        Sale.class,
                        Ears.class,
                        TestClock.class,
                        Calls.class,
                        LimiterIds.class),
                "resilience4cata.rateLimiter.permits = " + permits);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Hears of the rejections of its web application; CDI events would come from both. */
    @ApplicationScoped
    public static class Ears implements RateLimiterListener {
        private final AtomicInteger heard = new AtomicInteger();

        @Override
        public void onRejected(RateLimiterRejected event) {
            heard.incrementAndGet();
        }

        /** Returns what came since the last time, and forgets it. */
        int take() {
            return heard.getAndSet(0);
        }
    }

    /** What a test asks a web application for. */
    @Path("")
    @ApplicationScoped
    public static class Shop {
        @Inject ManualClock clock;
        @Inject ResilienceRegistry registry;
        @Inject Ears ears;
        @Inject SharedLedger ledger;
        @Inject Sale sale;

        /** Lets an hour go by. */
        @GET
        @Path("hour")
        public String letAnHourGoBy() {
            clock.advance(Duration.ofHours(1));
            return "later";
        }

        /** Sells until it is refused. */
        @GET
        @Path("sell")
        public int sellAll() {
            return Calls.untilRejected(sale::sell);
        }

        /** Writes once into what is shared. */
        @GET
        @Path("write")
        public String write() {
            try {
                ledger.write();
                return "written";
            } catch (RateLimitExceededException e) {
                return e.instanceId();
            }
        }

        /** The limiters of this web application. */
        @GET
        @Path("limiters")
        public String limiters() {
            return LimiterIds.of(registry) + " " + registry.rateLimiter("same").availablePermits();
        }

        /** What the injected handle says. */
        @GET
        @Path("handle")
        public int availablePermits() {
            return sale.availablePermits();
        }

        /** What listeners heard. */
        @GET
        @Path("heard")
        public int heard() {
            return ears.take();
        }
    }

    /** The limited bean of both web applications. */
    @ApplicationScoped
    public static class Sale {
        // Not in the resource: a container may check that as a component, without what extensions
        // say.
        @Inject
        @LimiterQualifier.Of("same")
        RateLimiterHandle same;

        /** Passes as many calls an hour as its web application says. */
        @RateLimiter(name = "same", period = "1h")
        public void sell() {}

        int availablePermits() {
            return same.availablePermits();
        }
    }

    @ArquillianResource URL server;

    private String get(String application, String what) throws IOException, InterruptedException {
        return Requests.get(server, application + "/rest/" + what);
    }

    private void letAnHourGoBy() throws IOException, InterruptedException {
        get("first", "hour");
        get("second", "hour");
    }

    /** S20, S21: one permit per call, and the same name is another limiter in the other one. */
    @Test
    void limitsEachWebApplicationByItsOwnConfiguration() throws Exception {
        letAnHourGoBy();

        assertEquals("2", get("first", "sell"));
        assertEquals("3", get("second", "sell"));
    }

    /** The injected registry and handle are those of the web application. */
    @Test
    void showsEachWebApplicationItsOwnLimiters() throws Exception {
        letAnHourGoBy();
        assertEquals("2", get("first", "sell"));

        assertEquals("[same] 0", get("first", "limiters"));
        assertEquals("[same] 3", get("second", "limiters"));
        assertEquals("0", get("first", "handle"));
        assertEquals("3", get("second", "handle"));
    }

    /** The clock of a web application is not that of the other. */
    @Test
    void goesByTheClockOfTheWebApplication() throws Exception {
        letAnHourGoBy();
        assertEquals("2", get("first", "sell"));
        assertEquals("3", get("second", "sell"));

        get("second", "hour");

        assertEquals("0", get("first", "handle"));
        assertEquals("3", get("second", "handle"));
    }

    /** A rejection is heard of where it happened. */
    @Test
    void tellsTheListenersOfTheWebApplication() throws Exception {
        letAnHourGoBy();
        get("first", "heard");
        get("second", "heard");

        get("first", "sell");

        assertEquals("1", get("first", "heard"));
        assertEquals("0", get("second", "heard"));
    }

    /** S20: one state, whoever calls; here with the clock of the machine, for there is no other. */
    @Test
    void countsTheCallsOfBothForASharedBean() throws Exception {
        for (String each : new String[] {"first", "second", "first", "second", "first"}) {
            assertEquals("written", get(each, "write"));
        }
        assertEquals("same", get("first", "write"));
        assertEquals("same", get("second", "write"));
    }
}
