// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ResilienceException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a store sees of keys. */
class SharedKeyTest {

    private record Customer(String tenant, int number) {}

    private record Login(String tenant, int number) {}

    private record Anything(Object value) {}

    private enum Plan {
        FREE,
        PAID
    }

    private static String of(Object key) {
        return SharedKey.of("limiter", Key.normalized(key));
    }

    @Test // another JVM, another day: what was stored once is to be found again
    void aKeyHasTheSameNameForEver() {
        assertThat(of("ann")).isEqualTo("limiter:ff93244f14bcec0f87e982a9c6458df3");
    }

    @Test
    void sayNothingOfTheKey() {
        assertThat(of("ann@example.com"))
                .matches("limiter:[0-9a-f]{32}")
                .isNotEqualTo(of("bob@example.com"));
    }

    @Test
    void equalKeysHaveOneName() {
        assertThat(of(CharBuffer.wrap("ann"))).isEqualTo(of("ann"));
        assertThat(of(new Customer("acme", 1))).isEqualTo(of(new Customer("acme", 1)));
        assertThat(of(new ArrayList<>(List.of("a", 1)))).isEqualTo(of(List.of("a", 1)));
        assertThat(of(new Object[] {"a", 1})).isEqualTo(of(new Object[] {"a", 1}));
        assertThat(of("x".repeat(300))).isEqualTo(of("x".repeat(300)));
        assertThat(of(new Anything(new int[] {1}))).isEqualTo(of(new Anything(new int[] {1})));
    }

    @Test // in the JVM they are different keys, and so here
    void keysThatDifferHaveDifferentNames() {
        List<Object> keys =
                Arrays.asList(
                        "",
                        "1",
                        "11",
                        "null",
                        "true",
                        "FREE",
                        "1 1",
                        "text 1 1",
                        "\ud800",
                        "?",
                        "x".repeat(300),
                        "x".repeat(301),
                        (byte) 1,
                        (short) 1,
                        1,
                        1L,
                        1f,
                        1d,
                        '1',
                        true,
                        BigInteger.ONE,
                        BigDecimal.ONE,
                        new BigDecimal("1.0"),
                        new UUID(1, 1),
                        Plan.FREE,
                        Plan.PAID,
                        TimeUnit.DAYS,
                        List.of(),
                        List.of("1"),
                        List.of("1", "1"),
                        List.of("11"),
                        List.of("1", List.of("1")),
                        List.of(List.of("1"), "1"),
                        Collections.singletonList(null),
                        new Object[] {"1"},
                        new Object[] {"1", "1"},
                        new Object[] {null},
                        new int[] {1},
                        new long[] {1},
                        new Customer("1", 1),
                        new Customer("1", 11),
                        new Customer("11", 1),
                        new Login("1", 1),
                        new Anything("1"),
                        new Anything(List.of("1")),
                        new Anything(new Anything("1")));
        Set<String> names = new HashSet<>();
        for (Object key : keys) {
            assertThat(names.add(of(key))).as("%s", key).isTrue();
        }
    }

    static List<Object> keysThatNobodyKnowsElsewhere() {
        return List.of(
                new Object(),
                Optional.of("ann"),
                Map.of("secret", 1),
                Set.of("secret"),
                new Anything(new Object()),
                List.of("secret", new Object()),
                new Anything(new Object[] {"secret", new Object()}));
    }

    @ParameterizedTest // S32: the message must not show the key
    @MethodSource("keysThatNobodyKnowsElsewhere")
    void aKeyWithoutAMeaningElsewhereIsRefused(Object key) {
        assertThatThrownBy(() -> of(key))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-016: limiter: a key with a value of ")
                .hasMessageContaining("use a text, a number")
                .hasMessageNotContaining("secret");
    }
}
