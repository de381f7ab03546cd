// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Puts an interceptor that does nothing where ours would be, and no more. */
public class NothingExtension implements Extension {

    void register(@Observes BeforeBeanDiscovery event, BeanManager beanManager) {
        event.addAnnotatedType(
                beanManager.createAnnotatedType(Nothing.class), Nothing.class.getName());
    }

    @RateLimiter
    @Interceptor
    @Priority(4100)
    public static class Nothing {

        @AroundInvoke
        public Object proceed(InvocationContext call) throws Exception {
            return call.proceed();
        }
    }
}
