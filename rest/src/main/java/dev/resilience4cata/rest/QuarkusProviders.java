// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Called by Quarkus, whose REST looks for no services and gives features less than they need. It
 * finds the annotations of these methods instead, because the jar has a {@code META-INF/beans.xml};
 * no other server looks for them. Safe for use by several threads.
 */
public final class QuarkusProviders {

    /** By class too: several may inherit a method, each with a limiter of its own. */
    private final ConcurrentMap<Map.Entry<Class<?>, Method>, Optional<LimitFieldsFilter>> filters =
            new ConcurrentHashMap<>();

    private volatile @Nullable RestSettings settings;

    /** Called by Quarkus. */
    public QuarkusProviders() {}

    /**
     * Called by Quarkus when the application starts. It may have made this object earlier, with the
     * configuration of the build.
     *
     * @throws ResilienceException R4C-REG-003 if a setting is invalid
     */
    public void readSettings(@Observes Startup event) {
        settings = RestSettings.read(RestProperties.ofThread());
    }

    /** Called by Quarkus: a mapper of the application wins. */
    @ServerExceptionMapper(priority = RateLimitExceededMapper.PRIORITY)
    public Response toResponse(RateLimitExceededException rejection) {
        return new RateLimitExceededMapper(settings()).toResponse(rejection);
    }

    /** Called by Quarkus with each request for a resource. */
    @ServerRequestFilter
    public void findLimit(ContainerRequestContext request, ResourceInfo resource) {
        filterOf(resource).ifPresent(filter -> filter.filter(request));
    }

    /** Called by Quarkus with each answer of a resource. */
    @ServerResponseFilter
    public void tellLimit(
            ContainerRequestContext request,
            ContainerResponseContext response,
            ResourceInfo resource) {
        filterOf(resource).ifPresent(filter -> filter.filter(request, response));
    }

    private Optional<LimitFieldsFilter> filterOf(ResourceInfo resource) {
        RestSettings now = settings();
        Method method = now.headers() ? resource.getResourceMethod() : null;
        if (method == null) {
            return Optional.empty();
        }
        Class<?> type = resource.getResourceClass();
        return filters.computeIfAbsent(
                Map.entry(type, method), each -> filter(type, method, now.policy()));
    }

    private static Optional<LimitFieldsFilter> filter(Class<?> type, Method method, String policy) {
        return Optional.ofNullable(LimitedResource.of(type, method))
                .map(limited -> new LimitFieldsFilter(limited, policy));
    }

    private RestSettings settings() {
        RestSettings read = settings;
        return read == null ? RestSettings.read(RestProperties.ofThread()) : read;
    }
}
