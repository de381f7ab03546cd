// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How compilers and build tools find the processors. */
class RegistrationTest {

    @Test // in this order: what claims comes last
    void compilersFindThemAsServices() {
        assertThat(ServiceLoader.load(Processor.class))
                .extracting(each -> each.getClass().getName())
                .containsSubsequence(
                        RateLimiterProcessor.class.getName(), ClaimingProcessor.class.getName());
    }

    @Test
    void gradleIsToldThatEachFileComesFromOneInterface() throws IOException {
        String name = "META-INF/gradle/incremental.annotation.processors";
        try (InputStream file = RegistrationTest.class.getClassLoader().getResourceAsStream(name)) {
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .containsExactlyInAnyOrder(
                            RateLimiterProcessor.class.getName() + ",isolating",
                            ClaimingProcessor.class.getName() + ",isolating");
        }
    }

    /** Passes on what the processor does, and notes from what it makes files. */
    private static final class Origins extends AbstractProcessor {

        private final Map<String, List<String>> byFile = new TreeMap<>();
        private final Processor processor = new RateLimiterProcessor();

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return processor.getSupportedAnnotationTypes();
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return processor.getSupportedSourceVersion();
        }

        @Override
        public synchronized void init(ProcessingEnvironment environment) {
            Filer filer = noting(Filer.class, environment.getFiler(), null);
            processor.init(noting(ProcessingEnvironment.class, environment, filer));
        }

        private <T> T noting(Class<T> type, T object, @Nullable Filer filer) {
            return type.cast(
                    Proxy.newProxyInstance(
                            type.getClassLoader(),
                            new Class<?>[] {type},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("createSourceFile")) {
                                    byFile.put(
                                            arguments[0].toString(),
                                            Stream.of((Element[]) arguments[1])
                                                    .map(Element::toString)
                                                    .toList());
                                }
                                return method.getName().equals("getFiler")
                                        ? filer
                                        : method.invoke(object, arguments);
                            }));
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            processor.process(annotations, round);
            return false;
        }
    }

    @Test // what "isolating" promises
    void eachFileNamesTheInterfaceThatItComesFrom() {
        Origins origins = new Origins();
        Compilation.of(
                        origins,
                        """
                        package com.acme;
                        import dev.resilience4cata.annotation.RateLimiter;
                        interface Search {
                            @RateLimiter void search();
                            interface Deep extends Search {}
                        }
                        """,
                        "package com.acme; interface Heir extends Search {}")
                .withoutAWord();
        assertThat(origins.byFile)
                .isEqualTo(
                        Map.of(
                                "com.acme.Search$Resilient", List.of("com.acme.Search"),
                                "com.acme.Search$Deep$Resilient", List.of("com.acme.Search.Deep"),
                                "com.acme.Heir$Resilient", List.of("com.acme.Heir")));
    }
}
