// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a Redis has done, by its own account.
 *
 * @param calls of each command, whether a client or a script called it; without those that keep
 *     connections alive or look at the server
 * @param micros that the calls of each command took
 * @param cpuMicros processor time of the process, in microseconds
 */
record RedisUsage(Map<String, Long> calls, Map<String, Long> micros, double cpuMicros) {

    private static final Pattern COMMAND =
            Pattern.compile("^cmdstat_([^:]+):calls=(\\d+),usec=(\\d+)", Pattern.MULTILINE);

    /** Sent by us, or by idle connections now and then. */
    private static final Pattern OF_CONNECTIONS = Pattern.compile("info|ping|hello|client");

    private static final Pattern CPU =
            Pattern.compile("^used_cpu_(?:sys|user):([\\d.]+)", Pattern.MULTILINE);

    /** Reads the sections "commandstats" and "cpu" of INFO. */
    static RedisUsage parse(String info) {
        Map<String, Long> calls = new TreeMap<>();
        Map<String, Long> micros = new TreeMap<>();
        for (Matcher command = COMMAND.matcher(info); command.find(); ) {
            if (!OF_CONNECTIONS.matcher(command.group(1)).lookingAt()) {
                calls.put(command.group(1), Long.parseLong(command.group(2)));
                micros.put(command.group(1), Long.parseLong(command.group(3)));
            }
        }
        double seconds = 0;
        for (Matcher cpu = CPU.matcher(info); cpu.find(); ) {
            seconds += Double.parseDouble(cpu.group(1));
        }
        return new RedisUsage(calls, micros, seconds * 1e6);
    }

    /** What it has done since. */
    RedisUsage since(RedisUsage before) {
        return new RedisUsage(
                minus(calls, before.calls),
                minus(micros, before.micros),
                cpuMicros - before.cpuMicros);
    }

    private static Map<String, Long> minus(Map<String, Long> after, Map<String, Long> before) {
        Map<String, Long> difference = new TreeMap<>();
        after.forEach(
                (command, value) -> {
                    long more = value - before.getOrDefault(command, 0L);
                    if (more != 0) {
                        difference.put(command, more);
                    }
                });
        return difference;
    }

    /** What a call of a command took on average. */
    double microsOfEach(String command) {
        long count = calls.getOrDefault(command, 0L);
        return count == 0 ? 0 : (double) micros.getOrDefault(command, 0L) / count;
    }
}
