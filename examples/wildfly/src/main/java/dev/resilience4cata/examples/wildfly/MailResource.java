// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** {@code POST /mail} with the form fields {@code to} and {@code subject}; {@code GET} counts. */
@Path("mail")
@RequestScoped
public class MailResource {

    @EJB MailSender sender;
    @Inject Outbox outbox;

    @POST
    public void send(@FormParam("to") String to, @FormParam("subject") String subject) {
        sender.send(to, subject);
    }

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public int delivered() {
        return outbox.delivered();
    }
}
