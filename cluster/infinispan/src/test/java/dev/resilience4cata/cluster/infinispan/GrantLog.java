// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import dev.resilience4cata.cluster.testkit.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** What a node was granted, in a file to which each grant is written at once. */
final class GrantLog {

    private GrantLog() {}

    static synchronized void write(Path file, Start grant) {
        String line =
                "%s %d %d %d%n"
                        .formatted(
                                grant.key(),
                                grant.permits(),
                                grant.slotNanos(),
                                grant.startNanos());
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The grants of several nodes; the last line of one that was killed may be cut. */
    static List<Start> read(Path... files) throws IOException {
        List<Start> grants = new ArrayList<>();
        for (Path file : files) {
            String text = Files.readString(file);
            text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(line -> line.split(" "))
                    .map(
                            words ->
                                    new Start(
                                            words[0],
                                            Integer.parseInt(words[1]),
                                            Long.parseLong(words[2]),
                                            Long.parseLong(words[3])))
                    .forEach(grants::add);
        }
        return grants;
    }

    static int permits(List<Start> grants) {
        return grants.stream().mapToInt(Start::permits).sum();
    }

    /** From the first to the last, by the clock of the store. */
    static long span(List<Start> grants) {
        return grants.stream().mapToLong(Start::slotNanos).max().orElse(0)
                - grants.stream().mapToLong(Start::slotNanos).min().orElse(0);
    }
}
