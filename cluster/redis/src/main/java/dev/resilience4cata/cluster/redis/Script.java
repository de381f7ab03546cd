// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A program that Redis runs as one operation. Immutable, so safe to share between threads.
 *
 * @param text in Lua
 * @param digest what Redis knows it by, once it has it
 */
record Script(String text, String digest) {

    Script(String text) {
        this(text, Digests.hex("SHA-1", text));
    }

    /** Reads a script from a resource of this package. */
    static Script read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new Script(new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
