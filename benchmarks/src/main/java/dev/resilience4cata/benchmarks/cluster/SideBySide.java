// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import static java.util.stream.Collectors.joining;

import dev.resilience4cata.benchmarks.Machine;
import dev.resilience4cata.benchmarks.worker.Load;
import dev.resilience4cata.benchmarks.worker.Outcome;
import dev.resilience4cata.benchmarks.worker.WorkerProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets processes with different libraries limit by one Redis, one library after the other, and
 * counts what Redis does meanwhile. Each contender has processes of its own, which stay; only those
 * of one call at a time.
 *
 * <p>In each cell every contender runs once without being counted. Then come the runs, in the order
 * of the contenders and in the reverse order by turns, so that none always runs after the same.
 *
 * <p>Arguments: the {@link Length}, the folder for the results, and the folder of the documents,
 * which a middle or a full run writes. The system property {@code cluster.redis.server} names a
 * program to take instead of the Redis that a dependency brings. Ends with status 1 if {@link
 * Promises} are broken.
 */
final class SideBySide {

    private static final List<String> FLAGS = List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC");

    /** Time for a line to reach the processes. */
    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Length length;
    private final RedisServer redis;
    private final Map<Contender, List<WorkerProcess>> workers = new EnumMap<>(Contender.class);
    private final Results results = new Results();

    private SideBySide(Length length, RedisServer redis) {
        this.length = length;
        this.redis = redis;
    }

    public static void main(String[] args) throws IOException {
        Length length = Length.of(args[0]);
        Path folder = Path.of(args[1]).toAbsolutePath();
        String program = System.getProperty("cluster.redis.server", "");
        Results results;
        Map<String, String> facts = Machine.describeHost(FLAGS);
        try (RedisServer redis = RedisServer.start(program, folder.resolve("redis"))) {
            facts.put("Redis", redis.version());
            SideBySide sideBySide = new SideBySide(length, redis);
            try {
                sideBySide.startWorkers(folder);
                sideBySide.run();
            } finally {
                sideBySide.workers.values().forEach(all -> all.forEach(WorkerProcess::close));
            }
            results = sideBySide.results;
        }
        facts.put("Lettuce", version("lettuce-core", Contender.OURS));
        facts.put("Bucket4j", version("bucket4j_jdk17-lettuce", Contender.BUCKET4J));
        facts.put("Redisson", version("redisson", Contender.REDISSON));
        facts.put(
                "length",
                length.runs()
                        + " runs of "
                        + length.run().toMillis()
                        + " ms, warm-up "
                        + length.warmUp().toMillis()
                        + " ms");
        Report report = new Report(results, facts);
        report.writeTo(folder);
        if (args[0].equals("middle") || args[0].equals("full")) {
            report.writeInto(Path.of(args[2]));
        }
        System.out.print(Files.readString(folder.resolve("results.md")));
        List<String> broken = Promises.broken(results);
        broken.forEach(System.out::println);
        System.exit(broken.isEmpty() ? 0 : 1);
    }

    private static String version(String jar, Contender contender) throws IOException {
        return Machine.version(jar, classPath(contender)).orElse("unknown");
    }

    /** As the build of its module has written it. */
    private static String classPath(Contender contender) throws IOException {
        Path target = Path.of(contender.module(), "target").toAbsolutePath();
        return target.resolve("classes")
                + File.pathSeparator
                + Files.readString(target.resolve("class-path"));
    }

    private void startWorkers(Path folder) throws IOException {
        for (Contender contender : Contender.values()) {
            List<WorkerProcess> all = new ArrayList<>();
            workers.put(contender, all);
            for (int process = 0; process < length.mostProcesses(); process++) {
                all.add(
                        new WorkerProcess(
                                FLAGS,
                                classPath(contender),
                                contender.type(),
                                redis.uri(),
                                folder.resolve(contender.name() + process + ".err")));
            }
        }
        for (List<WorkerProcess> all : workers.values()) {
            for (WorkerProcess worker : all) {
                worker.awaitReady();
            }
        }
        Cell all = new Cell(1, length.mostProcesses(), 8, false);
        for (Contender contender : Contender.values()) {
            makeLimiters(all, contender);
            Run unused = run(all, contender, length.firstWarmUp());
        }
    }

    private void run() throws IOException {
        List<Contender> order = new ArrayList<>(Arrays.asList(Contender.values()));
        for (Cell cell : length.cells()) {
            redis.forget();
            for (Contender contender : order) {
                makeLimiters(cell, contender);
                Run unused = run(cell, contender, length.warmUp());
            }
            for (int run = 0; run < length.runs(); run++) {
                for (Contender contender : order) {
                    results.add(cell, contender, run(cell, contender, length.run()));
                }
                Collections.reverse(order); // so the last one is the next, with all permits back
                pause(cell.limit().period());
            }
            System.out.println(
                    cell
                            + order.stream()
                                    .sorted()
                                    .map(contender -> figures(cell, contender))
                                    .collect(joining()));
        }
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private String figures(Cell cell, Contender contender) {
        return "%n  %-20s %10.0f/s %8.2f commands %8.2f us"
                .formatted(
                        contender.label(),
                        results.spread(cell, contender, Run::perSecond).median(),
                        results.spread(cell, contender, Run::sentEach).median(),
                        results.spread(cell, contender, Run::cpuMicrosEach).median());
    }

    private void makeLimiters(Cell cell, Contender contender) throws IOException {
        List<WorkerProcess> processes = processes(cell, contender);
        String name = contender.name() + "-" + cell.name();
        processes.forEach(process -> process.makeLimiters(name, cell.limit(), cell.keys()));
        for (WorkerProcess process : processes) {
            process.awaitReady();
        }
    }

    private List<WorkerProcess> processes(Cell cell, Contender contender) {
        return workers.getOrDefault(contender, List.of()).subList(0, cell.processes());
    }

    /** Nothing is under way at its beginning nor at its end, so what Redis does is of its calls. */
    private Run run(Cell cell, Contender contender, Duration time) throws IOException {
        List<WorkerProcess> processes = processes(cell, contender);
        RedisUsage before = redis.usage();
        Load load = cell.load(System.nanoTime() + AHEAD_NANOS, time);
        processes.forEach(process -> process.call(load));
        Outcome outcome = new Outcome(cell.keys());
        for (WorkerProcess process : processes) {
            outcome.add(process.awaitOutcome());
        }
        pause(contender.settling());
        return Run.of(contender, cell, outcome, redis.usage().since(before));
    }
}
