// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.RegistrySnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Limiters by id: who shares one, what is wrong and how that is said. */
class RegistryTest {

    private static final String GEOCODE = "com.acme.Geo#geocode(java.lang.String)";
    private static final String REVERSE = "com.acme.Geo#reverse(double,double)";
    private static final String PAY = "com.acme.Cart#pay()";

    private final ManualClock clock = new ManualClock();
    private ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();

    @Test // S20
    void withoutANameEachPlaceHasALimiterOfItsOwn() {
        registry.rateLimiterPolicy(GEOCODE, "", "", b -> b.permits(1));
        RateLimiterPolicy reverse = registry.rateLimiterPolicy(REVERSE, "", "", b -> b.permits(1));
        assertThat(registry.rateLimiter(GEOCODE).tryAcquire()).isTrue();
        assertThat(registry.rateLimiter(GEOCODE).tryAcquire()).isFalse();
        assertThat(reverse.tryAcquire()).isTrue();
        assertThat(registry.rateLimiter(REVERSE).tryAcquire()).isFalse();
    }

    @Test // S20
    void placesWithOneNameShareALimiter() {
        RateLimiterPolicy geocode =
                registry.rateLimiterPolicy(GEOCODE, "geocoding", "", b -> b.permits(5));
        RateLimiterPolicy reverse =
                registry.rateLimiterPolicy(REVERSE, "geocoding", "", b -> b.permits(5));
        for (int i = 0; i < 5; i++) {
            assertThat((i % 2 == 0 ? geocode : reverse).tryAcquire()).isTrue();
        }
        assertThat(geocode.tryAcquire()).isFalse();
        assertThat(reverse.tryAcquire()).isFalse();
        assertThat(registry.rateLimiter("geocoding").availablePermits()).isZero();
        assertThat(registry.snapshot().rateLimiters()).hasSize(1);
    }

    @Test
    void theRejectionIsOneObjectThatNamesTheLimiter() {
        RateLimiterPolicy geocode = registry.rateLimiterPolicy(GEOCODE, "geocoding", "", b -> {});
        RateLimiterPolicy reverse = registry.rateLimiterPolicy(REVERSE, "geocoding", "", b -> {});
        RateLimitExceededException rejection = geocode.rejection();
        assertThat(rejection.instanceId()).isEqualTo("geocoding");
        assertThat(geocode.rejection()).isSameAs(rejection);
        assertThat(reverse.rejection()).isSameAs(rejection);
        assertThat(registry.rateLimiterPolicy(PAY, "", "", b -> {}).rejection().instanceId())
                .isEqualTo(PAY);
    }

    @Test
    void theSnapshotListsAllLimitersSortedById() {
        registry.rateLimiterPolicy("b", "", "", b -> b.permits(2));
        registry.rateLimiterPolicy("c", "a", "", b -> b.permits(3).period(ofSeconds(9)));
        assertThat(registry.rateLimiter("b").tryAcquire()).isTrue();
        assertThat(registry.snapshot())
                .isEqualTo(
                        new RegistrySnapshot(
                                List.of(
                                        new RateLimiterSnapshot(
                                                "a", 3, 3, ofSeconds(9), 3, ofMillis(0), true),
                                        new RateLimiterSnapshot(
                                                "b", 1, 2, ofSeconds(1), 2, ofMillis(0), true))));
    }

    @Test
    void aLaterSnapshotListsWhatHasComeSince() {
        for (String id : List.of("m", "z", "a")) {
            registry.rateLimiterPolicy(id, "", "", b -> {});
            registry.snapshot();
        }
        assertThat(registry.snapshot().rateLimiters())
                .extracting(RateLimiterSnapshot::instance)
                .containsExactly("a", "m", "z");
    }

    @Test
    void twoRegistriesShareNothing() {
        ResilienceRegistry other = ResilienceRegistry.builder().clock(clock).build();
        registry.rateLimiterPolicy(PAY, "mail", "", b -> b.permits(1));
        other.rateLimiterPolicy(PAY, "mail", "", b -> b.permits(2));
        assertThat(registry.rateLimiter("mail").tryAcquire()).isTrue();
        assertThat(registry.rateLimiter("mail").tryAcquire()).isFalse();
        assertThat(other.rateLimiter("mail").availablePermits()).isEqualTo(2);
        registry.close();
        assertThat(other.rateLimiter("mail").tryAcquire()).isTrue();
    }

