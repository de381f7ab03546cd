// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;

/** {@code GET /rates}. */
@Path("rates")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ExchangeRatesResource {

    @Inject ExchangeRates rates;

    @GET
    public Map<String, Double> perEuro() {
        return rates.perEuro();
    }
}
