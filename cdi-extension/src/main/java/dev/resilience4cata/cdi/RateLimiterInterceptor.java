// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Intercepted;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Called by the container around each call of a method that carries {@link RateLimiter}: takes a
 * permit, then lets the call proceed. There is one instance for each bean instance; the limiters
 * belong to the application, so nothing of them is kept when a bean is passivated.
 *
 * <p>Safe for use by several threads.
 */
@RateLimiter
@Interceptor
@Priority(RateLimiterInterceptor.PRIORITY)
@SuppressWarnings("serial") // the container injects what can be passivated, or proxies
public class RateLimiterInterceptor implements Serializable {

    /** Inside MicroProfile Fault Tolerance (4010 to 4050), outside Jakarta Validation (4800). */
    public static final int PRIORITY = 4100;

    private static final long serialVersionUID = 1L;

    private BeanManager beanManager;

    /** Null for components that are no beans. */
    private @Nullable Class<?> beanClass;

    private transient volatile @Nullable MethodGuards guards;

    /** Called by the container. */
    @SuppressWarnings("NullAway.Init") // the container calls the initializer
    public RateLimiterInterceptor() {}

    /** Called by the container. Keeps no more than the class: not every bean can be passivated. */
    @Inject
    void initialize(BeanManager beanManager, @Intercepted @Nullable Bean<?> bean) {
        this.beanManager = beanManager;
        beanClass = bean == null ? null : bean.getBeanClass();
    }

    /**
     * Called by the container.
     *
     * @param call the call
     * @return what the method returns
     * @throws Exception what the method throws, or the rejection of its limiter
     */
    @AroundInvoke
    public @Nullable Object limit(InvocationContext call) throws Exception {
        return guards(call).of(call).around(call);
    }

    /**
     * Called by the container around each timeout of a timer. A rejected one is left out: a
     * container would repeat what throws.
     *
     * @param call the call of the timeout method
     * @return what the method returns
     * @throws Exception what the method throws
     */
    @AroundTimeout
    public @Nullable Object limitTimeout(InvocationContext call) throws Exception {
        ApplicationLimiters limiters = ApplicationLimiters.of(beanManager);
        return limiters.timeouts(type(call, limiters)).of(call).around(call);
    }

    private MethodGuards guards(InvocationContext call) {
        MethodGuards found = guards;
        if (found == null) {
            ApplicationLimiters limiters = ApplicationLimiters.of(beanManager);
            found = limiters.guards(type(call, limiters));
            guards = found;
        }
        return found;
    }

    private Class<?> type(InvocationContext call, ApplicationLimiters limiters) {
        return beanClass != null && hasMethod(beanClass, call.getMethod())
                ? beanClass
                : limiters.componentClass(call.getTarget(), call.getMethod());
    }

    /** What an {@code InterceptionFactory} made comes with a bean of another class. */
    private static boolean hasMethod(Class<?> beanClass, Method method) {
        return method.getDeclaringClass().isAssignableFrom(beanClass);
    }
}
