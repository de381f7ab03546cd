// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** The template of the beans without a limit; {@link ManyBeans} replaces the number. */
@ApplicationScoped
public class PlainBean00000 implements Shop {

    private int sold;

    @Override
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
