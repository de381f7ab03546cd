// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the log says of a clock that was set back. */
class CutsTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final Take TAKE = new Take("key", HOUR, 1, 1, HOUR, 2 * HOUR);
    private static final Logger LOGGER = Logger.getLogger(RedisStore.class.getName());

    private final List<LogRecord> records = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    records.add(record);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        LOGGER.removeHandler(handler);
    }

    @Test
    void areSaidAtOnceAndThenOnceAMinuteWithTheirNumber() {
        Cuts cuts = new Cuts("127.0.0.1:6379");
        long minute = TimeUnit.MINUTES.toNanos(1);
        long now = Long.MAX_VALUE - minute / 2; // nanoTime() may overflow
        cuts.add(TAKE, now);
        assertThat(records).hasSize(1);
        cuts.add(TAKE, now);
        cuts.add(TAKE, now + minute - 1);
        assertThat(records).hasSize(1);
        cuts.add(TAKE, now + minute);
        assertThat(records).hasSize(2);
        assertThat(records.get(0).getLevel()).isEqualTo(Level.WARNING);
        assertThat(records.get(0).getParameters())
                .containsExactly("127.0.0.1:6379", Duration.ofHours(2), 1L);
        assertThat(records.get(1).getParameters())
                .containsExactly("127.0.0.1:6379", Duration.ofHours(2), 4L);
    }

    @Test
    void areSaidByAStore() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                RedisStore store =
                        RedisStore.open(
                                RedisSettings.builder(redis.uri())
                                        .timeout(Duration.ofSeconds(10))
                                        .build())) {
            Take far = new Take("key", HOUR, 9, 9, 9 * HOUR, 9 * HOUR);
            assertThat(store.take(far).toCompletableFuture().join().units()).isEqualTo(9);
            assertThat(cuts()).isEmpty();
            assertThat(store.take(TAKE).toCompletableFuture().join().clamped()).isTrue();
            assertThat(cuts()).hasSize(1);
        }
    }

    private List<LogRecord> cuts() {
        return records.stream().filter(record -> record.getLevel().equals(Level.WARNING)).toList();
    }
}
