// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who the client is, behind proxies. Only what a trusted proxy has written is believed, and each
 * proxy adds the address that it saw at the right end of {@code X-Forwarded-For}; so the list is
 * read from there, and the first address that is no trusted proxy is the client, whatever stands
 * left of it.
 */
final class ForwardedClient {

    private ForwardedClient() {}

    /**
     * The client of a request.
     *
     * @param peer the address of the connection
     * @param forwardedFor the values of all {@code X-Forwarded-For} fields, in their order
     * @return null if the peer has no address
     */
    static @Nullable String of(
            @Nullable String peer, List<String> forwardedFor, AddressBlocks trusted) {
        IpAddress client = peer == null ? null : IpAddress.parse(peer);
        if (client == null) {
            return null;
        }
        String list = String.join(",", forwardedFor);
        int end = list.length();
        while (end > 0 && trusted.contain(client)) {
            int comma = list.lastIndexOf(',', end - 1);
            IpAddress next = IpAddress.parse(list.substring(comma + 1, end));
            if (next == null) {
                break; // what the last trusted proxy could not name counts as its own
            }
            client = next;
            end = comma;
        }
        return client.client();
    }
}
