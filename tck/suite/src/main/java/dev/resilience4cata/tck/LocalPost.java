// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.ejb.Local;

/** The local view of a session bean. */
@Local
public interface LocalPost {
    /** Passes two calls. */
    void send();
}
