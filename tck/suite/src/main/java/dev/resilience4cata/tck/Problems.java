// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jboss.arquillian.container.test.api.Deployer;

/** The problems that a refused deployment was told of. Immutable. */
final class Problems {
    private final String message;

    private Problems(String message) {
        this.message = message;
    }

    /** Deploys; fails if the container does not refuse the deployment. */
    static Problems of(Deployer deployer, String deployment) {
        return new Problems(RefusedDeployment.messageOf(deployer, deployment));
    }

    /** Deploys; empty if the container does not refuse the deployment, which remains. */
    static Optional<Problems> ifAny(Deployer deployer, String deployment) {
        return RefusedDeployment.messageIfAny(deployer, deployment).map(Problems::new);
    }

    /**
     * Checks that one line tells of a problem.
     *
     * @param code what the line begins with, after what the container puts before it
     * @param parts what else is in the line: place, value, origin, remedy
     */
    Problems contain(String code, String... parts) {
        assertTrue(
                lines(code).stream()
                        .anyMatch(line -> Arrays.stream(parts).allMatch(line::contains)),
                () -> "no " + code + " with " + Arrays.toString(parts) + " in\n" + message);
        return this;
    }

    /** Checks that no line tells of a problem. */
    Problems doNotContain(String code, String part) {
        assertFalse(
                lines(code).stream().anyMatch(line -> line.contains(part)),
                () -> code + " with " + part + " in\n" + message);
        return this;
    }

    /**
     * The lines with a code, without what stands before it. A container may repeat and quote a
     * message.
     */
    List<String> lines(String code) {
        return message.lines()
                .filter(line -> line.contains(code + ": "))
                .map(line -> line.substring(line.indexOf(code + ": ")).replaceAll("[\"}]+$", ""))
                .distinct()
                .toList();
    }
}
