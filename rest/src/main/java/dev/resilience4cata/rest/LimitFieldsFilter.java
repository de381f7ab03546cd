// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Tells the limit of one resource method in each of its answers. What is left for one key is not
 * told, only the policy. Nothing is told of a limiter that lets every call pass. Safe for use by
 * several threads.
 *
 * <p>It looks for the limiter when a request comes: an answer may be given by a thread that the
 * server knows nothing of.
 */
final class LimitFieldsFilter implements ContainerRequestFilter, ContainerResponseFilter {

    private final LimitedResource resource;
    private final String policy;
    private volatile @Nullable RateLimiterHandle limiter;
    private volatile boolean sought;

    LimitFieldsFilter(LimitedResource resource, String policy) {
        this.resource = resource;
        this.policy = policy;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (!sought) {
            limiter = find();
            sought = true;
        }
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        RateLimiterHandle found = limiter;
        if (found == null || isTold(response)) {
            return;
        }
        try {
            tell(found, response);
        } catch (ResilienceException e) { // R4C-REG-010: the application is just ending
            limiter = null;
        }
    }

    /** Whether the resource itself tells a limit. */
    private static boolean isTold(ContainerResponseContext response) {
        return response.getHeaderString(LimitFields.POLICY) != null
                || response.getHeaderString(LimitFields.LIMIT) != null;
    }

    private void tell(RateLimiterHandle limiter, ContainerResponseContext response) {
        RateLimiterSnapshot now = limiter.snapshot();
        if (!now.enabled() || now.shadow()) {
            return;
        }
        response.getHeaders().putSingle(LimitFields.POLICY, LimitFields.policy(policy, now));
        if (!resource.keyed()) {
            response.getHeaders()
                    .putSingle(
                            LimitFields.LIMIT,
                            LimitFields.limit(policy, now, limiter.timeToNextPermit()));
        }
    }

    private @Nullable RateLimiterHandle find() {
        Instance<ResilienceRegistry> registry = CDI.current().select(ResilienceRegistry.class);
        return registry.isResolvable() ? resource.limiter(registry.get()) : null;
    }
}
