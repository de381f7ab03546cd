// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.processor.Compilation.Tool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the compiler says, and where: the messages are those of a deployment. */
class CompileTimeChecksTest {

    private static final String HEAD =
            "package com.acme; import dev.resilience4cata.annotation.RateLimiter;\n";

    private static final String PLACE =
            "Put the annotation on a business method, or use a ResilienceRegistry in code.";

    /** There are annotations that this processor does not claim. */
    private static final String OTHER_ANNOTATIONS = "-Xlint:-processing";

    private static String said(String source, String... options) {
        Compilation compilation = Compilation.of(Tool.JAVAC, List.of(options), HEAD + source);
        assertThat(compilation.generated()).isEmpty();
        return compilation.said();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            textBlock =
                    """
            permits = 0      | 0      | R4C-ATR-003 | permits = 0 is below 1. Set permits to at least 1.
            permits = -5     | -5     | R4C-ATR-003 | permits = -5 is below 1. Set permits to at least 1.
            burst = 0        | 0      | R4C-ATR-007 | burst = 0 is below 1. Set burst to at least 1.
            period = "1x"    | "1x"   | R4C-ATR-001 | period = "1x" has the unknown unit "x". Write an integer with a unit (ns, us, ms, s, m, h, d) or ISO-8601, for example 500ms or PT0.5S.
            maxWait = "-1s"  | "-1s"  | R4C-ATR-001 | maxWait = "-1s" is negative. Write an integer with a unit (ns, us, ms, s, m, h, d) or ISO-8601, for example 500ms or PT0.5S.
            period = "0"     | "0"    | R4C-ATR-002 | period = "0" is zero, and calls need time to pass in. Write a period such as 1s; to let every call pass set enabled = false.
            enabled = "yes"  | "yes"  | R4C-ATR-006 | enabled = "yes" is neither true nor false. Write true or false.
            """,
            delimiter = '|')
    void aWrongValueIsAnErrorAtTheValue(
            String attribute, String value, String code, String problem) {
        String source = "class Cart {\n  @RateLimiter(" + attribute + ") void pay(int[] sum) {}\n}";
        assertThat(said(source))
                .isEqualTo(
                        "ERROR in line 3 at "
                                + value
                                + ") void pay(int[] sum) {}: "
                                + code
                                + ": @RateLimiter("
                                + attribute
                                + ") on com.acme.Cart#pay(int[]): "
                                + problem
                                + "\n");
    }

    @ParameterizedTest
    @EnumSource
    void bothCompilersRefuseIt(Tool tool) {
        Compilation compilation =
                Compilation.of(
                        tool,
                        List.of(),
                        HEAD + "@RateLimiter(permits = 0) interface Cart { void pay(); }");
        assertThat(compilation.succeeded).isFalse();
        assertThat(compilation.said())
                .contains(
                        "R4C-ATR-003: @RateLimiter(permits = 0) on com.acme.Cart: permits = 0 is"
                                + " below 1. Set permits to at least 1.");
    }

    @Test
    void allMistakesAreReportedTogether() {
        assertThat(
                        said(
                                """
                                @RateLimiter(permits = 0, period = "x")
                                interface Cart {
                                    @RateLimiter(enabled = "no") void pay();
                                    @RateLimiter(period = "0") static void make() {}
                                }
                                """))
                .containsSubsequence(
                        "R4C-ATR-003", "R4C-ATR-001", "R4C-ATR-006", "R4C-ATR-002", "R4C-CDI-001");
    }

    @Test
    void keysThatCannotBeHadAreAnError() {
        String said =
                said(
                        """
                        class Search {
                            static class Cart {}
                            static class Who implements dev.resilience4cata.KeyResolver {
                                public Object resolve(dev.resilience4cata.KeyContext call) { return 1; }
                            }
                            @RateLimiter(keyedBy = Who.class)
                            void both(@dev.resilience4cata.annotation.RateLimitKey String user) {}
                            @RateLimiter
                            void cart(int i, @dev.resilience4cata.annotation.RateLimitKey Cart cart) {}
                        }
                        """);
        assertThat(said)
                .contains(
                        "R4C-CDI-010: @RateLimiter(keyedBy = com.acme.Search$Who.class) on"
                                + " com.acme.Search#both(java.lang.String): a parameter has"
                                + " @RateLimitKey too, so there are two keys. Remove one of them.")
                .contains(
                        "R4C-CDI-010: @RateLimitKey on parameter 2 of"
                                + " com.acme.Search#cart(int,com.acme.Search$Cart):"
                                + " com.acme.Search$Cart has no equals of its own, so each object is"
                                + " a key of its own, and nothing is limited. Use a string, a number"
                                + " or a record.");
    }

