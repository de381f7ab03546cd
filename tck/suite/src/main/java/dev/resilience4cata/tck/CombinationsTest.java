// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a limiter and another policy do together that surprises is a warning, seen as {@link
 * WarningsTest} sees it. Looks only at annotations, so it needs no Fault Tolerance that runs.
 */
@Tag("ft")
@ExtendWith(ArquillianExtension.class)
class CombinationsTest {
    private static final String ON = "on " + CombinationsTest.class.getName();
    private static final String STRICT = "resilience4cata.cdi.strict = true\n";

    @Deployment(name = "surprising", managed = false, testable = false)
    static WebArchive surprising() {
        return Archives.war(
                STRICT + CombinationsTest.class.getName() + "$Search/shortened/Timeout/value = 500",
                Search.class,
                Orders.class,
                Plain.class);
    }

    @Deployment(name = "outside", managed = false, testable = false)
    static WebArchive outside() {
        return Archives.war(
                STRICT + "resilience4cata.cdi.interceptor.priority = 3900",
                Search.class,
                Orders.class,
                Plain.class);
    }

    @Deployment(name = "unwanted", managed = false, testable = false)
    static WebArchive unwanted() {
        return Archives.war(
                STRICT + "resilience4cata.cdi.combinations = false",
                Search.class,
                Orders.class,
                Plain.class);
    }

    @ApplicationScoped
    static class Search {
        @Timeout(1000)
        @RateLimiter(maxWait = "2s")
        void longWait() {}

        @Timeout(1000)
        @RateLimiter(maxWait = "1s")
        void shortWait() {}

        @Timeout(1000)
        @RateLimiter(maxWait = "900ms")
        void shortened() {}

        @Timeout(1000)
        @RateLimiter(maxWait = "2s", enabled = "false")
        void disabled() {}

        @Retry
        @RateLimiter(maxWait = "1s")
        void retried() {}

        @Retry(abortOn = RateLimitExceededException.class)
        @RateLimiter(maxWait = "1s")
        void retriedButForRejections() {}

        @Retry(retryOn = IllegalStateException.class)
        @RateLimiter(maxWait = "1s")
        void retriedForSomethingElse() {}

        @Retry
        @RateLimiter
        void retriedWithoutAWait() {}

        @CircuitBreaker
        @RateLimiter
        void broken() {}

        @CircuitBreaker(skipOn = RuntimeException.class)
        @RateLimiter
        void brokenButForRejections() {}
    }

    @ApplicationScoped
    @Transactional
    static class Orders {
        @RateLimiter(maxWait = "1s")
        void place() {}

        @RateLimiter
        void placeAtOnce() {}

        @Transactional(Transactional.TxType.NOT_SUPPORTED)
        @RateLimiter(maxWait = "1s")
        void look() {}
    }

    @ApplicationScoped
    static class Plain {
        @RateLimiter(maxWait = "1h")
        void call() {}
    }

    @ArquillianResource Deployer deployer;

    private Problems surprises() {
        return Problems.of(deployer, "surprising");
    }

    /** F5: the value of the timeout is the one that Fault Tolerance takes. */
    @Test
    void warnsOfAWaitThatATimeoutEnds() {
        surprises()
                .contain("R4C-CDI-009", ON + "$Search#longWait()", "PT2S", "PT1S", "3900")
                .contain("R4C-CDI-009", ON + "$Search#shortened()", "PT0.9S", "PT0.5S")
                .doNotContain("R4C-CDI-009", "#shortWait()")
                .doNotContain("R4C-CDI-009", "#disabled()");
    }

    /** F3. */
    @Test
    void warnsOfRetriesThatWaitEachTime() {
        surprises()
                .contain("R4C-CDI-009", ON + "$Search#retried()", "abortOn")
                .doNotContain("R4C-CDI-009", "#retriedButForRejections()")
                .doNotContain("R4C-CDI-009", "#retriedForSomethingElse()")
                .doNotContain("R4C-CDI-009", "#retriedWithoutAWait()");
    }

    /** F2. */
    @Test
    void warnsOfACircuitBreakerThatCountsRejections() {
        surprises()
                .contain("R4C-CDI-009", ON + "$Search#broken()", "skipOn")
                .doNotContain("R4C-CDI-009", "#brokenButForRejections()");
    }

    /** F9. */
    @Test
    void warnsOfAWaitInATransaction() {
        surprises()
                .contain("R4C-CDI-009", ON + "$Orders#place()", "transaction")
                .doNotContain("R4C-CDI-009", "#placeAtOnce()")
                .doNotContain("R4C-CDI-009", "#look()")
                .doNotContain("R4C-CDI-009", "$Plain");
    }

    /** F8: outside of Fault Tolerance, but not of the transaction. */
    @Test
    void warnsOfWhatIsLeftOutsideOfFaultTolerance() {
        Problems.of(deployer, "outside")
                .contain("R4C-CDI-009", ON + "$Orders#place()")
                .doNotContain("R4C-CDI-009", "$Search");
    }

    @Test
    void saysNothingIfNobodyWantsToHear() {
        deployer.deploy("unwanted");
        deployer.undeploy("unwanted");
    }
}
