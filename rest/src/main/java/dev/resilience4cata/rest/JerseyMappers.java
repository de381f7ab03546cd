// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import jakarta.annotation.Priority;
import jakarta.ejb.EJBException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.glassfish.jersey.spi.ExtendedExceptionMapper;

/**
 * The mappers for Jersey, which asks whether they want an exception. What a mapper throws Jersey
 * answers with an empty 500, where the page of the server would come without the mapper.
 */
final class JerseyMappers {

    private JerseyMappers() {}

    /** Safe for use by several threads. */
    @Priority(RateLimitExceededMapper.PRIORITY)
    static final class OfCompletion extends CompletionExceptionMapper
            implements ExtendedExceptionMapper<CompletionException> {

        @Override
        public boolean isMappable(CompletionException exception) {
            return rejectionIn(exception) != null;
        }
    }

    /** Safe for use by several threads. */
    @Priority(RateLimitExceededMapper.PRIORITY)
    static final class OfExecution extends ExecutionExceptionMapper
            implements ExtendedExceptionMapper<ExecutionException> {

        @Override
        public boolean isMappable(ExecutionException exception) {
            return rejectionIn(exception) != null;
        }
    }

    /** Safe for use by several threads. */
    @Priority(RateLimitExceededMapper.PRIORITY)
    static final class OfEnterpriseBean extends EjbExceptionMapper
            implements ExtendedExceptionMapper<EJBException> {

        @Override
        public boolean isMappable(EJBException exception) {
            return rejectionIn(exception) != null;
        }
    }
}
