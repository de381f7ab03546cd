// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.ClusterStore;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of one application. Two registries share nothing, whatever the names of their
 * limiters. Safe for use by several threads.
 */
public interface ResilienceRegistry extends AutoCloseable {

    /**
     * A builder of the implementation that is on the class path.
     *
     * @return a new builder
     * @throws ResilienceException R4C-REG-011 if there is none
     */
    static Builder builder() {
        return Implementation.find("ResilienceRegistry.builder()").newBuilder();
    }

    /**
     * The limiter with an id.
     *
     * @param instanceId the id, as {@link RateLimitExceededException#instanceId()} and {@link
     *     #snapshot()} show it
     * @return its handle
     * @throws ResilienceException R4C-REG-009 if no limiter has the id, with the nearest ones that
     *     exist; R4C-REG-010 after {@link #close()}
     */
    RateLimiterHandle rateLimiter(String instanceId);

    /**
     * All limiters now.
     *
     * @return a snapshot of each limiter, sorted by id
     * @throws ResilienceException R4C-REG-010 after {@link #close()}
     */
    RegistrySnapshot snapshot();

    /**
     * The policy of one place that is limited; makes the limiter when the id is new. Called by
     * generated wrappers, once for each method.
     *
     * @param id {@code <type>#<method>(<parameter types>)}: the place, and the instance id if there
     *     is no name
     * @param name the shared instance id, or an empty string
     * @param config the named configuration for what the attributes leave out, or an empty string
     * @param attributes sets what the place itself sets
     * @return the policy; the same limiter for the same instance id
     * @throws ResilienceException R4C-REG-001 or -003 if a value is invalid, R4C-REG-004 if there
     *     is no such config, R4C-REG-008 if the name is in use with another configuration,
     *     R4C-REG-010 after {@link #close()}, R4C-REG-014 if the limit is to be shared and there is
     *     no store
     */
    RateLimiterPolicy rateLimiterPolicy(
            String id, String name, String config, Consumer<RateLimiterConfig.Builder> attributes);

    /**
     * Ends the registry: waiting threads are released as rejected, waiting stages fail with
     * R4C-REG-010, and nothing starts afterwards. Closing again does nothing.
     */
    @Override
    void close();

    /** Collects what a registry is made of. Not safe for use by several threads. */
    interface Builder {

        /**
         * Sets the time that the limiters go by; default {@link System#nanoTime()}.
         *
         * @param clock a clock
         * @return this builder
         */
        Builder clock(Clock clock);

        /**
         * Sets where properties come from; default nowhere. It is asked when a limiter is made,
         * never afterwards.
         *
         * @param lookup the value of a key, or null if it is not set
         * @return this builder
         */
        @SuppressWarnings("exports") // the null marker is optional
        Builder properties(Function<String, @Nullable String> lookup);

        /**
         * Adds a named configuration, which properties {@code
         * resilience4cata.configs.<name>.rateLimiter.*} override.
         *
         * @param name the name, not blank; a name that was added before is replaced
         * @param config sets its attributes
         * @return this builder
         */
        Builder rateLimiterConfig(String name, Consumer<RateLimiterConfig.Builder> config);

        /**
         * Adds a listener.
         *
         * @param listener hears of each rejection, and of what else it wants to hear
         * @return this builder
         */
        Builder listener(RateLimiterListener listener);

        /**
         * Sets what starts asynchronous calls whose permit is due later; default one daemon thread
         * that waits, and threads that start what is due, none of them before it is needed. It is
         * not shut down by {@link ResilienceRegistry#close()}.
         *
         * @param scheduler a scheduler of the application
         * @return this builder
         */
        Builder scheduler(ScheduledExecutorService scheduler);

        /**
         * Sets where limits are kept that several instances share, those with the scope {@code
         * CLUSTER}. It goes by its own time; calls wait for its answers, and for their permits, by
         * the clock of the registry. With a {@link ManualClock}, it has to answer at once, or in a
         * task of that clock.
         *
         * @param store a store, which is not closed by {@link ResilienceRegistry#close()}
         * @return this builder
         */
        Builder clusterStore(ClusterStore store);

        /**
         * The registry.
         *
         * @return a new registry, which the caller closes
         */
        ResilienceRegistry build();
    }
}
