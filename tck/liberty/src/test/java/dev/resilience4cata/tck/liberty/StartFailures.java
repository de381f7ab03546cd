// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.liberty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Ends the deployment of an application that fails while it starts, with the reason. The adapter
 * sees that it does not run, but looks for a message that the server has only for applications that
 * it cannot install, and waits for it until its time is up.
 */
public final class StartFailures implements LoadableExtension {
    private static final Logger ADAPTER = Logger.getLogger("io.openliberty.arquillian.managed");

    private static final Path MESSAGES =
            Path.of(
                    System.getProperty("liberty.home"),
                    "usr",
                    "servers",
                    System.getProperty("liberty.server"),
                    "logs",
                    "messages.log");

    @Override
    public void register(ExtensionBuilder builder) {
        ADAPTER.setLevel(Level.FINER);
        ADAPTER.setUseParentHandlers(false); // the log of the server has it all
        ADAPTER.addHandler(new Listening());
    }

    /** What it throws goes through the adapter to who deploys. */
    private static final class Listening extends Handler {
        @Override
        public void publish(LogRecord line) {
            String text = line.getMessage();
            int end = text.indexOf(" has failed to start");
            if (end >= 0) {
                failIfNotStarted(text.substring(0, end));
            }
        }

        private static void failIfNotStarted(String application) {
            List<String> lines;
            try {
                lines = Files.readAllLines(MESSAGES);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            int begin = indexOf("CWWKZ0018I", application, lines);
            int end = indexOf("CWWKZ0012I", application, lines);
            if (begin >= 0 && begin < end) {
                throw new IllegalStateException(String.join("\n", lines.subList(begin, end + 1)));
            }
        }

        private static int indexOf(String code, String application, List<String> lines) {
            for (int i = lines.size() - 1; i >= 0; i--) {
                if (lines.get(i).contains(code) && lines.get(i).contains(application)) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