    @ParameterizedTest
    @MethodSource
    void oneNameWithOtherValuesIsRefused(Consumer<RateLimiterConfig.Builder> other, String there) {
        registry.rateLimiterPolicy(
                GEOCODE, "geocoding", "", b -> b.permits(5).maxWait(ofMillis(500)));
        ResilienceException error =
                refused(() -> registry.rateLimiterPolicy(REVERSE, "geocoding", "", other));
        assertThat(error.code()).isEqualTo("R4C-REG-008");
        assertThat(error.getMessage())
                .startsWith("R4C-REG-008: @RateLimiter(name = \"geocoding\") on " + REVERSE + ": ")
                .contains(GEOCODE)
                .contains("permits = 5 (code)", "maxWait = PT0.5S (code)")
                .contains(there)
                .contains("resilience4cata.instances.geocoding.rateLimiter.permits");
        assertThat(registry.rateLimiter("geocoding").availablePermits())
                .as("the limiter that was there")
                .isEqualTo(5);
    }

    static Stream<Arguments> oneNameWithOtherValuesIsRefused() {
        return Stream.of(
                other(b -> b.permits(6).maxWait(ofMillis(500)), "permits = 6 (code)"),
                other(b -> b.permits(5), "maxWait = PT0S (default)"),
                other(
                        b -> b.permits(5).maxWait(ofMillis(500)).period(ofSeconds(2)),
                        "period = PT2S (code)"),
                other(b -> b.permits(5).maxWait(ofMillis(500)).burst(1), "burst = 1 (code)"),
                other(
                        b -> b.permits(5).maxWait(ofMillis(500)).enabled(false),
                        "enabled = false (code)"),
                other(
                        b -> b.permits(5).maxWait(ofMillis(500)).onStoreFailure(StoreFailure.OPEN),
                        "onStoreFailure = open (code); there permits = 5 (code)"));
    }

    private static Arguments other(Consumer<RateLimiterConfig.Builder> values, String there) {
        return Arguments.of(values, there);
    }

    @Test // C35: what counts is what the places resolve to
    void oneNameWithTheSameValuesFromElsewhereIsAccepted() {
        registry =
                with(
                        Map.of(
                                "resilience4cata.instances.geocoding.rateLimiter.permits", "9",
                                "resilience4cata.rateLimiter.maxWait", "3s"));
        registry.rateLimiterPolicy(GEOCODE, "geocoding", "", b -> b.permits(5));
        registry.rateLimiterPolicy(
                REVERSE, "geocoding", "", b -> b.permits(6).burst(9).maxWait(ofSeconds(3)));
        assertThat(registry.rateLimiter("geocoding").availablePermits()).isEqualTo(9);
    }

    @Test
    void anUnknownIdIsRefusedWithTheNearestOnes() {
        for (String id : List.of("geocoding", "geo", "mail", "search", "checkout")) {
            registry.rateLimiterPolicy(id, "", "", b -> {});
        }
        assertThat(refused(() -> registry.rateLimiter("geocodin")))
                .hasMessageMatching(
                        "R4C-REG-009: rateLimiter\\(\"geocodin\"\\): no limiter has this id; the"
                                + " nearest are \"geocoding\", \"geo\", \"[a-z]+\"\\."
                                + " Correct the id; snapshot\\(\\) lists all\\.");
        assertThat(refused(() -> ResilienceRegistry.builder().build().rateLimiter("x")))
                .hasMessageContaining("the nearest are none.");
    }

