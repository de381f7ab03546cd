// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a call costs that the limiter admits; all threads share the one limiter. */
@State(Scope.Benchmark)
public class AdmittedCall {

    private final Limiters limiters = Limiters.admitting();

    @Benchmark
    public boolean ours() {
        return limiters.oursAdmits();
    }

    @Benchmark
    public boolean resilience4j() {
        return limiters.resilience4jAdmits();
    }

    @Benchmark
    public boolean bucket4j() {
        return limiters.bucket4jAdmits();
    }

    @Benchmark
    public boolean guava() {
        return limiters.guavaAdmits();
    }

    @Benchmark
    public boolean failsafe() {
        return limiters.failsafeAdmits();
    }
}
