// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.util.Set;

/**
 * A test as its source has it.
 *
 * @param type the binary name of the class that runs it
 * @param method its method, or its field for a rule of ArchUnit
 * @param cited the ids of the requirements that its comment and those of its classes cite
 * @param tags its tags, and those of its class
 */
record TestCase(String type, String method, Set<String> cited, Set<String> tags) {

    /** As in a test report. */
    String id() {
        return type + "#" + method;
    }

    /** The simple name of its class. */
    String simpleType() {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /** As in a list of exclusions. */
    String shortId() {
        return simpleType() + "#" + method;
    }
}
