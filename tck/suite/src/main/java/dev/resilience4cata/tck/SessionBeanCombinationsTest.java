// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What surprises on session beans, seen as {@link CombinationsTest} sees it. */
@Tag("ejb")
@Tag("ft")
@ExtendWith(ArquillianExtension.class)
class SessionBeanCombinationsTest {
    @Deployment(name = "surprising", managed = false, testable = false)
    static WebArchive surprising() {
        return Archives.war(
                "resilience4cata.cdi.strict = true",
                StatelessLedger.class,
                StatelessReport.class,
                Search.class);
    }

    @ApplicationScoped
    static class Search {
        @RateLimiter(maxWait = "5s")
        CompletionStage<String> search() {
            return CompletableFuture.completedFuture("found");
        }
    }

    @ArquillianResource Deployer deployer;

    /** S26: "on session beans … a wait is synchronous on the caller's thread". */
    @Test
    void warnsOfAStageThatComesAfterTheWait() {
        Problems.of(deployer, "surprising")
                .contain(
                        "R4C-CDI-009",
                        "on " + StatelessReport.class.getName() + "#write()",
                        "stage",
                        "PT5S")
                .doNotContain("R4C-CDI-009", "#writeAtOnce()")
                .doNotContain("R4C-CDI-009", "#writeElsewhere()")
                .doNotContain("R4C-CDI-009", "#read()")
                .doNotContain("R4C-CDI-009", "#search()");
    }

    /** F9: "EJB container transactions begin before us". */
    @Test
    void warnsOfAWaitInTheTransactionOfASessionBean() {
        Problems.of(deployer, "surprising")
                .contain(
                        "R4C-CDI-009",
                        "on " + StatelessLedger.class.getName() + "#write()",
                        "transaction");
    }
}
