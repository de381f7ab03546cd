// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

/** Lets a task that starts on another thread see what its caller saw. */
public final class CallerContext {

    private CallerContext() {}

    /**
     * A task with the context class loader of the calling thread.
     *
     * @param task the task
     * @return a task that restores the loader of its own thread afterwards
     */
    public static Runnable withClassLoader(Runnable task) {
        ClassLoader callers = Thread.currentThread().getContextClassLoader();
        return () -> {
            Thread thread = Thread.currentThread();
            ClassLoader own = thread.getContextClassLoader();
            thread.setContextClassLoader(callers);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(own);
            }
        };
    }
}
