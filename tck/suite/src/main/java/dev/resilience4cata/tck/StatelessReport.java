// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.faulttolerance.Asynchronous;

/** A session bean without transactions. Called by the container. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class StatelessReport {
    /** Waits before there is a stage. */
    @RateLimiter(maxWait = "5s")
    public CompletionStage<String> write() {
        return CompletableFuture.completedFuture("written");
    }

    /** Does not wait. */
    @RateLimiter
    public CompletionStage<String> writeAtOnce() {
        return CompletableFuture.completedFuture("written");
    }

    /** Waits on a thread of Fault Tolerance. */
    @Asynchronous
    @RateLimiter(maxWait = "5s")
    public CompletionStage<String> writeElsewhere() {
        return CompletableFuture.completedFuture("written");
    }

    /** Waits, and does not look as if it did not. */
    @RateLimiter(maxWait = "5s")
    public String read() {
        return "read";
    }
}
