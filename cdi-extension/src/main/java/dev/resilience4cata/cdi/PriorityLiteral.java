// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.annotation.Priority;
import jakarta.enterprise.util.AnnotationLiteral;

/** The priority of the interceptor, where it is configured. */
final class PriorityLiteral extends AnnotationLiteral<Priority> implements Priority {

    private static final long serialVersionUID = 1L;

    private final int value;

    PriorityLiteral(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }
}
