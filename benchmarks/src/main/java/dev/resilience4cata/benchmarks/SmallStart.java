// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the library adds to the start of Weld SE with 50 beans, one of them limited. */
@State(Scope.Benchmark)
public class SmallStart {

    private final ManyBeans beans = new ManyBeans(49, 1);

    @Benchmark
    public void without() {
        beans.start(false);
    }

    @Benchmark
    public void ours() {
        beans.start(true);
    }
}
