// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.util.List;

/** What a {@link KeyResolver} can see of a call. Valid during the call; for use by its thread. */
public interface KeyContext {

    /**
     * The id of the limiter, as property keys spell it.
     *
     * @return the instance id
     */
    String instanceId();

    /**
     * The arguments of the call.
     *
     * @return a view, in the order of the parameters; an argument may be null
     */
    List<Object> arguments();
}
