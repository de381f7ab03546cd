// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link ClusterStore} must do: a test class of a store extends this one. T1 and T5 are
 * tests of the design of the cluster.
 */
public abstract class StoreContract {

    /** How many random calls T1 makes; more of them with {@code -Dcluster.calls=100000}. */
    private static final int CALLS = Integer.getInteger("cluster.calls", 10_000);

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final long LONGEST = Take.LONGEST.toNanos();

    /** So that keys of one test are new, whatever the store has kept. */
    private final String run = UUID.randomUUID().toString();

    /** Called by the tests that extend this. */
    protected StoreContract() {}

    /**
     * The store to be shown.
     *
     * @return one that is open; the same each time for one test
     */
    protected abstract ClusterStore store();

    /**
     * Another store with the same settings, that the test closes.
     *
     * @return one that is open
     */
    protected abstract ClusterStore another();

    /**
     * A key that no other test uses.
     *
     * @param name any
     * @return the key
     */
    protected String key(String name) {
        return name + ' ' + run;
    }

    private Grant take(Take take) {
        return store().take(take).toCompletableFuture().join();
    }

    private long giveBack(GiveBack giveBack) {
        return store().giveBack(giveBack).toCompletableFuture().join();
    }

    /** The time of the store. */
    private long time() {
        return take(new Take(key("time"), 1, 1, 1, 1, 1)).engineNowNanos();
    }

    /** T1: each field of each answer, to the nanosecond. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAsTheModelDoes(long seed) {
        Random random = new Random(seed);
        StoreModel model = new StoreModel();
        for (int call = 0; call < CALLS / 3; call++) {
            Take take = randomTake(random, key("model " + seed + ' ' + call / 200));
            Grant grant = take(take);
            assertThat(grant)
                    .as("%d: %s", call, take)
                    .isEqualTo(model.take(take, grant.engineNowNanos()));
        }
    }

    private static Take randomTake(Random random, String key) {
        long unit = (long) Math.pow(10, random.nextDouble() * 12.5); // 1 ns to 53 minutes
        int min = 1 + random.nextInt(3);
        int max = min + random.nextInt(random.nextBoolean() ? 1 : 50);
        long fitting = min * unit + (long) (random.nextDouble() * 30 * unit);
        long limit = Math.min(LONGEST, fitting);
        long maxBacklog = Math.min(LONGEST, limit * (1 + random.nextInt(3)));
        return new Take(key, unit, min, max, limit, maxBacklog);
    }

    /** T5: what is free again, of slots that are given back soon or late, in order or not. */
    @ParameterizedTest
    @EnumSource
    void givesBackAsTheModelDoes(GiveBack.Rule rule) {
        Random random = new Random(5);
        int refunds = 0;
        for (int history = 0; history < CALLS / 100; history++) {
            String key = key("given back " + rule + ' ' + history);
            long unit = random.nextBoolean() ? HOUR / 100 : MILLISECONDS.toNanos(1);
            long cap = unit * (1 + random.nextInt(5));
            StoreModel model = new StoreModel();
            List<Long> slots = new ArrayList<>();
            for (int step = 0; step < 12; step++) {
                Take take = new Take(key, unit, 1, 1, cap + 10 * unit, cap + 10 * unit);
                Grant grant = take(take);
                assertThat(grant).isEqualTo(model.take(take, grant.engineNowNanos()));
                if (grant.units() > 0) {
                    slots.add(grant.slotEndOf(1, unit));
                }
                if (!slots.isEmpty() && random.nextInt(3) == 0) {
                    int last = slots.size() - 1;
                    int index = random.nextBoolean() ? last : random.nextInt(slots.size());
                    GiveBack back = new GiveBack(key, slots.remove(index), unit, cap, rule);
                    long earliest = time();
                    long refund = giveBack(back);
                    assertThat(model.givesBack(back, refund, earliest, time()))
                            .as("%s: %d", back, refund)
                            .isTrue();
                    refunds += refund > 0 ? 1 : 0;
                }
            }
        }
        assertThat(refunds).isPositive();
    }

    /** T5: by the time that somebody else has taken, a slot may have passed. */
    @Test
    void givesNothingBackOfWhatHasPassed() {
        String key = key("passed");
        long unit = MILLISECONDS.toNanos(1);
        long end = take(new Take(key, unit, 1, 1, HOUR, 2 * HOUR)).slotEndOf(1, unit);
        for (int looks = 0; looks < 1_000_000 && time() <= end; looks++) {
            // The time of the store goes on, whatever it goes by.
        }
        Take later = new Take(key, HOUR, 1, 1, HOUR, 2 * HOUR);
        assertThat(take(later).units()).isOne();
        for (GiveBack.Rule rule : GiveBack.Rule.values()) {
            assertThat(giveBack(new GiveBack(key, end, unit, 2 * HOUR, rule)))
                    .as("%s", rule)
                    .isZero();
        }
        assertThat(take(later).backlogNanos()).isLessThanOrEqualTo(HOUR);
    }

