// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the calls of an object as the annotations of its interface say, without a container. Safe
 * for use by several threads.
 */
public final class Resilient {

    private static final System.Logger LOG = System.getLogger(Resilient.class.getName());

    private Resilient() {}

    /**
     * An object that passes on the calls that are admitted. It is the wrapper {@code
     * <Interface>$Resilient} that {@code rate-limiter-processor} has generated; where there is
     * none, a {@link java.lang.reflect.Proxy} that limits alike and costs more for each call.
     *
     * <p>Calls of the delegate itself, its own calls of its methods among them, are not limited.
     * Two objects for one interface and one registry share the limiters. {@code equals} is true for
     * two such objects whose delegates are equal; {@code hashCode} and {@code toString} are those
     * of the delegate.
     *
     * @param <T> the interface
     * @param type an interface; annotations on it, on its methods and on what it extends count
     * @param delegate gets the calls that are admitted
     * @param registry holds the limiters
     * @return a wrapper, which is safe for use by several threads if the delegate is; the delegate
     *     itself if the interface limits nothing
     * @throws ResilienceException R4C-REG-013 if the type is no interface, or none that can be
     *     implemented; R4C-CDI-007 if unrelated interfaces limit one method in different ways;
     *     R4C-CDI-001 if a private or a static method is annotated; what the annotation of a method
     *     says wrong, and what {@link ResilienceRegistry#rateLimiterPolicy} says of it; R4C-REG-011
     *     if no implementation is on the class path
     */
    public static <T> T of(Class<T> type, T delegate, ResilienceRegistry registry) {
        requireNonNull(type, "type");
        requireNonNull(delegate, "delegate");
        requireNonNull(registry, "registry");
        if (!type.isInterface()) {
            throw notWrappable(
                    type, "it is no interface. Name the interface that carries the annotations");
        }
        String name = type.getName() + "$Resilient";
        Constructor<?> wrapper = constructor(name, type);
        if (wrapper != null) {
            return type.cast(instance(wrapper, delegate, registry));
        }
        T limited =
                Implementation.find("Resilient.of(" + type.getTypeName() + ")")
                        .limit(type, delegate, registry);
        if (!sameObject(limited, delegate)) {
            LOG.log(
                    Level.DEBUG,
                    "No wrapper {0} was generated, so a proxy limits the calls of {1}."
                            + " rate-limiter-processor on the annotation processor path generates"
                            + " it.",
                    name,
                    type.getName());
        }
        return limited;
    }

    @SuppressWarnings("ReferenceEquality") // an equal object is not the delegate
    private static boolean sameObject(Object a, Object b) {
        return a == b;
    }

    /** Null if there is no such class, or one that was not made for this interface. */
    private static @Nullable Constructor<?> constructor(String name, Class<?> type) {
        try {
            Class<?> wrapper = Class.forName(name, true, type.getClassLoader());
            return type.isAssignableFrom(wrapper)
                    ? wrapper.getDeclaredConstructor(type, ResilienceRegistry.class)
                    : null;
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            return null;
        }
    }

    private static Object instance(
            Constructor<?> wrapper, Object delegate, ResilienceRegistry registry) {
        if (!wrapper.trySetAccessible()) {
            throw notWrappable(
                    wrapper.getParameterTypes()[0],
                    "this library may not use its wrapper. Open or export the package to"
                            + " dev.resilience4cata.api in module-info.java");
        }
        try {
            return wrapper.newInstance(delegate, registry);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(wrapper.toString(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(wrapper.toString(), e);
        }
    }

    private static ResilienceException notWrappable(Class<?> type, String problemAndRemedy) {
        return new ResilienceException(
                ErrorCode.TYPE_NOT_WRAPPABLE,
                "Resilient.of(" + type.getTypeName() + "): " + problemAndRemedy + ".");
    }
}
