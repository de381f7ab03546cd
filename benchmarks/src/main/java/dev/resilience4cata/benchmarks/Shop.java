// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.List;

/** What the beans of {@link ManyBeans} implement. */
public interface Shop {

    void sell(String what, int number);

    List<String> list();
}
