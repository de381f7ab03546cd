// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.Misplaced;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** How calls of a method wait and are rejected. */
enum CallStyle {
    /** On the calling thread; a rejection is thrown. */
    SYNCHRONOUS,
    /** On the calling thread; a rejection is thrown, and nothing of the transaction stays. */
    MESSAGE,
    /** On the calling thread; a rejection is a failed stage. */
    STAGE_WAITING_HERE,
    /** Without a thread; a rejection is a failed stage. */
    STAGE_DEFERRED;

    /** By name, because not every application has it. */
    private static final String ASYNCHRONOUS = "jakarta.enterprise.concurrent.Asynchronous";

    /**
     * The style of a method.
     *
     * @param annotations the names of the types of the annotations on the method and its class
     * @param held whether calls must stay on their thread, as those of session beans
     */
    static CallStyle of(Method method, Set<String> annotations, boolean held) {
        Class<?> type = method.getReturnType();
        if (type != CompletionStage.class && type != CompletableFuture.class) {
            return SYNCHRONOUS;
        }
        return held || annotations.contains(ASYNCHRONOUS) ? STAGE_WAITING_HERE : STAGE_DEFERRED;
    }

    /** What makes a method look asynchronous although its calls wait on the calling thread. */
    static Optional<String> unsupported(Method method) {
        Class<?> type = method.getReturnType();
        Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length > 0
                && parameters[parameters.length - 1].getName().equals(Misplaced.CONTINUATION)) {
            return Optional.of("a suspending function");
        }
        boolean stage = CompletionStage.class.isAssignableFrom(type);
        boolean supported = type == CompletionStage.class || type == CompletableFuture.class;
        return (stage && !supported) || isLazy(type)
                ? Optional.of(Misplaced.returnType(type.getName()))
                : Optional.empty();
    }

    private static boolean isLazy(@Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isLazy(each)) {
                return true;
            }
        }
        return Misplaced.LAZY_TYPES.contains(type.getName()) || isLazy(type.getSuperclass());
    }
}