    @Test
    void anUnknownConfigIsRefusedWithTheKnownOnes() {
        registry =
                ResilienceRegistry.builder()
                        .rateLimiterConfig("login", b -> b.permits(3))
                        .rateLimiterConfig("checkout", b -> b.permits(3))
                        .build();
        assertThat(refused(() -> registry.rateLimiterPolicy(PAY, "", "chekout", b -> {})))
                .hasMessage(
                        "R4C-REG-004: @RateLimiter(config = \"chekout\") on com.acme.Cart#pay():"
                                + " no config has this name; known are \"checkout\", \"login\"."
                                + " Correct the name, or set"
                                + " resilience4cata.configs.chekout.rateLimiter.permits.");
        assertThat(registry.snapshot().rateLimiters()).as("limiters made").isEmpty();
    }

    @ParameterizedTest // a config exists once one of its keys does
    @CsvSource({"permits, 3", "period, 2s", "burst, 7", "maxWait, 1s", "enabled, false"})
    void oneKeyMakesAConfig(String attribute, String value) {
        registry = with(Map.of("resilience4cata.configs.slow.rateLimiter." + attribute, value));
        registry.rateLimiterPolicy(PAY, "", "slow", b -> {});
        RateLimiterSnapshot snapshot = registry.rateLimiter(PAY).snapshot();
        assertThat(snapshot)
                .isNotEqualTo(
                        new RateLimiterSnapshot(
                                PAY, 100, 100, ofSeconds(1), 100, ofMillis(0), true));
    }

