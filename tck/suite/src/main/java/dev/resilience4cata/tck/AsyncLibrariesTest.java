// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.flowables.ConnectableFlowable;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.reactivestreams.Publisher;

/**
 * S19: "Every other return type is called synchronously": those of Mutiny, RxJava and Kotlin. A
 * call takes its permit at once, and nothing that becomes of its result takes another one.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class AsyncLibrariesTest {
    /** A class of each library that the beans need. */
    private static final Class<?>[] LIBRARIES = {
        Uni.class, Flowable.class, Publisher.class, Continuation.class
    };

    @Deployment
    static WebArchive application() {
        return beans().addClasses(TestClock.class, Calls.class);
    }

    /** An application of the beans alone. */
    static WebArchive beans() {
        return Archives.withJarsOf(
                Archives.war(OfMutiny.class, OfRxJava.class, OfKotlin.class), LIBRARIES);
    }

    @ApplicationScoped
    static class OfMutiny {
        private final AtomicInteger subscriptions = new AtomicInteger();

        @RateLimiter(permits = 2)
        Uni<Integer> uni() {
            return Uni.createFrom().item(subscriptions::incrementAndGet);
        }

        @RateLimiter(permits = 2)
        Multi<Integer> multi() {
            return Multi.createFrom().items(1, 2, 3);
        }

        @RateLimiter(name = "waiting uni", permits = 1, period = "1s", maxWait = "1s")
        Uni<Integer> waitingUni() {
            return uni();
        }
    }

    @ApplicationScoped
    static class OfRxJava {
        @RateLimiter(permits = 2)
        Single<Integer> single() {
            return Single.just(1);
        }

        @RateLimiter(permits = 2)
        Maybe<Integer> maybe() {
            return Maybe.just(1);
        }

        @RateLimiter(permits = 2)
        Completable completable() {
            return Completable.complete();
        }

        @RateLimiter(permits = 2)
        Observable<Integer> observable() {
            return Observable.just(1, 2, 3);
        }

        @RateLimiter(permits = 2)
        Flowable<Integer> flowable() {
            return Flowable.just(1, 2, 3);
        }

        @RateLimiter(permits = 2)
        ConnectableFlowable<Integer> connectable() {
            return flowable().publish();
        }

        @RateLimiter(permits = 2)
        Publisher<Integer> publisher() {
            return flowable();
        }

        @RateLimiter(name = "waiting single", permits = 1, period = "1s", maxWait = "1s")
        Single<Integer> waitingSingle() {
            return single();
        }
    }

    /** The methods are what the compiler of Kotlin makes of suspending functions. */
    @ApplicationScoped
    static class OfKotlin {
        @RateLimiter(permits = 2)
        Object suspending(String text, Continuation<? super String> continuation) {
            return text;
        }

        @RateLimiter(name = "waiting function", permits = 1, period = "1s", maxWait = "1s")
        Object waiting(Continuation<? super String> continuation) {
            return "waited";
        }
    }

    private static final class Resumed implements Continuation<String> {
        @Nullable Object result;

        @Override
        public CoroutineContext getContext() {
            return EmptyCoroutineContext.INSTANCE;
        }

        @Override
        public void resumeWith(Object result) {
            this.result = result;
        }
    }

    @Inject ManualClock clock;
    @Inject OfMutiny ofMutiny;
    @Inject OfRxJava ofRxJava;
    @Inject OfKotlin ofKotlin;

    /** Takes the two permits of a method, and returns what the second call did. */
    private <T> T limited(Supplier<T> call) {
        AtomicReference<@Nullable T> last = new AtomicReference<>();
        assertEquals(2, Calls.burst(clock, () -> last.set(call.get())));
        return requireNonNull(last.get());
    }

    /** A call that has to wait is back when it has waited, and leaves nothing to be done later. */
    private <T> T waiting(Supplier<T> call) {
        clock.advance(Duration.ofDays(1));
        requireNonNull(call.get());
        long before = clock.nanoTime();
        T result = call.get();
        assertEquals(1_000_000_000, clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
        return result;
    }

    /** Situation 63. */
    @Test
    void takesAPermitForTheCallAndNoneForSubscriptions() {
        Uni<Integer> uni = limited(ofMutiny::uni);

        int first = uni.await().indefinitely();
        assertEquals(first + 1, uni.await().indefinitely());
        assertEquals(first + 2, uni.await().indefinitely());
    }

    /** Situation 64. */
    @Test
    void takesAPermitForTheCallAndNoneForItems() {
        assertEquals(
                List.of(1, 2, 3),
                limited(ofMutiny::multi).collect().asList().await().indefinitely());
        assertEquals(List.of(1, 2, 3), limited(ofRxJava::flowable).toList().blockingGet());
        assertEquals(
                List.of(1, 2, 3),
                Flowable.fromPublisher(limited(ofRxJava::publisher)).toList().blockingGet());
        assertEquals(
                List.of(1, 2, 3),
                limited(ofRxJava::connectable).autoConnect().toList().blockingGet());
    }

    /** Situation 65. */
    @Test
    void limitsMethodsThatReturnTypesOfRxJava() {
        assertEquals(1, limited(ofRxJava::single).blockingGet());
        assertEquals(1, limited(ofRxJava::maybe).blockingGet());
        assertEquals(List.of(1, 2, 3), limited(ofRxJava::observable).toList().blockingGet());
        limited(ofRxJava::completable).blockingAwait();
    }

    /** Situation 66: it neither suspends nor resumes anything. */
    @Test
    void limitsSuspendingFunctions() {
        Resumed continuation = new Resumed();

        assertEquals("sent", limited(() -> ofKotlin.suspending("sent", continuation)));
        assertEquals("waited", waiting(() -> ofKotlin.waiting(continuation)));
        assertNull(continuation.result);
    }

    /** Situations 63 and 65. */
    @Test
    void waitsBeforeTheCallReturns() {
        waiting(ofMutiny::waitingUni);
        assertEquals(1, waiting(ofRxJava::waitingSingle).blockingGet());
    }
}
