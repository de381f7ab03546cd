// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.ResilienceException;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address of the client of the current HTTP request: {@code @RateLimiter(keyedBy =
 * ClientAddress.class)}. Of an IPv6 address the first 64 bits are the key, because a client usually
 * has all addresses with the same beginning. Calls outside of a request share one state.
 *
 * <p>It is the address of the connection and never from a header, which any client could invent,
 * unless that address is in {@code resilience4cata.rest.trustedProxies}: addresses and CIDR blocks,
 * with commas. Then {@code X-Forwarded-For} is read from the right, past trusted proxies, and the
 * first other address is the client. Safe for use by several threads.
 */
public final class ClientAddress implements KeyResolver {

    private static final String FORWARDED_FOR = "X-Forwarded-For";

    /** Read by the first request: the thread of another call may not see the configuration. */
    private volatile @Nullable AddressBlocks trusted;

    /** Called by the library. */
    public ClientAddress() {}

    /**
     * The address as text, of an IPv6 address the first 64 bits.
     *
     * @return null if the call belongs to no request
     * @throws ResilienceException R4C-REG-003 if the list of proxies is invalid
     */
    @Override
    public @Nullable Object resolve(KeyContext call) {
        try {
            Instance<HttpServletRequest> request = CDI.current().select(HttpServletRequest.class);
            return request.isResolvable() ? client(request.get()) : null;
        } catch (ContextNotActiveException | IllegalStateException e) {
            return null; // no request, or a thread that the server knows nothing of
        }
    }

    private @Nullable String client(HttpServletRequest request) {
        String peer = request.getRemoteAddr();
        AddressBlocks proxies = trusted();
        List<String> forwarded =
                proxies.isEmpty() ? List.of() : Collections.list(request.getHeaders(FORWARDED_FOR));
        return ForwardedClient.of(peer, forwarded, proxies);
    }

    private AddressBlocks trusted() {
        AddressBlocks known = trusted;
        if (known == null) {
            known = RestSettings.trustedProxies(RestProperties.ofThread());
            trusted = known;
        }
        return known;
    }
}
