// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.liberty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.tck.Archives;
import jakarta.enterprise.context.Dependent;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A WebSocket endpoint that has a scope (situation 55). */
@ExtendWith(ArquillianExtension.class)
public class ScopedEndpointTest {
    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(Echo.class);
    }

    /** Called by the container. */
    @ServerEndpoint("/echo")
    @Dependent
    public static class Echo {
        /** Passes two messages. */
        @OnMessage
        @RateLimiter(permits = 2, period = "1h")
        public String receive(String message) {
            return "echo " + message;
        }

        /** Tells the client. */
        @OnError
        public void fail(Session session, Throwable failure) throws IOException {
            Throwable cause = failure;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            session.getBasicRemote().sendText(cause.getMessage());
        }
    }

    private static final class Received implements WebSocket.Listener {
        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            texts.add(data.toString());
            socket.request(1);
            return null;
        }
    }

    @ArquillianResource URL base;

    /** S20: a message costs one permit. */
    @Test
    void limitsMessages() throws Exception {
        Received received = new Received();
        WebSocket socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(
                                URI.create(base.toString().replaceFirst("^http", "ws") + "echo"),
                                received)
                        .get(30, TimeUnit.SECONDS);
        try {
            String[] answers = new String[3];
            for (int i = 0; i < 3; i++) {
                socket.sendText(Integer.toString(i), true).get(30, TimeUnit.SECONDS);
                answers[i] = received.texts.poll(30, TimeUnit.SECONDS);
            }
            assertEquals("echo 0", answers[0]);
            assertEquals("echo 1", answers[1]);
            assertEquals(
                    "Rate limit exceeded: " + Echo.class.getName() + "#receive(java.lang.String)",
                    answers[2]);
        } finally {
            socket.abort();
        }
    }
}
