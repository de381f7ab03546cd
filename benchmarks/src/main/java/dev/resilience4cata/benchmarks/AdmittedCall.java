// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/** What a call costs that the limiter admits; all threads share the one limiter. */
public class AdmittedCall {

    @Benchmark
    public boolean ours(Limiters.Admitting limiters) {
        return limiters.oursAdmits();
    }

    @Benchmark
    public boolean resilience4j(Limiters.Admitting limiters) {
        return limiters.resilience4jAdmits();
    }

    @Benchmark
    public boolean bucket4j(Limiters.Admitting limiters) {
        return limiters.bucket4jAdmits();
    }

    @Benchmark
    public boolean guava(Limiters.Admitting limiters) {
        return limiters.guavaAdmits();
    }

    @Benchmark
    public boolean failsafe(Limiters.Admitting limiters) {
        return limiters.failsafeAdmits();
    }

    @Benchmark
    public boolean smallRye(Limiters.Admitting limiters) {
        return limiters.smallRyeAdmits();
    }
}
