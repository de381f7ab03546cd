// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.nio.charset.StandardCharsets.UTF_16BE;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What stands for a key that cannot be kept as it is. Immutable. */
final class Key {

    private static final int LONGEST_TEXT = 256;

    /** The type of what it stands for. */
    private final Class<?> type;

    private final Object content;

    private Key(Class<?> type, Object content) {
        this.type = type;
        this.content = content;
    }

    /** The type of what it stands for. */
    Class<?> type() {
        return type;
    }

    /** What is kept of it: a text, another key, or a list of keys, some of which may be null. */
    Object content() {
        return content;
    }

    /** A key that can be kept: as it is, if it is neither an array nor a long text. */
    static Object normalized(Object key) {
        if (key instanceof CharSequence text) {
            return text.length() <= LONGEST_TEXT ? text.toString() : digest(text.toString());
        }
        if (key instanceof Object[] keys) {
            return new Key(
                    Object[].class,
                    Arrays.asList(
                            Arrays.stream(keys)
                                    .map(each -> each == null ? null : normalized(each))
                                    .toArray()));
        }
        if (key.getClass().isArray()) {
            String text = Arrays.deepToString(new Object[] {key});
            return new Key(key.getClass(), normalized(text));
        }
        return key;
    }

    private static Key digest(String text) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return new Key(
                    String.class, HexFormat.of().formatHex(sha256.digest(text.getBytes(UTF_16BE))));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Not as a record does it: the JDK keeps the last class loader that linked that. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key that && type == that.type && content.equals(that.content);
    }

    @Override
    public int hashCode() {
        return content.hashCode();
    }
}
