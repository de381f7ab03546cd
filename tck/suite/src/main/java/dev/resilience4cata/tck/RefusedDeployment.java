// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jboss.arquillian.container.test.api.Deployer;

/** A deployment that the container must refuse. Safe for use by one thread at a time. */
public final class RefusedDeployment {
    private RefusedDeployment() {}

    /**
     * Deploys an unmanaged deployment of the test class and returns all that the container says
     * about its failure; fails if there is none.
     */
    public static String messageOf(Deployer deployer, String name) {
        Throwable failure;
        try {
            failure = assertThrows(Exception.class, () -> deployer.deploy(name));
        } finally {
            deployer.undeploy(name); // Weld embedded keeps the thread's class loader until then
        }
        StringBuilder text = new StringBuilder();
        collect(failure, text, Collections.newSetFromMap(new IdentityHashMap<>()));
        return text.toString().replace("\\\"", "\""); // WildFly quotes what the deployment said
    }

    private static void collect(Throwable failure, StringBuilder text, Set<Throwable> seen) {
        if (seen.add(failure)) {
            text.append(failure).append('\n');
            if (failure.getCause() != null) {
                collect(failure.getCause(), text, seen);
            }
            for (Throwable suppressed : failure.getSuppressed()) {
                collect(suppressed, text, seen);
            }
        }
    }
}
