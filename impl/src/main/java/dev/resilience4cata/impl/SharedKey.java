// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.nio.charset.StandardCharsets.UTF_16BE;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows a key by: the id of the limiter and a digest, so that nothing of the key
 * leaves the JVM. Keys that are equal have the same in every JVM, and others another, which only
 * types can promise whose values have a text that says all of them. Not safe for use by several
 * threads.
 */
final class SharedKey {

    private static final int DIGEST_BYTES = 16;

    private static final Set<Class<?>> PLAIN =
            Set.of(
                    Boolean.class,
                    Character.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    BigInteger.class,
                    BigDecimal.class,
                    UUID.class);

    private final String instanceId;

    /** Each value with its type and its length, so that no two keys have the same text. */
    private final StringBuilder text = new StringBuilder();

    private SharedKey(String instanceId) {
        this.instanceId = instanceId;
    }

    /**
     * The name of a key of a limiter.
     *
     * @param key normalized
     * @throws ResilienceException R4C-REG-016 if nobody knows what equals the key in another JVM
     */
    static String of(String instanceId, Object key) {
        SharedKey shared = new SharedKey(instanceId);
        shared.append(key);
        return instanceId + ":" + digest(shared.text.toString());
    }

    private static String digest(String text) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] digest = sha256.digest(text.getBytes(UTF_16BE));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private void append(@Nullable Object value) {
        if (value == null) {
            append("null", "");
        } else if (value instanceof String string) {
            append("text", string);
        } else if (PLAIN.contains(value.getClass())) {
            append(value.getClass().getSimpleName(), value.toString());
        } else if (value instanceof Enum<?> constant) {
            append(constant.getDeclaringClass().getName(), constant.name());
        } else if (value instanceof Key key) {
            append("array", key.type().getName());
            append(key.content());
        } else if (value instanceof List<?> list) {
            append("list", Integer.toString(list.size()));
            list.forEach(this::append);
        } else if (value instanceof Record) {
            appendRecord(value);
        } else {
            throw notShared(value.getClass());
        }
    }

    private void append(String type, String content) {
        text.append(type).append(' ').append(content.length()).append(' ').append(content);
    }

    private void appendRecord(Object value) {
        append("record", value.getClass().getName());
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            append(component(value, component.getAccessor()));
        }
    }

    private @Nullable Object component(Object value, Method accessor) {
        try {
            if (!accessor.trySetAccessible()) {
                throw notShared(value.getClass());
            }
            Object component = accessor.invoke(value);
            return component == null ? null : Key.normalized(component);
        } catch (ReflectiveOperationException e) {
            throw notShared(value.getClass());
        }
    }

    private ResilienceException notShared(Class<?> type) {
        return new ResilienceException(
                ErrorCode.KEY_NOT_SHARED,
                instanceId
                        + ": a key with a value of "
                        + type.getName()
                        + ", of which nobody knows what equals it in another instance. With scope ="
                        + " cluster use a text, a number, a boolean, a character, an enum constant,"
                        + " a UUID, or an array, a list or a record of those.");
    }
}
