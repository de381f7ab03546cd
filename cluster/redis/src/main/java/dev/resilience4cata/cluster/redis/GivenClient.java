// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.concurrent.CompletableFuture.failedFuture;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Connects by a client of the application.
 *
 * @param client stays open
 */
record GivenClient(RedisClient client) implements Connector {

    @Override
    public CompletionStage<Session> connect() {
        // The client knows where to connect to, and tells nobody: only by its method that waits.
        return CompletableFuture.supplyAsync(
                        () -> new Session(client.connect(StringCodec.UTF8)), GivenClient::start)
                .exceptionallyCompose(
                        failure -> failedFuture(Failures.ofConnecting(target(), failure)));
    }

    /**
     * Whether a client forgets commands that had no answer when a connection was lost. Only those
     * that could not be written are shown to the filter.
     */
    static boolean dropsUnanswered(RedisClient client) {
        ClientOptions options = client.getOptions();
        Command<String, String, Object> any = new Command<>(CommandType.EVALSHA, null);
        return options.isRejectCommandsWhileDisconnected()
                && (!options.isAutoReconnect() || options.getReplayFilter().test(any));
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "rate-limiter-redis-connect");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void missed() {
        // There is one server, and the client finds it again.
    }

    @Override
    public String target() {
        return "Redis";
    }

    @Override
    public void close(@Nullable Session session) {
        if (session != null) {
            session.close();
        }
    }
}
