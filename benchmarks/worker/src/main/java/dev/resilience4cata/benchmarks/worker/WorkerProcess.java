// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The other side of a worker: starts the process, and tells it what to do. For one thread. */
public final class WorkerProcess implements AutoCloseable {

    private final Process process;
    private final Path errors;
    private final BufferedReader answers;
    private final PrintWriter orders;

    /**
     * Starts a process. It is ready after {@link #awaitReady()}.
     *
     * @param flags of its JVM
     * @param classPath with the peer
     * @param peer the name of its class
     * @param redis the address that it gets
     * @param errors a file for what it prints
     * @throws IOException if there can be no process
     */
    public WorkerProcess(
            List<String> flags, String classPath, String peer, String redis, Path errors)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, Worker.class.getName(), peer, redis));
        this.errors = errors;
        this.process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /**
     * Waits until it has started, or has made its limiters.
     *
     * @throws IOException if it has ended instead
     */
    public void awaitReady() throws IOException {
        String answer = answer();
        if (!answer.equals(Worker.READY)) {
            throw new IOException(answer);
        }
    }

    /**
     * Lets it make limiters, for which {@link #awaitReady()} waits.
     *
     * @param name of the limiters, without a blank
     * @param limit of each key
     * @param keys how many
     */
    public void makeLimiters(String name, Limit limit, int keys) {
        orders.println(
                String.join(
                        " ",
                        Worker.LIMITERS,
                        name,
                        String.valueOf(limit.permits()),
                        limit.period().toString(),
                        String.valueOf(keys)));
    }

    /**
     * Lets it call; {@link #awaitOutcome()} has what becomes of it.
     *
     * @param load how
     */
    public void call(Load load) {
        orders.println(Worker.CALL + " " + load.words());
    }

    /**
     * Waits until it has called.
     *
     * @return what became of its calls
     * @throws IOException if it has ended instead
     */
    public Outcome awaitOutcome() throws IOException {
        return Outcome.parse(answer());
    }

    private String answer() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("A worker has ended: " + Files.readString(errors));
        }
        return answer;
    }

    /** Ends it at once; it has nothing to keep. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
