// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.concurrent.CompletableFuture.failedFuture;

import dev.resilience4cata.cluster.redis.Failures.UnexpectedAnswerException;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The two operations of a store, each a script. Immutable, so safe to share between threads.
 *
 * @param take takes units
 * @param giveBack gives units back
 */
record Scripts(Script take, Script giveBack) {

    /** Those of this library. */
    static final Scripts ORIGINAL =
            new Scripts(Script.read("take.lua"), Script.read("give-back.lua"));

    private static final long SECOND = 1_000_000_000;

    /** Beyond it Lua's numbers are not exact; a slot is never that long. */
    private static final long LONGEST = (1L << 53) - 1;

    /** The burst, where it does not count. */
    private static final long LAST = -1;

    /** Takes units. Fails with what {@link Failures#ofCall} knows. */
    CompletionStage<Grant> take(Session session, Take take) {
        CompletionStage<List<Object>> answer =
                run(
                        session,
                        this.take,
                        ScriptOutputType.MULTI,
                        take.key(),
                        text(take.unitNanos()),
                        text(take.minUnits()),
                        text(take.maxUnits()),
                        text(take.limitNanos()),
                        text(take.maxBacklogNanos()));
        return answer.thenApply(Scripts::grant);
    }

    /** Gives units back. Fails with what {@link Failures#ofCall} knows. */
    CompletionStage<Long> giveBack(Session session, GiveBack giveBack) {
        boolean strict = giveBack.rule() == GiveBack.Rule.STRICT;
        CompletionStage<Object> answer =
                run(
                        session,
                        this.giveBack,
                        ScriptOutputType.INTEGER,
                        giveBack.key(),
                        text(Math.floorDiv(giveBack.slotEndNanos(), SECOND)),
                        text(Math.floorMod(giveBack.slotEndNanos(), SECOND)),
                        text(Math.min(LONGEST, giveBack.costNanos())),
                        text(strict ? Math.min(LONGEST, giveBack.capNanos()) : LAST));
        return answer.thenApply(Scripts::refund);
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    /**
     * Runs a script by its digest, and by its text if the server does not know it, which happens
     * once for each server and again after each of its restarts. That it does not know it also says
     * that nothing was done, so this is no repetition.
     */
    private static <T> CompletionStage<T> run(
            Session session, Script script, ScriptOutputType type, String key, String... values) {
        String[] keys = {RedisKey.of(key)};
        CompletionStage<T> answer;
        try {
            answer = session.commands().evalsha(script.digest(), type, keys, values);
        } catch (RuntimeException e) {
            return failedFuture(e);
        }
        return answer.exceptionallyCompose(
                failure ->
                        Failures.unwrapped(failure) instanceof RedisNoScriptException
                                ? session.commands().eval(script.text(), type, keys, values)
                                : failedFuture(failure));
    }

    private static Grant grant(List<Object> answer) {
        if (answer == null
                || answer.size() != 5
                || !answer.stream().allMatch(Long.class::isInstance)) {
            throw unexpected(answer);
        }
        long[] numbers = answer.stream().mapToLong(Long.class::cast).toArray();
        return new Grant(
                Math.toIntExact(numbers[0]),
                numbers[1],
                numbers[3] * SECOND + numbers[4],
                numbers[2] != 0);
    }

    private static Long refund(Object answer) {
        if (answer instanceof Long refund) {
            return refund;
        }
        throw unexpected(answer);
    }

    private static RuntimeException unexpected(Object answer) {
        return new UnexpectedAnswerException(
                "The script answered " + answer + ", which it cannot.");
    }
}
