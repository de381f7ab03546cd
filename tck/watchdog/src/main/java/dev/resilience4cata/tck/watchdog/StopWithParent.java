// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.watchdog;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Called by the JVM of the server, before the server starts. Ends that JVM when the process that
 * started it is gone: a test process that is killed runs no shutdown hook, and a server that
 * outlives it would keep its ports and its memory.
 */
public final class StopWithParent {
    private StopWithParent() {}

    /** Called by the JVM. */
    public static void premain(String arguments) {
        // The server replaces System.in, so take what is behind it.
        InputStream input = new FileInputStream(FileDescriptor.in);
        Thread watch = new Thread(() -> haltAtEndOf(input), "stop with parent");
        watch.setDaemon(true);
        watch.start();
    }

    private static void haltAtEndOf(InputStream input) {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // As good as an end: nobody holds the other side.
        }
        Runtime.getRuntime().halt(1);
    }
}
