// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import static java.util.stream.Collectors.joining;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.examples.wildfly.ExchangeRates;
import dev.resilience4cata.examples.wildfly.GeocodingClient;
import dev.resilience4cata.examples.wildfly.demo.Claims.Claim;
import dev.resilience4cata.examples.wildfly.demo.Client.Request;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Shows that two servers with one limit between them admit what one server would, also when one of
 * them is killed, and fails when they do not.
 */
public final class TwoServers {

    private static final int CALLERS_EACH = 4;
    private static final Duration SATURATED = Duration.ofSeconds(5);
    private static final Duration STEP = Duration.ofMillis(500);

    /** Longer than it takes until the members of a cache notice that one is gone. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final PrintStream out = System.out;
    private final Claims claims = new Claims();
    private final Table table =
            new Table(
                    "limiter",
                    "properties",
                    "calls",
                    "A admitted",
                    "B admitted",
                    "together",
                    "one server would",
                    "of burst + rate x time",
                    "rejected");
    private final SharedStore store;
    private final Map<String, String> settings;
    private final Side a;
    private final Side b;
    private final Path directory;

    private TwoServers(
            SharedStore store, Map<String, String> settings, Side a, Side b, Path directory) {
        this.store = store;
        this.settings = settings;
        this.a = a;
        this.b = b;
        this.directory = directory;
    }

    /**
     * Runs it on each store; ends with an exception if a claim is broken.
     *
     * @param arguments the unpacked server; the watchdog that ends a server whose parent is gone;
     *     the folder of the archives {@code example-<store>.war}; a directory for files; the folder
     *     with settings; the stores with commas between them; the scope of the limits. The property
     *     {@code cluster.redis.server} names the program of Redis, if it is not that of a test
     *     dependency
     */
    public static void main(String[] arguments) throws Exception {
        DemoServer.Recipe plain =
                DemoServer.Recipe.asUnpacked(Path.of(arguments[0]), Path.of(arguments[1]));
        Path archives = Path.of(arguments[2]);
        Path directory = Path.of(arguments[3]);
        Path settings = Path.of(arguments[4]);
        String scope = arguments[6];
        String redis = System.getProperty("cluster.redis.server", "");
        // The libraries that talk to the server introduce themselves at level INFO.
        LogManager.getLogManager().getLogger("").setLevel(Level.WARNING);

        Map<String, String> limits = SharedStore.properties(settings.resolve("limits.properties"));
        limits.replaceAll((key, value) -> key.endsWith(".scope") ? scope : value);
        Claims.@Nullable Broken broken = null;
        for (String name : arguments[5].split(",", -1)) {
            Path files = directory.resolve(name);
            Folders.empty(files);
            try (SharedStore store = open(name, plain, files, settings, redis)) {
                run(store, plain, limits, archives.resolve("example-" + name + ".war"), files);
            } catch (Claims.Broken e) {
                broken = e;
            }
        }
        if (broken != null) {
            throw broken;
        }
    }

    private static SharedStore open(
            String name, DemoServer.Recipe plain, Path files, Path settings, String redis)
            throws IOException, InterruptedException {
        return switch (name) {
            case "redis" -> RedisOfOurOwn.start(redis, files, settings.resolve("redis.properties"));
            case "infinispan" -> InfinispanOfWildFly.configure(plain, files, settings);
            default ->
                    throw new IllegalArgumentException(
                            "\"" + name + "\" is no store; write redis, infinispan, or both");
        };
    }

