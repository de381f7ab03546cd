// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.Set;

/**
 * Where the annotation does nothing, or not what one expects, and what to say of that; the same at
 * deployment and at compile time. Types go by their names, because not every application has them.
 */
public final class Misplaced {

    /** Annotations of methods that a container calls past all interceptors. */
    public static final Set<String> CALLBACKS =
            Set.of(
                    "jakarta.annotation.PostConstruct",
                    "jakarta.annotation.PreDestroy",
                    "jakarta.ejb.PostActivate",
                    "jakarta.ejb.PrePassivate",
                    "jakarta.ejb.AfterBegin",
                    "jakarta.ejb.BeforeCompletion",
                    "jakarta.ejb.AfterCompletion",
                    "jakarta.inject.Inject",
                    "jakarta.interceptor.AroundConstruct",
                    "jakarta.interceptor.AroundInvoke",
                    "jakarta.interceptor.AroundTimeout");

    /** Annotations of what a container calls for a timer, private methods too. */
    public static final Set<String> TIMEOUTS =
            Set.of("jakarta.ejb.Schedule", "jakarta.ejb.Schedules", "jakarta.ejb.Timeout");

    /** The annotation of classes that are not intercepted. */
    public static final String DECORATOR = "jakarta.decorator.Decorator";

    /** Types of a servlet container whose methods are not limited, but for requests. */
    public static final Set<String> SERVLET_TYPES =
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

    /** What a servlet container calls for a request. */
    public static final Set<String> SERVLET_REQUESTS =
            Set.of(
                    "service(jakarta.servlet.ServletRequest,jakarta.servlet.ServletResponse)",
                    "doFilter(jakarta.servlet.ServletRequest,jakarta.servlet.ServletResponse,"
                            + "jakarta.servlet.FilterChain)");

    /** Return types that look asynchronous. */
    public static final Set<String> LAZY_TYPES =
            Set.of(
                    "io.smallrye.mutiny.Uni",
                    "io.smallrye.mutiny.Multi",
                    "java.util.concurrent.Flow$Publisher",
                    "org.reactivestreams.Publisher");

    /** The last parameter of a suspending function. */
    public static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private Misplaced() {}

    /**
     * Says that calls of a method cannot be limited.
     *
     * @param id of the method that carries the annotation
     * @param obstacle why not, for example "the method is private"
     * @return the text of R4C-CDI-001
     */
    public static String method(String id, String obstacle) {
        return LimiterDeclaration.annotation("", id)
                + ": "
                + obstacle
                + ", so no call of it can be limited. Put the annotation on a business method, or"
                + " use a ResilienceRegistry in code.";
    }

    /**
     * Says that a container calls a method past interceptors.
     *
     * @param id of the method that carries the annotation
     * @param callback one of {@link #CALLBACKS}
     * @return the text of R4C-CDI-001
     */
    public static String callback(String id, String callback) {
        return method(id, "the container calls it because of @" + callback);
    }

    /**
     * Says that a servlet calls a method of its own.
     *
     * @param id of the method that carries the annotation
     * @return the text of R4C-CDI-001
     */
    public static String servletMethod(String id) {
        return LimiterDeclaration.annotation("", id)
                + ": the servlet itself calls it, or the container for its life cycle, so no call"
                + " of it is limited. Put the annotation on the class to limit its requests, or on"
                + " a method that handles them in a bean.";
    }

    /**
     * Says that decorators are not intercepted.
     *
     * @param place the decorator, or a method of it
     * @return the text of R4C-CDI-001
     */
    public static String decorator(String place) {
        return LimiterDeclaration.annotation("", place)
                + ": the class is a decorator, and decorators are not intercepted, so no call is"
                + " limited. Put the annotation on the bean that it decorates.";
    }

    /**
     * Says that an override drops the annotation.
     *
     * @param id of the method that carries the annotation
     * @param override the id of the method that does not
     * @return the text of R4C-CDI-001
     */
    public static String dropped(String id, String override) {
        return LimiterDeclaration.annotation("", id)
                + ": "
                + override
                + " overrides the method without the annotation, so it is not limited. Repeat the"
                + " annotation there.";
    }

    /**
     * Says that a method looks asynchronous and is not called so.
     *
     * @param id of the limited method
     * @param what looks asynchronous: {@link #returnType}, or "a suspending function"
     * @return the text of R4C-CDI-006
     */
    public static String synchronous(String id, String what) {
        return LimiterDeclaration.annotation("", id)
                + ": "
                + what
                + " is called synchronously: a call waits on the calling thread, and a rejection"
                + " is thrown. Return CompletionStage or CompletableFuture for waits that block no"
                + " thread.";
    }

    /**
     * Names a return type as what looks asynchronous.
     *
     * @param name the binary name of the type
     * @return for {@link #synchronous}
     */
    public static String returnType(String name) {
        return "the return type " + name;
    }
}
