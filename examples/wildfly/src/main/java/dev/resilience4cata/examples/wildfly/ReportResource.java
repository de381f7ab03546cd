// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** {@code GET /report}. */
@Path("report")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
public class ReportResource {

    @Inject ReportService service;

    @GET
    public String today() {
        return service.today();
    }
}
