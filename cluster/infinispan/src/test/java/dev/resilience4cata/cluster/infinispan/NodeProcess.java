// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.infinispan.partitionhandling.PartitionHandling;

/** A {@link CacheNode} as the test that started it sees it. */
final class NodeProcess implements AutoCloseable {

    private static final long LONGEST_SECONDS = 60;

    private final Process process;
    private final Writer commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private NodeProcess(Process process) {
        this.process = process;
        commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readAnswers, "answers of a node");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts members of a new cluster, one after another, and waits until each has joined. */
    static List<NodeProcess> cluster(String name, int members, PartitionHandling whenSplit)
            throws Exception {
        List<Integer> ports = LoopbackNode.freePorts(members);
        List<NodeProcess> nodes = new ArrayList<>();
        try {
            for (int port : ports) {
                NodeProcess node = start(name, port, ports, whenSplit);
                nodes.add(node);
                node.expect("READY");
            }
            nodes.get(0).ask("members", "MEMBERS " + members);
            return nodes;
        } catch (Throwable e) {
            nodes.forEach(NodeProcess::close);
            throw e;
        }
    }

    private static NodeProcess start(
            String cluster, int port, List<Integer> ports, PartitionHandling whenSplit)
            throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "nodes"));
        ProcessBuilder builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.net.preferIPv4Stack=true",
                        "-Dloopback.silence=" + System.getProperty("loopback.silence", "40000"),
                        "-cp",
                        System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        CacheNode.class.getName(),
                        cluster,
                        Integer.toString(port),
                        ports.stream().map(String::valueOf).collect(Collectors.joining(",")),
                        whenSplit.name());
        builder.redirectError(folder.resolve(cluster + '-' + port + ".log").toFile());
        return new NodeProcess(builder.start());
    }

    private void readAnswers() {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("> ")) {
                    answers.add(line.substring(2));
                }
            }
        } catch (IOException e) {
            answers.add("FAILED " + e);
        }
    }

    void tell(String command) throws IOException {
        commands.write(command + '\n');
        commands.flush();
    }

    /** The next answer that begins so; another one, or none in time, is an error. */
    String expect(String beginning) throws InterruptedException {
        String answer = answers.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
        if (answer == null || !answer.startsWith(beginning)) {
            throw new AssertionError(
                    "expected %s, but the node answered %s".formatted(beginning, answer));
        }
        return answer;
    }

    String ask(String command, String beginning) throws IOException, InterruptedException {
        tell(command);
        return expect(beginning);
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            throw new AssertionError("the node was not killed");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
