// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.ShutdownHookBehavior;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.partitionhandling.PartitionHandling;

/** A member of a cluster on this machine, with a cache manager of its own. */
final class LoopbackNode {

    /** What {@code jgroups-loopback.xml} adds to a port for the detection of failures. */
    private static final int OFFSET = 1_000;

    private LoopbackNode() {}

    /** Ports that nobody listens on now, between 10000 and 19000, with those above them. */
    static List<Integer> freePorts(int count) throws IOException {
        List<Integer> ports = new ArrayList<>();
        Random random = new Random();
        for (int attempt = 0; ports.size() < count; attempt++) {
            int port = 10_000 + random.nextInt(9_000);
            if (!ports.contains(port)
                    && !ports.contains(port + OFFSET)
                    && !ports.contains(port - OFFSET)
                    && isFree(port, attempt)
                    && isFree(port + OFFSET, attempt)) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static boolean isFree(int port, int attempt) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            if (attempt > 100) {
                throw e;
            }
            return false;
        }
    }

    /** Starts a cache manager that joins those on the other ports. */
    static DefaultCacheManager manager(String cluster, int port, List<Integer> ports) {
        synchronized (LoopbackNode.class) { // The properties are those of the JVM.
            System.setProperty("loopback.port", Integer.toString(port));
            System.setProperty(
                    "loopback.hosts",
                    ports.stream().map("127.0.0.1[%d]"::formatted).collect(joining(",")));
            GlobalConfigurationBuilder global =
                    GlobalConfigurationBuilder.defaultClusteredBuilder();
            global.transport()
                    .clusterName(cluster)
                    .nodeName("node-" + port)
                    .addProperty("configurationFile", "jgroups-loopback.xml");
            global.shutdown().hookBehavior(ShutdownHookBehavior.DONT_REGISTER);
            global.jmx().disable();
            return new DefaultCacheManager(global.build());
        }
    }

    /** The cache as the documentation wants it, of two owners. */
    static ConfigurationBuilder distributed(PartitionHandling whenSplit) {
        ConfigurationBuilder cache = new ConfigurationBuilder();
        cache.clustering().cacheMode(CacheMode.DIST_SYNC).hash().numOwners(2);
        cache.clustering().partitionHandling().whenSplit(whenSplit).mergePolicy(new HighestTat());
        return cache;
    }

    static Cache<String, Long> cache(DefaultCacheManager manager, PartitionHandling whenSplit) {
        manager.defineConfiguration("tat", distributed(whenSplit).build());
        return manager.getCache("tat");
    }

    /** Whether this member decides about writes of the key. */
    static boolean isPrimary(Cache<String, Long> cache, String key) {
        return cache.getAdvancedCache()
                .getDistributionManager()
                .getCacheTopology()
                .getDistribution(key)
                .isPrimary();
    }
}
