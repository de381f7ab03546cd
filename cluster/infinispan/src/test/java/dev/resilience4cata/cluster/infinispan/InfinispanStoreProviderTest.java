// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.ClusterStoreProvider;
import dev.resilience4cata.spi.Take;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InfinispanStoreProviderTest {

    private static final String PREFIX = "resilience4cata.cluster.infinispan.";

    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final InfinispanStoreProvider provider = new InfinispanStoreProvider();

    private Optional<ClusterStore> open(String... properties) {
        Map<String, String> values = new HashMap<>();
        for (int each = 0; each < properties.length; each += 2) {
            values.put(PREFIX + properties[each], properties[each + 1]);
        }
        return provider.open(key -> Optional.ofNullable(values.get(key)));
    }

    @Test
    void isFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(ClusterStoreProvider.class))
                .hasAtLeastOneElementOfType(InfinispanStoreProvider.class);
    }

    @Test
    void opensNothingUnlessItIsAskedTo() {
        assertThat(open()).isEmpty();
        assertThat(open("timeout", "10ms", "skew", "1ms")).isEmpty();
    }

    @Test
    void opensAStoreInACacheManagerOfItsOwnAndStopsItOnClose() {
        ClusterStore store =
                open("configuration", "local-cache.xml", "cache", "tat", "timeout", "20s").get();
        Take take = new Take("key", HOUR, 1, 1, HOUR, HOUR);
        assertThat(store.take(take).toCompletableFuture().join().units()).isOne();
        assertThat(managers()).isPositive();
        store.close();
        assertThat(managers()).isZero();
    }

    /** What the cache managers that run have registered. */
    private static int managers() {
        try {
            return ManagementFactory.getPlatformMBeanServer()
                    .queryNames(new ObjectName("own-manager*:*"), null)
                    .size();
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void opensAStoreInACacheThatIsLookedUp() throws Exception {
        try (DefaultCacheManager manager =
                new DefaultCacheManager(new GlobalConfigurationBuilder().build())) {
            manager.defineConfiguration("tat", new ConfigurationBuilder().build());
            Cache<String, Long> cache = manager.getCache("tat");
            Names.withNames(
                    Map.of("java:jboss/infinispan/cache/ratelimit/tat", cache),
                    () -> {
                        ClusterStore store =
                                open(
                                                "jndi",
                                                "java:jboss/infinispan/cache/ratelimit/tat",
                                                "timeout",
                                                "20s")
                                        .get();
                        Take take = new Take("key", HOUR, 1, 1, HOUR, HOUR);
                        assertThat(store.take(take).toCompletableFuture().join().units()).isOne();
                        store.close();
                    });
            assertThat(cache.get("key")).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jndi | java:/none | | | jndi = \"java:/none\": nothing can be looked up there",
                "jndi | java:/text | | | jndi = \"java:/text\": what is there is no org.infinispan.Cache",
                "jndi | java:/text | configuration | a.xml | configuration = \"a.xml\": resilience4cata.cluster.infinispan.jndi is set too",
                "jndi | ldap://x | | | jndi = \"ldap://x\": only names of the server are looked up",
                "jndi | ' ' | | | jndi = \" \": it is set to nothing",
                "configuration | local-cache.xml | | | configuration = \"local-cache.xml\": it is not said which of its caches",
                "configuration | none.xml | cache | tat | configuration = \"none.xml\": there is no such resource",
                "configuration | jgroups-loopback.xml | cache | tat | configuration = \"jgroups-loopback.xml\": it is no configuration that Infinispan can read",
                "configuration | local-cache.xml | cache | rat | cache = \"rat\": local-cache.xml configures no cache of this name; known are [",
                "cache | tat | | | cache = \"tat\": it is not said where",
            })
    void saysWhatIsWrongAndWhatToDo(
            String key,
            String value,
            @Nullable String secondKey,
            @Nullable String secondValue,
            String message)
            throws Exception {
        Names.withNames(
                Map.of("java:/text", "text"),
                () ->
                        assertThatThrownBy(
                                        () ->
                                                open(
                                                        key,
                                                        value,
                                                        secondKey == null ? "x" : secondKey,
                                                        secondValue == null ? "x" : secondValue))
                                .isInstanceOfSatisfying(
                                        ResilienceException.class,
                                        e ->
                                                assertThat(e.errorCode())
                                                        .isEqualTo(ErrorCode.PROPERTY_INVALID))
                                .hasMessageStartingWith("R4C-REG-003: " + PREFIX + message)
                                .hasMessageMatching("(?s).*\\. (Set|Put|Correct|On|Name) .*"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "timeout | 5x | has the unknown unit",
                "timeout | 0 | is not more than zero",
                "skew | -1ms | ",
                "skew | 300000d | is longer than an hour",
            })
    void saysWhichSettingIsWrong(String key, String value, @Nullable String problem) {
        assertThatThrownBy(
                        () -> open("configuration", "local-cache.xml", "cache", "tat", key, value))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith(
                        "R4C-REG-003: %s%s = \"%s\": ".formatted(PREFIX, key, value))
                .hasMessageContaining(problem == null ? "" : problem);
        assertThat(managers()).isZero();
    }

    /** The names of a server, as far as a look-up needs them. */
    public static final class Names implements InitialContextFactory {

        private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

        /** Called by the JDK. */
        public Names() {}

        static void withNames(Map<String, Object> names, Runnable test) {
            String before = System.getProperty(Context.INITIAL_CONTEXT_FACTORY);
            System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Names.class.getName());
            BOUND.putAll(names);
            try {
                test.run();
            } finally {
                BOUND.clear();
                if (before == null) {
                    System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
                } else {
                    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, before);
                }
            }
        }

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            return new InitialContext(true) {
                @Override
                public Object lookup(String name) throws NamingException {
                    Object found = BOUND.get(name);
                    if (found == null) {
                        throw new NameNotFoundException(name);
                    }
                    return found;
                }
            };
        }
    }
}
