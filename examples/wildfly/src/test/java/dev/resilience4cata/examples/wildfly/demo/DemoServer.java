// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.dmr.ModelNode;
import org.jspecify.annotations.Nullable;
import org.wildfly.core.launcher.Launcher;
import org.wildfly.core.launcher.StandaloneCommandBuilder;
import org.wildfly.plugin.tools.Deployment;
import org.wildfly.plugin.tools.server.ServerManager;

/**
 * A WildFly process of our own on free ports. It ends with {@link #close}, which also runs when the
 * virtual machine is told to end; a watchdog ends it when that one was killed.
 */
final class DemoServer implements AutoCloseable {

    private static final long START_SECONDS = 300;
    private static final long STOP_SECONDS = 20;

    /** Ports that are free. */
    record Ports(int management, int http, int https) {}

    /**
     * What a server is made from.
     *
     * @param home the unpacked WildFly, which stays as it was unpacked
     * @param watchdog ends the server when the process that started it is gone
     * @param configuration a folder with files of which the server gets copies
     * @param file which of them it starts with
     * @param properties its system properties
     */
    record Recipe(
            Path home,
            Path watchdog,
            Path configuration,
            String file,
            Map<String, String> properties) {

        static Recipe asUnpacked(Path home, Path watchdog) {
            return new Recipe(
                    home,
                    watchdog,
                    home.resolve("standalone/configuration"),
                    "standalone.xml",
                    Map.of());
        }

        Recipe with(Map<String, String> more) {
            Map<String, String> all = new TreeMap<>(properties);
            all.putAll(more);
            return new Recipe(home, watchdog, configuration, file, all);
        }

        Recipe with(Path otherConfiguration, String otherFile) {
            return new Recipe(home, watchdog, otherConfiguration, otherFile, properties);
        }
    }

    private final Path directory;
    private final Ports ports;
    private final Thread hook = new Thread(this::stop, "stop server");
    private @Nullable Process process;
    private @Nullable ServerManager manager;
    private boolean stopped;

    /**
     * @param directory is emptied, and takes the server's files, {@code server.log} among them
     */
    DemoServer(Path directory, Ports ports) {
        this.directory = directory;
        this.ports = ports;
    }

    void start(Recipe recipe) throws IOException, InterruptedException {
        StandaloneCommandBuilder command =
                StandaloneCommandBuilder.of(recipe.home())
                        .setJavaHome(System.getProperty("java.home"))
                        .setBaseDirectory(freshBase(recipe.configuration()))
                        .setLogDirectory(directory)
                        .setServerConfiguration(recipe.file())
                        .addJavaOptions("-javaagent:" + recipe.watchdog())
                        .addJavaOptions("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                        .addServerArguments(
                                "-Djboss.management.http.port=" + ports.management(),
                                "-Djboss.http.port=" + ports.http(),
                                "-Djboss.https.port=" + ports.https())
                        .addServerArguments(
                                recipe.properties().entrySet().stream()
                                        .map(
                                                entry ->
                                                        "-D"
                                                                + entry.getKey()
                                                                + "="
                                                                + entry.getValue())
                                        .toList());
        Process started = launch(command);
        ServerManager server =
                ServerManager.builder()
                        .process(started)
                        .managementAddress("127.0.0.1")
                        .managementPort(ports.management())
                        .standalone();
        manager = server;
        if (!server.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(
                    "WildFly did not start within " + START_SECONDS + " s, see " + log());
        }
    }

    /** Deploys an archive; a refused deployment is an exception with the server's message. */
    void deploy(Path archive) throws IOException {
        running().deploymentManager().deploy(Deployment.of(archive)).assertSuccess();
    }

    /** Where the resources of an archive are that was deployed. */
    URI api(Path archive) {
        String context = archive.getFileName().toString().replaceFirst("\\.war$", "");
        return URI.create("http://localhost:" + ports.http() + "/" + context + "/api");
    }

    /** Asks the management; a refused operation is an exception with the server's message. */
    ModelNode ask(ModelNode operation) throws IOException {
        return running().executeOperation(operation);
    }

    /** SIGKILL, after which no code of the server runs any more. */
    void kill() throws InterruptedException {
        Process current = started();
        current.destroyForcibly();
        if (!current.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The server was not killed: " + current);
        }
    }

    long pid() {
        return started().pid();
    }

    Path log() {
        return directory.resolve("server.log");
    }

    /** Completes when the server has ended, whoever ended it. */
    CompletableFuture<?> end() {
        Process current = process;
        return current == null ? CompletableFuture.completedFuture(null) : current.onExit();
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The virtual machine is ending. What the caller would report are only its traces.
            awaitHalt();
        }
        ServerManager current = manager;
        if (current != null) {
            current.close();
        }
    }

    private static void awaitHalt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Process launch(StandaloneCommandBuilder command) throws IOException {
        // The hook first, so that there is no moment at which nobody would stop the process.
        Runtime.getRuntime().addShutdownHook(hook);
        if (stopped) {
            throw new IOException("Stopped before the server was started");
        }
        Process started =
                Launcher.of(command)
                        .setRedirectErrorStream(true)
                        .redirectOutput(directory.resolve("console.log"))
                        .launch();
        process = started;
        return started;
    }

    private synchronized void stop() {
        stopped = true;
        Process current = process;
        if (current == null || !current.isAlive()) {
            return;
        }
        current.destroy();
        try {
            current.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            current.destroyForcibly().onExit().join();
        } catch (InterruptedException e) {
            current.destroyForcibly().onExit().join();
            Thread.currentThread().interrupt();
        }
    }

    private Process started() {
        Process current = process;
        if (current == null) {
            throw new IllegalStateException("The server is not started");
        }
        return current;
    }

    private ServerManager running() {
        ServerManager current = manager;
        if (current == null) {
            throw new IllegalStateException("The server is not started");
        }
        return current;
    }

    /** The server writes here only. */
    private Path freshBase(Path configuration) throws IOException {
        Folders.empty(directory);
        Path base = directory.resolve("standalone");
        Folders.copyFiles(configuration, base.resolve("configuration"));
        Files.createDirectories(base.resolve("deployments"));
        return base;
    }
}
