// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a deployment writes to its log, where that is java.util.logging, which is also what
 * System.Logger writes to unless something else is set up.
 */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class DeploymentLogTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                        """
                        resilience4cata.instances.mail.rateLimiter.permits = 7
                        resilience4cata.instances.male.rateLimiter.permits = 8
                        """,
                        Mail.class,
                        Orders.class,
                        Listening.class)
                .addAsServiceProvider(Extension.class, Listening.class);
    }

    @ApplicationScoped
    static class Mail {
        @RateLimiter(name = "mail", maxWait = "1s")
        void send() {}

        @RateLimiter
        void receive(String from) {}
    }

    @ApplicationScoped
    static class Orders {
        @Transactional
        @RateLimiter(name = "orders")
        void place(@NotNull String what) {}
    }

    /** The level is a number, because its name is up to the implementation. */
    record Line(int level, String text) {}

    /** Called by the container. Listens to the log as long as the deployment lasts. */
    public static class Listening implements Extension {
        static final List<Line> LINES = new CopyOnWriteArrayList<>();

        private static final Logger LOG = Logger.getLogger("dev.resilience4cata");

        private final Handler handler = new Lines();

        void begin(@Observes BeforeBeanDiscovery event) {
            LOG.addHandler(handler);
            LOG.setLevel(Level.ALL);
        }

        void end(@Observes @Priority(Integer.MAX_VALUE) AfterDeploymentValidation event) {
            LOG.removeHandler(handler);
            LOG.setLevel(null);
        }
    }

    private static final class Lines extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord line) {
            Listening.LINES.add(
                    new Line(line.getLevel().intValue(), formatter.formatMessage(line)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static List<String> lines(Level level) {
        return Listening.LINES.stream()
                .filter(line -> line.level == level.intValue())
                .map(Line::text)
                .toList();
    }

    @Test
    void saysHowManyLimitersThereAre() {
        assertEquals(List.of("3 rate limiters"), lines(Level.INFO));
    }

    /** C24: the id "in the deployment log is literally the key to paste". */
    @Test
    void saysWhereEachValueComesFromToWhoAsksForIt() {
        String receive = DeploymentLogTest.class.getName() + "$Mail#receive(java.lang.String)";
        List<String> details =
                lines(Level.FINE).stream()
                        .filter(line -> line.startsWith("Rate limiter "))
                        .toList();

        assertEquals(3, details.size(), details::toString);
        assertTrue(
                details.get(0)
                        .startsWith("Rate limiter " + receive + ": permits = 100 (default), "),
                details.get(0));
        assertTrue(
                details.get(1).startsWith("Rate limiter mail: permits = 7 (")
                        && details.get(1)
                                .contains("resilience4cata.instances.mail.rateLimiter.permits"),
                details.get(1));
    }

    /** The order in which interceptors run, for methods that have others that are known. */
    @Test
    void saysInWhichOrderInterceptorsRunToWhoAsksForIt() {
        assertEquals(
                List.of(
                        DeploymentLogTest.class.getName()
                                + "$Orders#place(java.lang.String): @Transactional (200), then"
                                + " @RateLimiter (4100), then Validation (4800), then the method"),
                lines(Level.FINE).stream()
                        .filter(line -> !line.startsWith("Rate limiter "))
                        .toList());
    }

    /** api.md: "Every key … that no limiter or config can use is one warning". */
    @Test
    void warnsWhereADeploymentIsNotRefused() {
        String unused = "resilience4cata.instances.male.rateLimiter.permits";

        assertEquals(1, lines(Level.WARNING).size(), Listening.LINES::toString);
        assertTrue(
                lines(Level.WARNING).get(0).contains("R4C-CDI-003: " + unused + ": "),
                Listening.LINES::toString);
    }
}
