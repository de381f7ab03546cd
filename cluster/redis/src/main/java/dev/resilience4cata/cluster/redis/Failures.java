// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the failures of Lettuce mean for a store. */
final class Failures {

    /** An answer that no script of this library gives. */
    static final class UnexpectedAnswerException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnexpectedAnswerException(String message) {
            super(message);
        }
    }

    /**
     * The first words of errors of a server that cannot serve now, or not us. Redis 6 puts others
     * before those that a script has met.
     */
    private static final Pattern UNAVAILABLE =
            Pattern.compile(
                    "(^|[ -])(READONLY|LOADING|CLUSTERDOWN|MASTERDOWN|OOM|NOAUTH|WRONGPASS|NOPERM"
                            + "|BUSY|MISCONF|NOREPLICAS|TRYAGAIN|MOVED|ASK|UNBLOCKED) "
                            + "|The user executing the script can't|ACL failure in script"
                            + "|max number of clients reached");

    private static final Pattern READ_ONLY = Pattern.compile("(^|[ -])READONLY ");

    /** Of what a server says, the rest is of no use to anybody. */
    private static final int LONGEST = 300;

    private Failures() {}

    /** What a call fails with. */
    static StoreException ofCall(String target, Throwable failure) {
        Throwable cause = unwrapped(failure);
        if (cause instanceof StoreException known) {
            return known;
        }
        String message = target + ": " + root(cause);
        if (cause instanceof RedisCommandTimeoutException || cause instanceof TimeoutException) {
            return new StoreException(Reason.TIMEOUT, message, cause);
        }
        if (cause instanceof UnexpectedAnswerException) {
            return new StoreException(Reason.PROTOCOL, message, cause);
        }
        if (said(cause) != null) {
            return new StoreException(
                    UNAVAILABLE.matcher(message).find() ? Reason.UNAVAILABLE : Reason.PROTOCOL,
                    message,
                    cause);
        }
        return new StoreException(Reason.UNAVAILABLE, message, cause);
    }

    /** What a connection that could not be made means: whatever came, there is none. */
    static StoreException ofConnecting(String target, Throwable failure) {
        Throwable cause = unwrapped(failure);
        return new StoreException(Reason.UNAVAILABLE, target + ": " + root(cause), cause);
    }

    /** Whether an answer came, if only an error. */
    static boolean isAnswer(Throwable failure) {
        return said(unwrapped(failure)) != null;
    }

    /** Whether the other side is a replica, so that it will go on saying no. */
    static boolean isReadOnly(Throwable failure) {
        String said = said(unwrapped(failure));
        return said != null && READ_ONLY.matcher(said).find();
    }

    private static @Nullable String said(Throwable cause) {
        return cause instanceof RedisCommandExecutionException
                ? String.valueOf(cause.getMessage())
                : null;
    }

    /** What a stage has put something around. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wraps =
                failure instanceof CompletionException || failure instanceof ExecutionException;
        return wraps && cause != null ? unwrapped(cause) : failure;
    }

    private static String root(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
            root = cause;
        }
        String message = root.getMessage();
        if (message == null || message.isBlank()) {
            return root.getClass().getSimpleName();
        }
        return message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...";
    }
}
