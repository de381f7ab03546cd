// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis process of its own on this machine. The program is the one that {@code
 * -Dcluster.redis.server} names, or else one that a test dependency brings.
 */
final class LocalRedis implements AutoCloseable {

    /** The property that names the library that gives a process another clock. */
    static final String FAKETIME = "cluster.faketime";

    private static final Duration STARTING = Duration.ofSeconds(10);

    private final String program;
    private final int port;
    private final Path folder;
    private final List<String> options;
    private final Map<String, String> environment;
    private Process process;
    private RedisClient client;
    private StatefulRedisConnection<String, String> connection;

    private LocalRedis(
            String program, int port, List<String> options, Map<String, String> environment)
            throws IOException {
        this.environment = environment;
        this.program = program;
        this.port = port;
        this.options = options;
        this.folder = Path.of("target", "redis", String.valueOf(port)).toAbsolutePath();
        Files.createDirectories(folder);
    }

    static LocalRedis start(String... options) throws Exception {
        return start(program(), List.of(options));
    }

    static LocalRedis start(String program, List<String> options) throws Exception {
        return start(program, options, Map.of());
    }

    private static LocalRedis start(
            String program, List<String> options, Map<String, String> environment)
            throws Exception {
        LocalRedis redis = new LocalRedis(program, freePort(), options, environment);
        redis.restart();
        return redis;
    }

    /** One whose clock is off by what a file says, such as {@code -10s}. */
    static LocalRedis startWithClock(Path offset) throws Exception {
        return start(
                program(),
                List.of(),
                Map.of(
                        // The allocator of the system before that of Redis: jemalloc asks for the
                        // time while it starts, and what answers asks it for memory.
                        "LD_PRELOAD",
                        System.getProperty(FAKETIME) + " libc.so.6",
                        "FAKETIME_TIMESTAMP_FILE",
                        offset.toAbsolutePath().toString(),
                        "FAKETIME_NO_CACHE",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1"));
    }

    /** One that does not run yet. */
    static LocalRedis prepare() throws IOException {
        return new LocalRedis(program(), freePort(), List.of(), Map.of());
    }

    static String program() throws IOException {
        String named = System.getProperty("cluster.redis.server", "");
        if (!named.isBlank()) {
            return named;
        }
        return Extracted.PROGRAM.getAbsolutePath();
    }

    private static final class Extracted {
        static final File PROGRAM = extract();

        private static File extract() {
            try {
                return ExecutableProvider.newJarResourceProvider().get();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Below the ports that the system gives away, so that no connection gets it meanwhile. */
    static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (IOException e) {
                // Taken.
            }
        }
        throw new IOException("no free port between 10000 and 20000");
    }

    int port() {
        return port;
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Starts it, empty. */
    void restart() throws Exception {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(program, "--port", String.valueOf(port), "--bind", "127.0.0.1"));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--daemonize", "no"));
        command.addAll(List.of("--repl-diskless-sync-delay", "0")); // no other replica will come
        command.addAll(options);
        ProcessBuilder start =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile());
        start.environment().putAll(environment);
        process = start.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        Patience.until("a start of Redis", STARTING, this::answers);
    }

    private boolean answers() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("ended: " + Files.readString(folder.resolve("log")));
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            String answer = in.readLine();
            return answer != null && (answer.startsWith("+PONG") || answer.startsWith("-NOAUTH"));
        } catch (IOException e) {
            return false;
        }
    }

    /** For what a test looks at, by a connection that stays. */
    synchronized RedisCommands<String, String> commands() {
        if (connection == null) {
            client = RedisClient.create(RedisURI.create(uri()));
            connection = client.connect();
        }
        return connection.sync();
    }

    /** How often it has run a command since it was started. */
    long count(String command) {
        String prefix = "cmdstat_" + command + ":calls=";
        return commands()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(
                        line -> Long.parseLong(line.substring(prefix.length(), line.indexOf(','))))
                .sum();
    }

    /** How far its clock is behind {@link System#nanoTime()}, at least; off by a round trip. */
    long nanosBehind() {
        long most = Long.MIN_VALUE;
        for (int sample = 0; sample < 50; sample++) {
            long asked = System.nanoTime();
            List<String> time = commands().time();
            long seconds = Long.parseLong(time.get(0));
            long micros = Long.parseLong(time.get(1)) + 1; // what it says is rounded down
            most = Math.max(most, asked - (seconds * 1_000_000 + micros) * 1000);
        }
        return most;
    }

    /** SIGKILL: all that it knew is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }

    /** It stays connected and does nothing. */
    void pause() throws Exception {
        signal("STOP");
    }

    void resume() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill -" + name + " failed");
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
