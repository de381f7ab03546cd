// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceException;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/**
 * Answers a rejected call with 429: {@code Retry-After} in whole seconds, rounded up and at least
 * 1, so that a client that obeys is admitted if no other comes first; and a body {@code
 * application/problem+json} (RFC 9457) without the key, and without the name of the limiter unless
 * {@code resilience4cata.rest.instance} is true.
 *
 * <p>Registered by {@link RestFeature}. A mapper of the application for the same exception wins, as
 * its priority does not come after {@link Priorities#USER}. Safe for use by several threads.
 */
@Priority(RateLimitExceededMapper.PRIORITY)
public final class RateLimitExceededMapper implements ExceptionMapper<RateLimitExceededException> {

    /** After what an application registers without a priority. */
    static final int PRIORITY = Priorities.USER + 1000;

    private static final int TOO_MANY_REQUESTS = 429;

    private final boolean naming;

    /**
     * Creates a mapper with the settings that the running thread sees.
     *
     * @throws ResilienceException R4C-REG-003 if one of them is invalid
     */
    public RateLimitExceededMapper() {
        this(RestSettings.read(RestProperties.ofThread()));
    }

    RateLimitExceededMapper(RestSettings settings) {
        this.naming = settings.instance();
    }

    @Override
    public Response toResponse(RateLimitExceededException rejection) {
        long seconds = Math.max(1, Seconds.covering(rejection.timeToNextPermit()));
        return Response.status(TOO_MANY_REQUESTS)
                .header(HttpHeaders.RETRY_AFTER, seconds)
                .type("application/problem+json")
                .entity(body(seconds, naming ? rejection.instanceId() : ""))
                .build();
    }

    /**
     * The problem as JSON.
     *
     * @param limiter empty: it is not named
     */
    static String body(long seconds, String limiter) {
        return "{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                + "\"detail\":\"Too many requests. Try again in "
                + seconds
                + (seconds == 1 ? " second.\"" : " seconds.\"")
                + (limiter.isEmpty() ? "" : ",\"limiter\":" + JsonText.quoted(limiter))
                + "}";
    }
}
