// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/**
 * Sends mail over a provider that allows three mails per second. An annotation on the class limits
 * each of its business methods, enterprise beans included.
 */
@Stateless
@RateLimiter(name = "mail", permits = 3, period = "1s")
public class MailSender {

    @Inject Outbox outbox;

    public void send(String to, String subject) {
        outbox.deliver(to, subject);
    }
}
