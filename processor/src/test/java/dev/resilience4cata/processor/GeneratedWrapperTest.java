// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import dev.resilience4cata.processor.Compilation.Tool;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a generated wrapper looks like, and that compilers have nothing to say of it. */
class GeneratedWrapperTest {

    private static final String ANNOTATION = "import dev.resilience4cata.annotation.RateLimiter;\n";

    private final ResilienceRegistry registry =
            ResilienceRegistry.builder().clock(new ManualClock()).build();

    @ParameterizedTest
    @EnumSource
    void asksForThePermitOfTheKey(Tool tool) {
        String wrapper =
                Compilation.of(
                                tool,
                                List.of(),
                                """
                                package com.acme;

                                import dev.resilience4cata.KeyContext;
                                import dev.resilience4cata.KeyResolver;
                                import dev.resilience4cata.annotation.RateLimitKey;
                                import dev.resilience4cata.annotation.RateLimiter;
                                import java.util.concurrent.CompletionStage;

                                public interface SearchApi {

                                    class Caller implements KeyResolver {
                                        @Override
                                        public Object resolve(KeyContext call) {
                                            return call.arguments().get(0);
                                        }
                                    }

                                    @RateLimiter
                                    String one(int page, @RateLimitKey String user);

                                    @RateLimiter
                                    void two(@RateLimitKey int shop, @RateLimitKey String user);

                                    @RateLimiter(name = "said", keyedBy = Caller.class)
                                    void said(String user, int page);

                                    @RateLimiter
                                    CompletionStage<String> later(@RateLimitKey String user);
                                }
                                """)
                        .withoutAWord()
                        .generated()
                        .get("com.acme.SearchApi$Resilient");
        assertThat(wrapper)
                .contains("keyResolver0 = new com.acme.SearchApi.Caller();")
                .contains("this.rateLimiter0.ofKey(p1);")
                .contains("this.rateLimiter1.ofKeys(p0, p1);")
                .contains(
                        "this.rateLimiter2.ofKey(this.keyResolver0.resolve("
                                + "dev.resilience4cata.KeyContext.of("
                                + "\"said\", new java.lang.Object[] {p0, p1})));")
                .contains("failedFuture(r4c$e)");
    }

    @ParameterizedTest
    @EnumSource
    void passesTheScopeOnIfItIsSet(Tool tool) {
        String wrapper =
                Compilation.of(
                                tool,
                                List.of(),
                                """
                                package com.acme;

                                import static dev.resilience4cata.annotation.Scope.CLUSTER;

                                import dev.resilience4cata.annotation.RateLimiter;
                                import dev.resilience4cata.annotation.Scope;

                                public interface MailApi {

                                    @RateLimiter(permits = 5, scope = CLUSTER)
                                    void send(String text);

                                    @RateLimiter(config = "mail", scope = Scope.JVM)
                                    void read();
                                }
                                """)
                        .withoutAWord()
                        .generated()
                        .get("com.acme.MailApi$Resilient");
        assertThat(wrapper)
                .contains(
                        """
                        "com.acme.MailApi#send(java.lang.String)", "", "", r4c$b -> {
                                    r4c$b.permits(5);
                                    r4c$b.scope(dev.resilience4cata.annotation.Scope.CLUSTER);
                                });
                        """)
                .contains("\"com.acme.MailApi#read()\", \"\", \"mail\", r4c$b -> {});\n");
    }

