// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/** What reading the clock costs: the floor of every limiter. */
public class ClockRead {

    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }
}
