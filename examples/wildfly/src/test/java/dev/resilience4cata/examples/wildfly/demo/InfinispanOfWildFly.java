// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jboss.dmr.ModelNode;
import org.wildfly.core.launcher.CliCommandBuilder;
import org.wildfly.core.launcher.Launcher;

/** A cache that the servers themselves keep. */
final class InfinispanOfWildFly implements SharedStore {

    private static final String CONFIGURATION = "standalone-ha.xml";
    private static final long CONFIGURING_SECONDS = 120;
    private static final Duration JOINING = Duration.ofMinutes(1);

    private final Path configuration;
    private final Map<String, String> properties;

    /**
     * Where each listens to the other; beside that it shows that it is there. The other looks for
     * that as far from the first port as its own two are from each other.
     */
    private final List<Integer> ports;

    private InfinispanOfWildFly(Path configuration, Map<String, String> properties)
            throws IOException {
        this.configuration = configuration;
        this.properties = properties;
        this.ports = FreePorts.find(2, 2);
    }

    /**
     * Prepares the configuration of the servers as a user does, with the command line of WildFly.
     *
     * @param plain the server
     * @param directory for files
     * @param settings the folder with the commands, and with properties for the application
     */
    static InfinispanOfWildFly configure(DemoServer.Recipe plain, Path directory, Path settings)
            throws IOException, InterruptedException {
        Path base = directory.resolve("prepared");
        Folders.empty(base);
        Path configuration = base.resolve("configuration");
        Folders.copyFiles(plain.configuration(), configuration);
        List<String> commands = new ArrayList<>();
        commands.add("embed-server --server-config=" + CONFIGURATION);
        for (String file : List.of("rate-limits.cli", "dead-members.cli", "members.cli")) {
            commands.addAll(Files.readAllLines(settings.resolve(file)));
        }
        commands.add("stop-embedded-server");
        Path script = Files.write(base.resolve("commands.cli"), commands);
        Path log = directory.resolve("cli.log");
        Process process =
                Launcher.of(
                                CliCommandBuilder.asModularLauncher(plain.home())
                                        .setJavaHome(System.getProperty("java.home"))
                                        .addJavaOptions(
                                                "-javaagent:" + plain.watchdog(),
                                                "-Djboss.server.base.dir=" + base,
                                                "-XX:TieredStopAtLevel=1")
                                        .addCliArgument("--echo-command")
                                        .setScriptFile(script))
                        .addEnvironmentVariable("JBOSS_HOME", plain.home().toString())
                        .setRedirectErrorStream(true)
                        .redirectOutput(log)
                        .launch();
        try {
            if (!process.waitFor(CONFIGURING_SECONDS, TimeUnit.SECONDS)
                    || process.exitValue() != 0) {
                throw new IOException("The commands for the server failed, see " + log);
            }
        } finally {
            process.destroyForcibly();
        }
        return new InfinispanOfWildFly(
                configuration, SharedStore.properties(settings.resolve("infinispan.properties")));
    }

    @Override
    public String name() {
        return "Infinispan in WildFly";
    }

    @Override
    public DemoServer.Recipe recipe(DemoServer.Recipe plain, int server) {
        Map<String, String> all = new TreeMap<>(properties);
        all.put("jboss.node.name", server == 0 ? "a" : "b");
        all.put("two-servers.a.port", String.valueOf(ports.get(0)));
        all.put("two-servers.b.port", String.valueOf(ports.get(1)));
        all.put("two-servers.tcp.port", String.valueOf(ports.get(server)));
        all.put("two-servers.fd.port", String.valueOf(ports.get(server) + 1));
        return plain.with(configuration, CONFIGURATION).with(all);
    }

    /** The server starts the cache for the application, and the cache joins that of the other. */
    @Override
    public void awaitShared(List<DemoServer> servers) throws IOException, InterruptedException {
        ModelNode view = new ModelNode();
        view.get("operation").set("read-attribute");
        view.get("address").add("subsystem", "jgroups").add("channel", "ee");
        view.get("name").set("view");
        long start = System.nanoTime();
        for (DemoServer server : servers) {
            while (!server.ask(view).asString().contains("(" + servers.size() + ")")) {
                if (System.nanoTime() - start > JOINING.toNanos()) {
                    throw new IOException("The servers did not find each other, see their logs");
                }
                Thread.sleep(50);
            }
        }
    }

    /** Infinispan may repeat a write that was under way, and count it as done twice. */
    @Override
    public long mostBeyondAfterKill(long underWay) {
        return underWay;
    }

    @Override
    public void close() {
        // Nothing is left when the servers have stopped.
    }
}
