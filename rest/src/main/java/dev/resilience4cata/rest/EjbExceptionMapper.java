// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import jakarta.annotation.Priority;
import jakarta.ejb.EJBException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * What an enterprise bean throws for an exception of the system. Without a mapper for it, or for a
 * class above it, servers answer the cause, and so does this one. Safe for use by several threads.
 */
@Priority(RateLimitExceededMapper.PRIORITY)
class EjbExceptionMapper extends WrappedRejectionMapper<EJBException> {

    @Override
    @Nullable Response responseWithout(EJBException exception) {
        ExceptionMapper<RuntimeException> general = mapper(RuntimeException.class);
        Throwable cause = exception.getCause();
        Response response = cause == null || isOfApplication(general) ? null : ofCause(cause);
        return response != null || general == null ? response : general.toResponse(exception);
    }

    /** RESTEasy also gives out its own mapper of last resort, which comes after the cause. */
    private static boolean isOfApplication(@Nullable ExceptionMapper<?> mapper) {
        return mapper != null && !mapper.getClass().getName().startsWith("org.jboss.resteasy.");
    }

    /** In the order of the specification: an answer that is complete needs no mapper. */
    private <T extends Throwable> @Nullable Response ofCause(T cause) {
        Response own = cause instanceof WebApplicationException e ? e.getResponse() : null;
        if (own != null && own.hasEntity()) {
            return own;
        }
        @SuppressWarnings("unchecked") // the class of an object is one of its type
        Class<T> type = (Class<T>) cause.getClass();
        Response response = mapped(cause, type);
        return response == null ? own : response;
    }
}
