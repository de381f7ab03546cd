// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the type variables of the supertypes of a type stand for. Safe for use by several threads
 * when all supertypes have been added.
 */
public final class TypeArguments {

    private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

    /** Begins without a supertype. */
    public TypeArguments() {}

    /**
     * Adds what a supertype says.
     *
     * @param supertype as a subtype names it; one without type arguments says nothing
     */
    public void add(Type supertype) {
        if (supertype instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables =
                    ((Class<?>) parameterized.getRawType()).getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                arguments.put(variables[i], parameterized.getActualTypeArguments()[i]);
            }
        }
    }

    /**
     * The method that implements one of a supertype, as javac erases it.
     *
     * @param method the method as the supertype declares it
     * @return its name, with the parameters that it has in the subtype
     */
    public ErasedMethod implementation(Method method) {
        List<Class<?>> parameters = new ArrayList<>();
        for (Type parameter : method.getGenericParameterTypes()) {
            parameters.add(erasure(parameter));
        }
        return new ErasedMethod(method.getName(), parameters);
    }

    private Class<?> erasure(Type type) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return erasure(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof TypeVariable<?> variable) {
            Type argument = arguments.getOrDefault(variable, variable);
            return erasure(argument.equals(type) ? variable.getBounds()[0] : argument);
        }
        return erasure(((WildcardType) type).getUpperBounds()[0]);
    }
}
