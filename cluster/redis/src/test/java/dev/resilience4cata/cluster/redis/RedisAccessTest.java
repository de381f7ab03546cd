// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.resilience4cata.cluster.redis.RedisSettings.Verification;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import dev.resilience4cata.spi.Take;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets in, and who is told why not. */
class RedisAccessTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String SECRET = "correct-horse";
    private static final Take TAKE = new Take("access", HOUR, 1, 1, 2 * HOUR, 2 * HOUR);

    private static RedisSettings.Builder settings(LocalRedis redis) {
        return RedisSettings.builder(redis.uri()).timeout(Duration.ofSeconds(5));
    }

    private static int take(RedisStore store) {
        return store.take(TAKE).toCompletableFuture().join().units();
    }

    /** What calls fail with once there was an attempt to connect. */
    private static StoreException failure(RedisSettings settings) throws Exception {
        AtomicReference<StoreException> failure = new AtomicReference<>();
        try (RedisStore store = RedisStore.open(settings)) {
            Patience.until(
                    "an attempt to connect",
                    PATIENCE,
                    () -> {
                        try {
                            throw new AssertionError("got in, and got " + take(store));
                        } catch (CompletionException e) {
                            failure.set((StoreException) e.getCause());
                        }
                        String message = failure.get().getMessage();
                        // Lettuce may lose an answer that is there before it listens; it asks
                        // again.
                        return !message.contains("not connected yet")
                                && !message.contains("RedisHandshakeHandler not registered");
                    });
        }
        return failure.get();
    }

    private static void assertGetsIn(RedisSettings settings) throws Exception {
        try (RedisStore store = RedisStore.open(settings)) {
            Patience.until(
                    "getting in",
                    PATIENCE,
                    () -> {
                        try {
                            return take(store) >= 0;
                        } catch (CompletionException e) {
                            assertThat(e).hasMessageContaining("not connected yet");
                            return false;
                        }
                    });
        }
    }

    @Test
    void aWrongPasswordIsToldWithoutAPassword() throws Exception {
        try (LocalRedis redis = LocalRedis.start("--requirepass", "right")) {
            StoreException wrong = failure(settings(redis).password(SECRET).build());
            assertThat(wrong.reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(wrong).hasMessageContaining("WRONGPASS");
            assertThat(stackTrace(wrong)).doesNotContain(SECRET);

            String uri = "redis://:" + SECRET + "@127.0.0.1:" + redis.port();
            StoreException inUri = failure(RedisSettings.builder(uri).build());
            assertThat(inUri).hasMessageContaining("WRONGPASS");
            assertThat(stackTrace(inUri)).doesNotContain(SECRET);

            StoreException none = failure(settings(redis).build());
            assertThat(none.reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(none).hasMessageContaining("NOAUTH");

            assertGetsIn(settings(redis).password("right").build());
            String rightUri = "redis://:right@127.0.0.1:" + redis.port();
            assertGetsIn(RedisSettings.builder(rightUri).build());
        }
    }

    private static String stackTrace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** The rights that the documentation names are enough, and each is needed. */
    @Test
    void aUserNeedsTheRightsForTheScriptsAndForItsKeys() throws Exception {
        String rights = "~rl:* +evalsha +eval +get +set +del +time";
        List<String> all = Pattern.compile(" ").splitAsStream(rights).toList();
        try (LocalRedis redis = withUser(all)) {
            RedisSettings settings = limiter(redis).clientName("orders").build();
            try (RedisStore store = RedisStore.open(settings)) {
                assertThat(take(store)).isOne();
                assertThat(redis.commands().clientList()).contains("name=orders");
            }
        }
        for (String needed : all) {
            List<String> fewer = new ArrayList<>(all);
            fewer.remove(needed);
            try (LocalRedis redis = withUser(fewer)) {
                StoreException refused = failure(limiter(redis).build());
                assertThat(refused.reason()).as(needed).isEqualTo(Reason.UNAVAILABLE);
                assertThat(stackTrace(refused)).doesNotContain(SECRET);
            }
        }
    }

    private static LocalRedis withUser(List<String> rights) throws Exception {
        List<String> options = new ArrayList<>(List.of("--user", "limiter", "on", '>' + SECRET));
        options.addAll(rights);
        return LocalRedis.start(LocalRedis.program(), options);
    }

    private static RedisSettings.Builder limiter(LocalRedis redis) {
        return settings(redis).username("limiter").password(SECRET);
    }

    @Test
    void trustsAServerByTlsOnlyIfItIsToldTo(@TempDir Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        makeKeys(keys);
        Path certificate = folder.resolve("certificate.pem");
        Path privateKey = folder.resolve("key.pem");
        KeyStore store = KeyStore.getInstance(keys.toFile(), SECRET.toCharArray());
        writePem(certificate, "CERTIFICATE", store.getCertificate("redis").getEncoded());
        writePem(
                privateKey,
                "PRIVATE KEY",
                store.getKey("redis", SECRET.toCharArray()).getEncoded());
        int port = LocalRedis.freePort();
        try (LocalRedis redis = startWithTls(port, certificate, privateKey)) {
            String uri = "rediss://127.0.0.1:" + port;
            assertGetsIn(tls(uri).certificates(certificate).build());
            assertGetsIn(tls(uri).trustStore(keys, SECRET).build());
            assertGetsIn(tls(uri).verification(Verification.NONE).build());
            assertGetsIn(
                    tls(uri).certificates(certificate)
                            .verification(Verification.CERTIFICATE)
                            .build());
            // Signed by nobody whom Java knows.
            assertThat(failure(tls(uri).build()).reason()).isEqualTo(Reason.UNAVAILABLE);
            // Trusted, but for 127.0.0.1.
            String other = "rediss://localhost:" + port;
            assertThat(failure(tls(other).certificates(certificate).build()))
                    .hasMessageContaining("localhost");
            assertGetsIn(
                    tls(other)
                            .certificates(certificate)
                            .verification(Verification.CERTIFICATE)
                            .build());
            // Not by a password that nobody can overhear.
            StoreException plain = failure(settings(redis).build());
            assertThat(plain).hasMessageContaining("NOAUTH");
        }
    }

    private static RedisSettings.Builder tls(String uri) {
        return RedisSettings.builder(uri).password(SECRET).timeout(Duration.ofSeconds(5));
    }

    /** The program of the test dependency was built without TLS, that of Debian with it. */
    private static LocalRedis startWithTls(int port, Path certificate, Path key) throws Exception {
        List<String> options =
                List.of(
                        "--requirepass",
                        SECRET,
                        "--tls-port",
                        String.valueOf(port),
                        "--tls-cert-file",
                        certificate.toString(),
                        "--tls-key-file",
                        key.toString(),
                        "--tls-auth-clients",
                        "no");
        for (String program : List.of(LocalRedis.program(), "/usr/bin/redis-server")) {
            if (Files.isExecutable(Path.of(program))) {
                try {
                    return LocalRedis.start(program, options);
                } catch (IOException e) {
                    // Built without.
                }
            }
        }
        assumeThat(false).as("a Redis with TLS is there").isTrue();
        throw new AssertionError();
    }

    private static void makeKeys(Path file) throws Exception {
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "redis",
                                "-keyalg",
                                "RSA",
                                "-keysize",
                                "2048",
                                "-dname",
                                "CN=redis",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-validity",
                                "2",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                SECRET)
                        .redirectErrorStream(true)
                        .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }

    private static void writePem(Path file, String kind, byte[] content) throws IOException {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
        Files.writeString(
                file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(kind, body, kind));
    }

    /** A password is in no message of a call on a port where nobody listens. */
    @Test
    void aServerThatIsNotThereIsToldWithoutAPassword() throws Exception {
        String uri = "redis://user:" + SECRET + "@127.0.0.1:" + LocalRedis.freePort();
        StoreException absent = failure(RedisSettings.builder(uri).build());
        assertThat(absent.reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(stackTrace(absent)).doesNotContain(SECRET);
        assertThat(RedisSettings.builder(uri).build().toString())
                .doesNotContain(SECRET)
                .contains("127.0.0.1");
        assertThatThrownBy(() -> RedisSettings.builder(uri + "/x").build())
                .hasMessageContaining("redis://***@127.0.0.1")
                .message()
                .doesNotContain(SECRET);
    }
}