    @Test
    void valuesThatDoNotFitTogetherAreAnError() {
        assertThat(
                        said(
                                """
                                class Fast {
                                    @RateLimiter(permits = 1_000_000_000, period = "500ms") void run() {}
                                    @RateLimiter(permits = 2_000_000_000) void go() {}
                                    @RateLimiter(permits = 2_000_000_000, config = "slow") void wait(int i) {}
                                }
                                """))
                .isEqualTo(
                        "ERROR in line 3 at \"500ms\") void run() {}: R4C-REG-001: @RateLimiter on"
                                + " com.acme.Fast#run(): period = PT0.5S is shorter than 1 ns per"
                                + " permit for permits = 1000000000. Lengthen the period to at"
                                + " least 1000000000 ns, or lower permits. The values came from:"
                                + " [permits = 1000000000 (annotation), period = PT0.5S"
                                + " (annotation)].\n"
                                + "ERROR in line 4 at 2_000_000_000) void go() {}: R4C-REG-001:"
                                + " @RateLimiter on com.acme.Fast#go(): period = PT1S is shorter"
                                + " than 1 ns per permit for permits = 2000000000. Lengthen the"
                                + " period to at least 2000000000 ns, or lower permits. The values"
                                + " came from: [permits = 2000000000 (annotation)].\n");
    }

    @Test // at the point of its name; what is wrong in one JVM too is an error at its own place
    void aSharedLimitThatDoesNotFitIsAnErrorAtTheScope() {
        assertThat(
                        said(
                                """
                                import dev.resilience4cata.annotation.Scope;
                                class Mail {
                                    @RateLimiter(permits = 1, period = "91d", scope = Scope.CLUSTER) void send() {}
                                    @RateLimiter(maxWait = "91d", scope = Scope.CLUSTER) void read() {}
                                    @RateLimiter(permits = 1, period = "80d", maxWait = "10d", scope = Scope.CLUSTER) void fits() {}
                                    @RateLimiter(permits = 1, period = "91d", maxWait = "91d", scope = Scope.JVM) void alone() {}
                                    @RateLimiter(maxWait = "91d", config = "short", scope = Scope.CLUSTER) void unknown() {}
                                    @RateLimiter(permits = 2, period = "1ns", scope = Scope.CLUSTER) void fast() {}
                                }
                                """))
                .isEqualTo(
                        "ERROR in line 4 at .CLUSTER) void send() {}: R4C-REG-001:"
                                + " @RateLimiter on com.acme.Mail#send(): burst = 1 at permits = 1 per period ="
                                + " PT2184H takes more than 90 days to earn, which does not fit"
                                + " scope = cluster. Shorten the period, lower burst, or set scope"
                                + " to jvm. The values came from: [permits = 1 (annotation), period"
                                + " = PT2184H (annotation), scope = cluster (annotation)].\n"
                                + "ERROR in line 5 at .CLUSTER) void read() {}: R4C-REG-001:"
                                + " @RateLimiter on com.acme.Mail#read(): maxWait = PT2184H is too"
                                + " long for scope = cluster, where the time to earn a burst and"
                                + " maxWait are together at most 90 days. Bound the wait: set"
                                + " maxWait to at most PT2159H59M59S, or set scope to jvm. The"
                                + " values came from: [maxWait = PT2184H (annotation), scope ="
                                + " cluster (annotation)].\n"
                                + "ERROR in line 9 at \"1ns\", scope = Scope.CLUSTER) void fast()"
                                + " {}: R4C-REG-001: @RateLimiter on com.acme.Mail#fast(): period ="
                                + " PT0.000000001S is shorter than 1 ns per permit for permits = 2."
                                + " Lengthen the period to at least 2 ns, or lower permits. The"
                                + " values came from: [permits = 2 (annotation), period ="
                                + " PT0.000000001S (annotation), scope = cluster (annotation)].\n");
    }

    @Test
    void oneNameWithTwoScopesIsAnErrorAtTheName() {
        assertThat(
                        said(
                                """
                                import dev.resilience4cata.annotation.Scope;
                                class Geo {
                                    @RateLimiter(name = "geo", scope = Scope.CLUSTER) void geocode() {}
                                    @RateLimiter(name = "geo", scope = Scope.CLUSTER) void same() {}
                                    @RateLimiter(name = "geo", config = "x") void unknown() {}
                                    @RateLimiter(name = "geo", scope = Scope.JVM) void reverse() {}
                                }
                                """))
                .startsWith(
                        "ERROR in line 7 at \"geo\", scope = Scope.JVM) void reverse() {}:"
                                + " R4C-REG-008: ")
                .contains(", scope = jvm (default); there permits")
                .contains(", scope = cluster (annotation). Give both")
                .containsOnlyOnce("R4C-REG-008");
    }

