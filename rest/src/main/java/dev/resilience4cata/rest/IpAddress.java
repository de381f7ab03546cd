// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An address of IPv4 or IPv6, read without asking any name service. An IPv4 address that is mapped
 * into IPv6 is that IPv4 address. Immutable, so safe to share between threads.
 */
final class IpAddress {

    private static final int GROUPS = 8;
    private static final int MAPPED_PREFIX_BYTES = 12;

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads an address as requests and forwarding headers have it: an IPv6 address may stand in
     * brackets and have a zone, and a port may follow an IPv4 address or brackets.
     *
     * @return null if it is something else, such as a name or {@code unknown}
     */
    static @Nullable IpAddress parse(String text) {
        String address = withoutPort(text.strip());
        if (address == null) {
            return null;
        }
        byte[] bytes = address.indexOf(':') < 0 ? v4(address) : v6(withoutZone(address));
        return bytes == null ? null : new IpAddress(unmapped(bytes));
    }

    private static @Nullable String withoutPort(String text) {
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            boolean alone = end > 0 && (end == text.length() - 1 || isPort(text, end + 1));
            boolean v6 = alone && text.lastIndexOf(':', end) > 0;
            return v6 ? text.substring(1, end) : null;
        }
        int colon = text.indexOf(':');
        if (colon < 0 || colon != text.lastIndexOf(':')) {
            return text;
        }
        return isPort(text, colon) ? text.substring(0, colon) : null;
    }

    private static boolean isPort(String text, int colon) {
        return text.substring(colon).matches(":[0-9]{1,5}");
    }

    private static String withoutZone(String address) {
        int zone = address.indexOf('%');
        return zone < 0 ? address : address.substring(0, zone);
    }

    private static byte @Nullable [] v4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return null;
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            // A leading zero is octal for some readers and decimal for others.
            if (!parts[i].matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(parts[i]) > 255) {
                return null;
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    private static byte @Nullable [] v6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            byte[] all = groups(text);
            return all != null && all.length == 2 * GROUPS ? all : null;
        }
        byte[] head = groups(text.substring(0, gap));
        byte[] tail = groups(text.substring(gap + 2));
        if (head == null || tail == null || head.length + tail.length > 2 * (GROUPS - 1)) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(head, 2 * GROUPS);
        System.arraycopy(tail, 0, bytes, bytes.length - tail.length, tail.length);
        return bytes;
    }

    /** The last group may be an IPv4 address. */
    private static byte @Nullable [] groups(String text) {
        if (text.isEmpty()) {
            return new byte[0];
        }
        String[] parts = text.split(":", -1);
        byte[] bytes = new byte[2 * (parts.length + 1)];
        int length = 0;
        for (int i = 0; i < parts.length; i++) {
            byte[] group =
                    i == parts.length - 1 && parts[i].indexOf('.') > 0
                            ? v4(parts[i])
                            : group(parts[i]);
            if (group == null) {
                return null;
            }
            System.arraycopy(group, 0, bytes, length, group.length);
            length += group.length;
        }
        return Arrays.copyOf(bytes, length);
    }

    private static byte @Nullable [] group(String text) {
        if (!text.matches("[0-9a-fA-F]{1,4}")) {
            return null;
        }
        int value = Integer.parseInt(text, 16);
        return new byte[] {(byte) (value >> 8), (byte) value};
    }

    private static byte[] unmapped(byte[] bytes) {
        if (bytes.length != 2 * GROUPS || bytes[10] != -1 || bytes[11] != -1) {
            return bytes;
        }
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return bytes;
            }
        }
        return Arrays.copyOfRange(bytes, MAPPED_PREFIX_BYTES, bytes.length);
    }

    /** 32 or 128. */
    int bits() {
        return Byte.SIZE * bytes.length;
    }

    /** Whether an address is of the same kind and has the same first bits. */
    boolean sharesPrefix(IpAddress other, int bits) {
        if (bytes.length != other.bytes.length) {
            return false;
        }
        for (int i = 0; i < bits; i++) {
            int differing = bytes[i / Byte.SIZE] ^ other.bytes[i / Byte.SIZE];
            if (((differing >> (Byte.SIZE - 1 - i % Byte.SIZE)) & 1) != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * What stands for a client: an IPv4 address, or the first 64 bits of an IPv6 address. Whoever
     * has one of IPv6 usually has all with the same beginning.
     */
    String client() {
        StringBuilder text = new StringBuilder();
        if (bytes.length == 4) {
            for (byte part : bytes) {
                text.append(text.isEmpty() ? "" : ".").append(Byte.toUnsignedInt(part));
            }
            return text.toString();
        }
        for (int i = 0; i < GROUPS; i += 2) {
            int group = Byte.toUnsignedInt(bytes[i]) << Byte.SIZE;
            group += Byte.toUnsignedInt(bytes[i + 1]);
            text.append(Integer.toHexString(group)).append(':');
        }
        return text.append(":/64").toString();
    }
}
