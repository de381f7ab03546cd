// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What the exceptions of Infinispan mean to a caller. They are told apart by their names: the
 * module of Infinispan that a server shows to applications has the caches, but not the packages of
 * these exceptions.
 */
final class Failures {

    private static final Set<String> UNAVAILABLE =
            Set.of(
                    "org.infinispan.partitionhandling.AvailabilityException",
                    "org.infinispan.commons.IllegalLifecycleStateException",
                    "org.infinispan.remoting.transport.jgroups.SuspectException",
                    "org.infinispan.statetransfer.AllOwnersLostException",
                    "java.util.concurrent.RejectedExecutionException");

    private static final Set<String> TIMEOUT =
            Set.of(
                    "org.infinispan.commons.TimeoutException",
                    "org.infinispan.util.concurrent.TimeoutException",
                    "java.util.concurrent.TimeoutException");

    /** So that a cause that is its own cause does no harm. */
    private static final int DEEPEST = 20;

    private Failures() {}

    static StoreException of(String cache, Throwable thrown) {
        Throwable failure = thrown;
        while ((failure instanceof CompletionException || failure instanceof ExecutionException)
                && failure.getCause() != null) {
            failure = failure.getCause();
        }
        Reason reason = reason(failure);
        String problem =
                switch (reason) {
                    case UNAVAILABLE -> "cannot serve";
                    case TIMEOUT -> "gave no answer in time";
                    case PROTOCOL -> "did what a cache of limits does not do";
                };
        return new StoreException(
                reason, "The cache \"%s\" %s: %s".formatted(cache, problem, failure), failure);
    }

    private static Reason reason(Throwable failure) {
        Throwable each = failure;
        for (int depth = 0; each != null && depth < DEEPEST; depth++) {
            if (is(each, UNAVAILABLE)) {
                return Reason.UNAVAILABLE;
            }
            if (is(each, TIMEOUT)) {
                return Reason.TIMEOUT;
            }
            each = each.getCause();
        }
        return Reason.PROTOCOL;
    }

    private static boolean is(Throwable failure, Set<String> names) {
        @Nullable Class<?> type = failure.getClass();
        while (type != null && !names.contains(type.getName())) {
            type = type.getSuperclass();
        }
        return type != null;
    }
}
