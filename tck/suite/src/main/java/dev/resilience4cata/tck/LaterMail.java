// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateless;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A session bean with calls that nobody waits for. Called by the container. */
@Stateless
public class LaterMail {
    /** What was sent, and by which thread. */
    static final BlockingQueue<Thread> SENT = new LinkedBlockingQueue<>();

    /** Passes one call, on a thread of the container. */
    @Asynchronous
    @RateLimiter(name = "later mail", permits = 1, period = "1s")
    public void send() {
        SENT.add(Thread.currentThread());
    }
}
