// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.impl.ClusterSettings;
import dev.resilience4cata.impl.ConfigKeys;
import dev.resilience4cata.impl.NearestNames;
import dev.resilience4cata.impl.Problems;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds keys that nothing uses, and environment variables that would mean two limiters. */
final class KeyCheck {

    private KeyCheck() {}

    /**
     * Looks through all keys of a deployment.
     *
     * @param warnings gets what nothing can use
     * @param doubts gets what only a pipeline can use: those are built later
     */
    static void warn(
            Set<String> keys, Set<String> instanceIds, Problems warnings, Problems doubts) {
        Set<String> usable = usable(keys, instanceIds);
        Set<String> usableInEnvironment = new TreeSet<>();
        for (String key : usable) {
            usableInEnvironment.add(ConfigKeys.environmentName(key));
        }
        String environmentPrefix = ConfigKeys.environmentName(ConfigKeys.PREFIX);
        for (String key : keys) {
            boolean ours =
                    key.startsWith(ConfigKeys.PREFIX)
                            && !usable.contains(key)
                            && !isOfStore(key, ClusterSettings.PREFIX, '.')
                            // SmallRye Config lists a variable a second time, as it would be a key.
                            && !keys.contains(ConfigKeys.environmentName(key));
            boolean oursInEnvironment =
                    key.startsWith(environmentPrefix)
                            && !usableInEnvironment.contains(key)
                            && !isOfStore(
                                    key, ConfigKeys.environmentName(ClusterSettings.PREFIX), '_')
                            && !ConfigKeys.isConfigVariable(key);
            if (ours || oursInEnvironment) {
                Set<String> candidates = ours ? usable : usableInEnvironment;
                boolean doubtful =
                        ConfigKeys.mayBeOfPipeline(key) && !NearestNames.isNear(key, candidates);
                (doubtful ? doubts : warnings)
                        .add(
                                ErrorCode.KEY_UNKNOWN,
                                key
                                        + ": no limiter and no configuration of this application"
                                        + " uses this key; the nearest are "
                                        + NearestNames.quoted(NearestNames.of(key, candidates))
                                        + ". Correct the key, or remove it"
                                        + (doubtful ? ", unless it is for a pipeline." : "."));
            }
        }
        warnAmbiguous(instanceIds, warnings);
    }

    /** What a provider of stores reads, which knows its keys itself. */
    private static boolean isOfStore(String key, String prefix, char separator) {
        return key.startsWith(prefix) && key.indexOf(separator, prefix.length()) > 0;
    }

    private static Set<String> usable(Set<String> keys, Set<String> instanceIds) {
        Set<String> usable = new TreeSet<>(ExtensionSettings.KEYS);
        usable.addAll(ExtensionSettings.KEYS_OF_REST);
        usable.addAll(ClusterSettings.KEYS);
        Set<String> configs = ConfigKeys.configNames(keys);
        for (RateLimiterAttribute attribute : RateLimiterAttribute.values()) {
            usable.add(ConfigKeys.global(attribute));
            for (String id : instanceIds) {
                usable.add(ConfigKeys.instance(id, attribute));
            }
            for (String name : configs) {
                usable.add(ConfigKeys.config(name, attribute));
            }
        }
        return usable;
    }

    private static void warnAmbiguous(Set<String> instanceIds, Problems warnings) {
        Map<String, String> byVariable = new TreeMap<>();
        for (String id : instanceIds) {
            String variable =
                    ConfigKeys.environmentName(
                            ConfigKeys.instance(id, RateLimiterAttribute.PERMITS));
            String first = byVariable.putIfAbsent(variable, id);
            if (first != null) {
                warnings.add(
                        ErrorCode.ENVIRONMENT_AMBIGUOUS,
                        id
                                + ": the environment variable "
                                + variable
                                + " would set this limiter and "
                                + first
                                + ". Give one of them a name that differs in letters or digits, or"
                                + " do not set them by environment variables.");
            }
        }
    }
}
