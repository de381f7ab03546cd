// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.annotation.Scope;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the constructors that came first leave out. */
class RateLimiterSnapshotTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static RateLimiterSnapshot whole(int maxKeys, boolean shadow, int keys, Scope scope) {
        return new RateLimiterSnapshot(
                "mail", 3, 5, SECOND, 4, Duration.ZERO, true, maxKeys, shadow, keys, scope);
    }

    @Test
    void withoutAScopeALimiterIsOneOfOneJvm() {
        assertThat(
                        new RateLimiterSnapshot(
                                "mail", 3, 5, SECOND, 4, Duration.ZERO, true, 7, true, 2))
                .isEqualTo(whole(7, true, 2, Scope.JVM))
                .isNotEqualTo(whole(7, true, 2, Scope.CLUSTER));
    }

    @Test
    void withoutWhatIsForOperationsItHasTheDefaultsAndNoKeys() {
        assertThat(new RateLimiterSnapshot("mail", 3, 5, SECOND, 4, Duration.ZERO, true))
                .isEqualTo(whole(100_000, false, 0, Scope.JVM));
    }
}
