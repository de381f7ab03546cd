// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one member of a {@link Crowd} has done, a line each in a file: what was written before the
 * member was killed is there. Safe for use by several threads.
 */
public final class CrowdReport implements AutoCloseable {

    private static final String START = "start";
    private static final String COUNT = "count";

    private final FileChannel file;

    CrowdReport(Path file) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * To be called when permits are used.
     *
     * @param key whose, without blanks
     * @param permits how many
     * @param slotNanos from when on the store let them be used, by the clock of the store
     */
    public void started(String key, int permits, long slotNanos) {
        write(START + ' ' + key + ' ' + permits + ' ' + slotNanos + ' ' + System.nanoTime());
    }

    /**
     * Counts something.
     *
     * @param what a word
     * @param times how often
     */
    public void count(String what, long times) {
        write(COUNT + ' ' + what + ' ' + times);
    }

    private void write(String line) {
        try {
            file.write(ByteBuffer.wrap((line + '\n').getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** The starts in a file; a line that was not written whole does not count. */
    static List<Start> starts(Path file) {
        return lines(file, START, 5)
                .map(
                        words ->
                                new Start(
                                        words[1],
                                        Integer.parseInt(words[2]),
                                        Long.parseLong(words[3]),
                                        Long.parseLong(words[4])))
                .toList();
    }

    /** What was counted in a file. */
    static Map<String, Long> counts(Path file) {
        return lines(file, COUNT, 3)
                .collect(
                        groupingBy(
                                words -> words[1], summingLong(words -> Long.parseLong(words[2]))));
    }

    private static Stream<String[]> lines(Path file, String kind, int words) {
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(line -> line.split(" "))
                    .filter(line -> line[0].equals(kind) && line.length == words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
