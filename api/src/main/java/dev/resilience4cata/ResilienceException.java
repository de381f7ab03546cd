// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

/**
 * A mistake in the configuration or in the use of this library. The message starts with the {@link
 * #code()} and goes on with the place, the problem with its value and origin, and the remedy; where
 * several mistakes are reported together, each has a line of its own.
 */
public class ResilienceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What kind of mistake it is. */
    private final ErrorCode errorCode;

    /** The message without the code. */
    private final String detail;

    /**
     * Creates an exception for one mistake.
     *
     * @param errorCode what kind of mistake it is
     * @param detail place, problem and remedy, without the code
     */
    public ResilienceException(ErrorCode errorCode, String detail) {
        super(requireNonNull(errorCode, "errorCode").code() + ": " + detail);
        this.errorCode = errorCode;
        this.detail = detail;
    }

    /**
     * The code of the mistake; of the first one, where the message tells of several.
     *
     * @return for example {@code R4C-REG-009}
     */
    public String code() {
        return errorCode.code();
    }

    /**
     * The kind of mistake; of the first one, where the message tells of several.
     *
     * @return the constant whose code the message starts with
     */
    public ErrorCode errorCode() {
        return errorCode;
    }

    /**
     * The message without its code, for a caller that adds the place and reports it on.
     *
     * @return place, problem and remedy, as far as they were known
     */
    public String detail() {
        return detail;
    }
}