    @Test
    void isWhatThePageShows() {
        assertThat(
                        Compilation.of(
                                        """
                                        package com.acme;

                                        import dev.resilience4cata.annotation.RateLimiter;

                                        public interface SearchApi {

                                            @RateLimiter(permits = 10, period = "1s")
                                            String search(String query);
                                        }
                                        """)
                                .withoutAWord()
                                .generated()
                                .get("com.acme.SearchApi$Resilient"))
                .isEqualTo(
                        """
                        // Generated by rate-limiter-processor from com.acme.SearchApi
                        package com.acme;

                        /**
                         * Limits the calls of {@link com.acme.SearchApi}.
                         */
                        @java.lang.SuppressWarnings({"all", "deprecation", "exports", "overloads", "rawtypes", "removal", "serial", "try", "unchecked"})
                        public final class SearchApi$Resilient implements com.acme.SearchApi {

                            private final com.acme.SearchApi delegate;
                            private final dev.resilience4cata.generated.RateLimiterPolicy rateLimiter0;

                            /**
                             * Called by {@code Resilient.of}.
                             *
                             * @param delegate gets the calls that are admitted
                             * @param registry holds the limiters
                             */
                            public SearchApi$Resilient(com.acme.SearchApi delegate, dev.resilience4cata.ResilienceRegistry registry) {
                                this.delegate = delegate;
                                this.rateLimiter0 = registry.rateLimiterPolicy("com.acme.SearchApi#search(java.lang.String)", "", "", r4c$b -> {
                                    r4c$b.permits(10);
                                    r4c$b.period(java.time.Duration.ofNanos(1000000000L));
                                });
                            }

                            @Override
                            public java.lang.String search(java.lang.String p0) {
                                final dev.resilience4cata.generated.RateLimiterPolicy r4c$rateLimiter = this.rateLimiter0;
                                if (!r4c$rateLimiter.tryAcquire()) {
                                    throw r4c$rateLimiter.rejection();
                                }
                                return this.delegate.search(p0);
                            }

                            @Override
                            public boolean equals(java.lang.Object p0) {
                                return p0 instanceof SearchApi$Resilient r4c$other && this.delegate.equals(r4c$other.delegate);
                            }

                            @Override
                            public int hashCode() {
                                return this.delegate.hashCode();
                            }

                            @Override
                            public java.lang.String toString() {
                                return this.delegate.toString();
                            }
                        }
                        """);
    }

    @Test
    void asynchronousMethodsWaitWithoutAThread() {
        String wrapper =
                Compilation.of(
                                """
                                package com.acme;

                                import dev.resilience4cata.annotation.RateLimiter;
                                import java.util.concurrent.CompletableFuture;
                                import java.util.concurrent.CompletionStage;

                                public interface Geo {
                                    @RateLimiter(name = "geocoding-async", permits = 5, period = "1s", maxWait = "500ms")
                                    CompletableFuture<String> geocodeAsync(String address);

                                    @RateLimiter(name = "geocoding-async", permits = 5, period = "1s", maxWait = "500ms")
                                    CompletionStage<String> reverseAsync(double latitude, double longitude);
                                }
                                """)
                        .withoutAWord()
                        .generated()
                        .get("com.acme.Geo$Resilient");
        assertThat(wrapper)
                .contains(
                        """
                                this.rateLimiter0 = registry.rateLimiterPolicy("com.acme.Geo#geocodeAsync(java.lang.String)", "geocoding-async", "", r4c$b -> {
                                    r4c$b.permits(5);
                                    r4c$b.period(java.time.Duration.ofNanos(1000000000L));
                                    r4c$b.maxWait(java.time.Duration.ofNanos(500000000L));
                                });
                            }

                            @Override
                            public java.util.concurrent.CompletableFuture<java.lang.String> geocodeAsync(java.lang.String p0) {
                                return (java.util.concurrent.CompletableFuture<java.lang.String>) this.rateLimiter0.<java.lang.String>callAsync(() -> this.delegate.geocodeAsync(p0));
                            }

                            @Override
                            public java.util.concurrent.CompletionStage<java.lang.String> reverseAsync(double p0, double p1) {
                                return this.rateLimiter0.<java.lang.String>callAsync(() -> this.delegate.reverseAsync(p0, p1));
                            }
                        """)
                .doesNotContain("rateLimiter1");
    }

