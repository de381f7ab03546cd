// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What {@code Future.get} throws. Safe for use by several threads. */
@Priority(RateLimitExceededMapper.PRIORITY)
class ExecutionExceptionMapper extends WrappedRejectionMapper<ExecutionException> {

    @Override
    @Nullable Response responseWithout(ExecutionException exception) {
        return mapped(exception, Exception.class);
    }
}
