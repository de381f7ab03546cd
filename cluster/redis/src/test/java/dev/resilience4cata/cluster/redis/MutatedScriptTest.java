// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.StoreContract;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T20: the tests of the contract find mistakes, each by which one line of a script is replaced.
 * Without this nobody could believe them.
 */
class MutatedScriptTest {

    private static final Duration PATIENT = Duration.ofSeconds(10);

    private static LocalRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = LocalRedis.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    take | backlog = math.max(backlog, 0)          | backlog = backlog
                    take | if backlog > longest then               | if false then
                    take | if cut == 1 then                        | if false then
                    take | backlog, cut = longest, 1               | backlog = longest
                    take | if units >= fewest then                 | if units > fewest then
                    take | if units >= fewest then                 | if units >= 1 then
                    take | math.floor((limit - backlog) / unit)    | math.ceil((limit - backlog) / unit)
                    take | math.min(most, math.floor(              | math.max(0, math.floor(
                    take | set_backlog(backlog + units * unit)     | set_backlog(units * unit)
                    take | set_backlog(backlog + units * unit)     | set_backlog(backlog + unit)
                    take | set_backlog(backlog + units * unit)     | units = units
                    take | s, ns = s + 1, ns - 1000000000          | s, ns = s, ns - 1000000000
                    take | now_ns + nanos % 1000000000             | now_ns
                    take | + (tonumber(string.sub(tat, -9)) - now_ns) | + tonumber(string.sub(tat, -9))
                    take | tonumber(time[2]) * 1000                | tonumber(time[2]) * 999
                    take | math.ceil(ns / 1000000)                 | math.floor(ns / 1000000)
                    take | local expires = s * 1000                | local expires = now_s * 1000 + 1000
                    take | local expires = s * 1000                | local expires = 60000 + s * 1000
                    take | , 'PXAT', string.format('%d', expires)) | )
                    give | local free = taken_after == 0           | local free = true
                    give | local free = taken_after == 0           | local free = false
                    give | if taken_after > 0 and                  | if
                    give | and backlog <= burst then               | then
                    give | math.min(cost, (slot_s - now_s) * 1000000000 + (slot_ns - now_ns)) | cost
                    give | math.min(cost, (slot_s                  | math.max(0, (slot_s
                    give | or left <= 0 then                       | then
                    give | backlog = backlog - left                | backlog = backlog - cost
                    give | s, ns = s + 1, ns - 1000000000          | s, ns = s, ns - 1000000000
                    give | if backlog <= 0 then                    | if backlog <= 3600000000000 then
                    give | redis.call('DEL', KEYS[1])              | redis.call('GET', KEYS[1])
                    give | math.ceil(ns / 1000000)                 | 60000
                    """)
    void isFound(String script, String original, String mutation) throws Exception {
        Scripts all = Scripts.ORIGINAL;
        boolean take = script.equals("take");
        String text = (take ? all.take() : all.giveBack()).text();
        assertThat(text.split(Pattern.quote(original), -1)).as("the script has it once").hasSize(2);
        Script mutated = new Script(text.replace(original, mutation));
        Scripts scripts =
                take ? new Scripts(mutated, all.giveBack()) : new Scripts(all.take(), mutated);
        assertThat(firstFailure(scripts)).isPresent();
    }

    /** Otherwise the mutations could be found for another reason. */
    @Test
    void theOriginalHasNoFailure() throws Exception {
        assertThat(firstFailure(Scripts.ORIGINAL)).isEmpty();
    }

    /** Runs the contract until a test fails. */
    private static Optional<Throwable> firstFailure(Scripts scripts) throws Exception {
        try (Subject subject = new Subject(scripts)) {
            for (Method test : tests()) {
                for (Object[] arguments : arguments(test)) {
                    try {
                        test.invoke(subject, arguments);
                    } catch (InvocationTargetException e) {
                        // Not just any failure: a script that cannot run proves nothing.
                        assertThat(e.getCause()).isInstanceOf(AssertionError.class);
                        return Optional.of(e.getCause());
                    }
                }
            }
            return Optional.empty();
        }
    }

    private static List<Method> tests() {
        List<Method> tests = new ArrayList<>();
        for (Class<?> type : List.of(StoreContract.class, RedisContract.class)) {
            Arrays.stream(type.getDeclaredMethods())
                    .filter(
                            method ->
                                    method.isAnnotationPresent(Test.class)
                                            || method.isAnnotationPresent(ParameterizedTest.class))
                    .sorted(Comparator.comparing(Method::getName))
                    .forEach(tests::add);
        }
        assertThat(tests).hasSizeGreaterThan(10);
        tests.forEach(test -> test.setAccessible(true));
        return tests;
    }

    private static List<Object[]> arguments(Method test) {
        if (test.getParameterCount() == 0) {
            return List.<Object[]>of(new Object[0]);
        }
        List<Object[]> arguments = new ArrayList<>();
        ValueSource values = test.getAnnotation(ValueSource.class);
        if (values != null) {
            Arrays.stream(values.longs()).forEach(value -> arguments.add(new Object[] {value}));
        } else {
            for (GiveBack.Rule rule : GiveBack.Rule.values()) {
                arguments.add(new Object[] {rule});
            }
        }
        return arguments;
    }

    /** The contract for a store with scripts that nobody has checked. */
    private static final class Subject extends RedisContract implements AutoCloseable {

        private final Scripts scripts;
        private final ClusterStore store;

        Subject(Scripts scripts) {
            this.scripts = scripts;
            this.store = another();
        }

        @Override
        protected ClusterStore store() {
            return store;
        }

        @Override
        protected ClusterStore another() {
            RedisSettings settings = RedisSettings.builder(redis.uri()).timeout(PATIENT).build();
            return RedisStore.open(
                    OwnClient.of(settings),
                    scripts,
                    PATIENT,
                    (connector, session) -> CompletableFuture.completedFuture(null));
        }

        @Override
        protected LocalRedis redis() {
            return redis;
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
