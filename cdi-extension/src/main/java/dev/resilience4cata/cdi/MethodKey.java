// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /** Whether a bridge method may lead to this one. */
    boolean hasBridge(Method bridge) {
        Class<?>[] erased = bridge.getParameterTypes();
        return bridge.getName().equals(name)
                && erased.length == parameters.size()
                && IntStream.range(0, erased.length)
                        .allMatch(i -> erased[i].isAssignableFrom(parameters.get(i)));
    }

    @Override
    public String toString() {
        return parameters.stream()
                .map(Class::getTypeName)
                .collect(Collectors.joining(",", name + "(", ")"));
    }
}
