// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.cdi.RateLimiterExtension;
import org.eclipse.microprofile.config.ConfigProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the library adds to the start of Weld SE, and what others would add. */
@State(Scope.Benchmark)
public abstract class Starts {

    private final ManyBeans beans;

    Starts(int plain, int limited) {
        beans = new ManyBeans(plain, limited);
    }

    @Benchmark
    public void without() {
        beans.start();
    }

    /** What any interceptor of these methods costs, and an extension that does nothing else. */
    @Benchmark
    public void interceptorThatDoesNothing() {
        beans.start(new NothingExtension());
    }

    /** What it costs too in an application that uses MicroProfile Config. */
    @Benchmark
    public void interceptorAndConfig() {
        ConfigProvider.getConfig().getConfigValue(NothingExtension.class.getName());
        beans.start(new NothingExtension());
    }

    @Benchmark
    public void ours() {
        beans.start(new RateLimiterExtension());
    }
}
