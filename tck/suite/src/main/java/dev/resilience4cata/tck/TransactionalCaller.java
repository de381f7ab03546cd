// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.RateLimitExceededException;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;

/** A session bean that calls another one in its own transaction. Called by the container. */
@Stateless
public class TransactionalCaller {
    @Resource SessionContext context;
    @EJB StatelessMail mail;

    /** Sends until a call is rejected; whether its transaction is marked for rollback then. */
    public boolean rollsBackAfterARejection() {
        while (true) {
            try {
                mail.send();
            } catch (RateLimitExceededException e) {
                return context.getRollbackOnly();
            }
        }
    }
}
