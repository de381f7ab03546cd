// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.cdi.RateLimiterExtension;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.smallrye.config.inject.ConfigExtension;
import io.smallrye.faulttolerance.FaultToleranceExtension;
import io.smallrye.faulttolerance.api.RateLimit;
import io.smallrye.faulttolerance.api.RateLimitType;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/**
 * One bean, nine times: as it is, behind interceptors that do nothing and that only throw, and with
 * the limits of {@link Limiters} by two annotations and by an interceptor that calls Resilience4j.
 */
record Beans(
        WeldContainer container,
        Plain plain,
        InterceptedForNothing interceptedForNothing,
        InterceptedForThrowing interceptedForThrowing,
        AdmittingOurs admittingOurs,
        RefusingOurs refusingOurs,
        AdmittingSmallRye admittingSmallRye,
        RefusingSmallRye refusingSmallRye,
        AdmittingResilience4j admittingResilience4j,
        RefusingResilience4j refusingResilience4j)
        implements AutoCloseable {

    static Beans deployed() {
        WeldContainer container =
                new Weld()
                        .disableDiscovery()
                        .addExtension(new RateLimiterExtension())
                        .addExtension(new FaultToleranceExtension())
                        .addExtension(new ConfigExtension())
                        .addBeanClasses(
                                Plain.class,
                                InterceptedForNothing.class,
                                NothingInterceptor.class,
                                InterceptedForThrowing.class,
                                ThrowingInterceptor.class,
                                AdmittingOurs.class,
                                RefusingOurs.class,
                                AdmittingSmallRye.class,
                                RefusingSmallRye.class,
                                AdmittingResilience4j.class,
                                RefusingResilience4j.class,
                                Resilience4jInterceptor.class)
                        .initialize();
        return new Beans(
                container,
                container.select(Plain.class).get(),
                container.select(InterceptedForNothing.class).get(),
                container.select(InterceptedForThrowing.class).get(),
                container.select(AdmittingOurs.class).get(),
                container.select(RefusingOurs.class).get(),
                container.select(AdmittingSmallRye.class).get(),
                container.select(RefusingSmallRye.class).get(),
                container.select(AdmittingResilience4j.class).get(),
                container.select(RefusingResilience4j.class).get());
    }

    @Override
    public void close() {
        container.shutdown();
    }

    @ApplicationScoped
    public static class Plain {

        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class InterceptedForNothing {

        @Nothing
        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class InterceptedForThrowing {

        @Throwing
        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class AdmittingOurs {

        @RateLimiter(permits = Limiters.NEVER_RUNS_OUT, period = "1s")
        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class RefusingOurs {

        @RateLimiter(permits = 1, period = "1h")
        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class AdmittingSmallRye {

        @RateLimit(value = Limiters.NEVER_RUNS_OUT, type = RateLimitType.SMOOTH)
        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class RefusingSmallRye {

        @RateLimit(value = 1, windowUnit = ChronoUnit.HOURS, type = RateLimitType.SMOOTH)
        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class AdmittingResilience4j {

        @ByHand(permits = Limiters.NEVER_RUNS_OUT, seconds = 1)
        public String echo(String text) {
            return text;
        }
    }

    @ApplicationScoped
    public static class RefusingResilience4j {

        @ByHand(permits = 1, seconds = 3600)
        public String echo(String text) {
            return text;
        }
    }

    /** Binds {@link Resilience4jInterceptor}. */
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    public @interface ByHand {

        /** Calls that pass in a period. */
        @Nonbinding
        int permits() default 1;

        /** The length of a period. */
        @Nonbinding
        int seconds() default 1;
    }

    /** What an application writes that has Resilience4j and no framework that knows it. */
    @ByHand
    @Interceptor
    @Priority(4100)
    public static class Resilience4jInterceptor {

        private final Map<Method, io.github.resilience4j.ratelimiter.RateLimiter> limiters =
                new ConcurrentHashMap<>();

        @AroundInvoke
        public Object limit(InvocationContext call) throws Exception {
            io.github.resilience4j.ratelimiter.RateLimiter.waitForPermission(
                    limiters.computeIfAbsent(call.getMethod(), Resilience4jInterceptor::limiter));
            return call.proceed();
        }

        private static io.github.resilience4j.ratelimiter.RateLimiter limiter(Method method) {
            ByHand limit = method.getAnnotation(ByHand.class);
            return io.github.resilience4j.ratelimiter.RateLimiter.of(
                    method.getName(),
                    RateLimiterConfig.custom()
                            .limitForPeriod(limit.permits())
                            .limitRefreshPeriod(Duration.ofSeconds(limit.seconds()))
                            .timeoutDuration(Duration.ZERO)
                            .build());
        }
    }

    /** Binds {@link NothingInterceptor}. */
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    public @interface Nothing {}

    @Nothing
    @Interceptor
    @Priority(4100)
    public static class NothingInterceptor {

        @AroundInvoke
        public Object proceed(InvocationContext call) throws Exception {
            return call.proceed();
        }
    }

    /** Binds {@link ThrowingInterceptor}. */
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    public @interface Throwing {}

    @Throwing
    @Interceptor
    @Priority(4100)
    public static class ThrowingInterceptor {

        /** One for all calls, without a stack trace, as a limiter has it. */
        private final RateLimitExceededException rejection =
                new RateLimitExceededException("no limiter");

        @AroundInvoke
        public Object reject(InvocationContext call) {
            throw rejection;
        }
    }
}
