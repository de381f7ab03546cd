// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import jakarta.enterprise.util.AnnotationLiteral;

/** What an extension or a factory adds: an annotation with a number of permits. Immutable. */
final class PermitsLiteral extends AnnotationLiteral<RateLimiter> implements RateLimiter {
    private static final long serialVersionUID = 1L;

    private final int permits;

    PermitsLiteral(int permits) {
        this.permits = permits;
    }

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
        return permits;
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
