// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The copies of this library that an application has. */
final class LibraryCopies {

    private static final String CLASS_FILE =
            RateLimiterInterceptor.class.getName().replace('.', '/') + ".class";

    private LibraryCopies() {}

    /** Where the class loader of this copy finds one, itself among them. */
    static Set<String> seenHere() {
        try {
            return Collections.list(
                            RateLimiterInterceptor.class.getClassLoader().getResources(CLASS_FILE))
                    .stream()
                    .map(LibraryCopies::archive)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String archive(URL classFile) {
        String url = classFile.toString();
        return url.substring(0, url.length() - CLASS_FILE.length());
    }
}
