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

    private final AddressBlocks trusted;

    /**
     * Called by the library. Reads what the running thread sees of the configuration.
     *
     * @throws ResilienceException R4C-REG-003 if the list of proxies is invalid
     */
    public ClientAddress() {
        this.trusted = trusted(RestProperties.ofThread());
    }

    /** The trusted proxies; none if nothing is set. */
    static AddressBlocks trusted(RestProperties properties) {
        String list = properties.find(RestSettings.TRUSTED_PROXIES);
        try {
            return AddressBlocks.parse(list == null ? "" : list);
        } catch (IllegalArgumentException e) {
            throw RestSettings.invalid(
                    RestSettings.TRUSTED_PROXIES,
                    list == null ? "" : list,
                    "has \""
                            + e.getMessage()
                            + "\", which is neither an address nor a block. Write addresses such"
                            + " as 10.1.2.3 or 2001:db8::1, and blocks such as 10.0.0.0/8.");
        }
    }

    @Override
    public @Nullable Object resolve(KeyContext call) {
        Instance<HttpServletRequest> request = CDI.current().select(HttpServletRequest.class);
        if (!request.isResolvable()) {
            return null;
        }
        try {
            return client(request.get());
        } catch (ContextNotActiveException | IllegalStateException e) {
            return null; // the call belongs to no request
        }
    }

    private @Nullable String client(HttpServletRequest request) {
        String peer = request.getRemoteAddr();
        List<String> forwarded =
                trusted.isEmpty() ? List.of() : Collections.list(request.getHeaders(FORWARDED_FOR));
        return ForwardedClient.of(peer, forwarded, trusted);
    }
}
