// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Calls a {@link Peer} as it is told on the standard input, a line each, and answers each line with
 * one. Ends when the input does.
 */
final class Worker {

    static final String LIMITERS = "limiters";
    static final String CALL = "call";
    static final String READY = "ready";

    private Worker() {}

    /**
     * Runs.
     *
     * @param arguments the class of the peer, and the address of Redis
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // a library may print
        Peer peer =
                Class.forName(arguments[0])
                        .asSubclass(Peer.class)
                        .getConstructor(String.class)
                        .newInstance(arguments[1]);
        answers.println(READY);
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Callers callers = null;
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            String[] words = line.split(" ", -1);
            if (words[0].equals(LIMITERS)) {
                Limit limit = new Limit(Integer.parseInt(words[2]), Duration.parse(words[3]));
                int keys = Integer.parseInt(words[4]);
                callers = new Callers(peer, peer.limiters(words[1], limit, keys), keys);
                answers.println(READY);
            } else if (words[0].equals(CALL) && callers != null) {
                answers.println(callers.call(Load.parse(words, 1)).line());
            } else {
                throw new IllegalArgumentException(line);
            }
        }
        System.exit(0); // whatever threads are left
    }
}
