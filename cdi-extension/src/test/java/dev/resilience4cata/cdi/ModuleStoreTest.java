// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.impl.PropertySource;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.ClusterStoreProvider;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store that a module has by its properties. */
class ModuleStoreTest {

    @TempDir Path folder;

    private URLClassLoader module;

    /** Has no property. */
    public static final class Silent implements ClusterStoreProvider {
        @Override
        public Optional<ClusterStore> open(Function<String, Optional<String>> properties) {
            return Optional.empty();
        }
    }

    /** Opens what tells whether it was closed. */
    public static final class Table implements ClusterStoreProvider {
        @Override
        public Optional<ClusterStore> open(Function<String, Optional<String>> properties) {
            return properties.apply("resilience4cata.cluster.table.name").map(Store::new);
        }
    }

    private static final class Store implements ClusterStore {

        private final String name;
        private boolean closed;

        Store(String name) {
            this.name = name;
        }

        @Override
        public CompletionStage<Grant> take(Take take) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<Long> giveBack(GiveBack giveBack) {
            throw new UnsupportedOperationException();
        }

        @Override
        public StoreTraits traits() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @BeforeEach
    void makeModule() throws IOException {
        Path services = folder.resolve("META-INF/services/" + ClusterStoreProvider.class.getName());
        Files.createDirectories(services.getParent());
        Files.writeString(services, Silent.class.getName() + "\n" + Table.class.getName() + "\n");
        module =
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, ModuleStoreTest.class.getClassLoader());
    }

    @AfterEach
    void close() throws IOException {
        module.close();
    }

    private static PropertySource properties(Map<String, String> properties) {
        return PropertySource.of(properties::get);
    }

    @Test
    void isWhatTheFirstProviderOpensThatHasAProperty() {
        ModuleStore store =
                new ModuleStore(
                        module, properties(Map.of("resilience4cata.cluster.table.name", "ann")));
        Store opened = (Store) store.open().orElseThrow();
        assertThat(opened.name).isEqualTo("ann");
        assertThat(store.open()).as("one for the module").containsSame(opened);
        assertThat(opened.closed).isFalse();
        store.close();
        assertThat(opened.closed).isTrue();
        assertThat(store.open()).as("nothing is opened any more").isEmpty();
        store.close();
    }

    @Test
    void isEmptyWithoutAProperty() {
        ModuleStore store = new ModuleStore(module, properties(Map.of()));
        assertThat(store.open()).isEmpty();
        store.close();
    }

    @Test
    void isEmptyWithoutAProvider() {
        ModuleStore store =
                new ModuleStore(
                        ModuleStoreTest.class.getClassLoader(),
                        properties(Map.of("resilience4cata.cluster.table.name", "ann")));
        assertThat(store.open()).isEmpty();
    }
}
