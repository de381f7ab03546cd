// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The tests of error messages are worth something only where the whole message can be read. */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class RefusedDeploymentTest {
    private static final String FIRST = "First problem:\n    \"a\" <b> {c} and its remedy.";
    private static final String SECOND = "Second problem.";

    @ArquillianResource Deployer deployer;

    @Deployment(name = "refused", managed = false, testable = false)
    static WebArchive refused() {
        return Archives.war(TwoProblems.class)
                .addAsServiceProvider(Extension.class, TwoProblems.class);
    }

    /** Called by the container. */
    public static class TwoProblems implements Extension {
        void report(@Observes AfterDeploymentValidation event) {
            event.addDeploymentProblem(new DeploymentException(FIRST));
            event.addDeploymentProblem(new DeploymentException(SECOND));
        }
    }

    @Test
    void tellsEveryProblemInFull() {
        String message = RefusedDeployment.messageOf(deployer, "refused");

        assertAll(
                () -> assertTrue(message.contains(FIRST), message),
                () -> assertTrue(message.contains(SECOND), message));
    }
}
