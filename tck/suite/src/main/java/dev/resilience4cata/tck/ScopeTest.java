// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** S20: "One state per limiter, whatever the bean's scope, however many instances" (C36). */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class ScopeTest {
    private static final String HERE = ScopeTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Serialized.class,
                OfApplication.class,
                OfRequest.class,
                OfSession.class,
                OfNobody.class);
    }

    @ApplicationScoped
    static class OfApplication {
        @RateLimiter(permits = 3, period = "1m")
        void call() {}
    }

    @RequestScoped
    static class OfRequest {
        static final AtomicInteger INSTANCES = new AtomicInteger();

        final int instance = INSTANCES.incrementAndGet();

        @RateLimiter(permits = 3, period = "1m")
        int call() {
            return instance;
        }
    }

    @SessionScoped
    static class OfSession implements Serializable {
        private static final long serialVersionUID = 1L;

        @RateLimiter(permits = 3, period = "1m")
        void call() {}
    }

    @Dependent
    static class OfNobody implements Serializable {
        private static final long serialVersionUID = 1L;

        private int calls;

        @RateLimiter(permits = 3, period = "1m")
        int call() {
            return ++calls;
        }

        int calls() {
            return calls;
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject OfApplication ofApplication;
    @Inject OfRequest ofRequest;
    @Inject RequestContextController requests;
    @Inject Instance<OfNobody> instances;

    @Test
    void limitsAnApplicationScopedBean() {
        assertEquals(3, Calls.burst(clock, ofApplication::call));
    }

    /** C36: "5 requests …: 3 pass, 2 rejected". */
    @Test
    void countsTheCallsOfAllRequests() throws InterruptedException {
        Set<Integer> seen = new HashSet<>();
        AtomicInteger passed = new AtomicInteger();
        for (int i = 0; i < 5; i++) {
            // A thread of its own, because a request may be active here.
            Thread request =
                    new Thread(
                            () -> {
                                requests.activate();
                                try {
                                    if (!Calls.isRejected(() -> seen.add(ofRequest.call()))) {
                                        passed.incrementAndGet();
                                    }
                                } finally {
                                    requests.deactivate();
                                }
                            });
            request.start();
            request.join();
        }

        assertEquals(3, passed.get());
        assertEquals(3, seen.size());
    }

    /** C36: "5 instances: 3 pass, 2 rejected", each looked up (situations 29, 36). */
    @Test
    void countsTheCallsOfAllDependentInstances() {
        assertEquals(3, Calls.burst(clock, () -> assertEquals(1, instances.get().call())));
    }

    /** Situation 30, C35: "after restore the same limiter of the registry is used". */
    @Test
    @Tag("cdi-full")
    void findsTheLimiterAgainAfterSerialization() throws Exception {
        OfNobody bean = instances.get();
        assertEquals(3, Calls.burst(clock, bean::call));

        OfNobody restored = Serialized.copy(bean);

        assertNotSame(bean, restored);
        assertTrue(Calls.isRejected(restored::call));
        assertEquals(3, Calls.burst(clock, restored::call));
        assertEquals(6, restored.calls());
        assertTrue(Calls.isRejected(bean::call));
    }

    /**
     * Situation 30, C35: a bean of a passivating scope deploys. C36: one entry in the registry for
     * each class.
     */
    @Test
    void hasOneLimiterForEachBeanClass() {
        assertEquals(
                List.of(
                        HERE + "$OfApplication#call()",
                        HERE + "$OfNobody#call()",
                        HERE + "$OfRequest#call()",
                        HERE + "$OfSession#call()"),
                LimiterIds.of(registry));
    }
}
