// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import jakarta.enterprise.util.AnnotationLiteral;

/** The annotation with no more than a name; no member binds, so it asks for the interceptor. */
final class RateLimiterLiteral extends AnnotationLiteral<RateLimiter> implements RateLimiter {

    private static final long serialVersionUID = 1L;

    private final String name;

    RateLimiterLiteral(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
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

    @Override
    public Class<? extends KeyResolver> keyedBy() {
        return KeyResolver.class;
    }

    @Override
    public Scope scope() {
        return Scope.JVM;
    }
}
