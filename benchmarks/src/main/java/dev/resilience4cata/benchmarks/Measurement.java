// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks in rounds: in each round every benchmark runs once, in a JVM of its own. A
 * slow minute of the machine then hits all of them, and they can be compared round by round.
 *
 * <p>Arguments: {@code short} or {@code full}, the folder for the results, and optionally a regular
 * expression that selects benchmarks; select {@code ClockRead} too if ratios to it are wanted. Ends
 * with status 1 if calls allocate that must not.
 */
final class Measurement {

    private static final List<Class<?>> SHARED =
            List.of(ClockRead.class, AdmittedCall.class, RejectedCall.class);
    private static final List<Class<?>> ONE_THREAD = List.of(BeanCall.class, WrappedCall.class);
    private static final List<Class<?>> ONCE = List.of(SmallStart.class, LargeStart.class);

    /**
     * How long to measure.
     *
     * @param rounds JVMs for each benchmark
     * @param warmUps iterations that do not count, in each JVM
     * @param iterations iterations that count, in each JVM
     * @param millis length of an iteration
     * @param starts JVMs for each benchmark of something that happens once, in each round
     */
    private record Length(int rounds, int warmUps, int iterations, int millis, int starts) {

        static Length of(String name) {
            return switch (name) {
                case "short" -> new Length(1, 12, 5, 60, 1);
                case "full" -> new Length(3, 25, 8, 80, 5);
                default -> throw new IllegalArgumentException(name + ": say short or full");
            };
        }
    }

    private final Length length;
    private final String selected;

    private Measurement(Length length, String selected) {
        this.length = length;
        this.selected = selected;
    }

    public static void main(String[] args) throws RunnerException, IOException {
        Path folder = Path.of(args[1]);
        Measurement measurement =
                new Measurement(Length.of(args[0]), args.length > 2 ? args[2] : ".");
        Comparison comparison = measurement.run();
        Files.createDirectories(folder);
        try (PrintStream json = print(folder.resolve("results.json"))) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, json)
                    .writeOut(comparison.results());
        }
        try (PrintStream table = print(folder.resolve("results.md"))) {
            comparison.printTo(table);
        }
        comparison.printTo(System.out);
        List<String> broken = comparison.brokenPromises();
        broken.forEach(System.out::println);
        System.exit(broken.isEmpty() ? 0 : 1);
    }

    private Comparison run() throws RunnerException {
        Comparison comparison = new Comparison();
        for (int round = 1; round <= length.rounds(); round++) {
            System.out.println("round " + round + " of " + length.rounds());
            for (int threads : new int[] {1, 2, 4}) {
                for (Class<?> question : SHARED) {
                    comparison.add(run(question, threads));
                }
            }
            for (Class<?> question : ONE_THREAD) {
                comparison.add(run(question, 1));
            }
            for (int start = 0; start < length.starts(); start++) {
                for (Class<?> question : ONCE) {
                    comparison.add(runOnce(question));
                }
            }
        }
        return comparison;
    }

    private Collection<RunResult> run(Class<?> question, int threads) throws RunnerException {
        ChainedOptionsBuilder options =
                options(question)
                        .threads(threads)
                        .mode(Mode.AverageTime)
                        .warmupIterations(length.warmUps())
                        .warmupTime(TimeValue.milliseconds(length.millis()))
                        .measurementIterations(length.iterations())
                        .measurementTime(TimeValue.milliseconds(length.millis()));
        return run(options);
    }

    /** A cold JVM, as the start of an application has it. */
    private Collection<RunResult> runOnce(Class<?> question) throws RunnerException {
        return run(
                options(question)
                        .threads(1)
                        .mode(Mode.SingleShotTime)
                        .warmupIterations(0)
                        .measurementIterations(1));
    }

    private ChainedOptionsBuilder options(Class<?> question) {
        return new OptionsBuilder()
                .include("^(?=.*(?:" + selected + ")).*\\." + question.getSimpleName() + "\\.")
                .forks(1)
                .timeUnit(TimeUnit.NANOSECONDS)
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend("-Xms1g", "-Xmx1g")
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static Collection<RunResult> run(ChainedOptionsBuilder options) throws RunnerException {
        try {
            return new Runner(options.build()).run();
        } catch (NoBenchmarksException e) {
            return List.of(); // None of this question is selected.
        }
    }

    private static PrintStream print(Path file) throws IOException {
        return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    }
}
