// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * The name of the caller, as the container knows it: {@code @RateLimiter(keyedBy =
 * CallerPrincipal.class)}. Callers without a name share one state: those of an application without
 * security, and of a server that has no name for them; some give them a name of their own, such as
 * {@code anonymous}, and then share one too. Safe for use by several threads.
 */
public final class CallerPrincipal implements KeyResolver {

    /** Called by the library. */
    public CallerPrincipal() {}

    @Override
    public @Nullable Object resolve(KeyContext call) {
        try {
            Instance<Principal> principal = CDI.current().select(Principal.class);
            return principal.isResolvable() ? principal.get().getName() : null;
        } catch (IllegalStateException e) {
            return null; // a thread that the server knows nothing of works for no caller
        }
    }
}
