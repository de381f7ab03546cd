// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Properties that mean nothing (C10). api.md: R4C-REG-003 "names the key, the raw value and the
 * config source".
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class InvalidPropertyTest {
    private static final String HERE = InvalidPropertyTest.class.getName();
    private static final String PREFIX = "resilience4cata.instances.";

    /** What a container calls the source is its affair: "Properties", or the name of the file. */
    private static final String SOURCE = "roperties";

    @Deployment(name = "instances", managed = false, testable = false)
    static WebArchive instances() {
        return Archives.war(
                """
                %1$szero.rateLimiter.permits = 0
                %1$snegative.rateLimiter.permits = -1
                %1$sunderscore.rateLimiter.permits = 1_000
                %1$sexponent.rateLimiter.permits = 1e3
                %1$stoo-large.rateLimiter.permits = 99999999999
                %1$sno-number.rateLimiter.permits = many
                %1$sblank.rateLimiter.permits =
                %1$szero.rateLimiter.burst = 0
                %1$sblank.rateLimiter.burst =
                %1$szero.rateLimiter.period = 0
                %1$snegative.rateLimiter.period = -1s
                %1$sno-number.rateLimiter.period = 10
                %1$sexponent.rateLimiter.period = 1x
                %1$sblank.rateLimiter.period =
                %1$stoo-large.rateLimiter.period = 109573d
                %1$snegative.rateLimiter.maxWait = -PT1S
                %1$sblank.rateLimiter.maxWait =
                %1$sno-number.rateLimiter.enabled = yes
                %1$sblank.rateLimiter.enabled =
                %1$sno-number.rateLimiter.scope = CLUSTER
                %1$sblank.rateLimiter.scope =
                %1$sno-number.rateLimiter.onStoreFailure = fail
                %1$sblank.rateLimiter.onStoreFailure =
                %1$sno-number.rateLimiter.leases = 5
                %1$stoo-fast.rateLimiter.permits = 2000000000
                %1$sendless.rateLimiter.scope = cluster
                %1$s%2$s$Limited#method(int[]).rateLimiter.permits = none
                """
                        .formatted(PREFIX, HERE),
                Limited.class);
    }

    @ApplicationScoped
    static class Limited {
        @RateLimiter(name = "zero")
        void zero() {}

        @RateLimiter(name = "negative")
        void negative() {}

        @RateLimiter(name = "underscore")
        void underscore() {}

        @RateLimiter(name = "exponent")
        void exponent() {}

        @RateLimiter(name = "too-large")
        void tooLarge() {}

        @RateLimiter(name = "no-number")
        void noNumber() {}

        @RateLimiter(name = "blank")
        void blank() {}

        @RateLimiter(name = "too-fast", period = "1s")
        void tooFast() {}

        @RateLimiter(name = "endless", maxWait = "91d")
        void endless() {}

        @RateLimiter
        void method(int[] parameter) {}
    }

    @Deployment(name = "levels", managed = false, testable = false)
    static WebArchive levels() {
        return Archives.war(
                """
                resilience4cata.rateLimiter.permits = 0
                resilience4cata.configs.slow.rateLimiter.period = never
                resilience4cata.cdi.interceptor.priority = high
                resilience4cata.cdi.strict = maybe
                """,
                Levels.class);
    }

    @ApplicationScoped
    @RateLimiter(config = "slow")
    static class Levels {
        void first() {}

        void second() {}
    }

    @ArquillianResource Deployer deployer;

    private static String property(String id, String attribute, String value) {
        return PREFIX + id + ".rateLimiter." + attribute + " = \"" + value + "\"";
    }

    @Test
    void reportsEveryInvalidValueOfAnInstance() {
        Problems problems = Problems.of(deployer, "instances");
        String[][] values = {
            {"zero", "permits", "0", "R4C-ATR-003"},
            {"negative", "permits", "-1", "R4C-ATR-003"},
            {"underscore", "permits", "1_000", "R4C-ATR-003"},
            {"exponent", "permits", "1e3", "R4C-ATR-003"},
            {"too-large", "permits", "99999999999", "R4C-ATR-003"},
            {"no-number", "permits", "many", "R4C-ATR-003"},
            {"blank", "permits", "", "R4C-ATR-003"},
            {"zero", "burst", "0", "R4C-ATR-007"},
            {"blank", "burst", "", "R4C-ATR-007"},
            {"zero", "period", "0", "R4C-ATR-002"},
            {"negative", "period", "-1s", "R4C-ATR-001"},
            {"no-number", "period", "10", "R4C-ATR-001"},
            {"exponent", "period", "1x", "R4C-ATR-001"},
            {"blank", "period", "", "R4C-ATR-001"},
            {"too-large", "period", "109573d", "R4C-ATR-001"},
            {"negative", "maxWait", "-PT1S", "R4C-ATR-001"},
            {"blank", "maxWait", "", "R4C-ATR-001"},
            {"no-number", "enabled", "yes", "R4C-ATR-006"},
            {"blank", "enabled", "", "R4C-ATR-006"},
            {"no-number", "scope", "CLUSTER", "R4C-ATR-010"},
            {"blank", "scope", "", "R4C-ATR-010"},
            {"no-number", "onStoreFailure", "fail", "R4C-ATR-011"},
            {"blank", "onStoreFailure", "", "R4C-ATR-011"},
            {"no-number", "leases", "5", "R4C-ATR-012"},
            {HERE + "$Limited#method(int[])", "permits", "none", "R4C-ATR-003"},
        };
        for (String[] each : values) {
            problems.contain(
                    "R4C-REG-003", property(each[0], each[1], each[2]), SOURCE, each[3] + ": ");
        }
    }

    /** The page: "period must be at least 1 ns per permit …, else … R4C-REG-001/R4C-REG-003". */
    @Test
    void reportsAPropertyThatDoesNotFitTheRest() {
        Problems.of(deployer, "instances")
                .contain(
                        "R4C-REG-003",
                        HERE + "$Limited#tooFast()",
                        PREFIX + "too-fast.rateLimiter.permits",
                        SOURCE,
                        "2000000000",
                        "PT1S",
                        "annotation")
                .contain(
                        "R4C-REG-003",
                        HERE + "$Limited#endless(): maxWait = PT2184H is too long",
                        "scope = cluster (" + PREFIX + "endless.rateLimiter.scope",
                        SOURCE);
    }

    /** A key that many limiters use is wrong once. */
    @Test
    void reportsInvalidValuesOfTheOtherLevels() {
        Problems problems = Problems.of(deployer, "levels");

        List<String> lines = problems.lines("R4C-REG-003");
        assertEquals(4, lines.size(), lines::toString);
        assertTrue(lines.stream().allMatch(line -> line.contains(SOURCE)), lines::toString);
        problems.contain("R4C-REG-003", "resilience4cata.rateLimiter.permits = \"0\"")
                .contain(
                        "R4C-REG-003",
                        "resilience4cata.configs.slow.rateLimiter.period = \"never\"")
                .contain("R4C-REG-003", "resilience4cata.cdi.interceptor.priority", "\"high\"")
                .contain("R4C-REG-003", "resilience4cata.cdi.strict", "\"maybe\"");
    }
}
