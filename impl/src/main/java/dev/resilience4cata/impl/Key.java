// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.nio.charset.StandardCharsets.UTF_16BE;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands for a key that cannot be kept as it is. */
final class Key {

    private static final int LONGEST_TEXT = 256;

    /** Of a text that is too long to keep. */
    private record Digest(String sha256) {}

    /** Of an array of objects: a copy. */
    private record Several(List<@Nullable Object> keys) {}

    /** Of an array of primitives. */
    private record Numbers(Class<?> type, Object text) {}

    private Key() {}

    /** A key that can be kept: as it is, if it is neither an array nor a long text. */
    static Object normalized(Object key) {
        if (key instanceof CharSequence text) {
            return text.length() <= LONGEST_TEXT ? text.toString() : digest(text.toString());
        }
        if (key instanceof Object[] keys) {
            return new Several(
                    Arrays.asList(
                            Arrays.stream(keys)
                                    .map(each -> each == null ? null : normalized(each))
                                    .toArray()));
        }
        if (key.getClass().isArray()) {
            String text = Arrays.deepToString(new Object[] {key});
            return new Numbers(key.getClass(), normalized(text));
        }
        return key;
    }

    private static Digest digest(String text) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return new Digest(HexFormat.of().formatHex(sha256.digest(text.getBytes(UTF_16BE))));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
