// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.ClusterStoreProvider;
import java.util.Optional;
import java.util.function.Function;

/** Found by the service loader of an application. Safe for use by several threads. */
public class TableStoreProvider implements ClusterStoreProvider {
    @Override
    public Optional<ClusterStore> open(Function<String, Optional<String>> properties) {
        return properties.apply("resilience4cata.cluster.table.open").map(any -> new TableStore());
    }
}
