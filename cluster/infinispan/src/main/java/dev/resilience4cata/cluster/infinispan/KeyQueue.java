// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the operations on one key one after another, in their order, and those on different keys at
 * the same time. Instances so compete for a key, not the threads of an instance. A key without
 * operations needs no memory. Safe for use by several threads.
 */
final class KeyQueue {

    /** What is done with a key, and takes until it says so. */
    interface Operation {

        /**
         * Called by a thread of the executor. Must not throw.
         *
         * @param end to be run once when the operation has ended, by any thread
         */
        void start(Runnable end);

        /** Called instead if the executor takes no more tasks, by any thread. */
        void reject(RejectedExecutionException e);
    }

    private final Executor executor;

    /** What waits behind the operation that runs; a key without one is missing. */
    private final ConcurrentHashMap<String, Queue<Operation>> waiting = new ConcurrentHashMap<>();

    KeyQueue(Executor executor) {
        this.executor = executor;
    }

    void add(String key, Operation operation) {
        Queue<Operation> mine = new ArrayDeque<>(0);
        Queue<Operation> queue =
                waiting.compute(
                        key,
                        (k, others) -> {
                            if (others == null) {
                                return mine;
                            }
                            others.add(operation);
                            return others;
                        });
        if (queue == mine) {
            hand(key, operation);
        }
    }

    /**
     * Always by the executor. Whoever ended the operation before may be a thread of Infinispan that
     * has just completed a write, and must not be made to begin another.
     */
    private void hand(String key, Operation operation) {
        try {
            executor.execute(() -> operation.start(() -> next(key)));
        } catch (RejectedExecutionException e) {
            operation.reject(e);
            for (Operation each = poll(key); each != null; each = poll(key)) {
                each.reject(e);
            }
        }
    }

    private void next(String key) {
        Operation operation = poll(key);
        if (operation != null) {
            hand(key, operation);
        }
    }

    private @Nullable Operation poll(String key) {
        Operation[] first = new Operation[1];
        waiting.computeIfPresent(
                key,
                (k, queue) -> {
                    first[0] = queue.poll();
                    return first[0] == null ? null : queue;
                });
        return first[0];
    }

    /** How many keys have an operation that has not ended. */
    int keys() {
        return waiting.size();
    }
}
