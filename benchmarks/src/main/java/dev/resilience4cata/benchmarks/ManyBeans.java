// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static java.util.Objects.requireNonNull;

import jakarta.enterprise.inject.spi.Extension;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jboss.weld.environment.se.Weld;

/** Many bean classes: copies of two templates, each with a number of its own in its name. */
final class ManyBeans {

    private static final String NUMBER = "00000";

    private final List<Class<?>> classes = new ArrayList<>();

    /** Loads the classes, so that this is not measured. */
    ManyBeans(int plain, int limited) {
        Copies copies = new Copies();
        for (int i = 0; i < plain; i++) {
            classes.add(copies.of(PlainBean00000.class, i));
        }
        for (int i = 0; i < limited; i++) {
            classes.add(copies.of(LimitedBean00000.class, i));
        }
    }

    /** Starts a container, which the end of the process ends. */
    void start(Extension... extensions) {
        requireNonNull(
                new Weld()
                        .disableDiscovery()
                        .addBeanClasses(classes.toArray(Class[]::new))
                        .extensions(extensions)
                        .initialize());
    }

    private static final class Copies extends ClassLoader {

        Copies() {
            super(ManyBeans.class.getClassLoader());
        }

        /** The number has as many digits in each copy, so nothing in the class file moves. */
        Class<?> of(Class<?> template, int number) {
            byte[] file;
            try (InputStream in =
                    requireNonNull(
                            getResourceAsStream(template.getName().replace('.', '/') + ".class"))) {
                file = in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            byte[] copy =
                    new String(file, StandardCharsets.ISO_8859_1)
                            .replace(NUMBER, "%05d".formatted(number + 1))
                            .getBytes(StandardCharsets.ISO_8859_1);
            return defineClass(null, copy, 0, copy.length);
        }
    }
}
