// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.ManualClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Gives an application a clock that the test moves, the way the documentation tells users to. */
@ApplicationScoped
class TestClock {
    @Produces @Singleton ManualClock clock = new ManualClock();
}
