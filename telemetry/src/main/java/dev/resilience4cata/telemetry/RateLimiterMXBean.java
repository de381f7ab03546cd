// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

/**
 * A limiter, as consoles see it through JMX. Each attribute is read when it is asked for. Safe for
 * use by several threads.
 */
public interface RateLimiterMXBean {

    /**
     * Calls without a key that would pass right now.
     *
     * @return zero to {@link #getBurst()}
     */
    int getAvailablePermits();

    /**
     * Keys that have a state of their own.
     *
     * @return zero or more
     */
    int getKeys();

    /**
     * Calls that were rejected.
     *
     * @return so many since the limiter was made
     */
    long getRejectedCalls();

    /**
     * Calls that would have been rejected, and passed in shadow mode.
     *
     * @return so many since the limiter was made
     */
    long getShadowRejectedCalls();

    /**
     * Calls that passed.
     *
     * @return so many since the limiter was made; -1 if they are not counted
     */
    long getAdmittedCalls();

    /**
     * Calls per period.
     *
     * @return 1 or more
     */
    int getPermits();

    /**
     * The time in which the permits pass.
     *
     * @return in the form of {@link java.time.Duration#toString()}
     */
    String getPeriod();

    /**
     * Calls that may pass at once after a quiet spell.
     *
     * @return 1 or more
     */
    int getBurst();

    /**
     * How long a call may wait for its permit.
     *
     * @return in the form of {@link java.time.Duration#toString()}
     */
    String getMaxWait();

    /**
     * Whether the limiter counts calls at all.
     *
     * @return false if every call passes
     */
    boolean isEnabled();

    /**
     * Whether every call passes, and those that would have been rejected are counted.
     *
     * @return true in shadow mode
     */
    boolean isShadow();

    /**
     * Whose calls are counted together.
     *
     * @return {@code jvm}, or {@code cluster} if instances share the limit
     */
    String getScope();
}
