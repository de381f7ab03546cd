// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that does not do what it should is found before it decides on a call. */
class AtomicityCheckTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Take TAKE = new Take("any", 1_000, 1, 1, 1_000, 1_000);

    private static LocalRedis redis;

    @BeforeAll
    static void start() throws Exception {
        redis = LocalRedis.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    /** As if the server had run the original in another way. */
    private static RedisStore open(String uri, String original, String other) {
        Scripts all = Scripts.ORIGINAL;
        String text = all.take().text();
        assertThat(text).contains(original);
        Scripts scripts = new Scripts(new Script(text.replace(original, other)), all.giveBack());
        RedisSettings settings = RedisSettings.builder(uri).timeout(TIMEOUT).build();
        return RedisStore.open(
                OwnClient.of(settings), scripts, TIMEOUT, new AtomicityCheck(scripts));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    set_backlog(backlog + units * unit) | units = units | 200 were granted instead of 100
                    set_backlog(backlog + units * unit) | set_backlog(backlog + 2 * unit) | 50 were granted instead of 100
                    local time = redis.call('TIME') | local time = redis.call('NONE') | nknown
                    return {units, | return {tostring(units), | which it cannot
                    return {units, | return {1, units, | which it cannot
                    """)
    void opensNoStoreOnAServerThatIsNone(String original, String other, String problem) {
        assertThatThrownBy(() -> open(redis.uri(), original, other))
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.STORE_NOT_ATOMIC))
                .hasMessageStartingWith("R4C-REG-015: 127.0.0.1:" + redis.port())
                .hasMessageContaining(problem)
                .hasMessageContaining("Use Redis 6.2 or later, or Valkey");
    }

    /** Then it cannot be told while opening, and is told by each call. */
    @Test
    void failsEachCallIfTheServerComesLater() throws Exception {
        try (LocalRedis late = LocalRedis.prepare();
                RedisStore store =
                        open(late.uri(), "set_backlog(backlog + units * unit)", "units = units")) {
            assertThat(reason(store)).isEqualTo(Reason.UNAVAILABLE);
            late.restart();
            Patience.until(
                    "a check", Duration.ofSeconds(10), () -> reason(store) == Reason.PROTOCOL);
            assertThatThrownBy(() -> store.take(TAKE).toCompletableFuture().join())
                    .cause()
                    .hasMessageContaining("200 were granted instead of 100");
        }
    }

    private static Reason reason(RedisStore store) {
        try {
            throw new AssertionError(store.take(TAKE).toCompletableFuture().join());
        } catch (CompletionException e) {
            return ((StoreException) e.getCause()).reason();
        }
    }
}
