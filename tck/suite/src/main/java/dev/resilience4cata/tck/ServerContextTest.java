// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S18: the delayed start runs on the container's managed executor, "with the caller's class loader,
 * naming … contexts … business code cannot tell whether there was a wait" (C22). The clock is that
 * of the machine.
 */
@Tag("ejb")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
@SuppressWarnings("FutureReturnValueIgnored") // some calls are there only to take a permit
class ServerContextTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(Worker.class, Request.class, Start.class);
    }

    @RequestScoped
    static class Request {
        String answer() {
            return "the request is active";
        }
    }

    record Start(Thread thread, ClassLoader loader, Object module, String request) {}

    @ApplicationScoped
    static class Worker {
        @Inject Request request;

        @RateLimiter(permits = 1, period = "50ms", maxWait = "30s")
        CompletableFuture<Start> call() throws NamingException {
            Thread thread = Thread.currentThread();
            return CompletableFuture.completedFuture(
                    new Start(
                            thread,
                            thread.getContextClassLoader(),
                            moduleName(),
                            request.answer()));
        }
    }

    @Inject Worker worker;

    @SuppressWarnings("BanJNDI") // the name is a constant
    private static Object moduleName() throws NamingException {
        return new InitialContext().lookup("java:module/ModuleName");
    }

    @Test
    void startsAWaitingCallInTheContextOfTheCaller() throws Exception {
        CompletableFuture<Start> waiting;
        Start immediate;
        do {
            immediate = worker.call().get(30, TimeUnit.SECONDS);
            waiting = worker.call();
        } while (waiting.isDone()); // this thread was kept from running for so long
        Start waited = waiting.get(30, TimeUnit.SECONDS);

        assertNotSame(Thread.currentThread(), waited.thread());
        assertSame(Thread.currentThread().getContextClassLoader(), waited.loader());
        assertEquals(moduleName(), waited.module());
        assertEquals(immediate.module(), waited.module());
        assertEquals("the request is active", waited.request());
    }
}
