// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * The precedence of api.md, "per attribute, highest first: instance key, annotation …, named
 * config, global key, built-in default", for every combination of levels that set an attribute or
 * do not (C26). Each subclass deploys with other global keys. Public, because the adapter of a
 * container may find inherited tests only if they are. Safe for use by several threads.
 */
public abstract class PrecedenceTable {
    /** The levels that a limiter gets its values from, with the values that stand there. */
    private enum Level {
        INSTANCE(11),
        ANNOTATION(21),
        CONFIG(31),
        GLOBAL(41);

        final int permits;
        final Duration period;
        final int burst;
        final Duration maxWait;

        Level(int value) {
            permits = value;
            period = Duration.ofSeconds(value);
            burst = value + 1;
            maxWait = Duration.ofMillis(value);
        }

        String lines(String prefix) {
            return """
                    %1$s.rateLimiter.permits = %2$d
                    %1$s.rateLimiter.period = %2$ds
                    %1$s.rateLimiter.burst = %3$d
                    %1$s.rateLimiter.maxWait = %2$dms
                    """
                    .formatted(prefix, permits, burst);
        }
    }

    private static final String HERE = PrecedenceTable.class.getName();

    private static final List<String> METHODS =
            List.of("none", "annotation", "config", "annotationAndConfig");

    /** Lines that set every attribute but {@code enabled} for all limiters. */
    static final String GLOBAL = Level.GLOBAL.lines("resilience4cata");

    static WebArchive application(String global) {
        StringBuilder lines = new StringBuilder(global).append(Level.CONFIG.lines(config("c")));
        for (String method : METHODS) {
            lines.append(Level.INSTANCE.lines(instance("WithKeys", method)));
        }
        for (String annotation : List.of("", "On", "Off")) {
            for (String config : List.of("", "On", "Off")) {
                String method = "annotation" + annotation + "Config" + config;
                lines.append(instance("SwitchedOn", method) + ".rateLimiter.enabled = true\n");
                lines.append(instance("SwitchedOff", method) + ".rateLimiter.enabled = false\n");
            }
        }
        return Archives.war(
                lines
                        + """
                        resilience4cata.configs.on.rateLimiter.enabled = true
                        resilience4cata.configs.off.rateLimiter.enabled = false

                        resilience4cata.configs.shared.rateLimiter.scope = cluster
                        %2$sannotation().rateLimiter.scope = jvm
                        %2$sconfig().rateLimiter.scope = jvm

                        %1$sfirst().rateLimiter.permits = 11
                        resilience4cata.configs.first.rateLimiter.burst = 32
                        %1$ssecond().rateLimiter.period = 11s
                        resilience4cata.configs.second.rateLimiter.maxWait = 31ms
                        %1$sthird().rateLimiter.burst = 12
                        resilience4cata.configs.third.rateLimiter.permits = 31
                        %1$sfourth().rateLimiter.maxWait = 11ms
                        resilience4cata.configs.fourth.rateLimiter.period = 31s
                        """
                                .formatted(
                                        "resilience4cata.instances." + HERE + "$Mixed#",
                                        "resilience4cata.instances." + HERE + "$Unshared#"),
                PrecedenceTable.class,
                Level.class,
                WithoutKeys.class,
                WithKeys.class,
                Switched.class,
                SwitchedOn.class,
                SwitchedOff.class,
                Mixed.class,
                Unshared.class);
    }

    private static String config(String name) {
        return "resilience4cata.configs." + name;
    }

    private static String instance(String bean, String method) {
        return "resilience4cata.instances." + HERE + "$" + bean + "#" + method + "()";
    }

    @ApplicationScoped
    static class WithoutKeys {
        @RateLimiter
        void none() {}

        @RateLimiter(permits = 21, period = "21s", burst = 22, maxWait = "21ms")
        void annotation() {}

        @RateLimiter(config = "c")
        void config() {}

        @RateLimiter(config = "c", permits = 21, period = "21s", burst = 22, maxWait = "21ms")
        void annotationAndConfig() {}
    }

    @ApplicationScoped
    static class WithKeys extends WithoutKeys {}

    /**
     * Every combination of an annotation and a configuration that switch on, off, or say nothing.
     */
    @ApplicationScoped
    static class Switched {
        @RateLimiter
        void annotationConfig() {}

        @RateLimiter(config = "on")
        void annotationConfigOn() {}

        @RateLimiter(config = "off")
        void annotationConfigOff() {}

        @RateLimiter(enabled = "true")
        void annotationOnConfig() {}

        @RateLimiter(enabled = "true", config = "on")
        void annotationOnConfigOn() {}

        @RateLimiter(enabled = "true", config = "off")
        void annotationOnConfigOff() {}

        @RateLimiter(enabled = "false")
        void annotationOffConfig() {}

        @RateLimiter(enabled = "false", config = "on")
        void annotationOffConfigOn() {}

        @RateLimiter(enabled = "false", config = "off")
        void annotationOffConfigOff() {}
    }

