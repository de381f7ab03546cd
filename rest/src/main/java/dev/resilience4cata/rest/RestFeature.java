// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.ResilienceException;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;

/**
 * Called by the container, which finds it as a service (Jakarta REST 3.1, section 4.1.2): registers
 * everything of this module that answers requests, with the settings that the running thread sees.
 * Where services are not looked for, an application registers this class itself. Safe for use by
 * several threads.
 */
@ConstrainedTo(RuntimeType.SERVER)
public final class RestFeature implements Feature {

    /** Called by the container. */
    public RestFeature() {}

    /**
     * Registers the mappers and the filter.
     *
     * @return whether there was anything to register
     * @throws ResilienceException R4C-REG-003 if a setting is invalid
     */
    @Override
    public boolean configure(FeatureContext context) {
        if (context.getConfiguration().getRuntimeType() == RuntimeType.CLIENT) {
            return false;
        }
        RestSettings settings = RestSettings.read(RestProperties.ofThread());
        context.register(new RateLimitExceededMapper(settings));
        boolean enterpriseBeans = isThere("jakarta.ejb.EJBException");
        if (isThere("org.glassfish.jersey.spi.ExtendedExceptionMapper")) {
            context.register(new JerseyMappers.OfCompletion());
            context.register(new JerseyMappers.OfExecution());
            if (enterpriseBeans) {
                context.register(new JerseyMappers.OfEnterpriseBean());
            }
        } else {
            context.register(new CompletionExceptionMapper());
            context.register(new ExecutionExceptionMapper());
            if (enterpriseBeans) {
                context.register(new EjbExceptionMapper());
            }
        }
        if (settings.headers()) {
            context.register(new LimitFieldsFeature(settings.policy()));
        }
        return true;
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, RestFeature.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
