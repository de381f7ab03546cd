// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimitExceededException;
import jakarta.annotation.Priority;
import jakarta.ejb.EJBException;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.glassfish.jersey.spi.ExceptionMappers;
import org.glassfish.jersey.spi.ExtendedExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * The mappers for Jersey, which asks whether they want an exception. What a mapper throws Jersey
 * answers with an empty 500, where the page of the server would come without the mapper.
 */
final class JerseyMappers {

    private JerseyMappers() {}

    /**
     * The mapper that Jersey would take for a rejection itself. What it says of the class alone
     * does not heed priorities.
     */
    private static @Nullable Response ofRejection(
            RateLimitExceededException rejection, Provider<ExceptionMappers> mappers) {
        ExceptionMapper<RateLimitExceededException> mapper = mappers.get().findMapping(rejection);
        return mapper == null ? null : mapper.toResponse(rejection);
    }

    /** Safe for use by several threads. */
    @Priority(RateLimitExceededMapper.PRIORITY)
    static final class OfCompletion extends CompletionExceptionMapper
            implements ExtendedExceptionMapper<CompletionException> {

        @Inject private Provider<ExceptionMappers> mappers;

        @Override
        @Nullable Response ofRejection(RateLimitExceededException rejection) {
            return JerseyMappers.ofRejection(rejection, mappers);
        }

        @Override
        public boolean isMappable(CompletionException exception) {
            return rejectionIn(exception) != null;
        }
    }

    /** Safe for use by several threads. */
    @Priority(RateLimitExceededMapper.PRIORITY)
    static final class OfExecution extends ExecutionExceptionMapper
            implements ExtendedExceptionMapper<ExecutionException> {

        @Inject private Provider<ExceptionMappers> mappers;

        @Override
        @Nullable Response ofRejection(RateLimitExceededException rejection) {
            return JerseyMappers.ofRejection(rejection, mappers);
        }

        @Override
        public boolean isMappable(ExecutionException exception) {
            return rejectionIn(exception) != null;
        }
    }

    /** Safe for use by several threads. */
    @Priority(RateLimitExceededMapper.PRIORITY)
    static final class OfEnterpriseBean extends EjbExceptionMapper
            implements ExtendedExceptionMapper<EJBException> {

        @Inject private Provider<ExceptionMappers> mappers;

        @Override
        @Nullable Response ofRejection(RateLimitExceededException rejection) {
            return JerseyMappers.ofRejection(rejection, mappers);
        }

        @Override
        public boolean isMappable(EJBException exception) {
            return rejectionIn(exception) != null;
        }
    }
}
