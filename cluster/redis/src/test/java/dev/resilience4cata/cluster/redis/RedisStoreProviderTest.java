// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.ClusterStoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What properties say. */
class RedisStoreProviderTest {

    private static final String PREFIX = "resilience4cata.cluster.redis.";

    private static Map<String, String> properties(String... namesAndValues) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put(PREFIX + namesAndValues[i], namesAndValues[i + 1]);
        }
        return properties;
    }

    private static Optional<RedisSettings> settings(Map<String, String> properties) {
        return RedisStoreProvider.settings(key -> Optional.ofNullable(properties.get(key)));
    }

    @Test
    void opensNothingWithoutAnAddress() {
        assertThat(new RedisStoreProvider().open(key -> Optional.empty())).isEmpty();
        assertThat(settings(properties("timeout", "rubbish"))).isEmpty();
    }

    @Test
    void isFoundAndOpensAStoreWithoutARedis() throws Exception {
        Map<String, String> properties =
                properties("uri", "redis://127.0.0.1:" + LocalRedis.freePort());
        ClusterStoreProvider provider =
                ServiceLoader.load(ClusterStoreProvider.class).findFirst().orElseThrow();
        try (ClusterStore store =
                provider.open(key -> Optional.ofNullable(properties.get(key))).orElseThrow()) {
            assertThat(store).isInstanceOf(RedisStore.class);
        }
    }

    @Test
    void hasDefaults() {
        RedisSettings settings = settings(properties("uri", "redis://a")).orElseThrow();
        assertThat(settings.target()).isEqualTo("a:6379");
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(50));
        assertThat(settings.cluster()).isFalse();
        assertThat(settings.sslOptions()).isEmpty();
    }

    @Test
    void readsAll() {
        RedisSettings settings =
                settings(
                                properties(
                                        "uri", " rediss://a:1, rediss://b ",
                                        "username", "me",
                                        "password", "se cret",
                                        "timeout", "20ms",
                                        "cluster", "true",
                                        "clientName", "orders",
                                        "tls.verification", "certificate"))
                        .orElseThrow();
        assertThat(settings.target()).isEqualTo("a:1, b:6379");
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(20));
        assertThat(settings.cluster()).isTrue();
        assertThat(settings.lettuceUris())
                .hasSize(2)
                .allSatisfy(
                        uri -> {
                            assertThat(uri.isSsl()).isTrue();
                            assertThat(uri.getClientName()).isEqualTo("orders");
                            assertThat(uri.getVerifyMode()).hasToString("CA");
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    uri              | ''                            | '"" does not start with redis:// or rediss://'
                    uri              | localhost:6379                | '"localhost:6379" does not start with redis:// or rediss://'
                    uri              | http://localhost              | '"http://localhost" does not start with redis:// or rediss://'
                    uri              | redis://                      | '"redis://" is no URI'
                    uri              | redis://host:0                | '"redis://host:0" has no host, or no port from 1 to 65535'
                    uri              | redis://host:65536            | '"redis://host:65536" has no host, or no port from 1 to 65535'
                    uri              | redis://my_host               | '"redis://my_host" has no host, or no port from 1 to 65535'
                    uri              | redis://host/x                | '"redis://***" has more than a database after the port'
                    uri              | redis://u:hidden@host/x       | '"redis://***@host/x" has more than a database after the port'
                    uri              | redis://u:hid#den@host        | '"redis://***@host"'
                    uri              | redis://u:hid den@host        | '"redis://***@host" is no URI'
                    uri              | redis://:hidden               | '"redis://***" has no host, or no port from 1 to 65535'
                    uri              | redis://:hid,den@host         | '"redis://***@host"'
                    uri              | redis://a,redis://b           | '"redis://a,redis://b" has several addresses'
                    timeout          | soon                          | '"soon" is no duration'
                    timeout          | 0                             | '"PT0S" is out of range'
                    timeout          | 2m                            | '"PT2M" is out of range'
                    cluster          | yes                           | '"yes" is neither true nor false'
                    clientName       | a b                           | '"a b" is no name for a client'
                    username         | me                            | '"me" has no password'
                    username         | ''                            | '"" is blank'
                    password         | ''                            | is empty
                    tls.trustStore   | nowhere.p12                   | '"nowhere.p12" is set, but uri has no TLS'
                    tls.certificates | ''                            | '"" is no path'
                    tls.verification | maybe                         | '"maybe" is unknown. Write full, certificate or none.'
                    tls.verification | none                          | '"NONE" is set, but uri has no TLS'
                    """)
    void saysWhichValueIsWrong(String name, String value, String problem) {
        Map<String, String> properties = properties("uri", "redis://host");
        properties.put(PREFIX + name, value);
        assertThatThrownBy(() -> settings(properties))
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.PROPERTY_INVALID))
                .hasMessageStartingWith("R4C-REG-003: " + PREFIX + name + ": ")
                .hasMessageContaining(problem)
                .hasMessageEndingWith(".")
                .hasMessageNotContainingAny("hidden", "hid", "den@", "; ");
    }

    @Test
    void saysWhichFileCannotBeUsed(@TempDir Path folder) throws Exception {
        Path rubbish = Files.writeString(folder.resolve("rubbish"), "rubbish");
        Path empty = Files.createFile(folder.resolve("empty"));
        assertFails("tls.trustStore", folder.resolve("none"), "is no file that can be read");
        assertFails("tls.trustStore", folder, "is no file that can be read");
        assertFails("tls.trustStore", rubbish, "cannot be read as a key store");
        assertFails("tls.certificates", folder.resolve("none"), "is no file that can be read");
        assertFails("tls.certificates", rubbish, "cannot be read as certificates");
        assertFails("tls.certificates", empty, "has no certificate");
    }

    private static void assertFails(String name, Path file, String problem) {
        Map<String, String> properties =
                properties(
                        "uri",
                        "rediss://host",
                        "tls.trustStorePassword",
                        "hidden",
                        name,
                        file.toString());
        assertThatThrownBy(() -> settings(properties))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-003: " + PREFIX + name + ": \"" + file + "\" ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("hidden");
    }

    /** In code the same is said of the builder. */
    @Test
    void saysOfCodeWhatIsWrong() {
        assertThatThrownBy(() -> RedisSettings.builder("redis://a").timeout(Duration.ZERO))
                .hasMessage(
                        "R4C-REG-001: RedisSettings.timeout: \"PT0S\" is out of range. Set one from"
                                + " 1ms to 1m, such as 50ms.");
    }
}
