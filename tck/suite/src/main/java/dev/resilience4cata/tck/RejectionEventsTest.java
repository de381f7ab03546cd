// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** api.md, "CDI": who hears of rejections. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
@SuppressWarnings("FutureReturnValueIgnored") // many calls are there only to take a permit
class RejectionEventsTest {
    private static final List<RateLimiterRejected> TWO =
            List.of(
                    new RateLimiterRejected("mail", Duration.ofMillis(500)),
                    new RateLimiterRejected("mail", Duration.ofMillis(400)));

    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                Mail.class,
                First.class,
                Faulty.class,
                Last.class,
                Observer.class);
    }

    @ApplicationScoped
    static class Mail {
        @RateLimiter(name = "mail", permits = 2, period = "1s")
        void send() {}

        @RateLimiter(name = "async", permits = 1, period = "1s")
        CompletableFuture<String> sendLater() {
            return CompletableFuture.completedFuture("sent");
        }
    }

    abstract static class Recording {
        private final List<RateLimiterRejected> heard = new ArrayList<>();

        void record(RateLimiterRejected event) {
            heard.add(event);
        }

        List<RateLimiterRejected> take() {
            List<RateLimiterRejected> taken = List.copyOf(heard);
            heard.clear();
            return taken;
        }
    }

    @ApplicationScoped
    static class First extends Recording implements RateLimiterListener {
        @Override
        public void onRejected(RateLimiterRejected event) {
            record(event);
        }
    }

    @ApplicationScoped
    static class Faulty implements RateLimiterListener {
        @Override
        public void onRejected(RateLimiterRejected event) {
            throw new IllegalStateException("This listener always fails; the test wants it to.");
        }
    }

    /** A listener with a qualifier is one as well: "any number". */
    @Named("last")
    @ApplicationScoped
    static class Last extends Recording implements RateLimiterListener {
        @Override
        public void onRejected(RateLimiterRejected event) {
            record(event);
        }
    }

    @ApplicationScoped
    static class Observer extends Recording {
        private final BlockingQueue<RateLimiterRejected> heardLater = new LinkedBlockingQueue<>();

        void observe(@Observes RateLimiterRejected event) {
            record(event);
        }

        void observeLater(@ObservesAsync RateLimiterRejected event) {
            heardLater.add(event);
        }

        RateLimiterRejected takeLater() throws InterruptedException {
            return heardLater.poll(10, TimeUnit.SECONDS);
        }
    }

    @Inject ManualClock clock;
    @Inject Mail mail;
    @Inject First first;

    @Inject
    @Named("last")
    Last last;

    @Inject Observer observer;

    private void forget() {
        clock.advance(Duration.ofDays(1));
        first.take();
        last.take();
        observer.take();
    }

    /** Each listener hears of each rejection, with the id and the time to the next permit. */
    @Test
    void tellsEveryListener() throws InterruptedException {
        forget();
        mail.send();
        mail.send();
        assertTrue(Calls.isRejected(mail::send));
        clock.advance(Duration.ofMillis(100));
        assertTrue(Calls.isRejected(mail::send));

        assertEquals(TWO, first.take());
        assertEquals(TWO, last.take());
        assertEquals(TWO, observer.take());
        Set<RateLimiterRejected> later = new HashSet<>(); // each comes on a thread of its own
        later.add(observer.takeLater());
        later.add(observer.takeLater());
        assertEquals(Set.copyOf(TWO), later);
    }

    /** A call that returns a stage is rejected by a failed stage, and its rejection heard of. */
    @Test
    void tellsOfARejectedAsynchronousCall() throws InterruptedException {
        forget();
        assertEquals("sent", mail.sendLater().getNow(null));
        assertTrue(mail.sendLater().isCompletedExceptionally());

        RateLimiterRejected rejected = new RateLimiterRejected("async", Duration.ofSeconds(1));
        assertEquals(List.of(rejected), first.take());
        assertEquals(List.of(rejected), observer.take());
        assertEquals(rejected, observer.takeLater());
    }

    /** The page: "Admitted calls publish nothing." */
    @Test
    void saysNothingOfAdmittedCalls() {
        forget();
        mail.send();
        mail.send();
        mail.sendLater();

        assertEquals(List.of(), first.take());
        assertEquals(List.of(), observer.take());
    }
}
