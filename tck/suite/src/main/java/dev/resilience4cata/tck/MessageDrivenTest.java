// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Message-driven beans (S27, situation 44), which are no beans of CDI. */
@Tag("ejb")
@Tag("messaging")
@ExtendWith(ArquillianExtension.class)
class MessageDrivenTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                """
                resilience4cata.instances.dev.resilience4cata.tck.PatientInbox#onMessage(jakarta.jms.Message).rateLimiter.period = 3s
                """,
                TestClock.class,
                LimiterIds.class,
                Inbox.class,
                PatientInbox.class,
                Winding.class);
    }

    /** Moves the clock at each rejection, so that the next delivery of the message passes. */
    @ApplicationScoped
    static class Winding implements RateLimiterListener {
        private final AtomicInteger rejections = new AtomicInteger();

        @Inject ManualClock clock;

        @Override
        public void onRejected(RateLimiterRejected event) {
            rejections.incrementAndGet();
            clock.advance(event.timeToNextPermit());
        }

        int rejections() {
            return rejections.get();
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Winding winding;

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    ConnectionFactory connections;

    @Resource(lookup = Inbox.QUEUE)
    Queue inbox;

    @Resource(lookup = PatientInbox.QUEUE)
    Queue patientInbox;

    private void send(Queue queue, String text) {
        try (JMSContext context = connections.createContext()) {
            context.createProducer().send(queue, text);
        }
    }

    /** Known from the deployment on, like the limiters of beans. */
    @Test
    void hasALimiterBeforeTheFirstMessage() {
        assertEquals(
                List.of(
                        Inbox.class.getName() + "#onMessage(jakarta.jms.Message)",
                        PatientInbox.class.getName() + "#onMessage(jakarta.jms.Message)"),
                LimiterIds.of(registry));
    }

    /** S27: "a rejection is thrown (redelivery is the broker's)"; S20: a message costs a permit. */
    @Test
    void leavesARejectedMessageToTheBroker() throws InterruptedException {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        int rejections = winding.rejections();
        send(inbox, "first");
        assertEquals("first", Inbox.next());
        assertEquals(rejections, winding.rejections());

        send(inbox, "second");
        assertEquals("second again", Inbox.next());
        assertEquals(rejections + 1, winding.rejections());
        assertEquals(1_000_000_000, clock.nanoTime() - before);
    }

    /** S27 with S26: with maxWait the thread of the container waits; properties apply. */
    @Test
    void waitsOnTheThreadOfTheContainer() throws InterruptedException {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        int rejections = winding.rejections();
        send(patientInbox, "first");
        assertEquals("first", PatientInbox.next());
        send(patientInbox, "second");
        assertEquals("second", PatientInbox.next());

        assertEquals(3_000_000_000L, clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
        assertEquals(rejections, winding.rejections());
    }
}
