// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterAttribute;
import java.util.Map;

/**
 * A place that asks for a limiter, as it stands in the source. Immutable, so safe to share between
 * threads.
 *
 * @param id {@code <type>#<method>(<parameter types>)}, or what a pipeline is called
 * @param name the shared instance id, or an empty string
 * @param config the named configuration, or an empty string
 * @param settings what the place itself sets
 */
public record LimiterDeclaration(
        String id, String name, String config, Map<RateLimiterAttribute, Setting> settings) {

    /**
     * The id of the limiter.
     *
     * @return the name, or the id of the place if it has none
     */
    public String instanceId() {
        return name.isEmpty() ? id : name;
    }

    /**
     * The place as messages name it.
     *
     * @param attributes what to quote of the annotation, such as {@code permits = 0}; may be empty
     * @param id as above
     * @return for example {@code @RateLimiter(permits = 0) on com.acme.Cart#pay()}, or {@code
     *     pipeline "search"}
     */
    public static String place(String attributes, String id) {
        return id.indexOf('#') < 0 ? "pipeline \"" + id + "\"" : annotation(attributes, id);
    }

    /**
     * An annotation as messages name it.
     *
     * @param attributes as above
     * @param element the class or the method that carries it
     * @return for example {@code @RateLimiter(permits = 0) on com.acme.Cart}
     */
    public static String annotation(String attributes, String element) {
        return "@RateLimiter"
                + (attributes.isEmpty() ? "" : "(" + attributes + ")")
                + " on "
                + element;
    }
}
