// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.ExtendedKeepAliveSupport;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects by a client that is made from settings, and shut down at the end. */
final class OwnClient implements Connector {

    /** How long a connection and what is said at its beginning may take. */
    private static final Duration CONNECTING = Duration.ofSeconds(2);

    /** More calls than that on their way at once are turned away. */
    private static final int QUEUE = 10_000;

    /** After that an answer is of no use to anybody, though it could still be given back. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(30);

    /** How much later than it should Lettuce can end a call. */
    private static final Duration LATENESS = Duration.ofMillis(250);

    /** How long to wait until the nodes of a cluster are asked again who is who. */
    private static final Duration ASKING_AGAIN = Duration.ofSeconds(1);

    private final String target;
    private final ClientResources resources;
    private final AbstractRedisClient client;
    private final Supplier<CompletionStage<Session>> connect;

    /** When the nodes of a cluster were last asked who is who, as System.nanoTime() has it. */
    private final AtomicLong asked = new AtomicLong(System.nanoTime());

    private OwnClient(
            String target,
            ClientResources resources,
            AbstractRedisClient client,
            Supplier<CompletionStage<Session>> connect) {
        this.target = target;
        this.resources = resources;
        this.client = client;
        this.connect = connect;
    }

    static OwnClient of(RedisSettings settings) {
        List<RedisURI> uris = settings.lettuceUris();
        uris.forEach(uri -> uri.setTimeout(CONNECTING));
        Duration pause =
                settings.cluster() ? settings.timeout().plus(LATENESS) : Duration.ofMillis(50);
        ClientResources resources = resources(pause);
        return settings.cluster()
                ? ofCluster(settings, uris, resources)
                : ofServer(settings, uris.get(0), resources);
    }

    private static OwnClient ofServer(
            RedisSettings settings, RedisURI uri, ClientResources resources) {
        RedisClient client = RedisClient.create(resources);
        client.setOptions(
                options(settings)
                        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                        .timeoutOptions(TimeoutOptions.enabled(FORGOTTEN))
                        .build());
        return new OwnClient(
                settings.target(),
                resources,
                client,
                () ->
                        // What Lettuce returns here never ends if exceptionallyCompose is called.
                        client.connectAsync(StringCodec.UTF8, uri)
                                .toCompletableFuture()
                                .thenApply(Session::new));
    }

    /**
     * A cluster takes calls while a node is not connected. Otherwise it would turn away those that
     * a move of slots sends to a node for the first time, so callers would see each move; and those
     * for a node that is gone would still wait, since nobody knows yet that it is (lettuce issues
     * 3747 and 3782). Instead calls end by their timeout, here Lettuce's too, because only that
     * takes them out of what is sent once the node is connected again: the filter of {@link
     * #options} is not asked about calls that were on their way. So connecting again has to take
     * longer.
     */
    private static OwnClient ofCluster(
            RedisSettings settings, List<RedisURI> uris, ClientResources resources) {
        RedisClusterClient client = RedisClusterClient.create(resources, uris);
        client.setOptions(
                ClusterClientOptions.builder(
                                options(settings)
                                        .disconnectedBehavior(DisconnectedBehavior.ACCEPT_COMMANDS)
                                        .timeoutOptions(TimeoutOptions.enabled(settings.timeout()))
                                        .build())
                        .topologyRefreshOptions(
                                ClusterTopologyRefreshOptions.builder()
                                        // Each event that tells of a change is a trigger anyway.
                                        .adaptiveRefreshTriggersTimeout(Duration.ofSeconds(1))
                                        .refreshTriggersReconnectAttempts(1)
                                        .enablePeriodicRefresh(Duration.ofSeconds(30))
                                        .build())
                        .build());
        return new OwnClient(
                settings.target(),
                resources,
                client,
                () ->
                        client.refreshPartitionsAsync()
                                .thenCompose(unused -> client.connectAsync(StringCodec.UTF8))
                                .thenApply(Session::new));
    }

    private static ClientOptions.Builder options(RedisSettings settings) {
        ClientOptions.Builder options =
                ClientOptions.builder()
                        .autoReconnect(true)
                        // Callers have been told that a call failed: it must not happen later.
                        // This is for calls that could not be written; those on their way fail
                        // with the connection if calls are rejected without one.
                        .replayFilter(command -> true)
                        .requestQueueSize(QUEUE)
                        .socketOptions(socketOptions());
        settings.sslOptions().ifPresent(options::sslOptions);
        return options;
    }

    /**
     * Keeps an eye on a connection that is idle: one that is not is given up when calls have no
     * answer. How often can be said only where the server shows applications the class {@code
     * jdk.net.ExtendedSocketOptions}, which WildFly does not, and Lettuce connects nowhere if it
     * cannot obey.
     */
    private static SocketOptions socketOptions() {
        SocketOptions.Builder options = SocketOptions.builder().connectTimeout(CONNECTING);
        if (!ExtendedKeepAliveSupport.isSupported()) {
            return options.keepAlive(true).build();
        }
        return options.keepAlive(
                        KeepAliveOptions.builder()
                                .enable()
                                .idle(Duration.ofSeconds(10))
                                .interval(Duration.ofSeconds(2))
                                .count(3)
                                .build())
                .build();
    }

    private static ClientResources resources(Duration pause) {
        return DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                // Up to 30 seconds by default; and at random, as in Link.
                .reconnectDelay(Delay.fullJitter(pause, pause.plusSeconds(2), 100, MILLISECONDS))
                .build();
    }

    @Override
    public CompletionStage<Session> connect() {
        CompletionStage<Session> session;
        try {
            session = connect.get();
        } catch (RuntimeException e) {
            session = failedFuture(e);
        }
        return session.exceptionallyCompose(
                failure -> failedFuture(Failures.ofConnecting(target, failure)));
    }

    /**
     * Asks who has taken over. Lettuce does so by itself when a connection was lost, but not when a
     * node that is gone cannot be connected to for the first time, which then takes until the next
     * look at all nodes.
     */
    @Override
    public void missed() {
        long now = System.nanoTime();
        long last = asked.get();
        if (client instanceof RedisClusterClient cluster
                && now - last > ASKING_AGAIN.toNanos()
                && asked.compareAndSet(last, now)) {
            CompletionStage<Void> unused = cluster.refreshPartitionsAsync();
        }
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public void close(@Nullable Session session) {
        // The client closes its connections, and warns of those that somebody else has closed.
        CompletableFuture<Void> unused =
                client.shutdownAsync(0, 1, SECONDS).whenComplete((done, failure) -> release());
    }

    private void release() {
        // Not at once: the thread of this call still has to tell others of the end.
        Future<Boolean> unused = resources.shutdown(50, 1_000, MILLISECONDS);
    }
}
