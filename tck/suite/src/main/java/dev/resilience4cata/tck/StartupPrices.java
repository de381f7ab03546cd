// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;

/** A session bean that is made when the application starts. Called by the container. */
@Startup
@Singleton
@RateLimiter(name = "startup", permits = 3, period = "1s")
public class StartupPrices {
    private boolean mailed;

    @EJB StatelessMail mail;

    @PostConstruct
    void start() {
        mail.send();
        mailed = true;
    }

    /** Passes three calls. */
    public boolean mailed() {
        return mailed;
    }
}
