// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.cdi.RateLimiterExtension;
import io.smallrye.config.inject.ConfigExtension;
import io.smallrye.faulttolerance.FaultToleranceExtension;
import io.smallrye.faulttolerance.api.RateLimit;
import io.smallrye.faulttolerance.api.RateLimitType;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.temporal.ChronoUnit;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/**
 * One bean, six times: as it is, behind an interceptor that does nothing, and with the limits of
 * {@link Limiters} by two annotations.
 */
record Beans(
        WeldContainer container,
        Plain plain,
        InterceptedForNothing interceptedForNothing,
        AdmittingOurs admittingOurs,
        RefusingOurs refusingOurs,
        AdmittingSmallRye admittingSmallRye,
        RefusingSmallRye refusingSmallRye)
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
                                AdmittingOurs.class,
                                RefusingOurs.class,
                                AdmittingSmallRye.class,
                                RefusingSmallRye.class)
                        .initialize();
        return new Beans(
                container,
                container.select(Plain.class).get(),
                container.select(InterceptedForNothing.class).get(),
                container.select(AdmittingOurs.class).get(),
                container.select(RefusingOurs.class).get(),
                container.select(AdmittingSmallRye.class).get(),
                container.select(RefusingSmallRye.class).get());
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
}
