// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.arquillian.container.test.api.Deployer;

/** A deployment that the container must refuse. Safe for use by one thread at a time. */
public final class RefusedDeployment {
    private RefusedDeployment() {}

    /** What a container only logs; OpenWebBeans throws no more than "look at logs". */
    private static final class LoggedFailures extends Handler {
        private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord line) {
            if (line.getThrown() != null) {
                failures.add(line.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /**
     * Deploys an unmanaged deployment of the test class and returns all that the container says
     * about its failure, by what it throws and by failures that it logs; fails if there is none.
     */
    public static String messageOf(Deployer deployer, String name) {
        return messageIfAny(deployer, name)
                .orElseGet(
                        () -> {
                            deployer.undeploy(name);
                            return fail("deployed: " + name);
                        });
    }

    /** The same; empty if there is no failure, and the deployment remains. */
    static Optional<String> messageIfAny(Deployer deployer, String name) {
        Throwable failure;
        Logger log = Logger.getLogger("");
        LoggedFailures logged = new LoggedFailures();
        log.addHandler(logged);
        try {
            deployer.deploy(name);
            return Optional.empty();
        } catch (Exception e) {
            failure = e;
            deployer.undeploy(name); // Weld embedded keeps the thread's class loader until then
        } finally {
            log.removeHandler(logged);
        }
        StringBuilder text = new StringBuilder();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(failure, text, seen);
        logged.failures.forEach(each -> collect(each, text, seen));
        // WildFly quotes what the deployment said.
        return Optional.of(text.toString().replace("\\\"", "\""));
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
