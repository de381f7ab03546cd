// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

/** Runs that nobody measured, with numbers for the head. */
final class SampleRuns {

    static final Cell FREE = new Cell(1, 1, 1, false);
    static final Cell LIMITED = new Cell(1, 1, 1, true);

    private SampleRuns() {}

    /** 1000 calls in a second, all admitted, one command and 5 us for each. */
    static Run good() {
        return run(1000, 0, 1000, 5000, 1000, 0);
    }

    static Run run(
            long decisions, long failed, long sent, double micros, long granted, double excess) {
        return new Run(
                decisions,
                failed,
                1,
                60,
                90,
                120,
                sent,
                3 * sent,
                micros,
                4 * micros,
                granted,
                2000,
                excess);
    }

    /** Ours as it should be, in both cells. */
    static Results good(Contender... contenders) {
        Results results = new Results();
        for (Contender contender : contenders) {
            results.add(FREE, contender, good());
            results.add(LIMITED, contender, good());
        }
        return results;
    }
}
