// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@link RateLimiter} among the annotations of an element: itself, or as a stereotype or
 * another binding carries it. Asks the container once about each type of annotation. Safe for use
 * by several threads.
 */
final class CarriedLimits {

    private final BeanManager beanManager;
    private final Map<Class<? extends Annotation>, Optional<RateLimiter>> byType =
            new ConcurrentHashMap<>();

    CarriedLimits(BeanManager beanManager) {
        this.beanManager = beanManager;
    }

    /** The limit of an element with these annotations; null if there is none. */
    @Nullable RateLimiter find(Collection<Annotation> annotations) {
        RateLimiter carried = null;
        for (Annotation annotation : annotations) {
            if (annotation instanceof RateLimiter own) {
                return own;
            }
            if (carried == null) {
                carried = carriedBy(annotation.annotationType());
            }
        }
        return carried;
    }

    private @Nullable RateLimiter carriedBy(Class<? extends Annotation> type) {
        Optional<RateLimiter> known = byType.get(type);
        if (known == null) {
            known = Optional.ofNullable(find(definition(type))); // may ask for other types
            byType.put(type, known);
        }
        return known.orElse(null);
    }

    private Collection<Annotation> definition(Class<? extends Annotation> type) {
        if (beanManager.isStereotype(type)) {
            return beanManager.getStereotypeDefinition(type);
        }
        return beanManager.isInterceptorBinding(type)
                ? beanManager.getInterceptorBindingDefinition(type)
                : List.of();
    }
}
