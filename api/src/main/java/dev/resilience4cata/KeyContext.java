// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collections;
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

    /**
     * What a resolver sees of a call outside of a container, or in a test.
     *
     * @param instanceId the id of the limiter
     * @param arguments the arguments of the call
     * @return a context; keeps the array
     */
    static KeyContext of(String instanceId, Object... arguments) {
        return new CallContext(
                requireNonNull(instanceId, "instanceId"),
                Collections.unmodifiableList(
                        Arrays.asList(requireNonNull(arguments, "arguments"))));
    }
}
