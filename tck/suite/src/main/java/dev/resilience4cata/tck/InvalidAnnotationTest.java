// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
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
 * Values of annotations that mean nothing (C10). api.md, "Errors": "CODE: place: what is wrong,
 * with the value and where it came from …. What to do." All of a deployment are reported together.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class InvalidAnnotationTest {
    private static final String ID = InvalidAnnotationTest.class.getName() + "$Invalid#";

    @Deployment(name = "invalid", managed = false, testable = false)
    static WebArchive invalid() {
        return Archives.war(Invalid.class, InvalidClass.class);
    }

    @ApplicationScoped
    static class Invalid {
        @RateLimiter(permits = 0)
        void zeroPermits() {}

        @RateLimiter(permits = -1)
        void negativePermits() {}

        @RateLimiter(burst = 0)
        void zeroBurst() {}

        @RateLimiter(burst = -7)
        void negativeBurst() {}

        @RateLimiter(period = "0")
        void zeroPeriod() {}

        @RateLimiter(period = "PT0S")
        void zeroIsoPeriod() {}

        @RateLimiter(period = "10")
        void noUnit() {}

        @RateLimiter(period = "1x")
        void unknownUnit() {}

        @RateLimiter(period = "-1s")
        void negativePeriod() {}

        @RateLimiter(period = "1.5s")
        void fraction() {}

        @RateLimiter(period = "1 s")
        void blankInside() {}

        @RateLimiter(period = " ")
        void blankPeriod() {}

        @RateLimiter(period = "soon")
        void noDuration() {}

        @RateLimiter(period = "109573d")
        void threeCenturies() {}

        @RateLimiter(period = "PT2629746H")
        void threeIsoCenturies() {}

        @RateLimiter(maxWait = "-1ms")
        void negativeWait() {}

        @RateLimiter(maxWait = "-PT1S")
        void negativeIsoWait() {}

        @RateLimiter(maxWait = "10")
        void waitWithoutUnit() {}

        @RateLimiter(enabled = "yes")
        void yes() {}

        @RateLimiter(enabled = "TRUE")
        void capitals() {}

        @RateLimiter(permits = 2_000_000_000, period = "1s")
        void tooFast() {}

        @RateLimiter(maxWait = "91d", scope = Scope.CLUSTER)
        void sharedAndEndless() {}

        @RateLimiter(permits = 0, burst = 0, period = "2y", enabled = "no")
        void allAtOnce() {}
    }

    @ApplicationScoped
    @RateLimiter(permits = -3)
    static class InvalidClass {
        void first() {}

        void second() {}
    }

    @ArquillianResource Deployer deployer;

    @Test
    void reportsEveryInvalidValueWithItsPlace() {
        Problems.of(deployer, "invalid")
                .contain("R4C-ATR-003", "(permits = 0) on " + ID + "zeroPermits(): ")
                .contain("R4C-ATR-003", "(permits = -1) on " + ID + "negativePermits(): ")
                .contain("R4C-ATR-007", "(burst = 0) on " + ID + "zeroBurst(): ")
                .contain("R4C-ATR-007", "(burst = -7) on " + ID + "negativeBurst(): ")
                .contain("R4C-ATR-002", "(period = \"0\") on " + ID + "zeroPeriod(): ")
                .contain("R4C-ATR-002", "(period = \"PT0S\") on " + ID + "zeroIsoPeriod(): ")
                .contain("R4C-ATR-001", "(period = \"10\") on " + ID + "noUnit(): ", "unit")
                .contain("R4C-ATR-001", "(period = \"1x\") on " + ID + "unknownUnit(): ", "\"x\"")
                .contain("R4C-ATR-001", "(period = \"-1s\") on " + ID + "negativePeriod(): ")
                .contain("R4C-ATR-001", "(period = \"1.5s\") on " + ID + "fraction(): ")
                .contain("R4C-ATR-001", "(period = \"1 s\") on " + ID + "blankInside(): ")
                .contain("R4C-ATR-001", "(period = \" \") on " + ID + "blankPeriod(): ", "blank")
                .contain("R4C-ATR-001", "(period = \"soon\") on " + ID + "noDuration(): ")
                .contain("R4C-ATR-001", "(period = \"109573d\") on " + ID + "threeCenturies(): ")
                .contain("R4C-ATR-001", "(period = \"PT2629746H\") on " + ID + "threeIsoCent")
                .contain("R4C-ATR-001", "(maxWait = \"-1ms\") on " + ID + "negativeWait(): ")
                .contain("R4C-ATR-001", "(maxWait = \"-PT1S\") on " + ID + "negativeIsoWait(): ")
                .contain("R4C-ATR-001", "(maxWait = \"10\") on " + ID + "waitWithoutUnit(): ")
                .contain("R4C-ATR-006", "(enabled = \"yes\") on " + ID + "yes(): ", "true or false")
                .contain("R4C-ATR-006", "(enabled = \"TRUE\") on " + ID + "capitals(): ")
                .contain("R4C-REG-001", " on " + ID + "tooFast(): ", "2000000000", "annotation")
                .contain(
                        "R4C-REG-001",
                        " on " + ID + "sharedAndEndless(): maxWait = PT2184H ",
                        "Bound the wait",
                        "scope = cluster (annotation)")
                .contain("R4C-ATR-003", "(permits = 0) on " + ID + "allAtOnce(): ")
                .contain("R4C-ATR-007", "(burst = 0) on " + ID + "allAtOnce(): ")
                .contain("R4C-ATR-001", "(period = \"2y\") on " + ID + "allAtOnce(): ")
                .contain("R4C-ATR-006", "(enabled = \"no\") on " + ID + "allAtOnce(): ");
    }

    /** api.md: a duration error has "the text, the position or reason, and two valid examples". */
    @Test
    void givesExamplesOfDurations() {
        Problems.of(deployer, "invalid")
                .contain("R4C-ATR-001", ID + "noDuration(): ", "\"soon\"", "500ms", "PT0.5S");
    }

    /** An annotation on a class is wrong once, not once per method. */
    @Test
    void reportsTheAnnotationOfAClassOnce() {
        Problems problems = Problems.of(deployer, "invalid");

        List<String> lines =
                problems.lines("R4C-ATR-003").stream()
                        .filter(line -> line.contains("permits = -3"))
                        .toList();
        assertEquals(1, lines.size(), lines::toString);
        problems.contain(
                "R4C-ATR-003", "on " + InvalidAnnotationTest.class.getName() + "$InvalidClass: ");
    }
}
