// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** What is measured side by side. */
enum Contender {
    OURS("ours", "lettuce", "Ours"),
    LEASES("ours, leases", "lettuce", "OursLeasing"),
    BUCKET4J("Bucket4j", "lettuce", "Bucket4j"),
    BATCHING("Bucket4j, batching", "lettuce", "BatchingBucket4j"),
    REDISSON("Redisson", "redisson", "RedissonLimiter"),
    IN_JVM("ours without Redis", "lettuce", "OursInJvm");

    private final String label;
    private final String module;
    private final String type;

    Contender(String label, String module, String type) {
        this.label = label;
        this.module = module;
        this.type = type;
    }

    /** What a reader calls it. */
    String label() {
        return label;
    }

    /** The module that has its class path. */
    String module() {
        return module;
    }

    /** The name of its class. */
    String type() {
        return "dev.resilience4cata.benchmarks." + module + "." + type;
    }

    /** How long after its calls Redis still hears of it: a lease is given back after a second. */
    Duration settling() {
        return this == LEASES ? Duration.ofMillis(1500) : Duration.ZERO;
    }

    boolean isOnRedis() {
        return this != IN_JVM;
    }

    /**
     * Of the calls of commands that Redis has counted those that a client sent, by command. Redis
     * counts the commands inside of scripts too, and does not tell them apart.
     */
    Map<String, Long> sent(Map<String, Long> counted) {
        Map<String, Long> sent = new TreeMap<>();
        counted.forEach(
                (command, calls) -> {
                    if (command.startsWith("eval") || command.startsWith("script")) {
                        sent.put(command, calls); // no script runs a script
                    }
                });
        if (this == BUCKET4J || this == BATCHING) {
            // It sends GET, and one of two scripts. One begins with a GET, the other is a SET.
            long scripts = sent.values().stream().mapToLong(Long::longValue).sum();
            long inScripts = scripts - counted.getOrDefault("set", 0L);
            sent.put("get", counted.getOrDefault("get", 0L) - inScripts);
        }
        return sent;
    }
}