    @ParameterizedTest // only the compiler has something to say
    @EnumSource
    void aScopeThatThereIsNotIsForTheCompilerToReport(Tool tool) {
        Compilation compilation =
                Compilation.of(
                        tool,
                        List.of(),
                        HEAD
                                + "interface Mail { @RateLimiter(scope ="
                                + " dev.resilience4cata.annotation.Scope.WORLD) void send(); }");
        assertThat(compilation.succeeded).isFalse();
        assertThat(compilation.said()).contains("WORLD").doesNotContain("R4C-");
    }

    @Test
    void oneNameWithTwoConfigurationsIsAnErrorAtTheName() {
        assertThat(
                        said(
                                """
                                class Geo {
                                    @RateLimiter(name = "geo", permits = 5) void geocode() {}
                                    @RateLimiter(name = "geo", permits = 5, period = "1000ms") void same() {}
                                    @RateLimiter(permits = 6, name = "geo") void reverse() {}
                                    @RateLimiter(name = "geo", config = "x", burst = 5) void unknown() {}
                                    @RateLimiter(name = "geo", config = "x", burst = 4) void other() {}
                                }
                                """))
                .startsWith(
                        "ERROR in line 5 at \"geo\") void reverse() {}: R4C-REG-008:"
                                + " @RateLimiter(name = \"geo\") on com.acme.Geo#reverse():"
                                + " @RateLimiter on com.acme.Geo#geocode() has the same name and"
                                + " another configuration: here permits = 6 (annotation), period ="
                                + " PT1S (default), burst = 6 (default), maxWait = PT0S (default),"
                                + " enabled = true (default); there permits = 5 (annotation), period ="
                                + " PT1S (default), burst = 5 (default), maxWait = PT0S (default),"
                                + " enabled = true (default). Give both the same values, or set them by"
                                + " resilience4cata.instances.geo.rateLimiter.permits and the like.\n"
                                + "ERROR in line 7 at \"geo\", config")
                .containsOnlyOnce("com.acme.Geo#other()")
                .doesNotContain("com.acme.Geo#unknown()");
    }

    @Test
    void aNameIsComparedOverAllFiles() {
        Compilation compilation =
                Compilation.of(
                        HEAD + "class A { @RateLimiter(name = \"n\", permits = 1) void a() {} }",
                        HEAD + "@RateLimiter(name = \"n\", permits = 2) class B { void b() {} }");
        assertThat(compilation.said())
                .contains(
                        "R4C-REG-008: @RateLimiter(name = \"n\") on com.acme.B#b(): @RateLimiter on"
                                + " com.acme.A#a() has the same name");
    }

    @Test // S29
    void privateAndStaticMethodsAreErrors() {
        String source =
                """
                class Cart {
                    @RateLimiter private void a() {}
                    @RateLimiter static void b() {}
                }
                """;
        assertThat(said(source))
                .isEqualTo(
                        "ERROR in line 3 at @RateLimiter private void a() {}: R4C-CDI-001:"
                                + " @RateLimiter on com.acme.Cart#a(): the method is private, so"
                                + " no call of it can be limited. "
                                + PLACE
                                + "\nERROR in line 4 at @RateLimiter static void b() {}:"
                                + " R4C-CDI-001: @RateLimiter on com.acme.Cart#b(): the method is"
                                + " static, so no call of it can be limited. "
                                + PLACE
                                + "\n");
    }

    @Test // S29 and S19
    void whatDoesNothingOrNotWhatOneExpectsIsAWarningAndWithStrictAnError() {
        String source =
                """
                class Cart {
                    @RateLimiter void pay() {}
                    @RateLimiter java.util.concurrent.Flow.Publisher<String> stream() { return null; }
                }
                class Small extends Cart {
                    @Override void pay() {}
                }
                """;
        String expected =
                "%1$s in line 4 at @RateLimiter java.util.concurrent.Flow.Publisher<String>"
                        + " stream() { return null; }: R4C-CDI-006: @RateLimiter on"
                        + " com.acme.Cart#stream(): the return type"
                        + " java.util.concurrent.Flow$Publisher is called synchronously: a call"
                        + " waits on the calling thread, and a rejection is thrown. Return"
                        + " CompletionStage or CompletableFuture for waits that block no thread.\n"
                        + "%1$s in line 7 at pay() {}: R4C-CDI-001: @RateLimiter on"
                        + " com.acme.Cart#pay(): com.acme.Small#pay() overrides the method without"
                        + " the annotation, so it is not limited. Repeat the annotation there.\n";
        assertThat(said(source)).isEqualTo(expected.formatted("WARNING"));
        assertThat(said(source, "-Aresilience4cata.strict=true"))
                .isEqualTo(expected.formatted("ERROR"));
    }