    @Test
    void setsWhatTheAnnotationSetsAndNothingElse() {
        String wrapper =
                Compilation.of(
                                ANNOTATION
                                        + """
                                        interface Odd {
                                            @RateLimiter(config = "a\\"b", burst = 3, enabled = "false", maxWait = "PT9999999999999H")
                                            void call();

                                            @RateLimiter
                                            void nothing();

                                            void free();
                                        }
                                        """)
                        .withoutAWord()
                        .generated()
                        .get("Odd$Resilient");
        assertThat(wrapper)
                .startsWith("// Generated by rate-limiter-processor from Odd\n\n/**")
                .contains("\nfinal class Odd$Resilient implements Odd {\n")
                .contains(
                        """
                                this.rateLimiter0 = registry.rateLimiterPolicy("Odd#call()", "", "a\\"b", r4c$b -> {
                                    r4c$b.burst(3);
                                    r4c$b.maxWait(java.time.Duration.ofSeconds(35999999999996400L, 0L));
                                    r4c$b.enabled(false);
                                });
                                this.rateLimiter1 = registry.rateLimiterPolicy("Odd#nothing()", "", "", r4c$b -> {});
                            }
                        """)
                .contains(
                        """
                            public void free() {
                                this.delegate.free();
                            }
                        """)
                .doesNotContain("rateLimiter2");
    }

