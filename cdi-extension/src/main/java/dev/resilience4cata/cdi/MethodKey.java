// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A method of a bean, whichever class of the hierarchy declares it. Immutable, so safe to share
 * between threads.
 */
record MethodKey(String name, List<Class<?>> parameters) {

    static MethodKey of(Method method) {
        return new MethodKey(method.getName(), List.of(method.getParameterTypes()));
    }

    /** The id of the limiter of this method, as property keys spell it. */
    String id(Class<?> type) {
        return type.getName() + "#" + this;
    }

    @Override
    public String toString() {
        return parameters.stream()
                .map(Class::getTypeName)
                .collect(Collectors.joining(",", name + "(", ")"));
    }
}
