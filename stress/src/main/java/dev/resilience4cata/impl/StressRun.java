// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;

/**
 * Runs the tests. jcstress itself fails on an outcome that is forbidden, but ends well if it could
 * run none; then there is no file of results.
 */
final class StressRun {

    private StressRun() {}

    public static void main(String[] args) throws Exception {
        Options options = new Options(args);
        if (!options.parse()) {
            throw new IllegalArgumentException("jcstress does not know these options");
        }
        new JCStress(options).run();
        if (!Files.exists(Path.of(options.getResultFile()))) {
            throw new AssertionError("no test ran");
        }
    }
}