    /** A source and the wrappers that it has. */
    static Stream<Arguments> languageCases() {
        return Stream.of(
                        Arguments.of(
                                "generic types, bounds and wildcards",
                                """
                                import java.util.*;
                                @RateLimiter(permits = 3)
                                interface Repo<K extends Comparable<? super K>, V extends Number & java.io.Serializable> {
                                    V find(K key);
                                    List<? extends V> all(Collection<? super K> keys, Map<K, V[]>... more);
                                    <T extends K, U extends List<T> & Runnable> T[] map(U from, Class<?> type);
                                    <X extends Exception> void risky() throws X, java.io.IOException;
                                }
                                """,
                                "Repo$Resilient"),
                        Arguments.of(
                                "generic interfaces with arguments, and overrides of inherited methods",
                                """
                                import java.util.*;
                                interface Repository<T> {
                                    @RateLimiter T find(T like) throws java.io.IOException;
                                    Collection<T> all();
                                }
                                ----
                                interface Names extends Repository<String>, Comparable<Names> {
                                    @Override String find(String like);
                                    @Override List<String> all();
                                }
                                """,
                                "Names$Resilient Repository$Resilient"),
                        Arguments.of(
                                "primitives, arrays, varargs, void, overloads",
                                """
                                @RateLimiter
                                interface Kinds {
                                    void none();
                                    int[][] arrays(byte[] a, long... more);
                                    boolean flag(char c, short s, float f, double d, byte b);
                                    <T> T generic(T... more);
                                    void none(int i);
                                    void none(Runnable r);
                                    void none(java.util.concurrent.Callable<String> r);
                                }
                                """,
                                "Kinds$Resilient"),
                        Arguments.of(
                                "default, static and private methods",
                                """
                                interface Defaults {
                                    @RateLimiter default String greet() { return hello(); }
                                    static Defaults make() { return null; }
                                    private String hello() { return "hello"; }
                                    default void other() {}
                                }
                                """,
                                "Defaults$Resilient"),
                        Arguments.of(
                                "nested interfaces",
                                """
                                public class Outer<T> {
                                    public interface Inner {
                                        @RateLimiter Deep deep(Thing thing);
                                        interface Deep { @RateLimiter void call(); }
                                    }
                                    protected interface Kept { @RateLimiter void call(); }
                                    static class Thing {}
                                }
                                """,
                                "Outer$Inner$Deep$Resilient Outer$Inner$Resilient Outer$Kept$Resilient"),
                        Arguments.of(
                                "what a private type is part of has a proxy",
                                """
                                class Secret {
                                    private interface Hidden { @RateLimiter void call(); }
                                    private static class Thing {}
                                    interface Shown { @RateLimiter void call(Thing[] things); }
                                    Hidden hidden; Shown shown; Thing thing;
                                }
                                """,
                                ""),
                        Arguments.of(
                                "a sealed interface that permits its wrapper",
                                """
                                sealed interface Closed permits Closed$Resilient, Open {
                                    @RateLimiter void call();
                                }
                                non-sealed class Open implements Closed { public void call() {} }
                                """,
                                "Closed$Resilient"),
                        Arguments.of(
                                "stages of all kinds",
                                """
                                import java.util.concurrent.*;
                                import java.util.*;
                                @RateLimiter
                                interface Stages<T> {
                                    CompletionStage<T> stage(T item);
                                    CompletableFuture<List<? extends T>> list();
                                    CompletionStage<?> any();
                                    CompletableFuture<? extends Number> number() throws InterruptedException;
                                    CompletionStage<? super T> lower();
                                    <U, X extends Throwable> CompletableFuture<U> mapped(Class<U> type) throws X;
                                    CompletionStage<Void> thrown() throws Throwable;
                                    CompletableFuture<T[]> array();
                                }
                                """,
                                "Stages$Resilient"),
                        Arguments.of(
                                "methods of Object",
                                """
                                interface Objects {
                                    @RateLimiter void call();
                                    boolean equals(Object other);
                                    int hashCode();
                                    @Override String toString();
                                    Object clone();
                                }
                                ----
                                @RateLimiter
                                interface Limited<T> { boolean equals(Object other); void call(); }
                                """,
                                "Limited$Resilient Objects$Resilient"),
                        Arguments.of(
                                "deprecated members and types",
                                """
                                @Deprecated
                                interface Old {
                                    @RateLimiter @Deprecated(forRemoval = true) Old call(Old other);
                                    @RateLimiter void shut();
                                }
                                """,
                                "Old$Resilient"),
                        Arguments.of(
                                "what is serializable or closed",
                                """
                                @SuppressWarnings("try")
                                interface Resource extends java.io.Serializable, AutoCloseable {
                                    @RateLimiter void call();
                                }
                                """,
                                "Resource$Resilient"),
                        Arguments.of(
                                "annotations on parameters and types",
                                """
                                import java.lang.annotation.*;
                                interface Marked {
                                    @Target({ElementType.TYPE_USE, ElementType.PARAMETER}) @interface Mark {}
                                    @RateLimiter @Mark String call(@Mark String @Mark [] names, java.util.@Mark List<@Mark String> list);
                                }
                                """,
                                "Marked$Resilient"),
                        Arguments.of(
                                "methods that several interfaces declare",
                                """
                                import java.util.*;
                                interface A { @RateLimiter(name = "x", permits = 1) Collection<String> get() throws java.io.IOException, InterruptedException; }
                                ----
                                interface B { @RateLimiter(name = "x", permits = 1) List<String> get() throws Exception; }
                                ----
                                interface Both extends A, B {}
                                """,
                                "A$Resilient B$Resilient Both$Resilient"),
                        Arguments.of(
                                "an interface that only inherits a limit",
                                """
                                interface Limited { @RateLimiter void call(); }
                                ----
                                interface Heir extends Limited {}
                                ----
                                interface Free { void call(); }
                                """,
                                "Heir$Resilient Limited$Resilient"),
                        Arguments.of(
                                "raw types",
                                """
                                import java.util.*;
                                import java.util.concurrent.*;
                                @SuppressWarnings("rawtypes")
                                interface Raw extends Comparable {
                                    @RateLimiter List call(Map map);
                                    @RateLimiter CompletionStage stage();
                                    @RateLimiter CompletableFuture future() throws Throwable;
                                }
                                """,
                                "Raw$Resilient"))
                .flatMap(
                        each ->
                                Stream.of(Tool.values())
                                        .map(
                                                tool ->
                                                        Arguments.of(
                                                                tool,
                                                                each.get()[0],
                                                                each.get()[1],
                                                                each.get()[2])));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("languageCases")
    void compilesWithoutAWarning(Tool tool, String what, String source, String wrappers) {
        assumeFalse(
                tool == Tool.ECJ && source.contains("sealed"),
                "ecj does not wait for a permitted type that is to be generated");
        Compilation compilation = Compilation.of(tool, List.of(), files(source));
        assertThat(compilation.saidOfWrappers()).isEmpty();
        assertThat(compilation.succeeded).as(compilation::said).isTrue();
        assertThat(String.join(" ", compilation.generated().keySet())).isEqualTo(wrappers);
    }

    /** A file for each interface, with the imports of the first. */
    private static String[] files(String source) {
        int types =
                source.indexOf(
                        source.lines()
                                .filter(l -> !l.startsWith("import"))
                                .findFirst()
                                .orElseThrow());
        String head = ANNOTATION + source.substring(0, types);
        return Stream.of(source.substring(types).split("(?m)^----\\n"))
                .map(file -> head + file)
                .toArray(String[]::new);
    }

    @Test
    void deprecatedMembersAreNoReasonForAWarning() {
        Compilation.of(
                        Tool.JAVAC,
                        List.of("-Werror"),
                        ANNOTATION
                                + """
                                @SuppressWarnings("removal")
                                interface Old {
                                    @Deprecated @RateLimiter void call(Gone gone);
                                    @Deprecated(forRemoval = true) Gone free();
                                }
                                """,
                        "@Deprecated(forRemoval = true) class Gone {}")
                .withoutAWord();
    }

    @ParameterizedTest
    @EnumSource
    void quotesWhatAnAnnotationSays(Tool tool) throws Exception {
        Class<?> type =
                Compilation.of(
                                tool,
                                List.of(),
                                ANNOTATION
                                        + """
                                        public interface Odd {
                                            @RateLimiter(name = "a\\"b\\\\c\\n\\t\\u00e9\\u20ac") void call();
                                        }
                                        """)
                        .withoutAWord()
                        .loader()
                        .loadClass("Odd");
        Object delegate =
                Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] {type}, (proxy, call, all) -> null);
        wrap(type, delegate);
        assertThat(registry.snapshot().rateLimiters())
                .extracting(RateLimiterSnapshot::instance)
                .containsExactly("a\"b\\c\n\t\u00e9\u20ac");
    }

    private <T> T wrap(Class<T> type, Object delegate) {
        return Resilient.of(type, type.cast(delegate), registry);
    }

    @Test
    void aSealedInterfaceThatPermitsItsWrapperIsLimited() throws Exception {
        ClassLoader loader =
                Compilation.of(
                                ANNOTATION
                                        + """
                                        public sealed interface Closed permits Closed$Resilient, Open {
                                            @RateLimiter(permits = 1) int call();
                                        }
                                        non-sealed class Open implements Closed {
                                            public int call() { return 5; }
                                        }
                                        """)
                        .withoutAWord()
                        .loader();
        Class<?> type = loader.loadClass("Closed");
        Constructor<?> open = loader.loadClass("Open").getDeclaredConstructor();
        open.setAccessible(true);
        Object wrapper = wrap(type, open.newInstance());
        assertThat(wrapper.getClass()).hasToString("class Closed$Resilient");
        Method call = type.getMethod("call");
        assertThat(call.invoke(wrapper)).isEqualTo(5);
        assertThatThrownBy(() -> call.invoke(wrapper))
                .hasCauseInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void aSealedInterfaceIsPointedOut() {
        Compilation compilation =
                Compilation.of(
                        ANNOTATION
                                + """
                                sealed interface Shut {
                                    @RateLimiter void call();
                                    final class Only implements Shut { public void call() {} }
                                }
                                """);
        assertThat(compilation.said())
                .isEqualTo(
                        "NOTE in line 2 at interface Shut {: No wrapper is generated for the"
                                + " sealed interface Shut, so Resilient.of cannot limit it. Permit"
                                + " Shut$Resilient if it should.\n");
        assertThat(compilation.generated()).isEmpty();
    }

    @Test
    void withoutWrappersItOnlyChecks() {
        Compilation compilation =
                Compilation.of(
                        Tool.JAVAC,
                        List.of("-Aresilience4cata.wrappers=false"),
                        ANNOTATION + "interface Api { @RateLimiter(permits = 0) void call(); }");
        assertThat(compilation.generated()).isEmpty();
        assertThat(compilation.said()).contains("R4C-ATR-003");
    }

    @Test
    void addsNoWarningToDocumentedCode() {
        Compilation.of(
                        Tool.JAVAC,
                        List.of("-Xdoclint:all/protected", "-Werror"),
                        """
                        package com.acme;
                        import dev.resilience4cata.annotation.RateLimiter;
                        /**
                         * Documented.
                         *
                         * @param <T> an item
                         */
                        public interface Api<T> {
                            /**
                             * Calls.
                             *
                             * @param item an item
                             * @return another
                             */
                            @RateLimiter T call(T item);
                        }
                        """)
                .withoutAWord();
    }
}
