// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A limiter as configuration resolved it. Immutable, so safe to share between threads.
 *
 * @param instanceId the id of the limiter
 * @param place the id of the place that asked for it
 * @param config the values
 * @param settings the values that were set, and where; the others are built-in defaults
 */
public record LimiterDefinition(
        String instanceId,
        String place,
        RateLimiterConfig config,
        Map<RateLimiterAttribute, Setting> settings) {

    /**
     * Adds a problem if another place asks for the same limiter with other values.
     *
     * @param other a definition with the same instance id
     * @param problems gets the conflict
     * @return whether there is one
     */
    public boolean conflictsWith(LimiterDefinition other, Problems problems) {
        if (config.equals(other.config)) {
            return false;
        }
        problems.add(
                ErrorCode.NAME_CONFLICT,
                LimiterDeclaration.place("name = \"" + instanceId + "\"", other.place)
                        + ": "
                        + LimiterDeclaration.place("", place)
                        + " has the same name and another configuration: here "
                        + other.describe(settings.keySet())
                        + "; there "
                        + describe(other.settings.keySet())
                        + ". Give both the same values, or set them by "
                        + ConfigKeys.instance(instanceId, RateLimiterAttribute.PERMITS)
                        + " and the like.");
        return true;
    }

    /**
     * Adds the problem that the limiter is to be shared and that there is no store for it.
     *
     * @param problems gets it
     */
    public void reportMissingStore(Problems problems) {
        problems.add(
                ErrorCode.STORE_MISSING,
                LimiterDeclaration.place("", place)
                        + ": "
                        + describe(RateLimiterAttribute.SCOPE)
                        + ", but there is no store for limits that instances share. Add"
                        + " rate-limiter-redis or rate-limiter-infinispan with its properties below "
                        + ClusterSettings.PREFIX
                        + ", or a bean of type ClusterStore; give a registry that is made in code"
                        + " one by clusterStore(...). Or set "
                        + ConfigKeys.instance(instanceId, RateLimiterAttribute.SCOPE)
                        + " = jvm.");
    }

    Quota quota() {
        return new Quota(config, !settings.containsKey(RateLimiterAttribute.BURST));
    }

    /**
     * Where each value came from, for the log; that the limiter is one of one JVM, and defaults of
     * what is for operations, go without saying.
     *
     * @return for example {@code permits = 10 (annotation), period = PT1S (default), …}
     */
    public String describe() {
        return describe(Set.of());
    }

    /** As above, with what went without saying but for another definition that sets it. */
    private String describe(Set<RateLimiterAttribute> setByOther) {
        return Arrays.stream(RateLimiterAttribute.values())
                .filter(
                        each ->
                                settings.containsKey(each)
                                        || setByOther.contains(each)
                                        || !(each.isForOperations()
                                                || each == RateLimiterAttribute.SCOPE))
                .map(this::describe)
                .collect(Collectors.joining(", "));
    }

    private String describe(RateLimiterAttribute attribute) {
        Setting setting = settings.get(attribute);
        return setting != null
                ? setting.toString()
                : attribute.key() + " = " + attribute.text(value(attribute)) + " (default)";
    }

    private Object value(RateLimiterAttribute attribute) {
        return switch (attribute) {
            case PERMITS -> config.permits();
            case PERIOD -> config.period();
            case BURST -> config.burst();
            case MAX_WAIT -> config.maxWait();
            case ENABLED -> config.enabled();
            case MAX_KEYS -> config.maxKeys();
            case SHADOW -> config.shadow();
            case SCOPE -> config.scope();
            case ON_STORE_FAILURE -> config.onStoreFailure();
            case LEASES -> config.leases();
        };
    }
}
