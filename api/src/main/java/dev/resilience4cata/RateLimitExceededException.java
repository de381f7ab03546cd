// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import jakarta.ejb.ApplicationException;

/**
 * A call was rejected: its limiter had no permit, and none was due within {@code maxWait}. The
 * method was not called.
 *
 * <p>There is one instance per limiter, thrown again for each rejection, so that a rejection
 * allocates nothing. It has no stack trace, takes no suppressed exceptions and refuses {@link
 * #initCause}. The caller of an enterprise bean sees it unwrapped, and its transaction goes on.
 * Immutable, so safe to share between threads.
 */
// Without attributes on purpose: inherited = true and rollback = false are the defaults, and javac
// warns about attributes of an annotation whose class is missing, as it is outside Jakarta EE.
@ApplicationException
public class RateLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The id of the limiter that rejected. */
    private final String instanceId;

    /**
     * Creates the exception of one limiter.
     *
     * @param instanceId the id of the limiter
     */
    public RateLimitExceededException(String instanceId) {
        super(null, null, false, false);
        this.instanceId = requireNonNull(instanceId, "instanceId");
    }

    /**
     * The id of the limiter that rejected the call.
     *
     * @return the instance id, as property keys spell it
     */
    public String instanceId() {
        return instanceId;
    }

    @Override
    public String getMessage() {
        return "Rate limit exceeded: " + instanceId;
    }
}
