// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.StoreContract;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store must do, and what can only be seen from the side of Redis. */
abstract class RedisContract extends StoreContract {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    protected abstract LocalRedis redis();

    private Grant take(Take take) {
        return store().take(take).toCompletableFuture().join();
    }

    private boolean exists(String key) {
        return redis().commands().exists(RedisKey.of(key)) == 1;
    }

    /** T3: idle keys cost nothing. */
    @Test
    void keysAreGoneOnceTheyMeanNothing() throws Exception {
        long before = redis().commands().dbsize();
        for (int key = 0; key < 100; key++) {
            long unit = MILLISECONDS.toNanos(1 + key);
            take(new Take(key("short " + key), unit, 1, 2, 2 * unit, 2 * unit));
        }
        assertThat(redis().commands().dbsize()).isGreaterThan(before);
        Patience.until(
                "the expiry of keys",
                Duration.ofSeconds(5),
                () -> redis().commands().dbsize() <= before);
    }

    /** A key that went earlier would grant permits twice. */
    @Test
    void aKeyExpiresWithTheMillisecondOfItsTat() {
        Random random = new Random(1);
        for (int number = 0; number < 50; number++) {
            String key = key("ttl " + number);
            long unit = (long) Math.pow(10, 7.5 + random.nextDouble() * 6);
            Grant grant = take(new Take(key, unit, 1, 1, unit, unit));
            assertThat(expiry(key))
                    .isBetween(lastMillisOf(grant.slotEndOf(1, unit)), tolerated(grant, unit));
        }
    }

    /** The same where only a part is given back. */
    @Test
    void aKeyOfWhichAPartIsGivenBackExpiresSooner() {
        String key = key("ttl of a rest");
        Grant grant = take(new Take(key, HOUR + 1, 2, 2, 3 * HOUR, 3 * HOUR));
        long slotEnd = grant.slotEndOf(2, HOUR + 1);
        store().giveBack(new GiveBack(key, slotEnd, HOUR + 1, HOUR, GiveBack.Rule.LAST))
                .toCompletableFuture()
                .join();
        assertThat(expiry(key))
                .isBetween(lastMillisOf(grant.slotEndOf(1, HOUR + 1)), tolerated(grant, HOUR + 1));
    }

    /** The same for a refusal that had to cut. */
    @Test
    void aKeyThatWasCutExpiresSooner() {
        String key = key("ttl of a cut");
        take(new Take(key, HOUR, 10, 10, 10 * HOUR, 10 * HOUR));
        Grant cut = take(new Take(key, HOUR, 1, 1, HOUR, HOUR));
        assertThat(cut.clamped()).isTrue();
        assertThat(expiry(key)).isBetween(lastMillisOf(cut.slotEndOf(1, 0)), tolerated(cut, 0));
    }

    /** Until the end of the millisecond in which it ends. */
    private static long lastMillisOf(long tat) {
        return Math.floorDiv(tat + 999_999, 1_000_000L);
    }

    /** Redis looked at its clock in the millisecond before. */
    private static long tolerated(Grant grant, long unit) {
        return lastMillisOf(grant.engineNowNanos() + grant.backlogNanos() + unit) + 1;
    }

    /** When a key goes, in milliseconds since the Unix epoch. Redis 6 has no command for it. */
    private long expiry(String key) {
        String script =
                "local before, left = redis.call('TIME'), redis.call('PTTL', KEYS[1]) "
                        + "local after = redis.call('TIME') "
                        + "return {before[1] * 1000 + math.floor(before[2] / 1000), left,"
                        + " after[1] * 1000 + math.floor(after[2] / 1000)}";
        String[] keys = {RedisKey.of(key)};
        for (int attempt = 0; attempt < 100; attempt++) {
            List<Long> answer = redis().commands().eval(script, ScriptOutputType.MULTI, keys);
            if (answer.get(0).equals(answer.get(2))) {
                assertThat(answer.get(1)).as("milliseconds left of " + key).isPositive();
                return answer.get(0) + answer.get(1);
            }
        }
        throw new AssertionError("no script within one millisecond");
    }

    /** The clock is that of Redis, to the microsecond. */
    @Test
    void decidesByTheClockOfTheServer() {
        for (int number = 0; number < 20; number++) {
            long before = time();
            Grant grant = take(new Take(key("clock " + number), HOUR, 1, 1, HOUR, HOUR));
            assertThat(grant.engineNowNanos()).isBetween(before, time());
        }
    }

    private long time() {
        List<String> time = redis().commands().time();
        return SECONDS.toNanos(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1)) * 1_000;
    }

    /** All that was taken and given back leaves nothing behind. */
    @ParameterizedTest
    @EnumSource
    void aKeyOfWhichAllIsGivenBackIsGone(GiveBack.Rule rule) {
        String key = key("all back " + rule);
        Grant grant = take(new Take(key, HOUR, 1, 1, HOUR, HOUR));
        assertThat(exists(key)).isTrue();
        long slotEnd = grant.slotEndOf(1, HOUR);
        store().giveBack(new GiveBack(key, slotEnd, 2 * HOUR, HOUR, rule))
                .toCompletableFuture()
                .join();
        assertThat(exists(key)).isFalse();
    }

    /** STRICT: a slot beyond all that is known was given back already, or comes from elsewhere. */
    @Test
    void givesNothingBackBeyondWhatWasTaken() {
        String key = key("beyond");
        Grant grant = take(new Take(key, HOUR, 1, 1, 3 * HOUR, 3 * HOUR));
        GiveBack beyond =
                new GiveBack(key, grant.slotEndOf(2, HOUR), HOUR, 2 * HOUR, GiveBack.Rule.STRICT);
        assertThat(store().giveBack(beyond).toCompletableFuture().join()).isZero();
    }
}
