// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.Pipeline;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.RegistryProvider;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a limit costs without a container, and beside it what it costs on a bean in Weld SE; each
 * way has a limiter of its own, that admits all.
 */
@State(Scope.Benchmark)
public class WrappedCall {

    /** What the asynchronous calls are made of. */
    public interface Stages {

        @RateLimiter(permits = Limiters.NEVER_RUNS_OUT, period = "1s")
        CompletionStage<String> echo(String text);
    }

    private static final String ARGUMENT = "acme";
    private static final CompletionStage<String> DONE = CompletableFuture.completedFuture(ARGUMENT);

    private final Echo delegate = text -> text;
    private final RateLimiterPolicy policy =
            ResilienceRegistry.builder()
                    .build()
                    .rateLimiterPolicy(
                            "com.acme.Echo#echo(java.lang.String)",
                            "",
                            "",
                            limit ->
                                    limit.permits(Limiters.NEVER_RUNS_OUT)
                                            .period(Duration.ofSeconds(1)));
    private final Echo wrapper =
            Resilient.of(Echo.class, delegate, ResilienceRegistry.builder().build());
    private final Echo proxy =
            ServiceLoader.load(RegistryProvider.class)
                    .findFirst()
                    .orElseThrow()
                    .limit(Echo.class, delegate, ResilienceRegistry.builder().build());
    private final Pipeline<String> pipeline =
            Pipeline.builder(ResilienceRegistry.builder().build(), "echo", String.class)
                    .rateLimiter(
                            limit ->
                                    limit.permits(Limiters.NEVER_RUNS_OUT)
                                            .period(Duration.ofSeconds(1)))
                    .build();

    private final Stages stages = text -> DONE;
    private final Stages wrappedStages =
            Resilient.of(Stages.class, stages, ResilienceRegistry.builder().build());

    @Benchmark
    public String plain() {
        return delegate.echo(ARGUMENT);
    }

    @Benchmark
    public String ours() {
        if (!policy.tryAcquire()) {
            throw policy.rejection();
        }
        return delegate.echo(ARGUMENT);
    }

    @Benchmark
    public String wrapper() {
        return wrapper.echo(ARGUMENT);
    }

    @Benchmark
    public String proxy() {
        return proxy.echo(ARGUMENT);
    }

    @Benchmark
    public String pipeline() {
        return pipeline.execute(() -> delegate.echo(ARGUMENT));
    }

    @Benchmark
    public CompletionStage<String> asyncOurs() {
        String text = ARGUMENT; // captured, as a wrapper captures it
        return policy.callAsync(() -> stages.echo(text));
    }

    @Benchmark
    public CompletionStage<String> asyncWrapper() {
        return wrappedStages.echo(ARGUMENT);
    }
}
