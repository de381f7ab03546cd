// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Situation 46: limits on methods of session beans that are no business methods. */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class SessionBeanMethodsTest {
    private static final String HIDDEN = StatelessHidden.class.getName();

    @Deployment(name = "hidden", managed = false, testable = false)
    static WebArchive hidden() {
        return Archives.war(StatelessHidden.class);
    }

    @Deployment(name = "final", managed = false, testable = false)
    static WebArchive finalMethod() {
        return Archives.war(StatelessFinal.class);
    }

    @ArquillianResource Deployer deployer;

    /** S29: "an error for private and static methods". */
    @Test
    void reportsPrivateAndStaticMethods() {
        Problems.of(deployer, "hidden")
                .contain("R4C-CDI-001", "on " + HIDDEN + "#hidden(): ", "private")
                .contain("R4C-CDI-001", "on " + HIDDEN + "#shared(): ", "static");
    }

    @Test
    void leavesFinalMethodsToTheContainer() {
        String message = RefusedDeployment.messageOf(deployer, "final");

        assertTrue(message.contains(StatelessFinal.class.getName()), message);
    }
}
