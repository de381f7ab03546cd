// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

/** A session bean that anybody may call, and that has the role of the vault. */
@Stateless
@RunAs("admin")
public class Administrator {
    @EJB GuardedVault vault;

    /** Opens the vault. */
    @PermitAll
    public String open() {
        return vault.open();
    }
}
