// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Threads that serve many connections and must never be blocked, where a runtime has them. */
final class EventLoops {

    /** That of Quarkus. */
    private static final String CONTROL = "io.quarkus.runtime.BlockingOperationControl";

    private EventLoops() {}

    /** Whether the calling thread may be blocked; nothing where every thread may. */
    static Optional<BooleanSupplier> blockingCheck() {
        try {
            Class<?> control = Class.forName(CONTROL, false, EventLoops.class.getClassLoader());
            MethodHandle check =
                    MethodHandles.publicLookup()
                            .findStatic(
                                    control,
                                    "isBlockingAllowed",
                                    MethodType.methodType(boolean.class));
            return Optional.of(
                    MethodHandleProxies.asInterfaceInstance(BooleanSupplier.class, check));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }
}
