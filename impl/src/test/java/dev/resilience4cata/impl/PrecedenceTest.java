// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which level of configuration wins, for each attribute and each set of levels that set it: key of
 * the instance, place, key of the named configuration, code of the named configuration, global key,
 * built-in default.
 */
class PrecedenceTest {

    /** Highest first. */
    private enum Level {
        INSTANCE_KEY(0),
        PLACE(1),
        CONFIG_KEY(2),
        CONFIG_CODE(3),
        GLOBAL_KEY(4);

        private final int number;

        Level(int number) {
            this.number = number;
        }
    }

    private static final Set<RateLimiterAttribute> TWO_VALUED =
            EnumSet.of(
                    RateLimiterAttribute.ENABLED,
                    RateLimiterAttribute.SHADOW,
                    RateLimiterAttribute.LEASES,
                    RateLimiterAttribute.SCOPE);

    private static final String ID = "com.acme.SearchApi#search(java.lang.String)";

    static Stream<Arguments> levels() {
        List<Arguments> all = new ArrayList<>();
        for (RateLimiterAttribute attribute : RateLimiterAttribute.values()) {
            for (int bits = 0; bits < 1 << Level.values().length; bits++) {
                List<Level> set = new ArrayList<>();
                for (Level level : Level.values()) {
                    if ((bits >> level.number) % 2 == 1) {
                        set.add(level);
                    }
                }
                all.add(Arguments.of(attribute, set));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("levels")
    void theHighestLevelThatSetsAnAttributeWins(RateLimiterAttribute attribute, List<Level> set) {
        // All levels say something else; where there are too few values, the winner and the rest.
        Map<Level, Object> values = new EnumMap<>(Level.class);
        for (Level level : set) {
            values.put(level, value(attribute, level.number, level == set.get(0)));
        }
        Object expected = set.isEmpty() ? builtIn(attribute) : values.get(set.get(0));
        assertThat(resolved(attribute, values)).isEqualTo(expected);
        if (TWO_VALUED.contains(attribute)) {
            for (Level level : set) {
                values.put(level, value(attribute, level.number, level != set.get(0)));
            }
            assertThat(resolved(attribute, values))
                    .isEqualTo(set.isEmpty() ? expected : values.get(set.get(0)));
        }
    }

    @Test
    void eachAttributeIsResolvedOnItsOwn() {
        Map<String, String> properties =
                Map.of(
                        "resilience4cata.instances.search.rateLimiter.permits", "1",
                        "resilience4cata.configs.slow.rateLimiter.burst", "3",
                        "resilience4cata.rateLimiter.enabled", "false",
                        "resilience4cata.rateLimiter.permits", "5");
        ResilienceRegistry registry =
                ResilienceRegistry.builder()
                        .properties(properties::get)
                        .rateLimiterConfig(
                                "slow", b -> b.maxWait(Duration.ofSeconds(4)).burst(9).permits(9))
                        .build();
        registry.rateLimiterPolicy(ID, "search", "slow", b -> b.period(Duration.ofSeconds(2)));
        assertThat(registry.rateLimiter("search").snapshot())
                .isEqualTo(
                        new RateLimiterSnapshot(
                                "search",
                                3,
                                1,
                                Duration.ofSeconds(2),
                                3,
                                Duration.ofSeconds(4),
                                false));
    }

    @Test
    void burstUnsetAtEveryLevelFollowsTheResolvedPermits() {
        ResilienceRegistry registry =
                ResilienceRegistry.builder()
                        .properties(
                                Map.of(
                                                "resilience4cata.instances.search"
                                                        + ".rateLimiter.permits",
                                                "7")
                                        ::get)
                        .build();
        registry.rateLimiterPolicy(ID, "search", "", b -> b.permits(50));
        assertThat(registry.rateLimiter("search").snapshot().burst()).isEqualTo(7);
    }

    @Test // with a name, the place has no key of its own
    void theInstanceKeyIsThatOfTheNameAndNotOfThePlace() {
        Map<String, String> properties =
                Map.of("resilience4cata.instances." + ID + ".rateLimiter.permits", "7");
        ResilienceRegistry registry =
                ResilienceRegistry.builder().properties(properties::get).build();
        registry.rateLimiterPolicy(ID, "search", "", b -> {});
        registry.rateLimiterPolicy(ID, "", "", b -> {});
        assertThat(registry.rateLimiter("search").snapshot().permits()).isEqualTo(100);
        assertThat(registry.rateLimiter(ID).snapshot().permits()).isEqualTo(7);
    }

    @Test
    void aNamedConfigIsForThoseWhoNameIt() {
        ResilienceRegistry registry =
                ResilienceRegistry.builder().rateLimiterConfig("slow", b -> b.permits(1)).build();
        registry.rateLimiterPolicy(ID, "", "", b -> {});
        assertThat(registry.rateLimiter(ID).snapshot().permits()).isEqualTo(100);
    }

    @Test // so that nothing is looked up on another thread later
    void propertiesAreReadWhenTheLimiterIsMadeAndNotAgain() {
        Map<String, String> properties = new HashMap<>();
        properties.put("resilience4cata.rateLimiter.permits", "3");
        ResilienceRegistry registry =
                ResilienceRegistry.builder().properties(properties::get).build();
        registry.rateLimiterPolicy(ID, "", "", b -> {});
        properties.put("resilience4cata.rateLimiter.permits", "4");
        assertThat(registry.rateLimiter(ID).snapshot().permits()).isEqualTo(3);
        assertThat(Limiters.drain(registry.rateLimiter(ID))).isGreaterThanOrEqualTo(3);
        registry.rateLimiterPolicy("other", "", "", b -> {});
        assertThat(registry.rateLimiter("other").snapshot().permits()).isEqualTo(4);
    }

    private static Object resolved(RateLimiterAttribute attribute, Map<Level, Object> values) {
        Map<String, String> properties = new HashMap<>();
        values.forEach(
                (level, value) -> {
                    String key =
                            switch (level) {
                                case INSTANCE_KEY -> "resilience4cata.instances." + ID + ".";
                                case CONFIG_KEY -> "resilience4cata.configs.slow.";
                                case GLOBAL_KEY -> "resilience4cata.";
                                case PLACE, CONFIG_CODE -> "";
                            };
                    if (!key.isEmpty()) {
                        properties.put(
                                key + "rateLimiter." + attribute.key(), attribute.text(value));
                    }
                });
        ConfigResolver resolver =
                new ConfigResolver(
                        PropertySource.of(properties::get),
                        Map.of("slow", settings(attribute, values.get(Level.CONFIG_CODE))));
        Map<RateLimiterAttribute, Setting> place = settings(attribute, values.get(Level.PLACE));
        Problems problems = new Problems();
        LimiterDefinition definition =
                resolver.resolve(new LimiterDeclaration(ID, "", "slow", place), problems);
        problems.throwIfAny();
        RateLimiterConfig config = definition.config();
        return switch (attribute) {
            case PERMITS -> config.permits();
            case PERIOD -> config.period();
            case BURST -> config.burst();
            case MAX_WAIT -> config.maxWait();
            case ENABLED -> config.enabled();
            case MAX_KEYS -> config.maxKeys();
            case SHADOW -> config.shadow();
            case SCOPE -> config.scope();
            case ON_STORE_FAILURE -> config.onStoreFailure();
            case LEASES -> config.leases();
        };
    }

    private static Map<RateLimiterAttribute, Setting> settings(
            RateLimiterAttribute attribute, Object value) {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        return LimiterRegistry.settings(
                value == null ? builder : builder.set(attribute, value), "code");
    }

    private static Object value(RateLimiterAttribute attribute, int level, boolean wins) {
        return switch (attribute) {
            case PERMITS, BURST, MAX_KEYS -> level + 11;
            case PERIOD, MAX_WAIT -> Duration.ofSeconds(level + 11L);
            case ENABLED, SHADOW, LEASES -> wins;
            case SCOPE -> wins ? Scope.CLUSTER : Scope.JVM;
            case ON_STORE_FAILURE -> wins ? StoreFailure.CLOSED : StoreFailure.OPEN;
        };
    }

    private static Object builtIn(RateLimiterAttribute attribute) {
        return switch (attribute) {
            case PERMITS, BURST -> 100;
            case PERIOD -> Duration.ofSeconds(1);
            case MAX_WAIT -> Duration.ZERO;
            case ENABLED -> true;
            case MAX_KEYS -> 100_000;
            case SHADOW, LEASES -> false;
            case SCOPE -> Scope.JVM;
            case ON_STORE_FAILURE -> StoreFailure.LOCAL;
        };
    }
}