    @ParameterizedTest // C10
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "permits,0,R4C-ATR-003",
                "permits,-1,R4C-ATR-003",
                "permits,1_000,R4C-ATR-003",
                "permits,1e3,R4C-ATR-003",
                "permits,99999999999,R4C-ATR-003",
                "permits,'',R4C-ATR-003",
                "burst,0,R4C-ATR-007",
                "burst,ten,R4C-ATR-007",
                "period,0,R4C-ATR-002",
                "period,PT0S,R4C-ATR-002",
                "period,'',R4C-ATR-001",
                "period,'  ',R4C-ATR-001",
                "period,10,R4C-ATR-001",
                "period,1x,R4C-ATR-001",
                "period,-1s,R4C-ATR-001",
                "period,P366000D,R4C-ATR-001",
                "period,109500d,R4C-ATR-001",
                "maxWait,-PT1S,R4C-ATR-001",
                "maxWait,soon,R4C-ATR-001",
                "enabled,yes,R4C-ATR-006",
                "enabled,TRUE,R4C-ATR-006",
                "scope,CLUSTER,R4C-ATR-010",
                "scope,'',R4C-ATR-010",
                "onStoreFailure,fail,R4C-ATR-011",
                "leases,5,R4C-ATR-012",
            })
    void aBadPropertyIsReportedWithKeyValueAndReason(
            String attribute, String value, String reason) {
        for (String level : List.of("instances." + PAY + ".", "configs.slow.", "")) {
            String key = "resilience4cata." + level + "rateLimiter." + attribute;
            registry = with(Map.of(key, value, "resilience4cata.configs.slow.rateLimiter.x", "1"));
            String config = level.startsWith("configs") ? "slow" : "";
            ResilienceException error =
                    refused(() -> registry.rateLimiterPolicy(PAY, "", config, b -> {}));
            assertThat(error.code()).isEqualTo("R4C-REG-003");
            assertThat(error.getMessage())
                    .startsWith(
                            "R4C-REG-003: @RateLimiter on com.acme.Cart#pay(): "
                                    + key
                                    + " = \""
                                    + value
                                    + "\" in properties: "
                                    + reason
                                    + ": "
                                    + attribute
                                    + " = ");
            assertThat(registry.snapshot().rateLimiters()).as("limiters made").isEmpty();
        }
    }

    @ParameterizedTest // C10
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"10s", "PT10S", "' PT10S '", "' 10s '", "10000ms"})
    void accepts(String period) {
        registry = with(Map.of("resilience4cata.rateLimiter.period", period));
        registry.rateLimiterPolicy(PAY, "", "", b -> {});
        assertThat(registry.rateLimiter(PAY).snapshot().period()).isEqualTo(ofSeconds(10));
    }

    @ParameterizedTest // S7, C06
    @CsvSource({
        "9223372036854775807ns",
        "9223372036854775808ns",
        "109500d",
        "99999999999999999999d",
        "PT2562047788015215H30M7.999999999S",
        "PT99999999999999999999S",
    })
    void aWaitHoweverLongIsTakenFromAProperty(String maxWait) {
        registry =
                ResilienceRegistry.builder()
                        .clock(clock)
                        .properties(Map.of("resilience4cata.rateLimiter.maxWait", maxWait)::get)
                        .build();
        registry.rateLimiterPolicy(PAY, "", "", b -> b.permits(2).period(ofSeconds(20)));
        RateLimiterHandle limiter = registry.rateLimiter(PAY);
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        assertThat(clock.nanoTime()).isEqualTo(ofSeconds(10).toNanos());
    }

    @Test // C10: all of them, each on a line of its own
    void allBadPropertiesOfALimiterAreReportedTogether() {
        registry =
                with(
                        Map.of(
                                "resilience4cata.instances." + PAY + ".rateLimiter.permits",
                                "0",
                                "resilience4cata.instances." + PAY + ".rateLimiter.period",
                                "10",
                                "resilience4cata.instances." + PAY + ".rateLimiter.burst",
                                "-1",
                                "resilience4cata.rateLimiter.maxWait",
                                "-1s",
                                "resilience4cata.rateLimiter.enabled",
                                "yes"));
        ResilienceException error =
                refused(() -> registry.rateLimiterPolicy(PAY, "", "missing", b -> {}));
        assertThat(error.getMessage().lines())
                .hasSize(6)
                .allMatch(line -> line.startsWith("R4C-REG-00") && line.contains(PAY))
                .anyMatch(line -> line.contains("R4C-REG-004: ") && line.contains("missing"))
                .anyMatch(line -> line.contains(".rateLimiter.permits = \"0\""))
                .anyMatch(line -> line.contains(".rateLimiter.period = \"10\""))
                .anyMatch(line -> line.contains(".rateLimiter.burst = \"-1\""))
                .anyMatch(line -> line.contains(".rateLimiter.maxWait = \"-1s\""))
                .anyMatch(line -> line.contains(".rateLimiter.enabled = \"yes\""));
    }

    @Test // a bad value that a better level overrides would bite when that level goes
    void aBadPropertyIsReportedEvenWhereItIsOverridden() {
        registry =
                with(
                        Map.of(
                                "resilience4cata.instances." + PAY + ".rateLimiter.permits",
                                "5",
                                "resilience4cata.rateLimiter.permits",
                                "0"));
        assertThat(refused(() -> registry.rateLimiterPolicy(PAY, "", "", b -> {})))
                .hasMessageStartingWith("R4C-REG-003: ")
                .hasMessageContaining("resilience4cata.rateLimiter.permits = \"0\"");
    }

    @Test // S7
    void valuesThatDoNotFitTogetherAreReportedWithWhereTheyCameFrom() {
        assertThat(
                        refused(
                                () ->
                                        registry.rateLimiterPolicy(
                                                PAY, "", "", b -> b.period(ofNanos(99)))))
                .hasMessageStartingWith(
                        "R4C-REG-001: @RateLimiter on com.acme.Cart#pay(): period = PT0.000000099S"
                                + " is shorter than 1 ns per permit for permits = 100. ")
                .hasMessageContaining("period = PT0.000000099S (code)");

        String key = "resilience4cata.instances." + PAY + ".rateLimiter.permits";
        registry = with(Map.of(key, "2000000000"));
        assertThat(
                        refused(
                                () ->
                                        registry.rateLimiterPolicy(
                                                PAY, "", "", b -> b.period(ofSeconds(1)))))
                .hasMessageStartingWith(
                        "R4C-REG-003: @RateLimiter on com.acme.Cart#pay(): period = PT1S is shorter"
                                + " than 1 ns per permit for permits = 2000000000. ")
                .hasMessageContaining("permits = 2000000000 (" + key + " in properties)")
                .hasMessageContaining("period = PT1S (code)");
    }

    @Test
    void aValueOutOfRangeInCodeIsRefusedAtOnce() {
        assertThat(refused(() -> registry.rateLimiterPolicy(PAY, "", "", b -> b.permits(0))))
                .hasMessage("R4C-REG-001: permits = 0 is below 1. Set permits to at least 1.");
        assertThat(registry.snapshot().rateLimiters()).isEmpty();
    }

    @Test // S21
    void afterCloseEverythingIsRefusedAndClosingAgainDoesNothing() {
        RateLimiterPolicy policy = registry.rateLimiterPolicy(PAY, "", "", b -> {});
        RateLimiterHandle handle = registry.rateLimiter(PAY);
        assertThat(policy.tryAcquire()).isTrue();
        registry.close();
        registry.close();
        List<ThrowingCallable> uses =
                List.of(
                        policy::tryAcquire,
                        handle::tryAcquire,
                        handle::availablePermits,
                        handle::timeToNextPermit,
                        handle::snapshot,
                        () -> handle.reconfigure(change -> change.permits(1)),
                        () -> registry.rateLimiter(PAY),
                        () -> registry.rateLimiterPolicy(PAY, "", "", b -> {}),
                        () -> registry.rateLimiterPolicy("other", "", "", b -> {}),
                        registry::snapshot);
        for (ThrowingCallable use : uses) {
            assertThat(refused(use))
                    .hasMessage(
                            "R4C-REG-010: the registry is closed."
                                    + " Use the registry of the running application.");
        }
    }

    @Test // S21: a limiter that was never called is closed too
    void aLimiterThatWasNeverCalledIsClosedToo() {
        RateLimiterPolicy policy = registry.rateLimiterPolicy(PAY, "", "", b -> {});
        registry.close();
        assertThat(refused(policy::tryAcquire).code()).isEqualTo("R4C-REG-010");
    }

    @Test // S21: as is one that is disabled
    void aDisabledLimiterIsClosedToo() {
        RateLimiterPolicy policy = registry.rateLimiterPolicy(PAY, "", "", b -> b.enabled(false));
        RateLimiterHandle handle = registry.rateLimiter(PAY);
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(handle.availablePermits()).isEqualTo(100);
        registry.close();
        assertThat(refused(policy::tryAcquire).code()).isEqualTo("R4C-REG-010");
        assertThat(refused(handle::availablePermits).code()).isEqualTo("R4C-REG-010");
        assertThat(refused(handle::snapshot).code()).isEqualTo("R4C-REG-010");
    }

    @Test
    void listenersHearOfEachRejectionAndOfNothingElse() {
        List<RateLimiterRejected> heard = new ArrayList<>();
        registry = ResilienceRegistry.builder().clock(clock).listener(heard::add).build();
        RateLimiterPolicy policy = tenSeconds(registry);
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(heard).isEmpty();
        clock.advance(ofSeconds(4));
        assertThat(policy.tryAcquire()).isFalse();
        clock.advance(ofSeconds(5));
        assertThat(policy.tryAcquire()).isFalse();
        clock.advance(ofSeconds(1));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(heard)
                .containsExactly(
                        new RateLimiterRejected("pay", ofSeconds(6)),
                        new RateLimiterRejected("pay", ofSeconds(1)));
    }

    @Test
    void aListenerThatThrowsIsLoggedAndNeitherBreaksTheCallNorTheOtherListeners() {
        IllegalStateException broken = new IllegalStateException("a broken listener");
        AssertionError veryBroken = new AssertionError("a very broken listener");
        List<RateLimiterRejected> heard = new ArrayList<>();
        registry =
                ResilienceRegistry.builder()
                        .clock(clock)
                        .listener(
                                event -> {
                                    throw broken;
                                })
                        .listener(
                                new RateLimiterListener() {
                                    @Override
                                    public void onRejected(RateLimiterRejected event) {
                                        throw veryBroken;
                                    }

                                    @Override
                                    public String toString() { // as of a bean without its context
                                        throw broken;
                                    }
                                })
                        .listener(heard::add)
                        .build();
        RateLimiterPolicy policy = tenSeconds(registry);
        List<LogRecord> logged = new ArrayList<>();
        Logger log = Logger.getLogger(Listeners.class.getName());
        Handler handler = handler(logged);
        log.setUseParentHandlers(false);
        log.addHandler(handler);
        try {
            assertThat(policy.tryAcquire()).isTrue();
            assertThat(policy.tryAcquire()).isFalse();
        } finally {
            log.removeHandler(handler);
            log.setUseParentHandlers(true);
        }
        assertThat(heard).hasSize(1);
        assertThat(logged).extracting(LogRecord::getThrown).containsExactly(broken, veryBroken);
        assertThat(logged).extracting(LogRecord::getLevel).containsOnly(Level.WARNING);
        assertThat(logged).allMatch(entry -> entry.getMessage().contains("rejection of pay"));
    }

    private static RateLimiterPolicy tenSeconds(ResilienceRegistry registry) {
        return registry.rateLimiterPolicy(PAY, "pay", "", b -> b.permits(1).period(ofSeconds(10)));
    }

    private static Handler handler(List<LogRecord> logged) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @Test
    void theBuilderRefusesNulls() {
        String none = null;
        assertThatThrownBy(() -> ResilienceRegistry.builder().clock(null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> ResilienceRegistry.builder().properties(null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> ResilienceRegistry.builder().listener(null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> ResilienceRegistry.builder().scheduler(null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> registry.rateLimiter(none))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> registry.rateLimiterPolicy(none, "", "", b -> {}))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void goesByTheRealClockUnlessItIsToldOtherwise() {
        registry = ResilienceRegistry.builder().build();
        registry.rateLimiterPolicy(PAY, "", "", b -> b.permits(1).period(ofDays(365)));
        RateLimiterHandle limiter = registry.rateLimiter(PAY);
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.timeToNextPermit()).isBetween(ofDays(364), ofDays(365));
    }

    static Stream<Arguments> documented() {
        return Stream.of(
                Arguments.of(
                        "R4C-REG-003",
                        (ThrowingCallable)
                                () ->
                                        with(Map.of(
                                                        "resilience4cata.instances.mail"
                                                                + ".rateLimiter.period",
                                                        "1 s"))
                                                .rateLimiterPolicy(PAY, "mail", "", b -> {})),
                Arguments.of(
                        "R4C-REG-004",
                        (ThrowingCallable)
                                () ->
                                        ResilienceRegistry.builder()
                                                .rateLimiterConfig("checkout", b -> {})
                                                .rateLimiterConfig("login", b -> {})
                                                .build()
                                                .rateLimiterPolicy(PAY, "", "chekout", b -> {})),
                Arguments.of(
                        "R4C-REG-008",
                        (ThrowingCallable)
                                () -> {
                                    ResilienceRegistry registry = with(Map.of());
                                    registry.rateLimiterPolicy(
                                            "com.acme.Geo#geocode()",
                                            "geocoding",
                                            "",
                                            b -> b.permits(5));
                                    registry.rateLimiterPolicy(
                                            "com.acme.Geo#reverse()",
                                            "geocoding",
                                            "",
                                            b -> b.permits(6));
                                }),
                Arguments.of(
                        "R4C-REG-009",
                        (ThrowingCallable)
                                () -> {
                                    ResilienceRegistry registry = with(Map.of());
                                    registry.rateLimiterPolicy("geocoding", "", "", b -> {});
                                    registry.rateLimiter("geocodin");
                                }),
                Arguments.of(
                        "R4C-REG-010",
                        (ThrowingCallable)
                                () -> {
                                    ResilienceRegistry registry = with(Map.of());
                                    registry.close();
                                    registry.snapshot();
                                }));
    }

    @ParameterizedTest
    @MethodSource("documented")
    void theErrorDocumentQuotesTheRealMessage(String code, ThrowingCallable mistake)
            throws IOException {
        ResilienceException error = refused(mistake);
        assertThat(error.code()).isEqualTo(code);
        assertThat(Files.readString(Path.of("..", "docs", "errors", "README.md")))
                .contains("\n    " + error.getMessage() + "\n");
    }

    private static ResilienceRegistry with(Map<String, String> properties) {
        return ResilienceRegistry.builder()
                .clock(new ManualClock())
                .properties(properties::get)
                .build();
    }

    private static ResilienceException refused(ThrowingCallable mistake) {
        ResilienceException error = catchThrowableOfType(ResilienceException.class, mistake);
        assertThat(error).isNotNull();
        return error;
    }
}
