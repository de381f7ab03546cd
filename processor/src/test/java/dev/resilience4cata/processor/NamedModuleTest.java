// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrappers and proxies in a named module: what it has to let the library see. */
class NamedModuleTest {

    private static final String JAVAC =
            "javac -Xlint:all,-module -Werror -p rate-limiter-api.jar %s -d out"
                    + " module-info.java SearchApi.java Main.java";

    private static final String PROCESSOR =
            "--processor-path rate-limiter-processor.jar:rate-limiter-impl.jar:rate-limiter-api.jar";

    private static final String JAVA =
            "java -p out:rate-limiter-api.jar:rate-limiter-impl.jar -m com.acme/com.acme.Main";

    private static String run(String visibility, String directive, boolean wrapper)
            throws IOException, InterruptedException {
        CommandLine shell =
                new CommandLine()
                        .write(
                                "module-info.java",
                                "module com.acme { requires transitive dev.resilience4cata.api; %s }"
                                        .formatted(directive))
                        .write(
                                "SearchApi.java",
                                """
                                package com.acme;
                                import dev.resilience4cata.annotation.RateLimiter;
                                %s interface SearchApi {
                                    @RateLimiter(permits = 10, period = "1s")
                                    String search(String query);
                                }
                                """
                                        .formatted(visibility))
                        .write(
                                "Main.java",
                                """
                                package com.acme;
                                import dev.resilience4cata.*;
                                public class Main {
                                    private Main() {}
                                    public static void main(String[] arguments) {
                                        ResilienceRegistry registry = ResilienceRegistry.builder().build();
                                        try {
                                            SearchApi search = Resilient.of(
                                                    SearchApi.class, query -> "results for " + query, registry);
                                            System.out.print(
                                                    search.getClass().getSimpleName().replaceAll("[0-9]", "")
                                                            + ": " + search.search("tea"));
                                        } catch (ResilienceException e) {
                                            System.out.print(e.getMessage());
                                        }
                                        registry.close();
                                    }
                                }
                                """);
        assertThat(shell.run(JAVAC.formatted(wrapper ? PROCESSOR : "-proc:none")).succeeded())
                .isEmpty();
        return shell.run(JAVA).succeeded();
    }

    @ParameterizedTest
    @CsvSource({
        "public, exports com.acme;",
        "public, exports com.acme to dev.resilience4cata.api;",
        "public, opens com.acme to dev.resilience4cata.api;",
        "'',     opens com.acme to dev.resilience4cata.api;"
    })
    void aWrapperNeedsAPackageThatTheApiMayUse(String visibility, String directive)
            throws Exception {
        assertThat(run(visibility, directive, true))
                .isEqualTo("SearchApi$Resilient: results for tea");
    }

    @ParameterizedTest
    @CsvSource({
        "public, ''",
        "'',     exports com.acme;",
    })
    void orThereIsAnErrorThatSaysSo(String visibility, String directive) throws Exception {
        assertThat(run(visibility, directive, true))
                .isEqualTo(
                        "R4C-REG-013: Resilient.of(com.acme.SearchApi): this library may not use"
                                + " its wrapper. Open or export the package to"
                                + " dev.resilience4cata.api in module-info.java.");
    }

    @ParameterizedTest
    @CsvSource({
        "public, exports com.acme;",
        "public, exports com.acme to dev.resilience4cata.impl;",
        "public, opens com.acme to dev.resilience4cata.impl;",
        "'',     opens com.acme to dev.resilience4cata.impl;"
    })
    void aProxyNeedsAPackageThatTheImplementationMayUse(String visibility, String directive)
            throws Exception {
        assertThat(run(visibility, directive, false)).isEqualTo("$Proxy: results for tea");
    }

    @Test
    void orThereIsAnErrorThatNamesTheImplementation() throws Exception {
        assertThat(run("public", "", false))
                .isEqualTo(
                        "R4C-REG-013: Resilient.of(com.acme.SearchApi): this library may not call"
                                + " public abstract java.lang.String"
                                + " com.acme.SearchApi.search(java.lang.String). Open or export the"
                                + " package to dev.resilience4cata.impl in module-info.java.");
    }
}
