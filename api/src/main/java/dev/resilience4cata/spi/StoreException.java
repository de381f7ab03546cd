// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Why a {@link ClusterStore} gave no answer. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Reason {
        /**
         * The store cannot be reached, or says that it cannot serve. Nothing was taken, unless the
         * connection broke while the call was on its way.
         */
        UNAVAILABLE,
        /** No answer came in time. Whether anything was taken is not known. */
        TIMEOUT,
        /**
         * The answer is not one that such a store gives. Whether anything was taken is not known.
         */
        PROTOCOL
    }

    /** What went wrong. */
    private final Reason reason;

    /**
     * Creates an exception.
     *
     * @param reason what went wrong
     * @param message what the store said or did, without credentials
     * @param cause what the client of the store threw, or null
     */
    public StoreException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
    }

    /**
     * What went wrong.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
