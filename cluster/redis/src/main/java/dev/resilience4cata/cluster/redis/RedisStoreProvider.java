// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.cluster.redis.RedisSettings.Verification;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.ClusterStoreProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Opens a {@link RedisStore} if there is a property {@code resilience4cata.cluster.redis.uri}.
 * Found through {@link java.util.ServiceLoader}. Safe for use by several threads.
 */
public final class RedisStoreProvider implements ClusterStoreProvider {

    private static final String PREFIX = "resilience4cata.cluster.redis.";

    /** Called by the service loader. */
    public RedisStoreProvider() {}

    @Override
    public Optional<ClusterStore> open(Function<String, Optional<String>> properties) {
        return settings(properties).map(RedisStore::open);
    }

    /**
     * What properties say, if they have an address.
     *
     * @throws ResilienceException R4C-REG-003 if a value is invalid
     */
    static Optional<RedisSettings> settings(Function<String, Optional<String>> properties) {
        Function<String, Optional<String>> find = name -> properties.apply(PREFIX + name);
        return find.apply("uri").map(uri -> settings(uri, find));
    }

    private static RedisSettings settings(String uri, Function<String, Optional<String>> find) {
        RedisSettings.Builder builder =
                new RedisSettings.Builder(ErrorCode.PROPERTY_INVALID, PREFIX, uri.strip());
        find.apply("username").ifPresent(builder::username);
        find.apply("password").ifPresent(builder::password);
        find.apply("timeout").ifPresent(value -> builder.timeout(duration(value, builder)));
        find.apply("cluster").ifPresent(value -> builder.cluster(isTrue(value, builder)));
        find.apply("clientName").ifPresent(value -> builder.clientName(value.strip()));
        find.apply("tls.trustStore")
                .ifPresent(
                        value ->
                                builder.trustStore(
                                        path("tls.trustStore", value, builder),
                                        find.apply("tls.trustStorePassword").orElse(null)));
        find.apply("tls.certificates")
                .ifPresent(value -> builder.certificates(path("tls.certificates", value, builder)));
        find.apply("tls.verification")
                .ifPresent(value -> builder.verification(verification(value, builder)));
        return builder.build();
    }

    private static Duration duration(String value, RedisSettings.Builder builder) {
        try {
            return (Duration) RateLimiterAttribute.MAX_WAIT.parse(value);
        } catch (ResilienceException e) {
            throw builder.invalid(
                    "timeout", '"' + value + "\" is no duration. Write one such as 50ms.");
        }
    }

    private static boolean isTrue(String value, RedisSettings.Builder builder) {
        return switch (value.strip()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw builder.invalid(
                            "cluster",
                            '"' + value + "\" is neither true nor false. Write true or false.");
        };
    }

    private static Path path(String name, String value, RedisSettings.Builder builder) {
        try {
            if (!value.isBlank()) {
                return Path.of(value.strip());
            }
        } catch (InvalidPathException e) {
            // As if it were blank.
        }
        throw builder.invalid(name, '"' + value + "\" is no path. Write the path of a file.");
    }

    private static Verification verification(String value, RedisSettings.Builder builder) {
        return switch (value.strip()) {
            case "full" -> Verification.FULL;
            case "certificate" -> Verification.CERTIFICATE;
            case "none" -> Verification.NONE;
            default ->
                    throw builder.invalid(
                            "tls.verification",
                            '"' + value + "\" is unknown. Write full, certificate or none.");
        };
    }
}
