// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.infinispan.container.entries.CacheEntry;
import org.infinispan.container.entries.ImmortalCacheEntry;
import org.infinispan.container.entries.NullCacheEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HighestTatTest {

    private final HighestTat policy = new HighestTat();

    /** What the parts of a cluster have, and what all of them have afterwards. */
    @ParameterizedTest
    @CsvSource({
        "7, 5, 6, 7", // the larger part
        "5, 7, 6, 7",
        "5, 6, 7, 7",
        "5, 5, 5, 5",
        "-7, -5, -6, -5", // a clock before 1970
        ", 5, 6, 6", // the larger part knows nothing of the key
        "5, , , 5",
        ", , 5, 5",
        ", , , ",
    })
    void forgetsNothingThatAPartKnew(
            @Nullable Long larger, @Nullable Long other, @Nullable Long third, @Nullable Long all) {
        for (boolean reversed : new boolean[] {false, true}) {
            List<CacheEntry<String, Long>> others = new ArrayList<>();
            others.add(entry(reversed ? third : other));
            others.add(entry(reversed ? other : third));
            CacheEntry<String, Long> merged =
                    policy.merge(larger == null ? null : entry(larger), others);
            assertThat(merged == null ? null : merged.getValue()).isEqualTo(all);
        }
    }

    @SuppressWarnings("unchecked")
    private static CacheEntry<String, Long> entry(@Nullable Long tat) {
        return tat == null
                ? (CacheEntry<String, Long>) (CacheEntry<?, ?>) NullCacheEntry.getInstance()
                : (CacheEntry<String, Long>) (CacheEntry<?, ?>) new ImmortalCacheEntry("key", tat);
    }
}
