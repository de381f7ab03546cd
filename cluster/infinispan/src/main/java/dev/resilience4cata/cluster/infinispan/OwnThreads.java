// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the threads of one store. They keep no JVM alive, and none is there while it is idle. */
final class OwnThreads implements ThreadFactory {

    private static final long KEPT_SECONDS = 10;

    private final String name;
    private final AtomicInteger count = new AtomicInteger();

    OwnThreads(String cache) {
        name = "rate-limiter-infinispan-" + cache + '-';
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name + count.incrementAndGet());
        thread.setDaemon(true);
        // Not that of whoever called first, which may be another application.
        thread.setContextClassLoader(OwnThreads.class.getClassLoader());
        return thread;
    }

    /** Runs the steps of calls, which are short: two threads at least, so that none waits long. */
    ThreadPoolExecutor pool() {
        int threads = Math.max(2, Math.min(4, Runtime.getRuntime().availableProcessors()));
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        KEPT_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        this);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Ends calls at their deadline, and pauses between attempts. */
    ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, this);
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(KEPT_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }
}
