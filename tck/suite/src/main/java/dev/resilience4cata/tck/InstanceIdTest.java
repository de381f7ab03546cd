// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/**
 * The ids of limiters: how they are spelled for every kind of parameter, and that each is literally
 * what stands in a property key (C24).
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class InstanceIdTest {
    private static final String ARRAYS =
            "dev.resilience4cata.tck.InstanceIdTest$Parameters#arrays(int[],java.lang.String[][],"
                    + "dev.resilience4cata.tck.InstanceIdTest$Parameters$Inner[])";

    /** Every limiter of the application, with the permits that its property sets. */
    private static final Map<String, Integer> PERMITS = permitsById();

    private static Map<String, Integer> permitsById() {
        String type = "dev.resilience4cata.tck.InstanceIdTest$Parameters";
        List<String> ids =
                List.of(
                        type + "#none()",
                        type + "#primitives(boolean,byte,short,int,long,char,float,double)",
                        type + "#one(java.lang.String)",
                        type + "#one(java.lang.String,int)",
                        type + "#nested(dev.resilience4cata.tck.InstanceIdTest$Parameters$Inner)",
                        type + "#deeper(java.util.Map$Entry)",
                        ARRAYS,
                        type + "#varargs(java.lang.String,java.lang.Object[])",
                        type + "#generic(java.util.List,java.util.Map)",
                        type + "#variable(java.lang.Object)",
                        type + "#bounded(java.lang.Number)",
                        type + "#variables(java.lang.Number[],java.util.List)",
                        type + "#grüße_$1(java.lang.String)",
                        "orders.read",
                        "orders/write",
                        "orders: eu = 1",
                        "#заказы");
        Map<String, Integer> permits = new TreeMap<>();
        ids.forEach(id -> permits.put(id, 200 + permits.size()));
        return permits;
    }

    /**
     * As a person writes a properties file: a blank, a colon and an equals sign are escaped, and
     * foreign letters too, for not every server reads UTF-8.
     */
    private static String configuration() {
        return PERMITS.entrySet().stream()
                .map(
                        each ->
                                "resilience4cata.instances."
                                        + escaped(each.getKey())
                                        + ".rateLimiter.permits = "
                                        + each.getValue())
                .collect(Collectors.joining("\n"));
    }

    private static String escaped(String key) {
        return key.replaceAll("([ :=])", "\\\\$1")
                .codePoints()
                .mapToObj(
                        each ->
                                each < 128
                                        ? Character.toString(each)
                                        : String.format("\\u%04x", each))
                .collect(Collectors.joining());
    }

    @Deployment
    static WebArchive application() {
        return Archives.war(
                configuration(), TestClock.class, LimiterIds.class, Parameters.class, Named.class);
    }

    @ApplicationScoped
    @RateLimiter(permits = 1)
    static class Parameters {
        static class Inner {}

        void none() {}

        void primitives(boolean a, byte b, short c, int d, long e, char f, float g, double h) {}

        void one(String a) {}

        void one(String a, int b) {}

        void nested(Inner a) {}

        void deeper(Map.Entry<String, Integer> a) {}

        void arrays(int[] a, String[][] b, Inner[] c) {}

        void varargs(String a, Object... b) {}

        void generic(List<String> a, Map<String, List<Integer>> b) {}

        <T> void variable(T a) {}

        <T extends Number & Comparable<T>> void bounded(T a) {}

        <T extends Number> void variables(T[] a, List<? super T> b) {}

        @SuppressWarnings("UnicodeInCode") // a method may have any letters
        void grüße_$1(String a) {}
    }

    @ApplicationScoped
    static class Named {
        @RateLimiter(name = "orders.read", permits = 1)
        void read() {}

        @RateLimiter(name = "orders/write", permits = 1)
        void write() {}

        @RateLimiter(name = "orders: eu = 1", permits = 1)
        void special() {}

        @RateLimiter(name = "#заказы", permits = 1)
        void foreign() {}
    }

    @Inject ResilienceRegistry registry;
    @Inject Parameters parameters;

    /** api.md: "erased binary-less source names …, comma-separated without a space". */
    @Test
    void spellsIdsLikeTheSource() {
        assertEquals(List.copyOf(PERMITS.keySet()), LimiterIds.of(registry));
    }

    /** api.md: the id "is literally the one to paste into a property key". */
    @Test
    void configuresEachLimiterByItsId() {
        Map<String, Integer> permits = new TreeMap<>();
        registry.snapshot()
                .rateLimiters()
                .forEach(limiter -> permits.put(limiter.instance(), limiter.permits()));

        assertEquals(PERMITS, permits);
    }

    /** The page: registry.rateLimiter(id) takes the same id. */
    @Test
    void findsEachLimiterByItsId() {
        for (String id : PERMITS.keySet()) {
            assertEquals(id, registry.rateLimiter(id).instanceId());
        }
    }

    /** api.md: so is the id "printed in the exception". */
    @Test
    void tellsTheIdInTheRejection() {
        Executable call =
                () -> parameters.arrays(new int[0], new String[0][], new Parameters.Inner[0]);
        RateLimiterHandle limiter = registry.rateLimiter(ARRAYS);
        while (limiter.tryAcquire()) {
            // until nothing is left for the call
        }

        assertEquals(ARRAYS, assertThrows(RateLimitExceededException.class, call).instanceId());
    }
}
