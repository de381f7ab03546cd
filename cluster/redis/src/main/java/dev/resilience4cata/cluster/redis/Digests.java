// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of text, in hexadecimal digits. */
final class Digests {

    private Digests() {}

    static String hex(String algorithm, String text) {
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1 and SHA-256", e);
        }
    }
}
