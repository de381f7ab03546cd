// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

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
        Calls.untilRejected(mail::send);
        return context.getRollbackOnly();
    }
}
