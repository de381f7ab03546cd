// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import java.time.Duration;

/**
 * What properties say of answers. Immutable, so safe to share between threads.
 *
 * @param instance whether the body of a rejection names the limiter
 * @param headers whether answers of limited methods tell the limit
 * @param policy what the limit is called there
 */
record RestSettings(boolean instance, boolean headers, String policy) {

    private static final String PREFIX = "resilience4cata.rest.";
    private static final String INSTANCE = PREFIX + "instance";
    private static final String HEADERS = PREFIX + "headers";
    private static final String POLICY = PREFIX + "policy";
    private static final String LONGEST_PAUSE = PREFIX + "longestPause";
    private static final String TRUSTED_PROXIES = PREFIX + "trustedProxies";

    /**
     * Reads the settings, and has a look at those that are read later, so that what is wrong with
     * them is known at the deployment.
     *
     * @throws ResilienceException R4C-REG-003 if a value is invalid
     */
    static RestSettings read(RestProperties properties) {
        Duration unusedPause = longestPause(properties);
        AddressBlocks unusedProxies = trustedProxies(properties);
        return new RestSettings(
                isOn(INSTANCE, properties), isOn(HEADERS, properties), policy(properties));
    }

    /**
     * The longest pause that an answer of a remote API can bring about; one hour if nothing is set.
     *
     * @throws ResilienceException R4C-REG-003 if the value is invalid
     */
    static Duration longestPause(RestProperties properties) {
        String value = properties.find(LONGEST_PAUSE);
        if (value == null) {
            return Duration.ofHours(1);
        }
        try {
            return (Duration) RateLimiterAttribute.MAX_WAIT.parse(value);
        } catch (ResilienceException e) {
            throw invalid(
                    LONGEST_PAUSE, value, "is no duration. Write one such as 90s, 1h or PT1H30M.");
        }
    }

    /**
     * The proxies whose word counts; none if nothing is set.
     *
     * @throws ResilienceException R4C-REG-003 if the list is invalid
     */
    static AddressBlocks trustedProxies(RestProperties properties) {
        String value = properties.find(TRUSTED_PROXIES);
        String list = value == null ? "" : value;
        try {
            return AddressBlocks.parse(list);
        } catch (IllegalArgumentException e) {
            throw invalid(
                    TRUSTED_PROXIES,
                    list,
                    "has \""
                            + e.getMessage()
                            + "\", which is neither an address nor a block. Write addresses such"
                            + " as 10.1.2.3 or 2001:db8::1, and blocks such as 10.0.0.0/8.");
        }
    }

    private static boolean isOn(String key, RestProperties properties) {
        String value = properties.find(key);
        if (value == null) {
            return false;
        }
        return switch (value.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid(key, value, "is neither true nor false. Write true or false.");
        };
    }

    private static String policy(RestProperties properties) {
        String value = properties.find(POLICY);
        if (value == null) {
            return "default";
        }
        String name = value.strip();
        if (name.isEmpty() || !name.chars().allMatch(RestSettings::isPrintable)) {
            throw invalid(POLICY, value, "cannot be sent. Write printable ASCII characters.");
        }
        return name;
    }

    private static boolean isPrintable(int character) {
        return character >= ' ' && character < 0x7F;
    }

    private static ResilienceException invalid(String key, String value, String text) {
        return new ResilienceException(
                ErrorCode.PROPERTY_INVALID, key + ": \"" + value + "\" " + text);
    }
}