    /** What was asked for at most, or what there is. */
    @Test
    void grantsPartOfWhatIsWanted() {
        String key = key("part");
        Take take = new Take(key, HOUR, 2, 50, 20 * HOUR, 20 * HOUR);
        assertThat(take(take).units()).isEqualTo(20);
        Grant refused = take(take);
        assertThat(refused.units()).isZero();
        assertThat(take.nanosUntilGranted(refused))
                .isBetween(2 * HOUR - SECONDS.toNanos(60), 2 * HOUR);
        assertThat(take(new Take(key, HOUR, 1, 1, 22 * HOUR, 22 * HOUR)).units()).isOne();
    }

    /** T10: whoever is refused cuts too, or a wrong clock would lock everybody out. */
    @Test
    void cutsWhatIsTooFarAhead() {
        String key = key("ahead");
        assertThat(take(new Take(key, HOUR, 1, 50, 50 * HOUR, 50 * HOUR)).units()).isEqualTo(50);
        Take lower = new Take(key, HOUR, 1, 1, HOUR, 2 * HOUR);
        Grant first = take(lower);
        assertThat(first).isEqualTo(new Grant(0, 2 * HOUR, first.engineNowNanos(), true));
        Grant second = take(lower);
        assertThat(second.clamped()).isFalse();
        assertThat(second.backlogNanos()).isBetween(2 * HOUR - SECONDS.toNanos(60), 2 * HOUR);
    }

    /** T2, without clocks: what there is, no more and no less, whoever asks. */
    @Test
    void isAtomic() throws Exception {
        Take take = new Take(key("atomic"), HOUR, 1, 1, 100 * HOUR, 100 * HOUR);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (ClusterStore other = another()) {
            List<Callable<Integer>> callers = new ArrayList<>();
            for (ClusterStore each : List.of(store(), other)) {
                for (int thread = 0; thread < 4; thread++) {
                    callers.add(() -> granted(each, take));
                }
            }
            int granted = 0;
            for (Future<Integer> each : threads.invokeAll(callers)) {
                granted += each.get();
            }
            assertThat(granted).isEqualTo(100);
        } finally {
            threads.shutdownNow();
        }
    }

    private static int granted(ClusterStore store, Take take) {
        int granted = 0;
        for (int call = 0; call < 50; call++) {
            granted += store.take(take).toCompletableFuture().join().units();
        }
        return granted;
    }

    /** Each key has its own schedule, whatever it is spelt with. */
    @Test
    void keepsKeysApart() {
        List<String> names =
                List.of(
                        "a",
                        "A",
                        "a ",
                        "{a}",
                        "}a{",
                        "a:b",
                        "a\nb",
                        "\u00e4",
                        "\ud83d\ude00",
                        "a\0");
        for (String name : names) {
            Take take = new Take(key(name), HOUR, 1, 1, HOUR, HOUR);
            assertThat(take(take).units()).as(name).isOne();
            assertThat(take(take).units()).as(name).isZero();
        }
        Take longest = new Take(key("a".repeat(10_000)), HOUR, 1, 1, HOUR, HOUR);
        assertThat(take(longest).units()).isOne();
        assertThat(take(longest).units()).isZero();
    }

    /** The limits of what a store can reckon with. */
    @Test
    void reckonsWithTheLongestTimes() {
        Take days = new Take(key("days"), LONGEST, 1, 1, LONGEST, LONGEST);
        assertThat(take(days).units()).isOne();
        Grant refused = take(days);
        assertThat(refused.units()).isZero();
        assertThat(refused.backlogNanos()).isBetween(LONGEST - SECONDS.toNanos(60), LONGEST);
        Take many = new Take(key("many"), 1, 1, Integer.MAX_VALUE, LONGEST, LONGEST);
        assertThat(take(many).units()).isEqualTo(Integer.MAX_VALUE);
    }

    /** Who asks too late is told so, by the stage. */
    @Test
    void isUnavailableOnceClosed() {
        ClusterStore closed = another();
        closed.close();
        closed.close();
        Take take = new Take(key("closed"), HOUR, 1, 1, HOUR, HOUR);
        GiveBack giveBack = new GiveBack(key("closed"), 1, 1, 1, GiveBack.Rule.LAST);
        for (CompletionStage<?> answer : List.of(closed.take(take), closed.giveBack(giveBack))) {
            assertThatThrownBy(() -> answer.toCompletableFuture().join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e ->
                                    assertThat(e.reason())
                                            .isEqualTo(StoreException.Reason.UNAVAILABLE));
        }
    }
}
