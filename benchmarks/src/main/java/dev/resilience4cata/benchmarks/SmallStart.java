// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

/** 50 beans, one of them limited. */
public class SmallStart extends Starts {

    public SmallStart() {
        super(49, 1);
    }
}
