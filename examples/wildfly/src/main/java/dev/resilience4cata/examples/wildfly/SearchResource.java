// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** {@code GET /search?q=…}. */
@Path("search")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class SearchResource {

    @Inject SearchService service;

    @GET
    public List<String> search(@QueryParam("q") @DefaultValue("") String query) {
        return service.search(query);
    }
}
