// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link RedisStore} finds Redis, and how it gets in. Files are read when the settings are
 * built. {@link #toString()} has no password. Immutable, so safe to share between threads.
 */
public final class RedisSettings {

    /** How a server is checked that is reached through TLS. */
    public enum Verification {
        /** Its certificate must be trusted, and be one for the name of the host. */
        FULL,
        /** Its certificate must be trusted. */
        CERTIFICATE,
        /** Not at all: whoever is between can read and change everything. For tests. */
        NONE
    }

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

    private final List<RedisAddress> addresses;
    private final @Nullable String username;
    private final @Nullable String password;
    private final Duration timeout;
    private final boolean cluster;
    private final @Nullable String clientName;
    private final Verification verification;
    private final @Nullable TrustManagerFactory trust;

    private RedisSettings(
            Builder builder, List<RedisAddress> addresses, @Nullable TrustManagerFactory trust) {
        this.addresses = addresses;
        this.username = builder.username;
        this.password = builder.password;
        this.timeout = builder.timeout;
        this.cluster = builder.cluster;
        this.clientName = builder.clientName;
        this.verification = builder.verification == null ? Verification.FULL : builder.verification;
        this.trust = trust;
    }

    /**
     * Starts with an address.
     *
     * @param uri {@code redis://host:port}, or {@code rediss://host:port} for TLS; it may have
     *     {@code user:password@} before the host and {@code /database} after the port. Of a cluster
     *     several nodes, with commas between them
     * @return a new builder
     */
    public static Builder builder(String uri) {
        return new Builder(ErrorCode.CONFIG_INVALID, "RedisSettings.", uri);
    }

    static void requireTimeout(Duration timeout) {
        requireNonNull(timeout, "timeout");
        Builder unused = builder("redis://localhost").timeout(timeout);
    }

    Duration timeout() {
        return timeout;
    }

    boolean cluster() {
        return cluster;
    }

    /** The addresses for messages. */
    String target() {
        return addresses.stream().map(RedisAddress::target).collect(Collectors.joining(", "));
    }

    /** The addresses for Lettuce, with credentials; new ones each time, since they can change. */
    List<RedisURI> lettuceUris() {
        List<RedisURI> uris = new ArrayList<>();
        for (RedisAddress address : addresses) {
            RedisURI uri = RedisURI.create(address.uri());
            String secret = password;
            if (secret != null) {
                RedisCredentials credentials = RedisCredentials.just(username, secret);
                uri.setCredentialsProvider(RedisCredentialsProvider.from(() -> credentials));
            }
            if (clientName != null) {
                uri.setClientName(clientName);
            }
            uri.setVerifyPeer(
                    switch (verification) {
                        case FULL -> SslVerifyMode.FULL;
                        case CERTIFICATE -> SslVerifyMode.CA;
                        case NONE -> SslVerifyMode.NONE;
                    });
            uris.add(uri);
        }
        return uris;
    }

    Optional<SslOptions> sslOptions() {
        TrustManagerFactory own = trust;
        return own == null
                ? Optional.empty()
                : Optional.of(
                        SslOptions.builder()
                                .jdkSslProvider()
                                .sslContext(context -> context.trustManager(own))
                                .build());
    }

    @Override
    public String toString() {
        return "RedisSettings[%s, cluster=%s, timeout=%s]".formatted(target(), cluster, timeout);
    }

    /** Builds {@link RedisSettings}. Not safe for use by several threads. */
    public static final class Builder {

        private final ErrorCode code;
        private final String place;
        private final String uri;
        private @Nullable String username;
        private @Nullable String password;
        private Duration timeout = Duration.ofMillis(50);
        private boolean cluster;
        private @Nullable String clientName;
        private @Nullable Path trustStore;
        private @Nullable String trustStorePassword;
        private @Nullable Path certificates;
        private @Nullable Verification verification;

        Builder(ErrorCode code, String place, String uri) {
            this.code = code;
            this.place = place;
            this.uri = requireNonNull(uri, "uri");
        }

        /**
         * The user of the access control list; by default the one of the address, or else Redis'
         * default user. Needs a password.
         *
         * @param username not blank
         * @return this
         * @throws ResilienceException R4C-REG-001 if it is blank
         */
        public Builder username(String username) {
            this.username = notBlank("username", username);
            return this;
        }

        /**
         * The password; by default the one of the address, or none.
         *
         * @param password not empty
         * @return this
         * @throws ResilienceException R4C-REG-001 if it is empty
         */
        public Builder password(String password) {
            if (password.isEmpty()) {
                throw invalid("password", "is empty. Set one, or leave it out.");
            }
            this.password = password;
            return this;
        }

        /**
         * How long a call may take; by default 50 ms.
         *
         * @param timeout from 1 ms to 1 minute
         * @return this
         * @throws ResilienceException R4C-REG-001 if it is out of range
         */
        public Builder timeout(Duration timeout) {
            if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
                throw invalid(
                        "timeout",
                        quoted(timeout)
                                + " is out of range. Set one from 1ms to 1m, such as 50ms.");
            }
            this.timeout = timeout;
            return this;
        }

        /**
         * Whether the address is that of nodes of a Redis Cluster; by default not.
         *
         * @param cluster whether it is
         * @return this
         */
        public Builder cluster(boolean cluster) {
            this.cluster = cluster;
            return this;
        }

        /**
         * What Redis calls the connections in its list of clients; by default nothing.
         *
         * @param clientName printable ASCII characters without blanks
         * @return this
         * @throws ResilienceException R4C-REG-001 if it has other characters or none
         */
        public Builder clientName(String clientName) {
            boolean fits =
                    !clientName.isEmpty() && clientName.chars().allMatch(c -> c > ' ' && c < 0x7F);
            if (!fits) {
                throw invalid(
                        "clientName",
                        quoted(clientName)
                                + " is no name for a client. Write printable ASCII characters"
                                + " without blanks.");
            }
            this.clientName = clientName;
            return this;
        }

        /**
         * The certificates to trust, in a key store of a type that Java knows; by default those
         * that Java trusts.
         *
         * @param file of the key store
         * @param password of the key store, or null if it has none
         * @return this
         */
        public Builder trustStore(Path file, @Nullable String password) {
            this.trustStore = requireNonNull(file, "file");
            this.trustStorePassword = password;
            return this;
        }

        /**
         * The certificates to trust, in PEM; by default those that Java trusts.
         *
         * @param file with one certificate or more
         * @return this
         */
        public Builder certificates(Path file) {
            this.certificates = requireNonNull(file, "file");
            return this;
        }

        /**
         * How the server is checked; by default in {@link Verification#FULL full}.
         *
         * @param verification how
         * @return this
         */
        public Builder verification(Verification verification) {
            this.verification = requireNonNull(verification, "verification");
            return this;
        }

        /**
         * Checks what fits together, and reads the certificates.
         *
         * @return the settings
         * @throws ResilienceException R4C-REG-001 if the address is no address of Redis, if the
         *     settings do not fit together, or if a file cannot be read; the message has no
         *     password
         */
        public RedisSettings build() {
            List<RedisAddress> addresses = addresses();
            if (username != null && password == null) {
                throw invalid("username", quoted(username) + " has no password. Set password too.");
            }
            Path file = trustStore;
            Path pem = certificates;
            if (file != null && pem != null) {
                throw invalid(
                        "tls.certificates",
                        quoted(pem) + " is set, and tls.trustStore too. Set one of them.");
            }
            if (!addresses.get(0).tls()) {
                requireNoTls("tls.trustStore", file);
                requireNoTls("tls.certificates", pem);
                requireNoTls("tls.verification", verification);
            }
            return new RedisSettings(this, addresses, trust(file, pem));
        }

        private void requireNoTls(String name, @Nullable Object value) {
            if (value != null) {
                throw invalid(
                        name,
                        quoted(value) + " is set, but uri has no TLS. Write uri with rediss://.");
            }
        }

        private List<RedisAddress> addresses() {
            List<RedisAddress> addresses = new ArrayList<>();
            for (String each : uri.split(",", -1)) {
                try {
                    addresses.add(RedisAddress.parse(each.strip()));
                } catch (IllegalArgumentException e) {
                    throw invalid("uri", quoted(RedisAddress.masked(uri)) + ' ' + e.getMessage());
                }
            }
            if (addresses.size() > 1 && !cluster) {
                throw invalid(
                        "uri",
                        quoted(RedisAddress.masked(uri))
                                + " has several addresses, which only a cluster has. Set cluster to"
                                + " true, or write one address.");
            }
            if (addresses.stream().map(RedisAddress::tls).distinct().count() > 1) {
                throw invalid(
                        "uri",
                        quoted(RedisAddress.masked(uri))
                                + " has addresses with and without TLS. Write redis:// or rediss://"
                                + " before all of them.");
            }
            return addresses;
        }

        private @Nullable TrustManagerFactory trust(@Nullable Path file, @Nullable Path pem) {
            try {
                if (file != null) {
                    return Trust.inStore(file, trustStorePassword);
                }
                return pem == null ? null : Trust.inPem(pem);
            } catch (Trust.UnreadableException e) {
                throw invalid(
                        file != null ? "tls.trustStore" : "tls.certificates",
                        quoted(file != null ? file : pem) + ' ' + e.getMessage());
            }
        }

        private String notBlank(String name, String value) {
            if (value.isBlank()) {
                throw invalid(name, quoted(value) + " is blank. Set one, or leave it out.");
            }
            return value;
        }

        /** What is wrong with a setting that is read elsewhere. */
        ResilienceException invalid(String name, String text) {
            return new ResilienceException(code, place + name + ": " + text);
        }

        private static String quoted(@Nullable Object value) {
            return '"' + String.valueOf(value) + '"';
        }
    }
}
