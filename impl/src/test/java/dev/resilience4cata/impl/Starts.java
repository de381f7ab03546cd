// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/** The moments at which calls started, and the envelope S2 that they must keep. */
final class Starts {

    private final int burst;
    private final Rational interval;
    private final TreeMap<BigInteger, Long> calls = new TreeMap<>();

    Starts(int burst, Rational interval) {
        this.burst = burst;
        this.interval = interval;
    }

    void add(BigInteger at, long count) {
        calls.merge(at, count, Long::sum);
    }

    /** Looks at every window that begins and ends with a start. */
    void assertEnvelope() {
        for (BigInteger from : calls.keySet()) {
            long count = 0;
            for (Map.Entry<BigInteger, Long> start : calls.tailMap(from).entrySet()) {
                count += start.getValue();
                BigInteger window = start.getKey().subtract(from);
                BigInteger most =
                        new Rational(window, BigInteger.ONE)
                                .dividedBy(interval)
                                .floor()
                                .add(BigInteger.valueOf(burst));
                assertThat(BigInteger.valueOf(count))
                        .as("starts in %s ns from %s on", window, from)
                        .isLessThanOrEqualTo(most);
            }
        }
    }
}
