// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whose configuration counts where the loader of a web archive is below that of the enterprise
 * beans beside it: a server may start both with the loader of either.
 */
class ModulePropertiesTest {

    private static final String KEY = "resilience4cata.instances.mail.rateLimiter.permits";

    @TempDir Path folder;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private URLClassLoader beans;
    private URLClassLoader web;

    @BeforeEach
    void makeModules() throws IOException {
        beans = module("beans", KEY + " = 3", before);
        web = module("web", "config_ordinal = 101\n" + KEY + " = 5", beans);
    }

    private URLClassLoader module(String name, String configuration, ClassLoader parent)
            throws IOException {
        Path file = folder.resolve(name + "/META-INF/microprofile-config.properties");
        Files.createDirectories(file.getParent());
        Files.writeString(file, configuration);
        return new URLClassLoader(new URL[] {folder.resolve(name).toUri().toURL()}, parent);
    }

    @AfterEach
    void close() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        web.close();
        beans.close();
    }

    private String permits(ClassLoader thread, ClassLoader module, Set<ClassLoader> modules) {
        Thread.currentThread().setContextClassLoader(thread);
        return MicroProfileProperties.seenBy(module, modules).find(KEY).value();
    }

    @Test // S20
    void eachModuleHasItsOwnWhicheverLoaderStartsThem() {
        for (ClassLoader thread : new ClassLoader[] {beans, web, before}) {
            assertThat(permits(thread, beans, Set.of(beans, web))).isEqualTo("3");
            assertThat(permits(thread, web, Set.of(beans, web))).isEqualTo("5");
        }
    }

    @Test // as in Java SE
    void aLoaderBelowThatIsNoModuleCountsForAll() {
        assertThat(permits(web, beans, Set.of(beans))).isEqualTo("5");
    }
}
