// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.util.Statistics;

/**
 * Runs the benchmarks in rounds: in each round every benchmark runs once, in a JVM of its own. A
 * slow minute of the machine then hits all of them, and they can be compared round by round.
 *
 * <p>Arguments: {@code short} or {@code full}, the folder for the results, the folder of the
 * documents, and optionally a regular expression that selects benchmarks; select {@code ClockRead}
 * too if ratios to it are wanted. The documents are written by a full run of everything only. The
 * system property {@code benchmarks.java21} is the command that starts a Java that has virtual
 * threads, if this one has none. Ends with status 1 if {@link Promises} are broken.
 */
final class Measurement {

    private static final List<Class<?>> SHARED =
            List.of(ClockRead.class, AdmittedCall.class, RejectedCall.class);
    private static final List<Class<?>> WAITING = List.of(WaitingCall.class);
    private static final List<Class<?>> ONE_THREAD =
            List.of(
                    BeanCall.class,
                    WrappedCall.class,
                    KeyedCall.class,
                    MeasuredCall.class,
                    ManyLimiters.class,
                    BesideWaiters.class,
                    HandleCall.class);
    private static final List<Class<?>> ONCE =
            List.of(SmallStart.class, LargeStart.class, Creation.class);
    private static final List<Class<?>> HARNESSES =
            List.of(IdleHeap.class, PendingCalls.class, SleepAccuracy.class, VirtualThreads.class);

    private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g");

    private static final String BYTES_PER_CALL = "gc.alloc.rate.norm";

    /** What the short run needs for {@link Promises}. */
    private static final String PROMISED =
            "ClockRead\\.|(?:Admitted|Rejected)Call\\.ours|WrappedCall\\.(?:ours|wrapper)"
                    + "|MeasuredCall"
                    + "|BeanCall\\.(?:interceptor|ours|smallRye)|ManyLimiters\\.(?:ours|byId)"
                    + "|KeyedCall"
                    + "|BesideWaiters\\.ours|IdleHeap|PendingCalls";

    /**
     * How long to measure.
     *
     * @param rounds JVMs for each benchmark
     * @param warmUps iterations that do not count, in each JVM
     * @param beanWarmUps the same for calls of beans, whose many layers are compiled late
     * @param iterations iterations that count, in each JVM
     * @param millis length of an iteration
     * @param starts JVMs for each benchmark of something that happens once, in each round
     * @param selected what runs if nothing else is selected
     */
    private record Length(
            int rounds,
            int warmUps,
            int beanWarmUps,
            int iterations,
            int millis,
            int starts,
            String selected) {

        static Length of(String name) {
            return switch (name) {
                case "short" -> new Length(1, 30, 30, 8, 50, 1, PROMISED);
                case "full" -> new Length(3, 25, 100, 8, 80, 5, ".");
                default -> throw new IllegalArgumentException(name + ": say short or full");
            };
        }
    }

    private final Length length;
    private final String selected;
    private final Figures figures = new Figures();

    /** As JMH gave them, one a round. */
    private final Map<Subject, List<RunResult>> results = new TreeMap<>();

    private Measurement(Length length, @Nullable String selected) {
        this.length = length;
        this.selected = selected == null ? length.selected() : selected;
    }

    public static void main(String[] args)
            throws RunnerException, IOException, InterruptedException {
        Path folder = Path.of(args[1]);
        String selected = args.length > 3 ? args[3] : null;
        Measurement measurement = new Measurement(Length.of(args[0]), selected);
        measurement.run();
        Report report = new Report(measurement.figures, Machine.describe(FLAGS));
        Files.createDirectories(folder);
        measurement.writeResults(folder);
        report.writeTo(folder);
        if (args[0].equals("full") && selected == null) {
            report.writeInto(Path.of(args[2]));
        }
        System.out.print(Files.readString(folder.resolve("results.md")));
        List<String> broken = Promises.broken(measurement.figures);
        broken.forEach(System.out::println);
        System.exit(broken.isEmpty() ? 0 : 1);
    }

