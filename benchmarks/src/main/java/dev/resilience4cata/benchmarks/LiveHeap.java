// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.lang.management.ManagementFactory;

/** What the objects take that are reachable. */
final class LiveHeap {

    /** Finalizers and cleared references need a second collection, and some a third. */
    private static final int COLLECTIONS = 4;

    private LiveHeap() {}

    /** Bytes, when everything else was collected; as exact as nothing else in the JVM runs. */
    static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
