// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.impl.ClusterSettings;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimiterDefinition;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.spi.ClusterStore;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Gives all limits of a deployment their values, and says what is wrong with them, together. */
final class DeploymentCheck {

    private static final System.Logger LOG = System.getLogger(RateLimiterExtension.class.getName());

    private DeploymentCheck() {}

    /**
     * The limiters of an application, if it may start.
     *
     * @param found what the deployment has shown
     * @param resolvers decide the values
     * @param beanManager that of the application
     * @param refuse gets what keeps the application from starting
     */
    static ApplicationLimiters of(
            Discovery found,
            ModuleResolvers resolvers,
            ExtensionSettings settings,
            BeanManager beanManager,
            Consumer<? super RuntimeException> refuse) {
        ResolvedLimits limits = ResolvedLimits.of(found.methods(), resolvers, found.problems());
        found.requireKnownHandles();
        requireResolvers(found, beanManager);
        requireStores(found, resolvers, limits, beanManager);
        lookAtCombinations(found, resolvers, limits, settings);
        // What a pipeline may use is no error, even where warnings are errors.
        Problems logged = settings.strict() ? new Problems() : found.warnings();
        KeyCheck.warn(resolvers.names(), found.instanceIds(), found.warnings(), logged);
        settings.report(found.problems());
        Optional<ResilienceException> strict =
                settings.strict() ? found.warnings().asException() : Optional.empty();
        Optional<ResilienceException> problems = found.problems().asException();
        if (strict.isPresent() || problems.isPresent()) {
            resolvers.closeStores();
        }
        strict.ifPresent(refuse);
        logged.asException().ifPresent(w -> LOG.log(Level.WARNING, w::getMessage));
        problems.ifPresent(refuse);
        limits.log(LOG);
        return new ApplicationLimiters(beanManager, resolvers, resolvers.modules(), limits);
    }

    /** Opens the stores of the modules that need one, so that what is wrong with them is seen. */
    private static void requireStores(
            Discovery found,
            ModuleResolvers resolvers,
            ResolvedLimits limits,
            BeanManager beanManager) {
        limits.byModule()
                .forEach(
                        (module, limiters) -> {
                            List<LimiterDefinition> shared =
                                    limiters.values().stream()
                                            .filter(each -> each.config().scope() == Scope.CLUSTER)
                                            .toList();
                            if (!shared.isEmpty()) {
                                requireStore(shared, module, found, resolvers, beanManager);
                            }
                        });
    }

    private static void requireStore(
            List<LimiterDefinition> shared,
            ClassLoader module,
            Discovery found,
            ModuleResolvers resolvers,
            BeanManager beanManager) {
        ClusterSettings unused =
                ClusterSettings.read(resolvers.properties(module), found.problems());
        // A bean of another archive than that of the extension may be noted, but not be found.
        if (found.hasStore() || !beanManager.getBeans(ClusterStore.class).isEmpty()) {
            return;
        }
        try {
            if (resolvers.store(module).open().isEmpty()) {
                shared.forEach(each -> each.reportMissingStore(found.problems()));
            }
        } catch (ResilienceException e) { // of a property, or of what the store does
            found.problems().add(e.errorCode(), e.detail());
        }
    }

    private static void requireResolvers(Discovery found, BeanManager beanManager) {
        for (List<LimitedMethod> ofClass : found.methods().values()) {
            for (LimitedMethod method : ofClass) {
                KeySource keys = method.keys();
                if (keys.hasResolver()
                        && beanManager.getBeans(keys.resolver(), Any.Literal.INSTANCE).isEmpty()
                        && !keys.canBeMade()) {
                    keys.reportMissing(method.declaration().id(), found.problems());
                }
            }
        }
    }

    private static void lookAtCombinations(
            Discovery found,
            ModuleResolvers resolvers,
            ResolvedLimits limits,
            ExtensionSettings settings) {
        int priority = settings.effectivePriority();
        Map<ClassLoader, Combinations> modules = new HashMap<>();
        limits.forEach(
                found.methods(),
                (type, method, definition) -> {
                    Combinations combinations =
                            modules.computeIfAbsent(
                                    resolvers.module(type),
                                    module ->
                                            new Combinations(
                                                    priority,
                                                    resolvers.properties(module),
                                                    found.warnings()));
                    combinations.logOrder(method.key().id(type), method.surroundings(), LOG);
                    if (settings.combinations()) {
                        combinations.warn(type, method, definition.config());
                    }
                });
    }
}