    private static void run(
            SharedStore store,
            DemoServer.Recipe plain,
            Map<String, String> limits,
            Path archive,
            Path files)
            throws Exception {
        PrintStream out = System.out;
        List<Integer> ports = FreePorts.find(6);
        try (DemoServer serverA = server(files.resolve("a"), ports.subList(0, 3));
                DemoServer serverB = server(files.resolve("b"), ports.subList(3, 6))) {
            out.println();
            out.println("=== One limit for two servers, on " + store.name());
            out.println("Starting two WildFly servers (logs: " + files + "/?/server.log) ...");
            long start = System.nanoTime();
            together(
                    () -> serverA.start(store.recipe(plain.with(limits), 0)),
                    () -> serverB.start(store.recipe(plain.with(limits), 1)));
            // One after the other, so that the second joins the first.
            serverA.deploy(archive);
            serverB.deploy(archive);
            store.awaitShared(List.of(serverA, serverB));
            Side a = new Side("A", serverA, new Client(serverA.api(archive)));
            Side b = new Side("B", serverB, new Client(serverB.api(archive)));
            out.printf("Started and deployed after %.1f s:%n", (System.nanoTime() - start) / 1e9);
            out.println("  A is " + serverA.api(archive) + ", process " + serverA.pid());
            out.println("  B is " + serverB.api(archive) + ", process " + serverB.pid());
            TwoServers demo = new TwoServers(store, limits, a, b, files);
            demo.play();
            out.println();
            demo.table.lines().forEach(out::println);
            demo.claims.conclude(out);
        } finally {
            out.println("The servers have stopped.");
        }
    }

    private static DemoServer server(Path directory, List<Integer> ports) {
        return new DemoServer(
                directory, new DemoServer.Ports(ports.get(0), ports.get(1), ports.get(2)));
    }

    private void play() throws Exception {
        Claim first = warmUp();
        out.println();
        out.println("  # admitted   x rejected (429)   . on its way, or waiting for its permit");
        waiting();
        saturated();
        claims.add(first);
        killed();
    }

    /** First calls load classes, which takes them too long to be shown. They have to obey too. */
    private Claim warmUp() throws Exception {
        String id = "exchange-rates";
        Map<Side, List<Call>> calls =
                new Load(List.of(a, b), CALLERS_EACH, "rates", "/rates").endAfter(STEP);
        save(id + "-first", calls);
        Limit limit = limit(id, ExchangeRates.class.getMethod("perEuro"));
        Optional<String> crowded =
                new Bounds(limit.expected(), merged(calls.values())).crowdedWindow();
        for (Side side : List.of(a, b)) {
            side.client().inTurn(List.of(geocode(side), reverse(side)));
        }
        return new Claim(
                "no more either in the first calls after the start, which are not shown",
                id,
                crowded.isEmpty(),
                crowded.orElse(""));
    }

    private void waiting() throws Exception {
        Limit limit =
                begin(
                        "geocoding",
                        GeocodingClient.class.getMethod("geocode", String.class),
                        "12 calls at once, six on each server, then 6 in turn, on one and the"
                                + " other");
        List<Call> ofA = new ArrayList<>();
        List<Call> ofB = new ArrayList<>();
        together(
                () -> ofA.addAll(a.client().together(sixCalls(a))),
                () -> ofB.addAll(b.client().together(sixCalls(b))));
        for (int i = 0; i < 3; i++) {
            ofA.addAll(a.client().inTurn(List.of(geocode(a))));
            ofB.addAll(b.client().inTurn(List.of(reverse(b))));
        }
        List<Call> all = merged(List.of(ofA, ofB));
        print(new Timeline(all).callByCall());
        finish("geocoding", limit, Map.of(a, ofA, b, ofB));
    }

