// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import jakarta.annotation.Priority;
import jakarta.ejb.EJBException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/**
 * What an enterprise bean throws for an exception of the system. Without a mapper for it the
 * specification of REST wants the cause to be answered, and so does this one. Safe for use by
 * several threads.
 */
@Priority(RateLimitExceededMapper.PRIORITY)
class EjbExceptionMapper extends WrappedRejectionMapper<EJBException> {

    @Override
    @Nullable Response responseWithout(EJBException exception) {
        Throwable cause = exception.getCause();
        Response response = cause == null ? null : ofCause(cause);
        return response == null ? mapped(exception, RuntimeException.class) : response;
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
