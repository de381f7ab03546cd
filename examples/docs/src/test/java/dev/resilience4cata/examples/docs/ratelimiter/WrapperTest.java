// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import org.junit.jupiter.api.Test;

/** Generated wrappers. */
class WrapperTest extends LimitedCalls {

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();

    @Override
    <T> T limited(Class<T> type, Class<? extends T> implementation) {
        T limited = Resilient.of(type, Objects.make(implementation), registry);
        assertThat(limited.getClass().getName()).isEqualTo(type.getName() + "$Resilient");
        return limited;
    }

    @Override
    ManualClock clock() {
        return clock;
    }

    @Override
    ResilienceRegistry registry() {
        return registry;
    }

    @Test
    void isEqualToAnotherAroundAnEqualObject() {
        Services.Mail delegate = new Services.Mailer();
        Services.Mail one = Resilient.of(Services.Mail.class, delegate, registry);
        Services.Mail same = Resilient.of(Services.Mail.class, delegate, registry);
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(delegate);
        assertThat(one)
                .isNotEqualTo(Resilient.of(Services.Mail.class, new Services.Mailer(), registry));
        assertThat(one).hasToString(delegate.toString());
    }
}
