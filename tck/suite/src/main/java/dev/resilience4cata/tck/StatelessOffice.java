// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.RateLimitExceededException;
import jakarta.ejb.Stateless;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionException;

/** Throws what its container wraps. */
@Stateless
public class StatelessOffice {
    /** Throws. */
    public String work(String how) {
        return switch (how) {
            case "rejected" ->
                    throw new CompletionException(new RateLimitExceededException("office"));
            case "broken" -> throw new IllegalStateException("broken");
            case "completion" -> throw new CompletionException(new IllegalStateException("broken"));
            case "known" -> throw new RestSessionBeanTest.Known();
            case "response" ->
                    throw new WebApplicationException(
                            Response.status(418).entity("a teapot").build());
            default -> how;
        };
    }
}
