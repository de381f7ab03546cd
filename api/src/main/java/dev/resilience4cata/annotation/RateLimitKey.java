// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives every value of this parameter permits of its own, under one instance id. On several
 * parameters, the key is all of them together. A call whose keys are all null has no key; such
 * calls share one state. What a value must be like is told by {@link
 * dev.resilience4cata.KeyResolver}.
 *
 * <p>It counts on the method that carries {@link RateLimiter}, and on the method of the bean. With
 * {@link RateLimiter#keyedBy()} on the same method it is an error (R4C-CDI-010).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface RateLimitKey {}
