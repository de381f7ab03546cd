// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the library adds to the start of Weld SE with 5000 beans, 100 of them limited. */
@State(Scope.Benchmark)
public class LargeStart {

    private final ManyBeans beans = new ManyBeans(4900, 100);

    @Benchmark
    public void without() {
        beans.start(false);
    }

    @Benchmark
    public void ours() {
        beans.start(true);
    }
}
