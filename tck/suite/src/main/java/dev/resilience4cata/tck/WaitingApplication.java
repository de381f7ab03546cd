// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.jspecify.annotations.Nullable;

/**
 * An application that has calls of both kinds waiting as soon as it runs. What they see is left to
 * an application that is deployed afterwards.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what a stage says is counted when it completes
final class WaitingApplication {
    /** Synchronous calls that wait for hours, and as many asynchronous ones. */
    static final int WAITING = 3;

    private static final long SECONDS_TO_START = 5;

    private WaitingApplication() {}

    static WebArchive archive() {
        return Archives.war(Remains.class, Stop.class, Worker.class, Start.class)
                .addAsServiceProvider(Extension.class, Stop.class);
    }

    /** Knows when the application stops: the library closes between the two events. */
    public static class Stop implements Extension {
        private volatile long begin;
        private volatile boolean over;

        void begin(@Observes @Priority(1) BeforeShutdown event) {
            begin = System.nanoTime();
        }

        void end(@Observes @Priority(Integer.MAX_VALUE) BeforeShutdown event) {
            over = true;
        }

        boolean isOver() {
            return over;
        }

        long nanos() {
            return System.nanoTime() - begin;
        }
    }

    @ApplicationScoped
    static class Worker {
        @Inject BeanManager beanManager;

        @RateLimiter(name = "sync", permits = 1, period = "1h", maxWait = "10h")
        void call() {
            Remains.count("started");
        }

        @RateLimiter(name = "async", permits = 1, period = "1h", maxWait = "10h")
        CompletableFuture<String> callLater() {
            Remains.count("started");
            return CompletableFuture.completedFuture("");
        }

        /** May start before the application stops if the container is slow, and never after. */
        @RateLimiter(name = "soon sync", permits = 1, period = "1s", maxWait = "10h")
        void callSoon() {
            noticeLateStart();
        }

        @RateLimiter(name = "soon async", permits = 1, period = "1s", maxWait = "10h")
        CompletableFuture<String> callLaterSoon() {
            noticeLateStart();
            return CompletableFuture.completedFuture("");
        }

        private void noticeLateStart() {
            if (beanManager.getExtension(Stop.class).isOver()) {
                Remains.count("started after the stop");
            }
        }

        void mustGo() {
            Remains.mustGo("bean", this);
        }
    }

    /** Makes the calls. */
    @ApplicationScoped
    static class Start {
        @Inject Worker worker;
        @Inject BeanManager beanManager;
        @Inject ResilienceRegistry registry;

        private final List<Runnable> inContainer = new ArrayList<>();

        void begin(@Observes @Initialized(ApplicationScoped.class) Object event) {
            Stop stop = beanManager.getExtension(Stop.class);
            Remains.count("deployed");
            Remains.mustGo("class loader", Worker.class.getClassLoader());
            Remains.mustGo("limiter", registry.rateLimiter("async"));
            worker.mustGo();
            worker.call();
            worker.callLater().join();
            worker.callSoon();
            worker.callLaterSoon().join();
            for (int i = 1; i < WAITING; i++) {
                letWait(Start::run, worker::call, "", stop);
                letWait(worker.callLater(), "", stop);
            }
            letWaitInContainer(worker::call, "", stop);
            letWait(worker.callLater(), "", stop);
            letWaitInContainer(worker::callSoon, "soon ", stop);
            letWait(worker.callLaterSoon(), "soon ", stop);
        }

        /** Not earlier: a container may keep its threads back until the application has started. */
        void end(@Observes @BeforeDestroyed(ApplicationScoped.class) Object event) {
            inContainer.forEach(Runnable::run);
        }

        private void letWaitInContainer(Runnable call, String kind, Stop stop) {
            Executor threads = containerThreads();
            if (threads == null) {
                letWait(Start::run, call, kind, stop);
            } else {
                inContainer.add(waiting(threads, call, kind, stop));
            }
        }

        private static void letWait(Executor threads, Runnable call, String kind, Stop stop) {
            waiting(threads, call, kind, stop).run();
        }

        /** Makes a call; returns what ends when the call waits. */
        private static Runnable waiting(Executor threads, Runnable call, String kind, Stop stop) {
            CompletableFuture<Thread> started = new CompletableFuture<>();
            AtomicBoolean ended = new AtomicBoolean();
            Runnable task =
                    () -> {
                        if (!started.complete(Thread.currentThread())) {
                            return;
                        }
                        try {
                            call.run();
                        } catch (RateLimitExceededException e) {
                            released(kind + "rejected", stop);
                        } finally {
                            ended.set(true);
                        }
                    };
            threads.execute(task);
            return () -> {
                Thread waiter = startedBy(threads, task, started);
                while (waiter.getState() != Thread.State.TIMED_WAITING && !ended.get()) {
                    Thread.onSpinWait();
                }
            };
        }

        /** Gives a task again that the container has lost, as one may while it starts. */
        private static Thread startedBy(
                Executor threads, Runnable task, CompletableFuture<Thread> started) {
            try {
                return started.get(SECONDS_TO_START, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                threads.execute(task);
                return started.orTimeout(SECONDS_TO_START, TimeUnit.SECONDS).join();
            } catch (ExecutionException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void letWait(CompletableFuture<String> stage, String kind, Stop stop) {
            stage.whenComplete(
                    (value, failure) -> {
                        if (failure != null) {
                            released(kind + what(failure), stop);
                        }
                    });
        }

        private static String what(Throwable failure) {
            return failure instanceof ResilienceException known ? known.code() : "" + failure;
        }

        private static void released(String how, Stop stop) {
            Remains.atLeast("nanos", stop.nanos());
            Remains.count(how);
        }

        private static void run(Runnable task) {
            new Thread(task, "tck waiter").start();
        }

        /** Threads that outlive the application; null where the container has no such. */
        @SuppressWarnings("BanJNDI") // the name is a constant
        private static @Nullable Executor containerThreads() {
            try {
                return (Executor)
                        new InitialContext().lookup("java:comp/DefaultManagedExecutorService");
            } catch (NamingException e) {
                return null;
            }
        }
    }
}
