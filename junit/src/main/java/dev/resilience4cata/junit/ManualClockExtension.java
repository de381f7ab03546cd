// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.junit;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives test methods, and the methods before and after each of them, a {@link ManualClock} and a
 * {@link ResilienceRegistry} that follows it, where they have parameters of these types. Both are
 * new for each test; the registry is closed after it. Safe for tests that run in parallel.
 *
 * <pre>{@code
 * @ExtendWith(ManualClockExtension.class)
 * class SearchTest {
 *     @Test
 *     void isLimited(ManualClock clock, ResilienceRegistry registry) { … }
 * }
 * }</pre>
 */
public final class ManualClockExtension implements ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(ManualClockExtension.class);

    /** Called by JUnit. */
    public ManualClockExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return context.getTestMethod().isPresent()
                && (type == ManualClock.class || type == ResilienceRegistry.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ManualClock.class
                ? clock(context)
                : registry(context);
    }

    private static ManualClock clock(ExtensionContext context) {
        return store(context)
                .getOrComputeIfAbsent(
                        ManualClock.class, type -> new ManualClock(), ManualClock.class);
    }

    private static ResilienceRegistry registry(ExtensionContext context) {
        return store(context)
                .getOrComputeIfAbsent(
                        ResilienceRegistry.class,
                        type -> ResilienceRegistry.builder().clock(clock(context)).build(),
                        ResilienceRegistry.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ResilienceRegistry registry =
                store(context).get(ResilienceRegistry.class, ResilienceRegistry.class);
        if (registry != null) {
            registry.close();
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
