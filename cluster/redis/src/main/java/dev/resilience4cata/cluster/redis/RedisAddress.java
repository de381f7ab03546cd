// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * The address of a server. Immutable, so safe to share between threads.
 *
 * @param uri as it was written, with credentials
 * @param target for messages
 * @param tls whether it is encrypted
 */
record RedisAddress(String uri, String target, boolean tls) {

    private static final int DEFAULT_PORT = 6379;

    /** An address in which nothing can be a password. */
    private static final Pattern HARMLESS =
            Pattern.compile("([A-Za-z0-9+.-]*://)?[^:@/?#]*(:[0-9]{0,5})?(/[0-9]{0,5})?");

    private static final Pattern DATABASE = Pattern.compile("(/[0-9]{0,9})?");

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it is none; the message goes on after the address
     */
    static RedisAddress parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            // Its message has the address, and so the password.
            throw new IllegalArgumentException(
                    "is no URI. Write redis://host:6379, and what is special in a password"
                            + " percent-encoded, or set password apart.");
        }
        boolean tls = "rediss".equals(uri.getScheme());
        if (!tls && !"redis".equals(uri.getScheme())) {
            throw new IllegalArgumentException(
                    "does not start with redis:// or rediss://. Write redis://host:6379, or"
                            + " rediss://host:6379 for TLS.");
        }
        String host = uri.getHost();
        if (host == null || uri.getPort() == 0 || uri.getPort() > 0xFFFF) {
            throw new IllegalArgumentException(
                    "has no host, or no port from 1 to 65535. Write redis://host:6379.");
        }
        String path = uri.getPath();
        if (uri.getQuery() != null
                || uri.getFragment() != null
                || !DATABASE.matcher(path == null ? "" : path).matches()) {
            throw new IllegalArgumentException(
                    "has more than a database after the port. Write redis://host:6379/0.");
        }
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        return new RedisAddress(text, host + ':' + port, tls);
    }

    /** An address, or several, without what is or could be a password. */
    static String masked(String uris) {
        int scheme = uris.indexOf("://");
        String start = scheme < 0 ? "" : uris.substring(0, scheme + 3);
        int at = uris.lastIndexOf('@');
        if (at >= start.length()) {
            return start + "***" + uris.substring(at);
        }
        for (String each : uris.split(",", -1)) {
            if (!HARMLESS.matcher(each.strip()).matches()) {
                return start + "***";
            }
        }
        return uris;
    }
}
