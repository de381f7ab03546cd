// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A message-driven bean whose limiter rejects. Called by the container. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(
                    propertyName = "destinationType",
                    propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = Inbox.QUEUE)
        })
@JMSDestinationDefinition(
        name = Inbox.QUEUE,
        interfaceName = "jakarta.jms.Queue",
        destinationName = "tckInbox")
public class Inbox implements MessageListener {
    static final String QUEUE = "java:app/tckInbox";

    private static final BlockingQueue<String> RECEIVED = new LinkedBlockingQueue<>();

    @Override
    @RateLimiter(permits = 1, period = "1s")
    public void onMessage(Message message) {
        try {
            RECEIVED.add(
                    message.getBody(String.class) + (message.getJMSRedelivered() ? " again" : ""));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the next message; null if none comes for long. */
    static String next() throws InterruptedException {
        return RECEIVED.poll(30, TimeUnit.SECONDS);
    }
}
