// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The methods of servlets, filters and listeners that are not limited: a container sees the call of
 * {@code service}, and the servlet itself makes the one of {@code doGet} that follows; and what
 * begins and ends the life of a component must neither be rejected nor take a permit of a request.
 */
final class ServletCalls {

    /** By name, because not every application has these types. */
    private static final Set<String> TYPES =
            Set.of(
                    "jakarta.servlet.Servlet",
                    "jakarta.servlet.ServletConfig",
                    "jakarta.servlet.GenericServlet",
                    "jakarta.servlet.http.HttpServlet",
                    "jakarta.servlet.Filter",
                    "jakarta.servlet.FilterConfig",
                    "jakarta.servlet.GenericFilter",
                    "jakarta.servlet.http.HttpFilter",
                    "jakarta.servlet.ServletContextListener");

    /** What the container calls for a request. */
    private static final Set<String> REQUESTS =
            Set.of(
                    "service(jakarta.servlet.ServletRequest,jakarta.servlet.ServletResponse)",
                    "doFilter(jakarta.servlet.ServletRequest,jakarta.servlet.ServletResponse,"
                            + "jakarta.servlet.FilterChain)");

    private ServletCalls() {}

    /**
     * Whether calls of a method are not limited, whatever it carries.
     *
     * @param type the class of the component
     */
    static boolean pass(Class<?> type, Method method) {
        return supertypes(type)
                        .filter(each -> TYPES.contains(each.getName()))
                        .anyMatch(each -> declares(each, method))
                && !REQUESTS.contains(MethodKey.of(method).toString());
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
        MethodKey key = MethodKey.of(method);
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(each -> MethodKey.of(each).equals(key));
    }
}
