// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a limiter says that instances share it, and what becomes of that. */
class ScopeTest {

    private static final String CONFIG = "resilience4cata.configs.shared.rateLimiter.scope";
    private static final String GLOBAL = "resilience4cata.rateLimiter.scope";

    interface Shop {
        @RateLimiter
        void plain();

        @RateLimiter(scope = Scope.JVM)
        void jvm();

        @RateLimiter(scope = Scope.CLUSTER)
        void cluster();

        @RateLimiter(config = "shared")
        void configured();

        @RateLimiter(config = "shared", scope = Scope.JVM)
        void configuredJvm();

        @RateLimiter(config = "shared", scope = Scope.CLUSTER)
        void configuredCluster();

        @RateLimiter(name = "stock", permits = 5)
        void stock();

        @RateLimiter(name = "stock", permits = 5, scope = Scope.CLUSTER)
        void sharedStock();

        @RateLimiter(scope = Scope.CLUSTER, maxWait = "300000d")
        void endless();
    }

    private static LimiterDeclaration declaration(String method) {
        Problems problems = new Problems();
        try {
            LimiterDeclaration declaration =
                    LimitText.of(Shop.class.getMethod(method).getAnnotation(RateLimiter.class))
                            .declaration("Shop#" + method + "()", "Shop", problems);
            problems.throwIfAny();
            return declaration;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private static LimiterDefinition resolved(
            LimiterDeclaration declaration, Map<String, String> properties) {
        Problems problems = new Problems();
        LimiterDefinition definition =
                new ConfigResolver(PropertySource.of(properties::get), Map.of())
                        .resolve(declaration, problems);
        problems.throwIfAny();
        return definition;
    }

    private static LimiterDefinition resolved(String method) {
        return resolved(declaration(method), Map.of());
    }

    private static String instance(String method) {
        return "resilience4cata.instances.Shop#" + method + "().rateLimiter.scope";
    }

    @ParameterizedTest
    @CsvSource({
        // method, its key, key of the configuration, global key: what holds, and who says so
        "plain,             ,        ,        ,        JVM,     default",
        "plain,             ,        ,        cluster, CLUSTER, global",
        "plain,             cluster, ,        ,        CLUSTER, instance",
        "plain,             jvm,     ,        cluster, JVM,     instance",
        "jvm,               ,        ,        cluster, CLUSTER, global",
        "cluster,           ,        ,        ,        CLUSTER, annotation",
        "cluster,           ,        ,        jvm,     CLUSTER, annotation",
        "cluster,           jvm,     ,        ,        JVM,     instance",
        "configured,        ,        cluster, ,        CLUSTER, config",
        "configured,        ,        cluster, jvm,     CLUSTER, config",
        "configured,        ,        jvm,     cluster, JVM,     config",
        "configured,        jvm,     cluster, cluster, JVM,     instance",
        "configuredJvm,     ,        cluster, ,        CLUSTER, config",
        "configuredCluster, ,        jvm,     jvm,     CLUSTER, annotation",
    })
    void theDefaultOfTheAnnotationIsNotSet(
            String method, String key, String config, String global, Scope scope, String level) {
        Map<String, String> properties = new HashMap<>();
        properties.put(instance(method), key);
        properties.put(CONFIG, config);
        properties.put(GLOBAL, global);
        LimiterDefinition definition = resolved(declaration(method), properties);
        assertThat(definition.config().scope()).isEqualTo(scope);
        Setting setting = definition.settings().get(RateLimiterAttribute.SCOPE);
        assertThat(setting == null ? "default" : setting.origin())
                .isEqualTo(
                        switch (level) {
                            case "instance" -> instance(method) + " in properties";
                            case "config" -> CONFIG + " in properties";
                            case "global" -> GLOBAL + " in properties";
                            default -> level;
                        });
    }

    @Test // there it can be said, as in a property
    void oneJvmIsSetByCodeThatSaysSo() {
        LimiterDeclaration pipeline =
                new LimiterDeclaration(
                        "search",
                        "",
                        "shared",
                        LimiterRegistry.settings(
                                RateLimiterConfig.builder().scope(Scope.JVM), "code"));
        assertThat(resolved(pipeline, Map.of(CONFIG, "cluster")).config().scope())
                .isEqualTo(Scope.JVM);
    }

    @ParameterizedTest
    @CsvSource({
        "scope, RESILIENCE4CATA_RATELIMITER_SCOPE, RESILIENCE4CATA_CONFIGS_SLOW_RATELIMITER_SCOPE",
        "onStoreFailure, RESILIENCE4CATA_RATELIMITER_ONSTOREFAILURE,"
                + " RESILIENCE4CATA_CONFIGS_SLOW_RATELIMITER_ONSTOREFAILURE",
    })
    void environmentVariablesSetIt(String attribute, String global, String config) {
        assertThat(ConfigKeys.environmentNames("resilience4cata.rateLimiter." + attribute))
                .contains(global);
        assertThat(ConfigKeys.isConfigVariable(config)).isTrue();
        String key = "resilience4cata.configs.a.rateLimiter." + attribute;
        assertThat(ConfigKeys.configNames(List.of(key))).containsExactly("a");
    }

    @Test
    void itGoesWithoutSayingThatALimiterIsOneOfOneJvm() {
        assertThat(resolved("plain").describe()).doesNotContain("scope", "onStoreFailure");
        assertThat(resolved("cluster").describe())
                .endsWith("enabled = true (default), scope = cluster (annotation)");
        assertThat(
                        resolved(
                                        declaration("plain"),
                                        Map.of(
                                                GLOBAL,
                                                "jvm",
                                                "resilience4cata.rateLimiter.onStoreFailure",
                                                "closed"))
                                .describe())
                .endsWith(
                        ", scope = jvm ("
                                + GLOBAL
                                + " in properties), onStoreFailure = closed"
                                + " (resilience4cata.rateLimiter.onStoreFailure in properties)");
    }

    @Test
    void oneNameWithTwoScopesIsAConflictThatSaysBoth() {
        Problems problems = new Problems();
        assertThat(resolved("stock").conflictsWith(resolved("sharedStock"), problems)).isTrue();
        assertThat(problems.asException())
                .hasValueSatisfying(
                        e ->
                                assertThat(e)
                                        .hasMessageStartingWith(
                                                "R4C-REG-008: @RateLimiter(name = \"stock\") on"
                                                        + " Shop#sharedStock(): @RateLimiter on"
                                                        + " Shop#stock() has the same name")
                                        .hasMessageContaining(
                                                " scope = cluster (annotation); there permits = 5")
                                        .hasMessageContaining(" scope = jvm (default). Give both"));
        Problems none = new Problems();
        Map<String, String> settled =
                Map.of("resilience4cata.instances.stock.rateLimiter.scope", "jvm");
        assertThat(
                        resolved(declaration("stock"), settled)
                                .conflictsWith(resolved(declaration("sharedStock"), settled), none))
                .isFalse();
    }

    @Test
    void whatTheAnnotationSetsIsQuotedAsItIsWritten() throws NoSuchMethodException {
        RateLimiter annotation =
                Shop.class.getMethod("sharedStock").getAnnotation(RateLimiter.class);
        assertThat(LimitText.of(annotation).quoted())
                .isEqualTo("name = \"stock\", permits = 5, scope = Scope.CLUSTER");
        assertThat(
                        LimitText.of(Shop.class.getMethod("jvm").getAnnotation(RateLimiter.class))
                                .quoted())
                .isEmpty();
    }

    @Test
    void aSharedLimitWithoutABoundForWaitsIsRefused() {
        assertThat(refused(() -> resolved("endless")))
                .isEqualTo(
                        "R4C-REG-001: @RateLimiter on Shop#endless(): maxWait = PT7200000H is too"
                                + " long for scope = cluster, where the time to earn a burst and"
                                + " maxWait are together at most 90 days. Bound the wait: set"
                                + " maxWait to at most PT2159H59M59S, or set scope to jvm. The"
                                + " values came from: [maxWait = PT7200000H (annotation), scope ="
                                + " cluster (annotation)].");
        assertThat(resolved(declaration("endless"), Map.of(instance("endless"), "jvm")).config())
                .isEqualTo(with(b -> b.maxWait(Duration.ofDays(300_000))));
    }

    @Test
    void aPropertyThatAsksForItIsRefusedAsOne() {
        LimiterDeclaration endless =
                new LimiterDeclaration(
                        "search",
                        "",
                        "",
                        LimiterRegistry.settings(
                                RateLimiterConfig.builder().maxWait(Duration.ofDays(100)), "code"));
        assertThat(refused(() -> resolved(endless, Map.of(GLOBAL, "cluster"))))
                .startsWith("R4C-REG-003: pipeline \"search\": maxWait = PT2400H is too long")
                .endsWith(
                        " The values came from: [maxWait = PT2400H (code), scope = cluster ("
                                + GLOBAL
                                + " in properties)].");
    }

    private static String refused(Runnable mistake) {
        try {
            mistake.run();
            return "nothing";
        } catch (ResilienceException e) {
            return e.getMessage();
        }
    }

    private static RateLimiterConfig with(Consumer<RateLimiterConfig.Builder> change) {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        change.accept(builder);
        return builder.build();
    }

    @Test
    void aChangeOfOtherValuesKeepsIt() {
        RateLimiterConfig shared =
                with(b -> b.scope(Scope.CLUSTER).onStoreFailure(StoreFailure.CLOSED).permits(7));
        assertThat(new Quota(shared, true).changed(b -> {}).config).isEqualTo(shared);
        assertThat(new Quota(shared, true).changed(b -> b.permits(8)).config)
                .isEqualTo(
                        with(
                                b ->
                                        b.scope(Scope.CLUSTER)
                                                .onStoreFailure(StoreFailure.CLOSED)
                                                .permits(8)));
    }

    @Test
    void limitersWithOtherScopesOrFailuresHaveOtherValues() {
        SharedValues values = new SharedValues();
        SharedValues.Values jvm = values.of(resolved("plain"));
        SharedValues.Values cluster = values.of(resolved("cluster"));
        SharedValues.Values open =
                values.of(
                        resolved(
                                declaration("cluster"),
                                Map.of("resilience4cata.rateLimiter.onStoreFailure", "open")));
        assertThat(values.of(resolved("jvm"))).isSameAs(jvm);
        assertThat(values.of(resolved("cluster"))).isSameAs(cluster).isNotSameAs(jvm);
        assertThat(open).isNotSameAs(cluster);
        assertThat(open.quota().config.onStoreFailure()).isEqualTo(StoreFailure.OPEN);
        assertThat(cluster.quota().config.scope()).isEqualTo(Scope.CLUSTER);
    }

    @Test
    void theSnapshotShowsIt() {
        ManualClock clock = new ManualClock();
        RegistryParts parts =
                new RegistryParts(
                        clock,
                        new ParkedCalls(clock),
                        new DeferredCalls(clock, new StartTimer(), task -> task),
                        new Listeners(List.of()));
        assertThat(new Limiter(resolved("cluster"), parts).snapshot().scope())
                .isEqualTo(Scope.CLUSTER);
        assertThat(new Limiter(resolved("jvm"), parts).snapshot().scope()).isEqualTo(Scope.JVM);
    }

    /** What a proxy asks a registry for, which is not one of this module. */
    @Test
    void aProxyAsksForTheScopeOfEachMethod() {
        Map<String, Object> asked = new HashMap<>();
        ResilienceRegistry registry =
                (ResilienceRegistry)
                        Proxy.newProxyInstance(
                                ScopeTest.class.getClassLoader(),
                                new Class<?>[] {ResilienceRegistry.class},
                                (self, method, arguments) -> {
                                    RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
                                    @SuppressWarnings("unchecked")
                                    Consumer<RateLimiterConfig.Builder> attributes =
                                            (Consumer<RateLimiterConfig.Builder>) arguments[3];
                                    attributes.accept(builder);
                                    asked.put(
                                            (String) arguments[0],
                                            builder.values().get(RateLimiterAttribute.SCOPE));
                                    return null;
                                });
        Shop delegate =
                (Shop)
                        Proxy.newProxyInstance(
                                ScopeTest.class.getClassLoader(),
                                new Class<?>[] {Shop.class},
                                (self, method, arguments) -> null);
        Resilient.of(Shop.class, delegate, registry);
        String shop = Shop.class.getName() + "#";
        assertThat(asked)
                .hasSize(9)
                .containsEntry(shop + "cluster()", Scope.CLUSTER)
                .containsEntry(shop + "sharedStock()", Scope.CLUSTER)
                .containsEntry(shop + "plain()", null)
                .containsEntry(shop + "jvm()", null);
    }
}
