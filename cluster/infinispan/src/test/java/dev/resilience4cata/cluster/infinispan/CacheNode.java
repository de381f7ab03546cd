// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.resilience4cata.cluster.testkit.Start;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.Take;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.infinispan.Cache;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.partitionhandling.PartitionHandling;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;
import org.jgroups.protocols.DISCARD;

/**
 * A JVM of its own with a cache and a store. Reads commands from its input, one a line, and answers
 * each by one line. Ends with its input, so that none is left behind by a test that fails, and in
 * any case after two minutes.
 */
final class CacheNode {

    private final Cache<String, Long> cache;
    private InfinispanStore store;
    private long offsetNanos;

    private CacheNode(Cache<String, Long> cache) {
        this.cache = cache;
        this.store = open(0, 10, 5_000);
    }

    /** Arguments: the cluster, the port, the ports of all members, what a part does alone. */
    public static void main(String[] arguments) throws Exception {
        Thread watchdog =
                new Thread(
                        () -> {
                            LockSupport.parkNanos(SECONDS.toNanos(120));
                            Runtime.getRuntime().halt(3);
                        });
        watchdog.setDaemon(true);
        watchdog.start();
        List<Integer> ports = Stream.of(arguments[2].split(",")).map(Integer::valueOf).toList();
        DefaultCacheManager manager =
                LoopbackNode.manager(arguments[0], Integer.parseInt(arguments[1]), ports);
        CacheNode node =
                new CacheNode(LoopbackNode.cache(manager, PartitionHandling.valueOf(arguments[3])));
        BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        answer("READY");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ");
            answer(node.run(command));
        }
        Runtime.getRuntime().halt(0);
    }

    private static synchronized void answer(String line) {
        System.out.println("> " + line);
        System.out.flush();
    }

    private InfinispanStore open(long offsetMillis, long skewMillis, long timeoutMillis) {
        offsetNanos = MILLISECONDS.toNanos(offsetMillis);
        return InfinispanStore.builder(cache)
                .clock(new EpochClock(() -> wall() + offsetNanos))
                .skew(Duration.ofMillis(skewMillis))
                .timeout(Duration.ofMillis(timeoutMillis))
                .open();
    }

    private static long wall() {
        Instant now = Instant.now();
        return SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    private String run(String[] command) {
        return switch (command[0]) {
            case "open" -> {
                store.close();
                store =
                        open(
                                Long.parseLong(command[1]),
                                Long.parseLong(command[2]),
                                Long.parseLong(command[3]));
                yield "OPENED";
            }
            case "members" -> "MEMBERS " + cache.getCacheManager().getMembers().size();
            case "primary" -> "PRIMARY " + LoopbackNode.isPrimary(cache, command[1]);
            case "has" -> "HAS " + cache.containsKey(command[1]);
            case "take" ->
                    take(
                            new Take(
                                    command[1],
                                    Long.parseLong(command[2]),
                                    1,
                                    1,
                                    Long.parseLong(command[3]),
                                    Long.parseLong(command[4])));
            case "discard" -> {
                ((JGroupsTransport) cache.getAdvancedCache().getRpcManager().getTransport())
                        .getChannel()
                        .getProtocolStack()
                        .<DISCARD>findProtocol(DISCARD.class)
                        .discardAll(Boolean.parseBoolean(command[1]));
                yield "DISCARDING " + command[1];
            }
            case "load" -> {
                new Thread(() -> load(command), "load").start();
                yield "LOADING";
            }
            default -> throw new IllegalArgumentException(command[0]);
        };
    }

    private String take(Take take) {
        try {
            Grant grant = store.take(take).toCompletableFuture().join();
            return "TOOK %d %d %s".formatted(grant.units(), grant.backlogNanos(), grant.clamped());
        } catch (CompletionException e) {
            return "FAILED " + ((StoreException) e.getCause()).reason();
        }
    }

    /** key, interval, burst, threads, delay and length in ms, file; answers when it is over. */
    private void load(String[] command) {
        long unit = Long.parseLong(command[2]);
        long cap = unit * Integer.parseInt(command[3]);
        Take take = new Take(command[1], unit, 1, 1, cap, cap);
        int threads = Integer.parseInt(command[4]);
        long begin = System.nanoTime() + MILLISECONDS.toNanos(Long.parseLong(command[5]));
        long end = begin + MILLISECONDS.toNanos(Long.parseLong(command[6]));
        Path file = Path.of(command[7]);
        int[] counts = new int[3];
        List<Thread> callers = new ArrayList<>();
        for (int each = 0; each < threads; each++) {
            Thread caller = new Thread(() -> call(take, begin, end, file, counts));
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            try {
                caller.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        answer("DONE %d %d %d".formatted(counts[0], counts[1], counts[2]));
    }

    private void call(Take take, long begin, long end, Path file, int[] counts) {
        while (System.nanoTime() - begin < 0) {
            LockSupport.parkNanos(begin - System.nanoTime());
        }
        while (System.nanoTime() - end < 0) {
            int outcome;
            try {
                Grant grant = store.take(take).toCompletableFuture().join();
                if (grant.units() > 0) {
                    GrantLog.write(
                            file,
                            new Start(
                                    take.key(),
                                    grant.units(),
                                    grant.engineNowNanos() - offsetNanos,
                                    System.nanoTime()));
                    outcome = 0;
                } else {
                    outcome = 1;
                    // As callers do who are told how long it takes.
                    LockSupport.parkNanos(Math.min(MILLISECONDS.toNanos(2), take.unitNanos()));
                }
            } catch (CompletionException e) {
                outcome = 2;
            }
            synchronized (counts) {
                counts[outcome]++;
            }
        }
    }
}
