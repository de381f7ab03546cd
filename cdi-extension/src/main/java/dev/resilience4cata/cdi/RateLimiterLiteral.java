// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.util.AnnotationLiteral;

/** The annotation with nothing set; enough to ask for its interceptor, since no member binds. */
final class RateLimiterLiteral extends AnnotationLiteral<RateLimiter> implements RateLimiter {

    private static final long serialVersionUID = 1L;

    @Override
    public String name() {
        return "";
    }

    @Override
    public String config() {
        return "";
    }

    @Override
    public int permits() {
        return UNSET;
    }

    @Override
    public String period() {
        return "";
    }

    @Override
    public int burst() {
        return UNSET;
    }

    @Override
    public String maxWait() {
        return "";
    }

    @Override
    public String enabled() {
        return "";
    }
}
