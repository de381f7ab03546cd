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

/** A message-driven bean with a limit on its class, which waits. Called by the container. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(
                    propertyName = "destinationType",
                    propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = PatientInbox.QUEUE)
        })
@JMSDestinationDefinition(
        name = PatientInbox.QUEUE,
        interfaceName = "jakarta.jms.Queue",
        destinationName = "tckPatientInbox")
@RateLimiter(permits = 1, period = "1s", maxWait = "5s")
public class PatientInbox implements MessageListener {
    static final String QUEUE = "java:app/tckPatientInbox";

    private static final BlockingQueue<String> RECEIVED = new LinkedBlockingQueue<>();

    @Override
    public void onMessage(Message message) {
        try {
            RECEIVED.add(message.getBody(String.class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the next message; null if none comes for long. */
    static String next() throws InterruptedException {
        return RECEIVED.poll(30, TimeUnit.SECONDS);
    }
}