    private void run() throws RunnerException, IOException, InterruptedException {
        for (int round = 1; round <= length.rounds(); round++) {
            System.out.println("round " + round + " of " + length.rounds());
            for (int threads : new int[] {1, 2, 4}) {
                for (Class<?> question : SHARED) {
                    run(question, threads);
                }
            }
            for (int threads : new int[] {1, 4}) {
                for (Class<?> question : WAITING) {
                    run(question, threads);
                }
            }
            for (Class<?> question : ONE_THREAD) {
                run(question, 1);
            }
            for (int start = 0; start < length.starts(); start++) {
                for (Class<?> question : ONCE) {
                    runOnce(question);
                }
            }
            for (Class<?> harness : HARNESSES) {
                if (Pattern.compile(selected).matcher(harness.getSimpleName() + ".").find()) {
                    runHarness(harness);
                }
            }
        }
    }

    private void run(Class<?> question, int threads) throws RunnerException {
        boolean bean = question == BeanCall.class;
        ChainedOptionsBuilder options =
                options(question)
                        .threads(threads)
                        .mode(Mode.AverageTime)
                        .warmupIterations(bean ? length.beanWarmUps() : length.warmUps())
                        .warmupTime(TimeValue.milliseconds(length.millis()))
                        .measurementIterations(length.iterations())
                        .measurementTime(TimeValue.milliseconds(length.millis()));
        run(options);
    }

    /** A cold JVM, as the start of an application has it. */
    private void runOnce(Class<?> question) throws RunnerException {
        run(
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
                .jvmArgsAppend(FLAGS.toArray(String[]::new))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private void run(ChainedOptionsBuilder options) throws RunnerException {
        Collection<RunResult> found;
        try {
            found = new Runner(options.build()).run();
        } catch (NoBenchmarksException e) {
            return; // None of this question is selected.
        }
        for (RunResult result : found) {
            Subject subject = Subject.of(result.getParams());
            results.computeIfAbsent(subject, any -> new ArrayList<>()).add(result);
            Statistics nanos = result.getPrimaryResult().getStatistics();
            Statistics bytes =
                    requireNonNull(result.getSecondaryResults().get(BYTES_PER_CALL))
                            .getStatistics();
            figures.add(
                    subject,
                    new Figures.Round(
                            nanos.getPercentile(50),
                            nanos.getMin(),
                            bytes.getPercentile(50),
                            bytes.getMin()));
        }
    }

    private void runHarness(Class<?> harness) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(java(harness));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), harness.getName()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(harness.getName() + " ended with " + process.exitValue());
        }
        for (String line : output.lines().toList()) {
            Reading.parse(line).ifPresentOrElse(figures::add, () -> System.out.println(line));
        }
    }

    private static String java(Class<?> harness) {
        String own =
                ProcessHandle.current()
                        .info()
                        .command()
                        .orElse(System.getProperty("java.home") + "/bin/java");
        return harness == VirtualThreads.class && !VirtualThreads.canRunOn(Runtime.version())
                ? System.getProperty("benchmarks.java21", own)
                : own;
    }

    /** In JMH's format, with the rounds of each benchmark as the forks of one run. */
    private void writeResults(Path folder) throws IOException {
        List<RunResult> merged =
                results.values().stream()
                        .map(
                                each ->
                                        new RunResult(
                                                each.get(0).getParams(),
                                                each.stream()
                                                        .flatMap(
                                                                r ->
                                                                        r
                                                                                .getBenchmarkResults()
                                                                                .stream())
                                                        .toList()))
                        .toList();
        try (PrintStream json =
                new PrintStream(
                        Files.newOutputStream(folder.resolve("results.json")),
                        false,
                        StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, json).writeOut(merged);
        }
    }
}
