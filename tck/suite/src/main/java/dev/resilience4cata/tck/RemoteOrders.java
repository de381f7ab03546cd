// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.ejb.Remote;

/** The remote view of a session bean. */
@Remote
public interface RemoteOrders {
    /** Passes two calls. */
    String order(String what);

    /** Passes every call. */
    int placed();
}
