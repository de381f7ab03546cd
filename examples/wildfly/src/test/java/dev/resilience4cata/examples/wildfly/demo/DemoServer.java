// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
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

    void start(Path home, Path watchdog) throws IOException, InterruptedException {
        Path base = freshBase(home);
        StandaloneCommandBuilder command =
                StandaloneCommandBuilder.of(home)
                        .setJavaHome(System.getProperty("java.home"))
                        .setBaseDirectory(base)
                        .setLogDirectory(directory)
                        .addJavaOptions("-javaagent:" + watchdog)
                        .addJavaOptions("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                        .addServerArguments(
                                "-Djboss.management.http.port=" + ports.management(),
                                "-Djboss.http.port=" + ports.http(),
                                "-Djboss.https.port=" + ports.https());
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

    URI http() {
        return URI.create("http://localhost:" + ports.http());
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

    private ServerManager running() {
        ServerManager current = manager;
        if (current == null) {
            throw new IllegalStateException("The server is not started");
        }
        return current;
    }

    /** The server writes here only, so the unpacked server stays as it was unpacked. */
    private Path freshBase(Path home) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> old = Files.walk(directory)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Path base = directory.resolve("standalone");
        Path configuration = base.resolve("configuration");
        Files.createDirectories(configuration);
        Files.createDirectories(base.resolve("deployments"));
        try (Stream<Path> files = Files.list(home.resolve("standalone/configuration"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, configuration.resolve(file.getFileName()));
            }
        }
        return base;
    }
}
