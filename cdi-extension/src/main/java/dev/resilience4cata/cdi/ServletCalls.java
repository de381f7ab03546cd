// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.Misplaced;
import java.lang.reflect.Method;
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
        ErasedMethod key = ErasedMethod.of(method);
        return isOfServlet(type, key) && !Misplaced.SERVLET_REQUESTS.contains(key.toString());
    }

    private static boolean isOfServlet(@Nullable Class<?> type, ErasedMethod method) {
        if (type == null) {
            return false;
        }
        if (Misplaced.SERVLET_TYPES.contains(type.getName()) && declares(type, method)) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isOfServlet(each, method)) {
                return true;
            }
        }
        return isOfServlet(type.getSuperclass(), method);
    }

    private static boolean declares(Class<?> type, ErasedMethod method) {
        for (Method each : type.getDeclaredMethods()) {
            if (ErasedMethod.of(each).equals(method)) {
                return true;
            }
        }
        return false;
    }
}
