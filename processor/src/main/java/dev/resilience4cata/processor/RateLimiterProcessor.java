// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Called by compilers: reports what a deployment would report of the annotations, and generates a
 * wrapper for each interface that limits something. It asks for all types, because an interface may
 * inherit its limits from one that was compiled before. Not safe for use by several threads.
 */
public final class RateLimiterProcessor extends AbstractProcessor {

    /** {@code false}: only check. */
    static final String WRAPPERS = "resilience4cata.wrappers";

    /** {@code true}: what would be a warning is an error. */
    static final String STRICT = "resilience4cata.strict";

    private @Nullable LimitChecks checks;
    private @Nullable WrapperGenerator wrappers;

    /** Names of types that need types which are not generated yet. */
    private final Set<String> deferred = new LinkedHashSet<>();

    /** Called by compilers. */
    public RateLimiterProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("*");
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Set.of(WRAPPERS, STRICT);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        Model model = new Model(environment);
        Reports reports =
                new Reports(
                        environment.getMessager(),
                        "true".equals(environment.getOptions().get(STRICT)));
        checks = new LimitChecks(model, reports);
        if (!"false".equals(environment.getOptions().get(WRAPPERS))) {
            wrappers = new WrapperGenerator(model, reports, environment.getFiler());
        }
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (round.processingOver()) {
            return false;
        }
        Set<String> earlier = new LinkedHashSet<>(deferred);
        deferred.clear();
        for (String name : earlier) {
            TypeElement type = processingEnv.getElementUtils().getTypeElement(name);
            if (type != null) {
                generate(type);
            }
        }
        ElementFilter.typesIn(round.getRootElements()).forEach(this::visit);
        return false;
    }

    private void visit(TypeElement type) {
        requireNonNull(checks).check(type);
        generate(type);
        ElementFilter.typesIn(type.getEnclosedElements()).forEach(this::visit);
    }

    private void generate(TypeElement type) {
        if (wrappers != null && type.getKind().isInterface() && !wrappers.generate(type)) {
            deferred.add(type.getQualifiedName().toString());
        }
    }
}
