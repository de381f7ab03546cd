// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.InvocationContext;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Called by the container, outside of all interceptors of CDI: notes how each timeout of a bean
 * class ended for the container.
 */
public class TimeoutOutcomes {
    private static final Map<Class<?>, BlockingQueue<String>> ENDED = new ConcurrentHashMap<>();

    /** Called by the container. */
    @AroundTimeout
    public Object note(InvocationContext call) throws Exception {
        Class<?> type = call.getMethod().getDeclaringClass();
        try {
            Object result = call.proceed();
            ended(type).add("returned");
            return result;
        } catch (Exception e) {
            ended(type).add(e.toString());
            throw e;
        }
    }

    /**
     * Lets other calls pass. A server may forget an interceptor that is for timeouts only where
     * there is another one for both.
     */
    @AroundInvoke
    public Object pass(InvocationContext call) throws Exception {
        return call.proceed();
    }

    private static BlockingQueue<String> ended(Class<?> type) {
        return ENDED.computeIfAbsent(type, any -> new LinkedBlockingQueue<>());
    }

    /** Forgets the ends of timeouts until now. */
    static void forget(Class<?> type) {
        ended(type).clear();
    }

    /** Waits for the end of the next timeout; null if none comes for long. */
    static String next(Class<?> type) throws InterruptedException {
        return ended(type).poll(30, TimeUnit.SECONDS);
    }
}
