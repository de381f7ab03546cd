// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/**
 * Called by compilers: claims the annotations, so that {@code -Xlint:processing} does not report
 * them as such that no processor handles. {@link RateLimiterProcessor} cannot, because it asks for
 * all annotations and would take them from other processors. Not safe for use by several threads.
 */
public final class ClaimingProcessor extends AbstractProcessor {

    /** Called by compilers. */
    public ClaimingProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(RateLimiter.class.getName(), RateLimitKey.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    @SuppressWarnings("DoNotClaimAnnotations") // it is all that this one is for
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return true;
    }
}
