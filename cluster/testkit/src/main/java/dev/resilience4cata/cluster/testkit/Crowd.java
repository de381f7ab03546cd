// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Several Java processes on this machine that do the same at the same time, each with the class
 * path of the test. To be used by one thread.
 */
public final class Crowd implements AutoCloseable {

    private final Path folder;
    private final Class<? extends CrowdTask> task;
    private final List<Process> members = new ArrayList<>();

    /**
     * Creates an empty crowd.
     *
     * @param folder where the members write what they do; it need not exist
     * @param task what they do
     */
    public Crowd(Path folder, Class<? extends CrowdTask> task) {
        this.folder = folder;
        this.task = task;
    }

    /**
     * Starts one more member, which gets ready.
     *
     * @param arguments what the task wants
     * @return the number of the member, from 0
     * @throws IOException if there can be no process
     */
    public int add(String... arguments) throws IOException {
        Files.createDirectories(folder);
        Files.deleteIfExists(report(members.size()));
        Files.createFile(report(members.size()));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx128m");
        command.add("-XX:+UseSerialGC"); // one thread more would be one too many for two processors
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(CrowdMember.class.getName());
        command.add(task.getName());
        command.add(report(members.size()).toString());
        command.addAll(List.of(arguments));
        File errors = folder.resolve(members.size() + ".err").toFile();
        members.add(new ProcessBuilder(command).redirectError(errors).start());
        return members.size() - 1;
    }

    private Path report(int member) {
        return folder.resolve(member + ".txt");
    }

    /**
     * Lets all members begin, once all are ready.
     *
     * @throws IOException if a member has ended, with what it said last
     */
    public void begin() throws IOException {
        for (int member = 0; member < members.size(); member++) {
            BufferedReader output = members.get(member).inputReader();
            String line = output.readLine();
            while (line != null && !line.equals(CrowdMember.READY)) {
                line = output.readLine();
            }
            if (line == null) {
                throw new IOException("Member " + member + " is not ready: " + errors(member));
            }
        }
        for (Process member : members) {
            member.getOutputStream().write('\n');
            member.getOutputStream().flush();
        }
    }

    private String errors(int member) throws IOException {
        return Files.readString(folder.resolve(member + ".err"));
    }

    /**
     * Kills a member, by SIGKILL.
     *
     * @param member its number
     * @throws InterruptedException if the thread is interrupted
     */
    public void kill(int member) throws InterruptedException {
        members.get(member).destroyForcibly().waitFor();
    }

    /**
     * Waits until all members have done their work.
     *
     * @param longest how long to wait at most
     * @throws IOException if a member that was not killed failed, or did not end in time
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(Duration longest) throws IOException, InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (int member = 0; member < members.size(); member++) {
            Process process = members.get(member);
            if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new IOException("Member " + member + " does not end within " + longest);
            }
            int status = process.exitValue();
            if (status != 0 && status != 128 + 9) {
                throw new IOException("Member " + member + " failed: " + errors(member));
            }
        }
    }

    /**
     * What all members have used so far.
     *
     * @return the starts, in no order
     */
    public List<Start> starts() {
        return reports().stream().flatMap(file -> CrowdReport.starts(file).stream()).toList();
    }

    /**
     * What one member has used so far.
     *
     * @param member its number
     * @return the starts, in no order
     */
    public List<Start> starts(int member) {
        return CrowdReport.starts(report(member));
    }

    /**
     * What all members have counted so far.
     *
     * @return the sums, by what was counted
     */
    public Map<String, Long> counts() {
        return reports().stream()
                .flatMap(file -> CrowdReport.counts(file).entrySet().stream())
                .collect(groupingBy(Map.Entry::getKey, summingLong(Map.Entry::getValue)));
    }

    private List<Path> reports() {
        return IntStream.range(0, members.size()).mapToObj(this::report).toList();
    }

    /** Ends what is left of the members. */
    @Override
    public void close() {
        members.forEach(Process::destroyForcibly);
    }
}
