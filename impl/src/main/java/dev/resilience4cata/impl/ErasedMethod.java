// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A method by what the JVM tells methods apart, without its return type. Immutable, so safe to
 * share between threads.
 *
 * @param name its name
 * @param parameters the erased types of its parameters
 */
record ErasedMethod(String name, List<Class<?>> parameters) {

    static ErasedMethod of(Method method) {
        return new ErasedMethod(method.getName(), List.of(method.getParameterTypes()));
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
