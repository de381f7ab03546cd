// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.annotation;

import dev.resilience4cata.KeyResolver;
import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets through at most {@link #permits()} calls per {@link #period()}, evenly spaced, and rejects
 * or delays the rest. Unused permits are saved, up to {@link #burst()} of them, so that after a
 * quiet moment a burst passes at once.
 *
 * <p>On a class, every business method is limited, each by a limiter of its own unless {@link
 * #name()} is set. An annotation on a method replaces the one on its class. On an interface, or on
 * an abstract method, it holds for what implements that and has no annotation of its own.
 *
 * <p>A limiter is known by its instance id: the {@link #name()}, or {@code
 * <type>#<method>(<parameter types>)}, for example {@code
 * com.acme.SearchApi#search(java.lang.String)}. Every attribute can be set by the property {@code
 * resilience4cata.instances.<id>.rateLimiter.<attribute>}, which wins over the annotation. What
 * neither sets comes from the named {@link #config()}, then from {@code
 * resilience4cata.rateLimiter.<attribute>}, then from the built-in default.
 *
 * <p>Durations are written {@code <integer><unit>} with the unit {@code ns}, {@code us}, {@code
 * ms}, {@code s}, {@code m}, {@code h} or {@code d}, or {@code 0}, or in ISO-8601 ({@code PT0.5S}).
 *
 * <p>The algorithm is the generic cell rate algorithm (GCRA) of ITU-T I.371. The annotation is a
 * CDI interceptor binding where Jakarta CDI is present; without it the annotation still loads.
 */
@Documented
@Inherited
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@SuppressWarnings("exports") // the binding is not there for a user without Jakarta EE
public @interface RateLimiter {

    /** The value of {@link #permits()} and {@link #burst()} that means "not set here". */
    int UNSET = Integer.MIN_VALUE;

    /**
     * The instance id under which methods share one limiter; empty: each method has its own.
     * Methods that share a name must resolve to the same configuration (R4C-REG-008).
     *
     * @return the shared instance id, or an empty string
     */
    @Nonbinding
    String name() default "";

    /**
     * The named configuration that supplies what this annotation leaves out; it must exist
     * (R4C-REG-004).
     *
     * @return the name of a configuration, or an empty string
     */
    @Nonbinding
    String config() default "";

    /**
     * Calls let through per {@link #period()}, at least 1 (R4C-ATR-003); built-in default 100.
     *
     * @return a number of calls, or {@link #UNSET}
     */
    @Nonbinding
    int permits() default UNSET;

    /**
     * The time in which {@link #permits()} calls pass, at least one nanosecond per permit; built-in
     * default {@code 1s}. Bad syntax is R4C-ATR-001, zero is R4C-ATR-002.
     *
     * @return a duration, or an empty string
     */
    @Nonbinding
    String period() default "";

    /**
     * Calls that may pass at once after a quiet spell, at least 1 (R4C-ATR-007); default: as many
     * as {@link #permits()}. With 1, calls are evenly spaced.
     *
     * @return a number of calls, or {@link #UNSET}
     */
    @Nonbinding
    int burst() default UNSET;

    /**
     * The longest time for which a call may wait for its permit; built-in default {@code 0}: a call
     * without a permit is rejected at once. A call that would have to wait longer is rejected
     * without waiting. Bad syntax is R4C-ATR-001.
     *
     * @return a duration, or an empty string
     */
    @Nonbinding
    String maxWait() default "";

    /**
     * {@code "true"} or {@code "false"} (R4C-ATR-006); built-in default true. Every call of a
     * disabled limiter passes.
     *
     * @return a boolean as text, or an empty string
     */
    @Nonbinding
    String enabled() default "";

    /**
     * Says whose call it is: every key has permits of its own. {@link RateLimitKey} on parameters
     * is the shorter way if the key is an argument.
     *
     * @return the type of a CDI bean, or a class with a constructor without parameters; {@code
     *     KeyResolver} itself: no key
     */
    @Nonbinding
    Class<? extends KeyResolver> keyedBy() default KeyResolver.class;

    /**
     * {@link Scope#CLUSTER} makes one limit of those that the instances of an application have. As
     * the default means "not set", a configuration or a property can say {@code cluster} too; the
     * property of the limiter can also say {@code jvm} where {@link Scope#CLUSTER} stands here.
     *
     * @return the scope, {@link Scope#JVM} if it is not set
     */
    @Nonbinding
    Scope scope() default Scope.JVM;
}
