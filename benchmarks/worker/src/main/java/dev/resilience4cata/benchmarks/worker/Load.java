// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

/**
 * How a process calls. Times are those of {@link System#nanoTime()}, which is one clock for all
 * processes of a machine. Immutable, so safe to share between threads.
 *
 * @param threads that call at the same time, at least 1
 * @param intervalNanos between two calls of a thread, at least 0; a thread that is late makes up
 *     for it. With 0 each calls again at once
 * @param startNanos when the first call may be made
 * @param endNanos no call is made from then on
 */
public record Load(int threads, long intervalNanos, long startNanos, long endNanos) {

    /** The load as words of a line. */
    String words() {
        return threads + " " + intervalNanos + " " + startNanos + " " + endNanos;
    }

    static Load parse(String[] words, int from) {
        return new Load(
                Integer.parseInt(words[from]),
                Long.parseLong(words[from + 1]),
                Long.parseLong(words[from + 2]),
                Long.parseLong(words[from + 3]));
    }
}
