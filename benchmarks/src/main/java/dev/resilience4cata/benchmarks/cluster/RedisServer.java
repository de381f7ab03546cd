// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import redis.embedded.core.ExecutableProvider;

/** A Redis of its own that keeps nothing on disk, and a connection to ask it. For one thread. */
final class RedisServer implements AutoCloseable {

    private static final int STARTING_MILLIS = 10_000;

    private final Process process;
    private final int port;
    private final Socket socket;

    private RedisServer(Process process, int port, Socket socket) {
        this.process = process;
        this.port = port;
        this.socket = socket;
    }

    /**
     * Starts one.
     *
     * @param program empty for the one that a dependency brings
     * @param folder where it works
     */
    static RedisServer start(String program, Path folder) throws IOException {
        Files.createDirectories(folder);
        int port = freePort();
        Process process =
                new ProcessBuilder(
                                program.isEmpty() ? brought() : program,
                                "--port",
                                String.valueOf(port),
                                "--bind",
                                "127.0.0.1",
                                "--save",
                                "",
                                "--appendonly",
                                "no",
                                "--daemonize",
                                "no")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        for (int millis = 0; millis < STARTING_MILLIS && process.isAlive(); millis += 10) {
            try {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.setSoTimeout(STARTING_MILLIS);
                return new RedisServer(process, port, socket);
            } catch (IOException e) {
                LockSupport.parkNanos(10_000_000); // not yet
            }
        }
        process.destroyForcibly();
        throw new IOException("no Redis: " + Files.readString(folder.resolve("log")));
    }

    private static String brought() throws IOException {
        return ExecutableProvider.newJarResourceProvider().get().getAbsolutePath();
    }

    /** Below the ports that the system gives away, so that no connection gets it meanwhile. */
    private static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
            try (ServerSocket free = new ServerSocket()) {
                free.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (IOException e) {
                // Taken.
            }
        }
        throw new IOException("no free port between 10000 and 20000");
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    String version() throws IOException {
        return ask("INFO server")
                .lines()
                .filter(line -> line.startsWith("redis_version:"))
                .map(line -> line.substring(line.indexOf(':') + 1))
                .findFirst()
                .orElse("unknown");
    }

    /** What it has done so far. */
    RedisUsage usage() throws IOException {
        return RedisUsage.parse(ask("INFO commandstats") + ask("INFO cpu"));
    }

    /** Forgets all limits, but not the scripts. */
    void forget() throws IOException {
        String unused = ask("FLUSHALL");
    }

    /** The text of an answer. */
    private String ask(String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        String head = line(in);
        if (head.startsWith("+")) {
            return head.substring(1);
        }
        if (!head.startsWith("$")) {
            throw new IOException(command + ": " + head);
        }
        byte[] text = new byte[Integer.parseInt(head.substring(1))];
        in.readFully(text);
        line(in);
        return new String(text, UTF_8);
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        process.destroyForcibly();
    }
}
