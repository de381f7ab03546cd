// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** The template of the beans with a limit; {@link ManyBeans} replaces the number. */
@ApplicationScoped
public class LimitedBean00000 implements Shop {

    private int sold;

    @Override
    @RateLimiter(permits = 5)
    public void sell(String what, int number) {
        sold += number;
    }

    @Override
    public List<String> list() {
        return List.of();
    }

    public int sold() {
        return sold;
    }

    public void close() {}
}
