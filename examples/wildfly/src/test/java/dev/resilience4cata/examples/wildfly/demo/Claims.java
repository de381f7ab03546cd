// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** What a demonstration has checked. */
final class Claims {

    /**
     * Something that must hold.
     *
     * @param about the limiter
     * @param detail what to look at if it does not hold
     */
    record Claim(String text, String about, boolean holds, String detail) {}

    private final List<Claim> claims = new ArrayList<>();

    void add(Claim claim) {
        claims.add(claim);
    }

    void addAll(List<Claim> more) {
        claims.addAll(more);
    }

    /**
     * Prints each text once.
     *
     * @throws Broken if one does not hold
     */
    void conclude(PrintStream out) throws Broken {
        out.println();
        out.println("Checked, with bounds that follow from the measured times:");
        claims.stream()
                .collect(groupingBy(Claim::text, LinkedHashMap::new, toList()))
                .forEach((text, about) -> print(text, about, out));
        out.println();
        if (!claims.stream().allMatch(Claim::holds)) {
            throw new Broken();
        }
    }

    private static void print(String text, List<Claim> about, PrintStream out) {
        boolean holds = about.stream().allMatch(Claim::holds);
        out.println((holds ? "  ok      " : "  BROKEN  ") + text);
        about.stream()
                .filter(claim -> !claim.holds())
                .forEach(
                        claim ->
                                out.println(
                                        "            " + claim.about() + ": " + claim.detail()));
    }

    /** A limiter did not do what it should; the output says which. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        Broken() {
            super("A claim is broken, see above", null, false, false);
        }
    }
}
