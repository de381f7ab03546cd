// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A method by what the JVM tells methods apart, without its return type. Immutable, so safe to
 * share between threads.
 *
 * @param name its name
 * @param parameters the erased types of its parameters
 */
public record ErasedMethod(String name, List<Class<?>> parameters) {

    /**
     * The method without what the JVM does not tell methods apart by.
     *
     * @param method any method
     * @return its name and the erased types of its parameters
     */
    public static ErasedMethod of(Method method) {
        return new ErasedMethod(method.getName(), List.of(method.getParameterTypes()));
    }

    /**
     * The id of the limiter of this method, as property keys spell it.
     *
     * @param type the class or the interface that the id names
     * @return for example {@code com.acme.Mail#send(java.lang.String)}
     */
    public String id(Class<?> type) {
        return type.getName() + "#" + this;
    }

    /**
     * Whether a bridge method may lead to this one.
     *
     * @param bridge the bridge method
     * @return whether it has the same name, and parameters that take those of this method
     */
    public boolean hasBridge(Method bridge) {
        Class<?>[] erased = bridge.getParameterTypes();
        return bridge.getName().equals(name)
                && erased.length == parameters.size()
                && IntStream.range(0, erased.length)
                        .allMatch(i -> erased[i].isAssignableFrom(parameters.get(i)));
    }

    /** Not as a record does it: linking that takes longer than all its use at a start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ErasedMethod that
                && name.equals(that.name)
                && parameters.equals(that.parameters);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + parameters.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append('(');
        for (int i = 0; i < parameters.size(); i++) {
            text.append(i == 0 ? "" : ",").append(parameters.get(i).getTypeName());
        }
        return text.append(')').toString();
    }
}
