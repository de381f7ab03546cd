// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import dev.resilience4cata.RateLimitExceededException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.Set;

/** The same resource with an answer of its own to rejections. Called by the container. */
@ApplicationScoped
@ApplicationPath("own")
public class Own extends Application {
    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(Search.class, Answer.class);
    }

    /** Called by the container. */
    public static class Answer implements ExceptionMapper<RateLimitExceededException> {
        @Override
        public Response toResponse(RateLimitExceededException rejection) {
            return Response.status(503).entity("own " + rejection.instanceId()).build();
        }
    }
}
