// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What {@code CompletableFuture.join} throws. Safe for use by several threads. */
@Priority(RateLimitExceededMapper.PRIORITY)
class CompletionExceptionMapper extends WrappedRejectionMapper<CompletionException> {

    @Override
    @Nullable Response responseWithout(CompletionException exception) {
        return mapped(exception, RuntimeException.class);
    }
}
