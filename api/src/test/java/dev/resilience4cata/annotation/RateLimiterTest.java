// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.annotation;

import static dev.resilience4cata.RateLimiterAttribute.LEASES;
import static dev.resilience4cata.RateLimiterAttribute.MAX_KEYS;
import static dev.resilience4cata.RateLimiterAttribute.ON_STORE_FAILURE;
import static dev.resilience4cata.RateLimiterAttribute.SHADOW;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.RateLimiterAttribute;
import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The members that users and generated code rely on. */
class RateLimiterTest {

    @RateLimiter
    private static class Limited {}

    private static final class Heir extends Limited {}

    @Test
    void everyMemberIsUnsetByDefault() {
        Map<String, Object> defaults =
                Arrays.stream(RateLimiter.class.getDeclaredMethods())
                        .collect(toMap(Method::getName, Method::getDefaultValue));
        assertThat(defaults)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "name", "",
                                "config", "",
                                "permits", Integer.MIN_VALUE,
                                "period", "",
                                "burst", Integer.MIN_VALUE,
                                "maxWait", "",
                                "enabled", "",
                                "keyedBy", KeyResolver.class,
                                "scope", Scope.JVM));
        assertThat(RateLimiter.UNSET).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void everyAttributeIsAMemberButThoseForOperationsAlone() {
        Set<RateLimiterAttribute> forOperations =
                Set.of(MAX_KEYS, SHADOW, ON_STORE_FAILURE, LEASES);
        assertThat(RateLimiterAttribute.values())
                .allMatch(each -> each.isForOperations() == forOperations.contains(each));
        assertThat(RateLimiter.class.getDeclaredMethods())
                .extracting(Method::getName)
                .containsAll(
                        Arrays.stream(RateLimiterAttribute.values())
                                .filter(each -> !forOperations.contains(each))
                                .map(RateLimiterAttribute::key)
                                .toList())
                .doesNotContain(MAX_KEYS.key(), SHADOW.key(), ON_STORE_FAILURE.key(), LEASES.key());
    }

    @Test
    void everyMemberIsNonbinding() {
        assertThat(RateLimiter.class.getDeclaredMethods())
                .isNotEmpty()
                .allMatch(member -> member.isAnnotationPresent(Nonbinding.class));
    }

    @Test
    void isADocumentedInterceptorBindingKeptAtRunTime() {
        assertThat(RateLimiter.class)
                .hasAnnotations(InterceptorBinding.class, Inherited.class, Documented.class);
        assertThat(RateLimiter.class.getAnnotation(Retention.class).value())
                .isEqualTo(RetentionPolicy.RUNTIME);
    }

    @Test
    void standsOnTypesAndMethodsOnly() {
        assertThat(RateLimiter.class.getAnnotation(Target.class).value())
                .containsExactlyInAnyOrder(ElementType.TYPE, ElementType.METHOD);
    }

    @Test
    void aSubclassInheritsIt() {
        assertThat(Heir.class.getAnnotation(RateLimiter.class)).isNotNull();
    }
}
