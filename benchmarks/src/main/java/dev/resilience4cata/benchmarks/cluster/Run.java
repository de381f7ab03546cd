// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import dev.resilience4cata.benchmarks.worker.Limit;
import dev.resilience4cata.benchmarks.worker.Outcome;
import java.util.Map;

/**
 * What one run of one contender in one cell gave.
 *
 * @param decisions calls that the limiter answered, whether it had to ask Redis or not
 * @param failed calls that Redis did not answer
 * @param seconds from the first call to the last answer
 * @param p50 microseconds that half of the calls took at most; likewise the others
 * @param sent commands that clients sent
 * @param inScripts commands that their scripts ran
 * @param commandMicros microseconds that the sent commands ran in Redis
 * @param cpuMicros microseconds of processor time of Redis, with all that it reads and writes
 * @param granted calls of the busiest key that passed
 * @param allowed how many of them could have passed in the time
 * @param excess calls that passed beyond what could, of all keys; 0 if nothing is limited
 */
record Run(
        long decisions,
        long failed,
        double seconds,
        double p50,
        double p99,
        double p999,
        long sent,
        long inScripts,
        double commandMicros,
        double cpuMicros,
        long granted,
        double allowed,
        double excess) {

    /**
     * Computes the figures.
     *
     * @param used what Redis did in the time
     */
    static Run of(Contender contender, Cell cell, Outcome outcome, RedisUsage used) {
        Map<String, Long> sent = contender.sent(used.calls());
        long all = used.calls().values().stream().mapToLong(Long::longValue).sum();
        long bySelf = sent.values().stream().mapToLong(Long::longValue).sum();
        double micros = 0;
        for (Map.Entry<String, Long> command : sent.entrySet()) {
            micros += command.getValue() * used.microsOfEach(command.getKey());
        }
        return new Run(
                outcome.decisions(),
                outcome.failed(),
                outcome.nanos() / 1e9,
                outcome.nanosOf(50) / 1e3,
                outcome.nanosOf(99) / 1e3,
                outcome.nanosOf(99.9) / 1e3,
                bySelf,
                all - bySelf,
                micros,
                used.cpuMicros(),
                outcome.granted(0),
                cell.limit().allowed(outcome.nanos()),
                cell.limited() ? excess(cell, outcome) : 0);
    }

    /** By key, so that one that has too many is not hidden by others that have few. */
    private static double excess(Cell cell, Outcome outcome) {
        Limit limit = cell.limit();
        double allowed = limit.allowed(outcome.nanos());
        double excess = 0;
        for (int key = 0; key < cell.keys(); key++) {
            excess += Math.max(0, outcome.granted(key) - allowed);
        }
        return excess;
    }

    double perSecond() {
        return decisions / seconds;
    }

    double sentEach() {
        return (double) sent / decisions;
    }

    double inScriptsEach() {
        return (double) inScripts / decisions;
    }

    double commandMicrosEach() {
        return commandMicros / decisions;
    }

    double cpuMicrosEach() {
        return cpuMicros / decisions;
    }

    double admittedShare() {
        return granted / allowed;
    }
}
