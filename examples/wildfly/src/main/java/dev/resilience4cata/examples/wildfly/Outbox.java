// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/** Stands for the mail server: counts what it gets. */
@ApplicationScoped
public class Outbox {

    private static final Logger LOG = Logger.getLogger(Outbox.class.getName());

    private final AtomicInteger delivered = new AtomicInteger();

    public void deliver(String to, String subject) {
        LOG.fine(() -> "Mail to " + to + ": " + subject);
        delivered.incrementAndGet();
    }

    /** The number of mails since the application started. */
    public int delivered() {
        return delivered.get();
    }
}
