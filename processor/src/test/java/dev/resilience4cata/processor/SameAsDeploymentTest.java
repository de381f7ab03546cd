// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.resilience4cata.cdi.RateLimiterExtension;
import dev.resilience4cata.processor.Compilation.Tool;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiler and container say the same of the same beans. */
class SameAsDeploymentTest {

    private static final String STRICT = "resilience4cata.cdi.strict";

    private static final String HEAD =
            """
            package com.acme;
            import dev.resilience4cata.annotation.RateLimiter;
            import jakarta.enterprise.context.Dependent;
            import jakarta.inject.Inject;
            import java.util.concurrent.*;
            """;

    /** Types that not every application has, which both know by their names. */
    private static final String[] OPTIONAL = {
        "package kotlin.coroutines; public interface Continuation<T> {}",
        """
        package jakarta.servlet;
        public interface Filter {
            default void init(FilterConfig config) {}
            void doFilter(ServletRequest request, ServletResponse response, FilterChain chain);
        }
        """,
        "package jakarta.servlet; public interface FilterConfig {}",
        "package jakarta.servlet; public interface FilterChain {}",
        "package jakarta.servlet; public interface ServletRequest {}",
        "package jakarta.servlet; public interface ServletResponse {}",
        """
        package jakarta.servlet.http;
        public abstract class HttpServlet {
            protected void doGet(String request, String response) {}
        }
        """
    };

    @BeforeEach
    void warningsAreErrors() {
        System.setProperty(STRICT, "true");
    }

    @AfterEach
    void reset() {
        System.clearProperty(STRICT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                @Dependent class Values {
                    @RateLimiter(permits = 0, burst = -1) void a() {}
                    @RateLimiter(period = "0", maxWait = "soon") void b(int[][] i, java.util.Map.Entry<?, ?> e) {}
                    @RateLimiter(enabled = "no") <T extends Number> T c(T... all) { return null; }
                    @RateLimiter(permits = 2_000_000_000) void d() {}
                    @RateLimiter(permits = 100, period = "99ns", burst = 5) void e() {}
                }
                """,
                """
                @Dependent class Scopes {
                    @RateLimiter(maxWait = "91d", scope = dev.resilience4cata.annotation.Scope.CLUSTER) void a() {}
                    @RateLimiter(name = "x", scope = dev.resilience4cata.annotation.Scope.CLUSTER) void b() {}
                    @RateLimiter(name = "x", scope = dev.resilience4cata.annotation.Scope.JVM) void c() {}
                }
                """,
                """
                @RateLimiter(permits = -7, period = "-1s")
                @Dependent class OnClass {
                    void a() {}
                    void b() {}
                }
                """,
                """
                @Dependent class Names {
                    @RateLimiter(name = "x", permits = 5) void a() {}
                    @RateLimiter(name = "x", permits = 5, maxWait = "1s") void b() {}
                    @RateLimiter(name = " x ", burst = 5, permits = 5) void c() {}
                    @RateLimiter(name = "x", permits = 6) void d() {}
                }
                """,
                """
                @Dependent class Places {
                    @RateLimiter private void a() {}
                    @RateLimiter static void b() {}
                    @RateLimiter private static void c() {}
                    @RateLimiter @Inject void d() {}
                    @RateLimiter Flow.Publisher<String> e() { return null; }
                    @RateLimiter SubmissionPublisher<String> f() { return null; }
                    @RateLimiter CompletionStage<String> g() { return null; }
                    @RateLimiter Future<String> h() { return null; }
                    static class Own extends CompletableFuture<String> {}
                    @RateLimiter Own i() { return null; }
                }
                """,
                """
                @Dependent class Child extends Parent {
                    @Override void a() {}
                    @Override @RateLimiter void b() {}
                }
                class Parent {
                    @RateLimiter void a() {}
                    @RateLimiter void b() {}
                }
                """,
                """
                @jakarta.decorator.Decorator @jakarta.annotation.Priority(1)
                @RateLimiter(permits = 5)
                class Adorned implements Runnable {
                    @Inject @jakarta.decorator.Delegate Runnable delegate;
                    @RateLimiter public void run() {}
                    @RateLimiter Future<String> ignored() { return null; }
                }
                """,
                """
                @Dependent class Page extends jakarta.servlet.http.HttpServlet {
                    @RateLimiter protected void doGet(String request, String response) {}
                    @RateLimiter protected void doGet(String request) {}
                }
                """,
                """
                @Dependent class Door implements jakarta.servlet.Filter {
                    @RateLimiter public void init(jakarta.servlet.FilterConfig config) {}
                    @RateLimiter
                    public void doFilter(
                            jakarta.servlet.ServletRequest request,
                            jakarta.servlet.ServletResponse response,
                            jakarta.servlet.FilterChain chain) {}
                }
                """,
                """
                @Dependent class Suspending {
                    @RateLimiter Object a(int i, kotlin.coroutines.Continuation<?> rest) { return i; }
                    @RateLimiter Object b(kotlin.coroutines.Continuation<?> first, int i) { return i; }
                }
                """
            })
    void theySayTheSame(String source) throws Exception {
        String[] sources = Arrays.copyOf(OPTIONAL, OPTIONAL.length + 1);
        sources[OPTIONAL.length] = HEAD + source;
        Compilation checked =
                Compilation.of(Tool.JAVAC, List.of("-Aresilience4cata.strict=true"), sources);
        Set<String> byCompiler = new TreeSet<>();
        checked.diagnostics.forEach(each -> addProblems(each.getMessage(Locale.ROOT), byCompiler));

        Compilation unchecked = Compilation.of(Tool.JAVAC, List.of("-proc:none"), sources);
        assertThat(unchecked.succeeded).as(unchecked::said).isTrue();
        Class<?> bean =
                unchecked
                        .loader()
                        .loadClass("com.acme." + source.replaceAll("(?s).*?class (\\w+) .*", "$1"));
        Throwable refused =
                catchThrowable(
                        () ->
                                SeContainerInitializer.newInstance()
                                        .disableDiscovery()
                                        .addExtensions(new RateLimiterExtension())
                                        .addBeanClasses(bean)
                                        .initialize()
                                        .close());
        Set<String> byContainer = new TreeSet<>();
        for (Throwable each = refused; each != null; each = each.getCause()) {
            addProblems(each.toString(), byContainer);
        }
        // Whether there is a store only the application knows.
        byContainer.removeIf(problem -> problem.startsWith("R4C-REG-014"));
        assertThat(byContainer).as(() -> "refused with " + refused).isNotEmpty();
        assertThat(byCompiler).isEqualTo(byContainer);
    }

    private static void addProblems(String text, Set<String> problems) {
        Stream.of(text.split("\n"))
                .filter(line -> line.contains("R4C-"))
                .map(line -> line.substring(line.indexOf("R4C-")))
                .forEach(problems::add);
    }
}
