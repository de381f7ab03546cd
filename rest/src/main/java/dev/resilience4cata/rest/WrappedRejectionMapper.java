// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimitExceededException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a rejection in what wraps it. Any other exception is answered as it would be without
 * this mapper. Safe for use by several threads.
 *
 * @param <E> what wraps
 */
abstract class WrappedRejectionMapper<E extends Exception> implements ExceptionMapper<E> {

    @Context private Providers providers;

    @Override
    public final Response toResponse(E exception) {
        RateLimitExceededException rejection = rejectionIn(exception);
        if (rejection != null) {
            Response response = ofRejection(rejection);
            if (response != null) {
                return response;
            }
        }
        Response response = responseWithout(exception);
        if (response != null) {
            return response;
        }
        WrappedRejectionMapper.<RuntimeException>throwUnchanged(exception);
        throw new AssertionError(exception);
    }

    /**
     * What the application, or this module, says of a rejection.
     *
     * @return null if there is no mapper
     */
    @Nullable Response ofRejection(RateLimitExceededException rejection) {
        return mapped(rejection, RateLimitExceededException.class);
    }

    /**
     * What another mapper says of an exception without a rejection in it.
     *
     * @return null if there is no other one
     */
    abstract @Nullable Response responseWithout(E exception);

    /** What the mapper for a class, or for a class above it, makes of an exception. */
    final <T extends Throwable> @Nullable Response mapped(T exception, Class<T> as) {
        ExceptionMapper<T> mapper = mapper(as);
        return mapper == null ? null : mapper.toResponse(exception);
    }

    /** The mapper for a class, or for a class above it; null if that is this one. */
    final <T extends Throwable> @Nullable ExceptionMapper<T> mapper(Class<T> as) {
        ExceptionMapper<T> mapper = providers.getExceptionMapper(as);
        return mapper == this ? null : mapper;
    }

    /** The first rejection among an exception and its causes. */
    static @Nullable RateLimitExceededException rejectionIn(Throwable exception) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable e = exception; e != null && seen.add(e); e = e.getCause()) {
            if (e instanceof RateLimitExceededException rejection) {
                return rejection;
            }
        }
        return null;
    }

    /** Also if it is checked: the server answers it as ever. */
    @SuppressWarnings("unchecked") // erased: it is thrown in any case
    private static <X extends Throwable> void throwUnchanged(Throwable exception) throws X {
        throw (X) exception;
    }
}
