// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Connects to the Redis of one store. Safe for use by several threads. */
interface Connector {

    /** Connects once, without waiting. Fails with whatever Lettuce says. */
    CompletionStage<Session> connect();

    /** A call had no answer. Must not wait, and costs little however often it is told. */
    void missed();

    /** What to call the other side in messages, without credentials. */
    String target();

    /**
     * Lets go of what is its own, and of a session.
     *
     * @param session the last one, if it is open
     */
    void close(@Nullable Session session);
}
