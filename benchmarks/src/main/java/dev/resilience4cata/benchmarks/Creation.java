// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.ResilienceRegistry;
import org.openjdk.jmh.annotations.Benchmark;

/** What it costs to create limiters, in a cold JVM. */
public class Creation {

    @Benchmark
    public ResilienceRegistry hundredThousand() {
        return ManyLimiters.registryOf(100_000);
    }
}
