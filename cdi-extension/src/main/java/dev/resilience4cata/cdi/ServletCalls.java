// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.Misplaced;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The methods of servlets, filters and listeners that are not limited: a container sees the call of
 * {@code service}, and the servlet itself makes the one of {@code doGet} that follows; and what
 * begins and ends the life of a component must neither be rejected nor take a permit of a request.
 */
final class ServletCalls {

    private ServletCalls() {}

    /**
     * Whether calls of a method are not limited, whatever it carries.
     *
     * @param type the class of the component
     */
    static boolean pass(Class<?> type, Method method) {
        return supertypes(type)
                        .filter(each -> Misplaced.SERVLET_TYPES.contains(each.getName()))
                        .anyMatch(each -> declares(each, method))
                && !Misplaced.SERVLET_REQUESTS.contains(ErasedMethod.of(method).toString());
    }

    private static Stream<Class<?>> supertypes(@Nullable Class<?> type) {
        return type == null
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(type),
                        Stream.concat(
                                        Stream.of(type.getSuperclass()),
                                        Arrays.stream(type.getInterfaces()))
                                .flatMap(ServletCalls::supertypes));
    }

    private static boolean declares(Class<?> type, Method method) {
        ErasedMethod key = ErasedMethod.of(method);
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(each -> ErasedMethod.of(each).equals(key));
    }
}
