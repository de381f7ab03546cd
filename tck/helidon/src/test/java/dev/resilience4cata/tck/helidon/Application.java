// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import dev.resilience4cata.ManualClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** What the application has besides its limited beans. */
@ApplicationScoped
class Application {
    @Produces @Singleton ManualClock clock = new ManualClock();
}
