// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One connection, or those to the nodes of one cluster. Safe for use by several threads. */
final class Session {

    private final StatefulConnection<String, String> connection;
    private final RedisScriptingAsyncCommands<String, String> commands;
    private final boolean toOneNode;

    /** Whether calls were lost since the last answer. */
    private volatile boolean silent;

    /** When the first of these calls was sent. */
    private volatile long silentSince;

    Session(StatefulRedisConnection<String, String> connection) {
        this(connection, connection.async(), true);
    }

    Session(StatefulRedisClusterConnection<String, String> connection) {
        this(connection, connection.async(), false);
    }

    private Session(
            StatefulConnection<String, String> connection,
            RedisScriptingAsyncCommands<String, String> commands,
            boolean toOneNode) {
        this.connection = connection;
        this.commands = commands;
        this.toOneNode = toOneNode;
    }

    RedisScriptingAsyncCommands<String, String> commands() {
        return commands;
    }

    /**
     * Whether a call can be sent. Asked before each, because a client of the application may keep
     * calls until it is connected again. Of a cluster, only Lettuce knows which node is meant.
     */
    boolean isOpen() {
        return !toOneNode || connection.isOpen();
    }

    /** An answer came. */
    void heard() {
        if (silent) {
            silent = false;
        }
    }

    /**
     * No answer came to a call; asked by one thread only.
     *
     * @param sent when the call was sent, as {@link System#nanoTime()} has it
     * @return for how long nothing has come that should have
     */
    Duration lost(long sent) {
        if (!silent) {
            silentSince = sent;
            silent = true;
        }
        return Duration.ofNanos(System.nanoTime() - silentSince);
    }

    void close() {
        CompletableFuture<Void> unused = connection.closeAsync();
    }
}