    @Test // situation 9
    void anInterfaceThatInheritsAConflictHasNoWrapper() {
        Compilation compilation =
                Compilation.of(
                        HEAD + "interface A { @RateLimiter(permits = 1) void call(); }",
                        HEAD + "interface B { @RateLimiter(permits = 2) void call(); }",
                        HEAD + "interface Both extends A, B {}");
        assertThat(compilation.generated())
                .containsOnlyKeys("com.acme.A$Resilient", "com.acme.B$Resilient");
        assertThat(compilation.said())
                .isEqualTo(
                        "WARNING in line 2 at interface Both extends A, B {}: R4C-CDI-007:"
                                + " com.acme.Both#call(): the interfaces limit it in several ways:"
                                + " @RateLimiter(permits = 1) on com.acme.A#call(),"
                                + " @RateLimiter(permits = 2) on com.acme.B#call(). Put the"
                                + " annotation that holds on the method of com.acme.Both.\n");
    }

    @Test // situation 18
    void anAnnotationThatCarriesALimitIsCheckedAndHasNoWrapper() {
        assertThat(
                        said(
                                """
                                @jakarta.enterprise.inject.Stereotype
                                @RateLimiter(permits = 0) @interface Wrong {}
                                @RateLimiter(permits = 5) @interface Right { int value(); }
                                """,
                                OTHER_ANNOTATIONS))
                .isEqualTo(
                        "ERROR in line 3 at 0) @interface Wrong {}: R4C-ATR-003:"
                                + " @RateLimiter(permits = 0) on com.acme.Wrong: permits = 0 is below"
                                + " 1. Set permits to at least 1.\n");
    }

    @Test // situation 18
    void whatAnotherAnnotationLimitsHasNotDroppedItsLimit() {
        String source =
                """
                import jakarta.enterprise.inject.Stereotype;
                import jakarta.interceptor.InterceptorBinding;
                @Stereotype @RateLimiter(permits = 5) @Loop @interface Cheap {}
                @InterceptorBinding @Cheap @interface Loop {}
                @interface Other {}
                class Cart {
                    @RateLimiter void pay() {}
                    @RateLimiter void ship() {}
                }
                @Cheap class Small extends Cart {
                    @Override void pay() {}
                    java.util.concurrent.Flow.Publisher<String> stream() { return null; }
                }
                class Smaller extends Cart {
                    @Override @Loop void pay() {}
                    @Override @Other void ship() {}
                }
                """;
        assertThat(said(source, OTHER_ANNOTATIONS))
                .isEqualTo(
                        "WARNING in line 13 at stream() { return null; }: R4C-CDI-006: @RateLimiter"
                                + " on com.acme.Small#stream(): the return type"
                                + " java.util.concurrent.Flow$Publisher is called synchronously: a"
                                + " call waits on the calling thread, and a rejection is thrown."
                                + " Return CompletionStage or CompletableFuture for waits that block"
                                + " no thread.\n"
                                + "WARNING in line 17 at ship() {}: R4C-CDI-001: @RateLimiter on"
                                + " com.acme.Cart#ship(): com.acme.Smaller#ship() overrides the method"
                                + " without the annotation, so it is not limited. Repeat the"
                                + " annotation there.\n");
    }

    @Test // S29
    void aPrivateMethodOfATimerIsNoError() {
        Compilation compilation =
                Compilation.of(
                        Tool.JAVAC,
                        List.of(OTHER_ANNOTATIONS),
                        "package jakarta.ejb; public @interface Schedule {}",
                        HEAD
                                + "class Clock {"
                                + " @RateLimiter @jakarta.ejb.Schedule private void tick() {}"
                                + " void tock() { tick(); } }");
        compilation.withoutAWord();
    }

    @Test
    void correctUseIsWithoutAWord() {
        Compilation.of(
                        HEAD
                                + """
                                @RateLimiter(config = "slow", maxWait = "5s")
                                class Cart {
                                    void pay() {}
                                    private void own() {}
                                    static void make() {}
                                    java.util.concurrent.CompletionStage<String> stage() { own(); return null; }
                                    @RateLimiter(permits = RateLimiter.UNSET, period = "") void unset() {}
                                    @RateLimiter(permits = Cart.FIVE) void constant() {}
                                    static final int FIVE = 5;
                                }
                                """)
                .withoutAWord();
    }
}
