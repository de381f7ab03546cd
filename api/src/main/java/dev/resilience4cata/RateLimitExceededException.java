// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import jakarta.ejb.ApplicationException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call was rejected: its limiter had no permit, and none was due within {@code maxWait}. The
 * method was not called.
 *
 * <p>There is one instance per limiter, or per key of a limiter with keys, thrown again for each
 * rejection, so that a rejection allocates nothing. It has no stack trace, takes no suppressed
 * exceptions and refuses {@link #initCause}. The caller of an enterprise bean sees it unwrapped,
 * and its transaction goes on. Immutable, so safe to share between threads.
 */
// Without attributes on purpose: inherited = true and rollback = false are the defaults, and javac
// warns about attributes of an annotation whose class is missing, as it is outside Jakarta EE.
@ApplicationException
public class RateLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The id of the limiter that rejected. */
    private final String instanceId;

    /** Null for one that nobody made who knows, or that came over the network. */
    private final transient @Nullable Supplier<Duration> timeToNextPermit;

    /**
     * Creates the exception of a limiter whose permits are not known here.
     *
     * @param instanceId the id of the limiter
     */
    public RateLimitExceededException(String instanceId) {
        this(requireNonNull(instanceId, "instanceId"), null);
    }

    /**
     * Creates the exception of one limiter.
     *
     * @param instanceId the id of the limiter
     * @param timeToNextPermit reads when its next permit is due; null if nobody knows
     */
    public RateLimitExceededException(
            String instanceId, @Nullable Supplier<Duration> timeToNextPermit) {
        super(null, null, false, false);
        this.instanceId = requireNonNull(instanceId, "instanceId");
        this.timeToNextPermit = timeToNextPermit;
    }

    /**
     * The id of the limiter that rejected the call.
     *
     * @return the instance id, as property keys spell it
     */
    public String instanceId() {
        return instanceId;
    }

    /**
     * Time until a permit is free: earlier a call is refused or waits; at that time others may come
     * first. Read from the limiter when asked, so it shrinks while the exception is handled. Costs
     * a read of the clock.
     *
     * @return zero if one is free now, or if it is not known: after the registry was closed, and of
     *     an exception that was serialized
     */
    public Duration timeToNextPermit() {
        if (timeToNextPermit == null) {
            return Duration.ZERO;
        }
        try {
            return timeToNextPermit.get();
        } catch (ResilienceException e) { // R4C-REG-010
            return Duration.ZERO;
        }
    }

    @Override
    public String getMessage() {
        return "Rate limit exceeded: " + instanceId;
    }
}
