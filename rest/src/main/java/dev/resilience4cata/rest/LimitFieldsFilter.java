// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Tells the limit of one resource method in each of its answers. What is left for one key is not
 * told, only the policy. Nothing is told of a limiter that lets every call pass. Safe for use by
 * several threads.
 */
final class LimitFieldsFilter implements ContainerResponseFilter {

    private final LimitedResource resource;
    private final String policy;
    private volatile @Nullable RateLimiterHandle limiter;
    private volatile boolean sought;

    LimitFieldsFilter(LimitedResource resource, String policy) {
        this.resource = resource;
        this.policy = policy;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (!sought) {
            limiter = find();
            sought = true;
        }
        RateLimiterHandle found = limiter;
        if (found != null) {
            try {
                tell(found, response);
            } catch (ResilienceException e) { // R4C-REG-010: the application is just ending
                limiter = null;
            }
        }
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
