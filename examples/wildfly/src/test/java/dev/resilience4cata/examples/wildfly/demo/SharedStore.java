// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Where two servers keep the limits that they share. */
interface SharedStore extends AutoCloseable {

    /** For people. */
    String name();

    /**
     * What a server is made from that uses this store.
     *
     * @param plain what it would be made from without
     * @param server 0 or 1
     */
    DemoServer.Recipe recipe(DemoServer.Recipe plain, int server);

    /** Returns when the application on all servers can share limits. */
    void awaitShared(List<DemoServer> servers) throws IOException, InterruptedException;

    /**
     * How many calls too many may pass when a server is killed.
     *
     * @param underWay calls that had no answer at that moment
     */
    long mostBeyondAfterKill(long underWay);

    @Override
    void close();

    /** The properties in a file. */
    static Map<String, String> properties(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        Map<String, String> all = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> all.put(key, properties.getProperty(key)));
        return all;
    }
}
