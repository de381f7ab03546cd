// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.processor.Compilation.Tool;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Wrappers of interfaces that nobody would write compile without a warning. */
class RandomInterfacesTest {

    private static final String HEAD =
            """
            package com.acme;
            import dev.resilience4cata.annotation.RateLimiter;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;
            """;

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    void theirWrappersCompile(
            @ForAll("interfaces") String one, @ForAll("interfaces") String other) {
        String source = HEAD + one.replace("NAME", "Random0");
        String heir = HEAD + other.replace("NAME", "Random1");
        for (Tool tool : Tool.values()) {
            Compilation compilation = Compilation.of(tool, List.of(), source, heir);
            assertThat(compilation.saidOfWrappers()).as(tool + "\n" + source + heir).isEmpty();
            assertThat(compilation.succeeded)
                    .as(() -> tool + compilation.said() + source + heir)
                    .isTrue();
            assertThat(compilation.generated())
                    .containsOnlyKeys("com.acme.Random0$Resilient", "com.acme.Random1$Resilient");
        }
    }

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    void theirHeirsHaveWrappersThatCompile(
            @ForAll("interfaces") String parent,
            @ForAll("arguments") String k,
            @ForAll("arguments") String v) {
        Compilation compilation =
                Compilation.of(
                        HEAD + parent.replace("NAME", "Random0"),
                        HEAD + "interface Heir extends Random0<" + k + ", " + v + "> {}");
        assertThat(compilation.saidOfWrappers()).as(parent + k + v).isEmpty();
        assertThat(compilation.succeeded).as(compilation::said).isTrue();
        assertThat(compilation.generated()).containsKey("com.acme.Heir$Resilient");
    }

    @Provide
    Arbitrary<String> arguments() {
        return Arbitraries.of("Integer", "Long", "Double");
    }

    @Provide
    Arbitrary<String> interfaces() {
        return Combinators.combine(
                        Arbitraries.of("", "public "),
                        Arbitraries.of(
                                "K extends Number, V",
                                "K, V extends Comparable<V>",
                                "K extends Number & Comparable<K>, V extends Number"),
                        methods().list().ofMinSize(1).ofMaxSize(8))
                .as(
                        (visibility, parameters, methods) ->
                                "@Deprecated @RateLimiter(permits = 5)\n"
                                        + visibility
                                        + "interface NAME<"
                                        + parameters
                                        + "> {\n"
                                        + IntStream.range(0, methods.size())
                                                .mapToObj(
                                                        i ->
                                                                methods.get(i)
                                                                        .replace("METHOD", "m" + i))
                                                .collect(Collectors.joining())
                                        + "}\n");
    }

    private static Arbitrary<String> methods() {
        return Combinators.combine(
                        Arbitraries.of(
                                "", "@RateLimiter(name = \"n\", permits = 3) ", "@Deprecated "),
                        Arbitraries.of(
                                "", "<T> ", "<T extends K> ", "<T extends Runnable & List<K>> "),
                        types(true),
                        types(false).list().ofMaxSize(3),
                        Arbitraries.of("", "K... more", "int[]... more", "List<? super V>... more"),
                        Arbitraries.of(
                                "",
                                " throws Exception",
                                " throws java.io.IOException, InterruptedException",
                                " throws Throwable"))
                .as(RandomInterfacesTest::method);
    }

    private static String method(
            String annotation,
            String variables,
            String returned,
            List<String> parameters,
            String varargs,
            String thrown) {
        String t = variables.isEmpty() ? "V" : "T";
        String list =
                IntStream.range(0, parameters.size())
                        .mapToObj(i -> parameters.get(i) + " a" + i)
                        .collect(Collectors.joining(", "));
        String all = list + (list.isEmpty() || varargs.isEmpty() ? "" : ", ") + varargs;
        return "    "
                + annotation
                + variables
                + returned.replace("$T", t)
                + " METHOD("
                + all.replace("$T", t)
                + ")"
                + thrown
                + ";\n";
    }

    /** A type of some depth; {@code $T} stands for the innermost type variable. */
    private static Arbitrary<String> types(boolean voidToo) {
        Arbitrary<String> simple =
                Arbitraries.of("K", "V", "$T", "String", "Map.Entry<K, V>", "Object", "int[]");
        Arbitrary<String> items =
                Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(3, simple),
                        net.jqwik.api.Tuple.of(1, simple.map(type -> "? extends " + type)),
                        net.jqwik.api.Tuple.of(1, simple.map(type -> "? super " + type)),
                        net.jqwik.api.Tuple.of(1, Arbitraries.just("?")));
        Arbitrary<String> generic =
                Combinators.combine(
                                Arbitraries.of(
                                        "List",
                                        "Supplier",
                                        "CompletionStage",
                                        "CompletableFuture",
                                        "Future"),
                                items)
                        .as((type, item) -> type + "<" + item + ">");
        Arbitrary<String> primitive =
                voidToo
                        ? Arbitraries.of("void", "int", "long", "boolean", "double")
                        : Arbitraries.of("byte", "char", "short", "float");
        return Arbitraries.oneOf(simple, generic, primitive, generic.map(type -> type + "[]"));
    }
}