    private static List<Request> sixCalls(Side side) {
        List<Request> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(geocode(side));
            calls.add(reverse(side));
        }
        return calls;
    }

    private static Request geocode(Side side) {
        return side.client().get(side.name() + " geocode", "/geocode?address=Berlin");
    }

    private static Request reverse(Side side) {
        return side.client().get(side.name() + " reverse", "/reverse?latitude=-1.3&longitude=36.8");
    }

    private void saturated() throws Exception {
        Limit limit =
                begin(
                        "exchange-rates",
                        ExchangeRates.class.getMethod("perEuro"),
                        CALLERS_EACH
                                + " callers on each server, without end for "
                                + SATURATED.toSeconds()
                                + " s");
        Map<Side, List<Call>> calls =
                new Load(List.of(a, b), CALLERS_EACH, "rates", "/rates").endAfter(SATURATED);
        printSteps(calls, limit);
        finish("exchange-rates", limit, calls);
    }

    /** What is certain whatever the store, of calls that all had an answer. */
    private void finish(String id, Limit limit, Map<Side, List<Call>> calls) throws IOException {
        save(id, calls);
        Scene scene =
                new Scene(id, limit, Client.config(a.client().limiter(id)), merged(calls.values()));
        claims.addAll(scene.claims());
        RateLimiterConfig other = Client.config(b.client().limiter(id));
        claims.add(
                new Claim(
                        "both servers have the same values",
                        id,
                        other.equals(scene.actual()),
                        "B has " + other));
        row(id, limit, calls, scene.range());
    }

    private void killed() throws Exception {
        String id = "exchange-rates";
        Limit limit =
                begin(
                        id,
                        ExchangeRates.class.getMethod("perEuro"),
                        CALLERS_EACH + " callers on each server, and A is killed meanwhile");
        int aSecond = limit.expected().permits();
        Load load = new Load(List.of(a, b), CALLERS_EACH, "rates", "/rates");
        boolean bothServe =
                load.awaitAdmitted(a, aSecond / 2, LONGEST_PAUSE)
                        && load.awaitAdmitted(b, aSecond / 2, LONGEST_PAUSE);
        a.server().kill();
        long dead = System.nanoTime();
        boolean goesOn = load.awaitAdmittedFromNow(b, 2 * aSecond, LONGEST_PAUSE.multipliedBy(2));
        Map<Side, List<Call>> calls = load.endAfter(Duration.ZERO);
        save("exchange-rates-killed", calls);

        List<Call> all = merged(calls.values());
        List<Call> ofB = calls.get(b);
        long start = all.get(0).sentNanos();
        long underWay = all.stream().filter(call -> call.lost() || call.isUnderWayAt(dead)).count();
        Pause pause = longestPause(ofB, dead);
        printSteps(calls, limit);
        print(
                List.of(
                        "kill -9 %d after %d ms, when %d calls were under way"
                                .formatted(a.server().pid(), millis(dead - start), underWay),
                        "after that B admitted nothing for at most " + pause));

        Bounds together = new Bounds(limit.expected(), all);
        long most = store.mostBeyondAfterKill(underWay);
        print(List.of("%d calls too many, the bound is %d".formatted(together.beyond(), most)));
        claims.add(
                new Claim(
                        "when A is killed, in no time w more than burst + w / interval calls, and"
                                + " those that the store may have repeated",
                        id,
                        together.beyond() <= most,
                        together.crowdedWindow().orElse("") + ", and " + most + " more"));
        claims.add(
                new Claim(
                        "until A is killed both serve, and then B goes on, at the full rate",
                        id,
                        bothServe && goesOn && isAtFullRate(limit, ofB, pause),
                        "B admitted %d of %d calls, nothing for %s"
                                .formatted(
                                        ofB.stream().filter(Call::admitted).count(),
                                        ofB.size(),
                                        pause)));
        List<Call> strange =
                ofB.stream().filter(call -> !call.admitted() && !call.rejected()).toList();
        claims.add(
                new Claim(
                        "each call of B is answered, also when A is killed",
                        id,
                        strange.isEmpty(),
                        strange.toString()));
        row(id + ", A killed", limit, calls, "at most " + (together.most() + most));
    }

    private static boolean isAtFullRate(Limit limit, List<Call> calls, Pause after) {
        List<Call> afterwards =
                calls.stream().filter(call -> call.sentNanos() >= after.toNanos()).toList();
        return after.nanos() <= LONGEST_PAUSE.toNanos()
                && afterwards.stream().filter(Call::admitted).count()
                        >= new Bounds(limit.expected(), afterwards).fewestWhenUsedUp();
    }

    /** A time in which a server admitted nothing. */
    private record Pause(long fromNanos, long toNanos) {

        long nanos() {
            return toNanos - fromNanos;
        }

        @Override
        public String toString() {
            return millis(nanos()) + " ms";
        }
    }

    /** The longest one from a time on. */
    private static Pause longestPause(List<Call> calls, long fromNanos) {
        LongStream answers =
                calls.stream().filter(Call::admitted).mapToLong(Call::answeredNanos).sorted();
        long end = calls.stream().mapToLong(Call::answeredNanos).max().orElse(fromNanos);
        Pause longest = new Pause(fromNanos, fromNanos);
        long last = fromNanos;
        for (long answered : LongStream.concat(answers, LongStream.of(end)).toArray()) {
            Pause pause = new Pause(last, answered);
            longest = pause.nanos() > longest.nanos() ? pause : longest;
            last = Math.max(last, answered);
        }
        return longest;
    }

    private Limit begin(String id, AnnotatedElement annotated, String plot)
            throws IOException, InterruptedException {
        Limit limit = limit(id, annotated);
        a.client().awaitFull(id);
        b.client().awaitFull(id);
        out.println();
        out.println(id + ": " + plot);
        print(limit.lines());
        return limit;
    }

    private Limit limit(String id, AnnotatedElement annotated) throws IOException {
        return Limit.of(id, annotated.getAnnotation(RateLimiter.class), settings);
    }

    /** What was admitted until then, beside what one server alone may have admitted by then. */
    private void printSteps(Map<Side, List<Call>> calls, Limit limit) {
        List<Call> all = merged(calls.values());
        Bounds bounds = new Bounds(limit.expected(), all);
        long start = all.get(0).sentNanos();
        long end = all.stream().mapToLong(Call::answeredNanos).max().orElse(start);
        Table steps = new Table("within", "A", "B", "A + B", "one server may");
        for (long step = STEP.toNanos(); ; step += STEP.toNanos()) {
            long until = Math.min(step, end - start);
            Predicate<Call> counted =
                    call -> call.admitted() && call.answeredNanos() - start <= until;
            steps.row(
                    millis(until) + " ms",
                    count(calls.get(a), counted),
                    count(calls.get(b), counted),
                    count(all, counted),
                    String.valueOf(bounds.allowedWithin(until)));
            if (until < step) {
                break;
            }
        }
        print(steps.lines());
    }

    private void row(String name, Limit limit, Map<Side, List<Call>> calls, String range) {
        List<Call> all = merged(calls.values());
        long time =
                all.stream().mapToLong(Call::answeredNanos).max().orElse(0)
                        - all.get(0).sentNanos();
        double allowed =
                limit.expected().burst()
                        + (double) time
                                * limit.expected().permits()
                                / limit.expected().period().toNanos();
        long admitted = all.stream().filter(Call::admitted).count();
        table.row(
                name,
                limit.properties().stream()
                        .filter(property -> !property.startsWith("onStoreFailure"))
                        .collect(joining(", ")),
                String.valueOf(all.size()),
                count(calls.get(a), Call::admitted),
                count(calls.get(b), Call::admitted),
                String.valueOf(admitted),
                range,
                String.format(Locale.ROOT, "%.1f %%", 100 * admitted / allowed),
                count(all, Call::rejected));
    }

    /** For who wants to know what happened. */
    private void save(String name, Map<Side, List<Call>> calls) throws IOException {
        List<String> lines = new ArrayList<>(List.of("sent ns,answered ns,status,call"));
        merged(calls.values())
                .forEach(
                        call ->
                                lines.add(
                                        "%d,%d,%d,%s"
                                                .formatted(
                                                        call.sentNanos(),
                                                        call.answeredNanos(),
                                                        call.status(),
                                                        call.what())));
        Files.write(directory.resolve(name + ".csv"), lines);
    }

    private static List<Call> merged(Collection<List<Call>> calls) {
        return calls.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Call::sentNanos))
                .toList();
    }

    private static String count(List<Call> calls, Predicate<Call> which) {
        return String.valueOf(calls.stream().filter(which).count());
    }

    private static long millis(long nanos) {
        return nanos / 1_000_000;
    }

    private void print(List<String> lines) {
        lines.forEach(line -> out.println("  " + line));
    }

    @FunctionalInterface
    private interface Task {
        void run() throws Exception;
    }

    /** Runs two tasks at the same time, and returns when both have ended. */
    private static void together(Task one, Task other) throws Exception {
        CompletableFuture<Void> first = inBackground(one);
        CompletableFuture<Void> second = inBackground(other);
        CompletableFuture.allOf(first, second).join();
    }

    private static CompletableFuture<Void> inBackground(Task task) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        task.run();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                command -> new Thread(command, "server task").start());
    }
}
