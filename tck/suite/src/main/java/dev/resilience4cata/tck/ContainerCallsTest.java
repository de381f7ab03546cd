// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Methods that the container calls (situation 27), and what becomes of a rejection there. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class ContainerCallsTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                Bread.class,
                Bakery.class,
                News.class,
                Limited.class,
                Heard.class,
                Other.class);
    }

    static class Bread {}

    @ApplicationScoped
    static class Bakery {
        private final AtomicInteger eaten = new AtomicInteger();

        @Produces
        @Dependent
        @RateLimiter(permits = 3)
        Bread bake() {
            return new Bread();
        }

        @RateLimiter(permits = 2)
        void eat(@Disposes Bread bread) {
            eaten.incrementAndGet();
        }

        /** Returns how many were eaten since the last time. */
        int takeEaten() {
            return eaten.getAndSet(0);
        }
    }

    record News(String text) {}

    /** Who heard what. */
    @ApplicationScoped
    static class Heard {
        private final List<String> all = new CopyOnWriteArrayList<>();

        void add(String who, News news) {
            all.add(who + " " + news.text);
        }

        List<String> take() {
            List<String> taken = all.stream().sorted().toList();
            all.clear();
            return taken;
        }
    }

    @ApplicationScoped
    static class Limited {
        @Inject Heard heard;

        @RateLimiter(name = "sync", permits = 1)
        void hear(@Observes @Priority(1) News news) {
            heard.add("limited", news);
        }

        @RateLimiter(name = "async", permits = 1)
        void hearLater(@ObservesAsync News news) {
            heard.add("limited later", news);
        }
    }

    @ApplicationScoped
    static class Other {
        @Inject Heard heard;

        void hear(@Observes @Priority(2) News news) {
            heard.add("other", news);
        }

        void hearLater(@ObservesAsync News news) {
            heard.add("other later", news);
        }
    }

    @Inject ManualClock clock;
    @Inject Bakery bakery;
    @Inject Instance<Bread> bread;
    @Inject Event<News> event;
    @Inject Heard heard;

    /** The producer throws the rejection at who wants the bean. */
    @Test
    void throwsTheRejectionOfAProducer() {
        clock.advance(Duration.ofDays(1));
        for (int i = 0; i < 3; i++) {
            bread.get();
        }

        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> bread.get());
        assertEquals(Bakery.class.getName() + "#bake()", rejection.instanceId());
    }

    /** A rejected disposer does not run; the container keeps what a disposer throws to itself. */
    @Test
    void limitsADisposer() {
        clock.advance(Duration.ofDays(1));
        bakery.takeEaten();
        for (int i = 0; i < 3; i++) {
            bread.destroy(bread.get());
        }

        assertEquals(2, bakery.takeEaten());
    }

    /** The rejection of an observer ends the event, as any exception of an observer does. */
    @Test
    void throwsTheRejectionOfAnObserverAtWhoFiresTheEvent() {
        clock.advance(Duration.ofDays(1));
        heard.take();
        event.fire(new News("a"));

        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> event.fire(new News("b")));
        assertEquals("sync", rejection.instanceId());
        assertEquals(List.of("limited a", "other a"), heard.take());
    }

    /** The rejection of an asynchronous observer is in the stage, and the others hear the event. */
    @Test
    void failsTheStageOfAnEventThatAnAsynchronousObserverDoesNotHear() throws Exception {
        clock.advance(Duration.ofDays(1));
        heard.take();
        get(event.fireAsync(new News("a")));

        CompletionException failure =
                assertInstanceOf(
                        CompletionException.class, failureOf(event.fireAsync(new News("b"))));
        assertEquals(
                List.of("async"),
                Arrays.stream(failure.getSuppressed())
                        .map(e -> assertInstanceOf(RateLimitExceededException.class, e))
                        .map(RateLimitExceededException::instanceId)
                        .toList());
        assertEquals(List.of("limited later a", "other later a", "other later b"), heard.take());
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static Throwable failureOf(CompletionStage<News> stage) throws Exception {
        return get(stage.<Throwable>handle((news, failure) -> failure));
    }
}
