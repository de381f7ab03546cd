// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimiterDeclaration;

/**
 * A method of a bean with a limit. Immutable, so safe to share between threads.
 *
 * @param key the method
 * @param declaration what its annotation says
 * @param style how its calls wait
 * @param keys where the keys of its calls come from
 * @param surroundings what else stands there
 */
record LimitedMethod(
        ErasedMethod key,
        LimiterDeclaration declaration,
        CallStyle style,
        KeySource keys,
        Surroundings surroundings) {}
