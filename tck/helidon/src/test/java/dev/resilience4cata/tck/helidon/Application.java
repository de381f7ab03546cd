// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** What the application has besides its limited beans. */
@ApplicationScoped
class Application {
    @Produces @Singleton ManualClock clock = new ManualClock();

    /** Called by the container. */
    @Provider
    @ApplicationScoped
    public static class TooManyRequests implements ExceptionMapper<RateLimitExceededException> {
        @Override
        public Response toResponse(RateLimitExceededException rejection) {
            return Response.status(429).entity(rejection.instanceId()).build();
        }
    }
}
