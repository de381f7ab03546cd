// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.ClusterStoreProvider;
import java.io.IOException;
import java.net.URL;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.infinispan.Cache;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.manager.EmbeddedCacheManager;
import org.jspecify.annotations.Nullable;

/**
 * Called by the library. Opens an {@link InfinispanStore} in a cache of the server, if {@code
 * resilience4cata.cluster.infinispan.jndi} is set, or in a cache of an own cache manager, if {@code
 * resilience4cata.cluster.infinispan.configuration} and {@code .cache} are. Has no state, so safe
 * for use by several threads.
 */
public final class InfinispanStoreProvider implements ClusterStoreProvider {

    private static final String PREFIX = "resilience4cata.cluster.infinispan.";
    static final String JNDI = PREFIX + "jndi";
    static final String CONFIGURATION = PREFIX + "configuration";
    static final String CACHE = PREFIX + "cache";
    static final String TIMEOUT = PREFIX + "timeout";
    static final String SKEW = PREFIX + "skew";

    /** Called by {@link java.util.ServiceLoader}. */
    public InfinispanStoreProvider() {}

    @Override
    public Optional<ClusterStore> open(Function<String, Optional<String>> properties) {
        String jndi = text(properties, JNDI);
        String configuration = text(properties, CONFIGURATION);
        String cache = text(properties, CACHE);
        if (jndi != null) {
            if (configuration != null) {
                throw invalid(
                        CONFIGURATION,
                        configuration,
                        "%s is set too, and there is one cache".formatted(JNDI),
                        "Set one of the two");
            }
            return Optional.of(with(properties, InfinispanStore.builder(lookUp(jndi))).open());
        }
        if (configuration != null) {
            if (cache == null) {
                throw invalid(
                        CONFIGURATION,
                        configuration,
                        "it is not said which of its caches is to be used",
                        "Set " + CACHE);
            }
            return Optional.of(own(properties, configuration, cache));
        }
        if (cache != null) {
            throw invalid(
                    CACHE,
                    cache,
                    "it is not said where this cache is configured",
                    "Set %s, or %s instead for a cache of the server"
                            .formatted(CONFIGURATION, JNDI));
        }
        return Optional.empty();
    }

    @SuppressWarnings("BanJNDI") // only names of this JVM: nothing is fetched from elsewhere
    private static Cache<String, Long> lookUp(String name) {
        if (!name.startsWith("java:")) {
            throw invalid(
                    JNDI,
                    name,
                    "only names of the server are looked up, which begin with \"java:\"",
                    "Name a cache of the server, on WildFly java:jboss/infinispan/cache/<container>/<cache>");
        }
        Object found;
        try {
            found = InitialContext.doLookup(name);
        } catch (NamingException e) {
            throw invalid(
                    JNDI,
                    name,
                    "nothing can be looked up there (%s)".formatted(e),
                    "On WildFly a cache is java:jboss/infinispan/cache/<container>/<cache>, and the application needs the resource reference or the dependency that the documentation shows");
        }
        if (!(found instanceof Cache<?, ?>)) {
            throw invalid(
                    JNDI,
                    name,
                    "what is there is no org.infinispan.Cache that the application can see but a "
                            + found.getClass().getName(),
                    "Name a cache; on WildFly let the application depend on the module org.infinispan, and have no jar of Infinispan in it");
        }
        @SuppressWarnings("unchecked") // Nothing says what is in it; another value is an error.
        Cache<String, Long> cache = (Cache<String, Long>) found;
        return cache;
    }

    private static ClusterStore own(
            Function<String, Optional<String>> properties, String resource, String cacheName) {
        EmbeddedCacheManager manager = manager(resource);
        try {
            if (manager.getCacheConfiguration(cacheName) == null) {
                throw invalid(
                        CACHE,
                        cacheName,
                        "%s configures no cache of this name; known are %s"
                                .formatted(
                                        resource,
                                        new TreeSet<>(manager.getCacheConfigurationNames())),
                        "Correct the name, or add the cache");
            }
            manager.start();
            Cache<String, Long> cache = manager.getCache(cacheName);
            return with(properties, InfinispanStore.builder(cache))
                    .onClose(() -> stop(manager))
                    .open();
        } catch (ResilienceException e) {
            stop(manager);
            throw e;
        } catch (RuntimeException e) {
            stop(manager);
            throw invalid(
                    CONFIGURATION,
                    resource,
                    "its cache \"%s\" does not start (%s)".formatted(cacheName, e),
                    "Correct the configuration");
        }
    }

    private static void stop(EmbeddedCacheManager manager) {
        try {
            manager.close();
        } catch (IOException e) {
            System.getLogger(InfinispanStoreProvider.class.getName())
                    .log(System.Logger.Level.DEBUG, "The cache manager does not stop", e);
        }
    }

    private static EmbeddedCacheManager manager(String resource) {
        URL url = find(resource);
        if (url == null) {
            throw invalid(
                    CONFIGURATION,
                    resource,
                    "there is no such resource",
                    "Put the file on the class path of the application");
        }
        try {
            return new DefaultCacheManager(url, false);
        } catch (IOException | RuntimeException e) {
            throw invalid(
                    CONFIGURATION,
                    resource,
                    "it is no configuration that Infinispan can read (%s)".formatted(e),
                    "Correct it");
        }
    }

    private static @Nullable URL find(String resource) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        URL url = application == null ? null : application.getResource(resource);
        return url == null
                ? InfinispanStoreProvider.class.getClassLoader().getResource(resource)
                : url;
    }

    private static InfinispanStore.Builder with(
            Function<String, Optional<String>> properties, InfinispanStore.Builder builder) {
        String timeout = text(properties, TIMEOUT);
        if (timeout != null) {
            set(TIMEOUT, timeout, builder::timeout);
        }
        String skew = text(properties, SKEW);
        if (skew != null) {
            set(SKEW, skew, builder::skew);
        }
        return builder;
    }

    private static void set(
            String key, String text, Function<Duration, InfinispanStore.Builder> setting) {
        try {
            // Spelt as everywhere: a maxWait is a duration too, zero included.
            Object duration = RateLimiterAttribute.MAX_WAIT.parse(text);
            var unused = setting.apply((Duration) requireNonNull(duration));
        } catch (ResilienceException e) {
            throw new ResilienceException(
                    ErrorCode.PROPERTY_INVALID, "%s = \"%s\": %s".formatted(key, text, e.detail()));
        }
    }

    private static @Nullable String text(
            Function<String, Optional<String>> properties, String key) {
        String text = properties.apply(key).orElse(null);
        if (text != null && text.isBlank()) {
            throw invalid(key, text, "it is set to nothing", "Set a value, or remove the property");
        }
        return text == null ? null : text.strip();
    }

    private static ResilienceException invalid(
            String key, String value, String problem, String remedy) {
        return new ResilienceException(
                ErrorCode.PROPERTY_INVALID,
                "%s = \"%s\": %s. %s.".formatted(key, value, problem, remedy));
    }
}
