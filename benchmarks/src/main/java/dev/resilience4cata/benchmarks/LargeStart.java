// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

/** 5000 beans, 100 of them limited. */
public class LargeStart extends Starts {

    public LargeStart() {
        super(4900, 100);
    }
}
