// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** {@code GET /geocode?address=…} and {@code GET /reverse?latitude=…&longitude=…}. */
@Path("/")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class GeocodingResource {

    @Inject GeocodingClient client;

    @GET
    @Path("geocode")
    public Place geocode(@QueryParam("address") String address) {
        return client.geocode(address)
                .orElseThrow(() -> new NotFoundException("No place in \"" + address + "\""));
    }

    @GET
    @Path("reverse")
    public Place reverse(
            @QueryParam("latitude") double latitude, @QueryParam("longitude") double longitude) {
        return client.reverse(latitude, longitude);
    }
}
