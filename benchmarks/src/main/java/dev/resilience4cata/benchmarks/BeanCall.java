// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RateLimitExceededException;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.smallrye.faulttolerance.api.RateLimitException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a limit costs on a bean, called through its client proxy in Weld SE. */
@State(Scope.Benchmark)
public class BeanCall {

    private static final String ARGUMENT = "acme";

    private final Beans beans = Beans.deployed();

    /** Takes the one permit of the hour. */
    @Setup
    public void exhaust() {
        beans.refusingOurs().echo(ARGUMENT);
        beans.refusingSmallRye().echo(ARGUMENT);
        beans.refusingResilience4j().echo(ARGUMENT);
    }

    @TearDown
    public void undeploy() {
        beans.close();
    }

    @Benchmark
    public String plain() {
        return beans.plain().echo(ARGUMENT);
    }

    @Benchmark
    public String interceptorThatDoesNothing() {
        return beans.interceptedForNothing().echo(ARGUMENT);
    }

    @Benchmark
    public String oursAdmitted() {
        return beans.admittingOurs().echo(ARGUMENT);
    }

    /** What any rejection costs in Weld at least. */
    @Benchmark
    public @Nullable RateLimitExceededException interceptorThatThrows() {
        try {
            beans.interceptedForThrowing().echo(ARGUMENT);
            return null;
        } catch (RateLimitExceededException e) {
            return e;
        }
    }

    @Benchmark
    public @Nullable RateLimitExceededException oursRejected() {
        try {
            beans.refusingOurs().echo(ARGUMENT);
            return null;
        } catch (RateLimitExceededException e) {
            return e;
        }
    }

    @Benchmark
    public String smallRyeAdmitted() {
        return beans.admittingSmallRye().echo(ARGUMENT);
    }

    @Benchmark
    public @Nullable RateLimitException smallRyeRejected() {
        try {
            beans.refusingSmallRye().echo(ARGUMENT);
            return null;
        } catch (RateLimitException e) {
            return e;
        }
    }

    @Benchmark
    public String resilience4jAdmitted() {
        return beans.admittingResilience4j().echo(ARGUMENT);
    }

    @Benchmark
    public @Nullable RequestNotPermitted resilience4jRejected() {
        try {
            beans.refusingResilience4j().echo(ARGUMENT);
            return null;
        } catch (RequestNotPermitted e) {
            return e;
        }
    }
}
