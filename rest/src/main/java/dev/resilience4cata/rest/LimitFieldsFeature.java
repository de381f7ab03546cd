// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;

/** Gives the filter to the methods that are limited. Safe for use by several threads. */
final class LimitFieldsFeature implements DynamicFeature {

    private final String policy;

    /**
     * Creates the feature.
     *
     * @param policy what a limit is called
     */
    LimitFieldsFeature(String policy) {
        this.policy = policy;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        LimitedResource limited =
                LimitedResource.of(resource.getResourceClass(), resource.getResourceMethod());
        if (limited != null) {
            context.register(new LimitFieldsFilter(limited, policy));
        }
    }
}
