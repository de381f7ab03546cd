// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Problems;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Makes the objects that say the keys of calls, where they are no beans. */
final class KeyResolvers {

    private KeyResolvers() {}

    /** Says of each resolver that there will be one, before there is a call. */
    static void require(
            Collection<List<LimitedMethod>> methods, BeanManager beanManager, Problems problems) {
        for (List<LimitedMethod> ofClass : methods) {
            for (LimitedMethod method : ofClass) {
                Class<? extends KeyResolver> type = method.keys().resolver();
                if (method.keys().hasResolver()
                        && beanManager.getBeans(type, Any.Literal.INSTANCE).isEmpty()
                        && !canBeMade(type)) {
                    problems.add(
                            ErrorCode.KEY_UNUSABLE,
                            LimiterDeclaration.annotation(
                                            "keyedBy = " + type.getTypeName() + ".class",
                                            method.declaration().id())
                                    + ": it is no bean and has no constructor without parameters,"
                                    + " so there is nobody to say the key. Make it a bean, or add"
                                    + " such a constructor.");
                }
            }
        }
    }

    private static boolean canBeMade(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && Arrays.stream(type.getDeclaredConstructors())
                        .anyMatch(constructor -> constructor.getParameterCount() == 0);
    }

    static KeyResolver create(Class<? extends KeyResolver> type) {
        try {
            Constructor<? extends KeyResolver> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getTypeName() + " cannot be made", e);
        }
    }
}
