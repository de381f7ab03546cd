// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.client.ClientResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a local limiter obey what a remote API says of its own limit: a filter that you register
 * with a client. It drains the limiter ({@link RateLimiterHandle#drain}) when an answer
 *
 * <ul>
 *   <li>has the status 429 or 503 and a field {@code Retry-After}, for that time;
 *   <li>otherwise, whatever its status, has a field {@code RateLimit} with an item that has nothing
 *       left ({@code "default";r=0;t=30}), for the longest {@code t} of such items.
 * </ul>
 *
 * <p>The time is at most {@code resilience4cata.rest.longestPause}, by default one hour, whatever
 * the answer says. What cannot be read is ignored, and the answer itself is never changed. To give
 * a MicroProfile REST client the limiter of an id, extend this class with a constructor without
 * parameters. Safe for use by several threads.
 */
@ConstrainedTo(RuntimeType.CLIENT)
public class RemoteLimit implements ClientResponseFilter {

    /** How MicroProfile REST clients tell filters which method was called. */
    private static final String INVOKED_METHOD =
            "org.eclipse.microprofile.rest.client.invokedMethod";

    private final @Nullable RateLimiterHandle limiter;
    private final @Nullable ResilienceRegistry registry;
    private final Duration longestPause = RestSettings.longestPause(RestProperties.ofThread());
    private final ConcurrentMap<Method, Optional<RateLimiterHandle>> byMethod =
            new ConcurrentHashMap<>();

    /**
     * For a MicroProfile REST client, {@code @RegisterProvider(RemoteLimit.class)}: the limiter is
     * that of the {@code @RateLimiter} of the method that was called, or of its interface. Where
     * there is none, or where each key has permits of its own, nothing is drained.
     *
     * @throws IllegalStateException if there is no CDI container
     * @throws ResilienceException R4C-REG-003 if the longest pause is invalid
     */
    public RemoteLimit() {
        this.limiter = null;
        this.registry = registryOfApplication();
    }

    /**
     * For the limiter of an id in the running application.
     *
     * @throws IllegalStateException if there is no CDI container
     * @throws ResilienceException R4C-REG-009 if there is no such limiter; R4C-REG-003 if the
     *     longest pause is invalid
     */
    public RemoteLimit(String instanceId) {
        this(registryOfApplication().rateLimiter(instanceId));
    }

    /**
     * For any limiter, also one of a key.
     *
     * @throws ResilienceException R4C-REG-003 if the longest pause is invalid
     */
    public RemoteLimit(RateLimiterHandle limiter) {
        this.limiter = limiter;
        this.registry = null;
    }

    private static ResilienceRegistry registryOfApplication() {
        return CDI.current().select(ResilienceRegistry.class).get();
    }

    @Override
    public final void filter(ClientRequestContext request, ClientResponseContext response) {
        Duration pause = pause(response.getStatus(), response::getHeaderString);
        if (pause == null) {
            return;
        }
        try {
            RateLimiterHandle drained = limiter(request);
            if (drained != null) {
                drained.drain(pause.compareTo(longestPause) < 0 ? pause : longestPause);
            }
        } catch (ResilienceException e) {
            // R4C-REG-010: the application is just ending.
        }
    }

    /**
     * How long the other side takes no more calls.
     *
     * @param field the value of a field by its name, null if it is not there
     * @return null if the answer says nothing of it
     */
    static @Nullable Duration pause(int status, Function<String, @Nullable String> field) {
        String retryAfter = field.apply(HttpHeaders.RETRY_AFTER);
        if (retryAfter != null && (status == 429 || status == 503)) {
            Duration pause =
                    RemoteFields.retryAfter(
                            retryAfter, field.apply(HttpHeaders.DATE), Instant.now());
            if (pause != null) {
                return pause;
            }
        }
        String limit = field.apply(LimitFields.LIMIT);
        return limit == null ? null : RemoteFields.timeUntilReset(limit);
    }

    private @Nullable RateLimiterHandle limiter(ClientRequestContext request) {
        ResilienceRegistry all = registry;
        if (all == null) {
            return limiter;
        }
        return request.getProperty(INVOKED_METHOD) instanceof Method method
                ? byMethod.computeIfAbsent(method, each -> ofMethod(all, each)).orElse(null)
                : null;
    }

    private static Optional<RateLimiterHandle> ofMethod(ResilienceRegistry all, Method method) {
        LimitedResource limited = LimitedResource.of(method.getDeclaringClass(), method);
        return limited == null || limited.keyed()
                ? Optional.empty()
                : Optional.ofNullable(limited.limiter(all));
    }
}
