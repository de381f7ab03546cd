// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;

/** A Redis process that is there for one demonstration. */
final class RedisOfOurOwn implements SharedStore {

    private static final Duration STARTING = Duration.ofSeconds(30);
    private static final long STOP_SECONDS = 10;

    /**
     * A shell ends it when nobody holds the other side of the shell's standard input any more: the
     * process that started it has closed that, or is gone.
     */
    private static final String HELD =
            "\"$@\" & trap \"kill -9 $!\" EXIT; trap exit INT TERM; cat >&2";

    private final Map<String, String> properties;
    private final String version;
    private final int port;
    private final Path log;
    private final Process process;

    private RedisOfOurOwn(String program, int port, Path directory, Path settings)
            throws IOException, InterruptedException {
        this.properties = new TreeMap<>(SharedStore.properties(settings));
        this.properties.put("resilience4cata.cluster.redis.uri", "redis://127.0.0.1:" + port);
        this.version = version(program);
        this.port = port;
        this.log = directory.resolve("redis.log");
        ProcessBuilder command = new ProcessBuilder("sh", "-c", HELD, "sh", program);
        command.command().addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1"));
        command.command().addAll(List.of("--save", "", "--appendonly", "no"));
        this.process =
                command.directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
    }

    /**
     * Starts it, empty.
     *
     * @param program the program, or blank for the one that a test dependency brings
     * @param directory for its files
     * @param settings properties for the application
     */
    static RedisOfOurOwn start(String program, Path directory, Path settings)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        RedisOfOurOwn redis =
                new RedisOfOurOwn(
                        program.isBlank()
                                ? ExecutableProvider.newJarResourceProvider()
                                        .get()
                                        .getAbsolutePath()
                                : program,
                        FreePorts.find(1).get(0),
                        directory,
                        settings);
        try {
            redis.awaitAnswer();
            return redis;
        } catch (IOException | InterruptedException | RuntimeException e) {
            redis.close();
            throw e;
        }
    }

    private static String version(String program) throws IOException {
        Process process = new ProcessBuilder(program, "--version").start();
        process.getOutputStream().close();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII))) {
            String line = String.valueOf(lines.readLine());
            Matcher matcher = Pattern.compile("v=([0-9.]+)").matcher(line);
            if (!matcher.find()) {
                throw new IOException(program + " is no Redis: " + line);
            }
            return matcher.group(1);
        }
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!answers()) {
            if (System.nanoTime() - start > STARTING.toNanos()) {
                throw new IOException("Redis did not start, see " + log);
            }
            Thread.sleep(20);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            return "+PONG".equals(in.readLine());
        } catch (IOException e) {
            return false; // not yet
        }
    }

    @Override
    public String name() {
        return "Redis " + version;
    }

    @Override
    public DemoServer.Recipe recipe(DemoServer.Recipe plain, int server) {
        return plain.with(properties);
    }

    @Override
    public void awaitShared(List<DemoServer> servers) {
        // Each asks the same Redis from its first call on.
    }

    /** The killed server holds no permits, and Redis runs on. */
    @Override
    public long mostBeyondAfterKill(long underWay) {
        return 0;
    }

    @Override
    public void close() {
        List<ProcessHandle> redis = process.descendants().toList();
        try {
            process.getOutputStream().close();
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // The shell has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        redis.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
