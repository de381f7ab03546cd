// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.quarkus.shop;

import dev.resilience4cata.RateLimitExceededException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Makes a response of a rejection. Immutable, so safe to share between threads. */
@Provider
public class TooManyRequests implements ExceptionMapper<RateLimitExceededException> {
    @Override
    public Response toResponse(RateLimitExceededException rejection) {
        return Response.status(Response.Status.TOO_MANY_REQUESTS)
                .entity("too many requests: " + rejection.instanceId())
                .build();
    }
}
