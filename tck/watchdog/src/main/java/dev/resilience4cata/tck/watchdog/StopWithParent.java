// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.watchdog;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Called by the JVM of the server, before the server starts. Ends that JVM when the process that
 * started it is gone: a test process that is killed runs no shutdown hook, and a server that
 * outlives it would keep its ports and its memory.
 */
public final class StopWithParent {
    private StopWithParent() {}

    /**
     * Called by the JVM.
     *
     * @param arguments "grandparent" if this process is started by a command that ends when the
     *     server is up: then it is the process that gave the command which must be there. Otherwise
     *     it is the parent, which must hold the other side of the standard input of this process.
     */
    public static void premain(@Nullable String arguments) {
        Thread watch = new Thread(watching(arguments), "stop with parent");
        watch.setDaemon(true);
        watch.start();
    }

    private static Runnable watching(@Nullable String arguments) {
        if ("grandparent".equals(arguments)) {
            ProcessHandle grandparent =
                    ProcessHandle.current()
                            .parent()
                            .flatMap(ProcessHandle::parent)
                            .orElseThrow(() -> new IllegalStateException("No grandparent"));
            return () -> haltAfter(grandparent);
        }
        // The server replaces System.in, so take what is behind it.
        InputStream input = new FileInputStream(FileDescriptor.in);
        return () -> haltAtEndOf(input);
    }

    private static void haltAfter(ProcessHandle process) {
        process.onExit().join();
        halt();
    }

    private static void haltAtEndOf(InputStream input) {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // As good as an end: nobody holds the other side.
        }
        halt();
    }

    private static void halt() {
        Runtime.getRuntime().halt(1);
    }
}
