// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import dev.resilience4cata.ManualClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** A bean of type {@code Clock} is the time that the limiters go by. */
@ApplicationScoped
public class ManualClockProducer {

    @Produces
    @Singleton
    public ManualClock clock() {
        return new ManualClock();
    }
}