    @ApplicationScoped
    static class SwitchedOn extends Switched {}

    @ApplicationScoped
    static class SwitchedOff extends Switched {}

    /** Every attribute from another level. */
    @ApplicationScoped
    static class Mixed {
        @RateLimiter(config = "first", period = "21s")
        void first() {}

        @RateLimiter(config = "second", burst = 22)
        void second() {}

        @RateLimiter(config = "third", maxWait = "21ms")
        void third() {}

        @RateLimiter(config = "fourth", permits = 21)
        void fourth() {}
    }

    /** What would be shared without the keys of the instances. */
    @ApplicationScoped
    static class Unshared {
        @RateLimiter(scope = Scope.CLUSTER)
        void annotation() {}

        @RateLimiter(config = "shared")
        void config() {}
    }

    private final boolean global;
    private final String globalSwitch;

    @Inject ResilienceRegistry registry;

    /**
     * @param global whether {@link #GLOBAL} is set
     * @param globalSwitch what the global key of {@code enabled} says: On, Off, or an empty string
     */
    PrecedenceTable(boolean global, String globalSwitch) {
        this.global = global;
        this.globalSwitch = globalSwitch;
    }

    private RateLimiterSnapshot limiter(String bean, String method) {
        return registry.rateLimiter(HERE + "$" + bean + "#" + method + "()").snapshot();
    }

    /** All combinations of levels that set everything. */
    @Test
    public void takesEachAttributeFromTheHighestLevel() {
        List<Executable> rows = new ArrayList<>();
        for (String bean : List.of("WithoutKeys", "WithKeys")) {
            for (String method : METHODS) {
                rows.add(() -> assertEquals(expected(bean, method), limiter(bean, method)));
            }
        }
        assertAll(rows);
    }

    private RateLimiterSnapshot expected(String bean, String method) {
        String id = HERE + "$" + bean + "#" + method + "()";
        boolean enabled = !globalSwitch.equals("Off");
        List<Level> levels = new ArrayList<>();
        if (bean.equals("WithKeys")) {
            levels.add(Level.INSTANCE);
        }
        if (method.startsWith("annotation")) {
            levels.add(Level.ANNOTATION);
        }
        if (method.matches("config|annotationAndConfig")) {
            levels.add(Level.CONFIG);
        }
        if (global) {
            levels.add(Level.GLOBAL);
        }
        return levels.stream()
                .findFirst()
                .map(
                        level ->
                                new RateLimiterSnapshot(
                                        id,
                                        level.burst,
                                        level.permits,
                                        level.period,
                                        level.burst,
                                        level.maxWait,
                                        enabled))
                .orElseGet(
                        () ->
                                new RateLimiterSnapshot(
                                        id,
                                        100,
                                        100,
                                        Duration.ofSeconds(1),
                                        100,
                                        Duration.ZERO,
                                        enabled));
    }

    /**
     * "enabled follows the same order, so an explicit true on an instance beats a global false."
     */
    @Test
    public void takesEnabledFromTheHighestLevel() {
        List<Executable> rows = new ArrayList<>();
        for (String bean : List.of("Switched", "SwitchedOn", "SwitchedOff")) {
            for (String annotation : List.of("", "On", "Off")) {
                for (String config : List.of("", "On", "Off")) {
                    String method = "annotation" + annotation + "Config" + config;
                    rows.add(
                            () ->
                                    assertEquals(
                                            firstOf(bean, annotation, config),
                                            limiter(bean, method).enabled(),
                                            bean + "#" + method));
                }
            }
        }
        assertAll(rows);
    }

    private boolean firstOf(String bean, String annotation, String config) {
        return Stream.of(
                        bean.substring("Switched".length()), annotation, config, globalSwitch, "On")
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElseThrow()
                .equals("On");
    }

    /** The key of an instance takes back what the annotation or its configuration asks for. */
    @Test
    public void takesTheScopeFromTheHighestLevel() {
        assertEquals(Scope.JVM, limiter("Unshared", "annotation").scope());
        assertEquals(Scope.JVM, limiter("Unshared", "config").scope());
    }

    /** "Precedence per attribute": levels are not taken as a whole. */
    @Test
    public void mixesLevels() {
        assertEquals(global ? "11 21s 32 41ms" : "11 21s 32 0ms", attributes("first"));
        assertEquals(global ? "41 11s 22 31ms" : "100 11s 22 31ms", attributes("second"));
        assertEquals(global ? "31 41s 12 21ms" : "31 1s 12 21ms", attributes("third"));
        // "burst unset at every level follows the resolved permits"
        assertEquals(global ? "21 31s 42 11ms" : "21 31s 21 11ms", attributes("fourth"));
    }

    private String attributes(String method) {
        RateLimiterSnapshot limiter = limiter("Mixed", method);
        return "%d %ds %d %dms"
                .formatted(
                        limiter.permits(),
                        limiter.period().toSeconds(),
                        limiter.burst(),
                        limiter.maxWait().toMillis());
    }
}
