// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** WebSocket endpoints (situation 55), whose clock stands still. */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
class WebSocketTest {
    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(TestClock.class, Echo.class, OnMethod.class, OnType.class);
    }

    private abstract static class Echo {
        String echo(String message) {
            return "echo " + message;
        }

        String rejected(Throwable failure) {
            Throwable cause = failure;
            while (cause != null) {
                if (cause instanceof RateLimitExceededException rejection) {
                    return "rejected " + rejection.instanceId();
                }
                cause = cause.getCause();
            }
            return failure.toString();
        }
    }

    /** Called by the container. */
    @ServerEndpoint("/method")
    public static class OnMethod extends Echo {
        /** Passes two messages. */
        @OnMessage
        @RateLimiter(permits = 2, period = "1s")
        public String receive(String message) {
            return echo(message);
        }

        /** Tells the client. */
        @OnError
        public void fail(Session session, Throwable failure) throws IOException {
            session.getBasicRemote().sendText(rejected(failure));
        }
    }

    /** Called by the container. */
    @ServerEndpoint("/type")
    @RateLimiter(permits = 2, period = "1s")
    public static class OnType extends Echo {
        /** Passes two messages. */
        @OnMessage
        public String receive(String message) {
            return echo(message);
        }

        /** Tells the client. */
        @OnError
        public void fail(Session session, Throwable failure) throws IOException {
            session.getBasicRemote().sendText(rejected(failure));
        }
    }

    @ArquillianResource URL base;

    private static final class Received implements WebSocket.Listener {
        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket socket, CharSequence data, boolean last) {
            texts.add(data.toString());
            socket.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable failure) {
            texts.add(failure.toString());
        }
    }

    private void passesTwoMessages(String path, Class<?> endpoint) throws Exception {
        Received received = new Received();
        WebSocket socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(
                                URI.create(base.toString().replaceFirst("^http", "ws") + path),
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
                    "rejected " + endpoint.getName() + "#receive(java.lang.String)", answers[2]);
        } finally {
            socket.abort();
        }
    }

    /** S20: a message costs one permit. */
    @Test
    void limitsMessages() throws Exception {
        passesTwoMessages("method", OnMethod.class);
    }

    /** S20, where each method of the endpoint has a limiter. */
    @Test
    void limitsMessagesByAnAnnotationOnTheType() throws Exception {
        passesTwoMessages("type", OnType.class);
    }
}
