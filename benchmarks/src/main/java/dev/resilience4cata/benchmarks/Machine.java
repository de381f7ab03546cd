// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where and with what a run measured, as it finds it. */
public final class Machine {

    /** The peers, by the name of the jar on the class path. */
    private static final Map<String, String> PEERS = peers();

    private Machine() {}

    private static Map<String, String> peers() {
        Map<String, String> peers = new LinkedHashMap<>();
        peers.put("Resilience4j", "resilience4j-ratelimiter");
        peers.put("Bucket4j", "bucket4j_jdk17-core");
        peers.put("Guava", "guava");
        peers.put("Failsafe", "failsafe");
        peers.put("SmallRye Fault Tolerance", "smallrye-fault-tolerance");
        peers.put("Weld", "weld-se-core");
        peers.put("JMH", "jmh-core");
        return peers;
    }

    /**
     * What there is to say, in order.
     *
     * @param flags with which the measuring JVMs were started
     */
    static Map<String, String> describe(List<String> flags) {
        Map<String, String> facts = describeHost(flags);
        PEERS.forEach(
                (name, jar) ->
                        version(jar, System.getProperty("java.class.path"))
                                .ifPresent(version -> facts.put(name, version)));
        return facts;
    }

    /**
     * What there is to say whatever is measured, in order.
     *
     * @param flags with which the measuring JVMs were started
     * @return the values by what they are; can be added to
     */
    public static Map<String, String> describeHost(List<String> flags) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put("cpu", line("/proc/cpuinfo", "model name").orElse(System.getProperty("os.arch")));
        facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put(
                "clock",
                first("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                        .orElse("unknown"));
        facts.put(
                "jvm",
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("flags", String.join(" ", flags));
        return facts;
    }

    /**
     * The version of a jar of a class path, from its name.
     *
     * @param jar its name before the version
     * @param classPath the names of jars
     * @return empty if it is not there
     */
    public static Optional<String> version(String jar, String classPath) {
        Matcher matcher =
                Pattern.compile(
                                "(?:^|[/\\\\"
                                        + Pattern.quote(File.pathSeparator)
                                        + "])"
                                        + Pattern.quote(jar)
                                        + "-([0-9][^/\\\\]*?)\\.jar")
                        .matcher(classPath);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static Optional<String> line(String file, String key) {
        return lines(file).stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    private static Optional<String> first(String file) {
        return lines(file).stream().findFirst();
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            return List.of(); // not Linux
        }
    }
}
