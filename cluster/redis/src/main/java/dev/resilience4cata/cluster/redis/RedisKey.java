// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

/** Names of keys in Redis. */
final class RedisKey {

    private static final int LONGEST = 200;

    private RedisKey() {}

    /**
     * The name in Redis. The braces say what decides on the slot of a cluster, so a key that has
     * braces itself is replaced by its digest, like one that is long, and like one that looks as if
     * this had been done to it.
     */
    static String of(String key) {
        boolean fits =
                bytes(key) <= LONGEST
                        && key.indexOf('{') < 0
                        && key.indexOf('}') < 0
                        && key.charAt(0) != '#';
        return "rl:{" + (fits ? key : '#' + Digests.hex("SHA-256", key).substring(0, 32)) + '}';
    }

    /** How long a text is in UTF-8. */
    private static int bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            // Each half of a surrogate pair counts for two of four bytes.
            bytes += each < 0x80 ? 1 : each < 0x800 || Character.isSurrogate(each) ? 2 : 3;
        }
        return bytes;
    }
}
