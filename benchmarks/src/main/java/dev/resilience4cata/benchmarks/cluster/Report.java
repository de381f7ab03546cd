// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import static java.util.stream.Collectors.joining;

import dev.resilience4cata.benchmarks.GeneratedParts;
import dev.resilience4cata.benchmarks.Json;
import dev.resilience4cata.benchmarks.cluster.Results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What a run writes for readers: the generated parts of a document, and all figures. */
final class Report {

    /** What marks the parts in the document. */
    static final String WORD = "side by side";

    /** What the design allows a decision to take, in microseconds of Redis. */
    private static final double TARGET_MICROS = 8;

    private static final List<Contender> ALL = List.of(Contender.values());
    private static final List<Contender> ON_REDIS =
            Arrays.stream(Contender.values()).filter(Contender::isOnRedis).toList();

    private final Results results;
    private final Map<String, String> facts;

    /**
     * Begins.
     *
     * @param facts with what it was measured, and where
     */
    Report(Results results, Map<String, String> facts) {
        this.results = results;
        this.facts = facts;
    }

    /** Writes everything. */
    void writeTo(Path folder) throws IOException {
        Files.writeString(folder.resolve("results.json"), json());
        Files.writeString(
                folder.resolve("results.md"),
                parts().entrySet().stream()
                        .map(part -> part.getKey() + "\n\n" + part.getValue())
                        .collect(joining("\n")));
    }

    /** Writes the generated parts of the document. */
    void writeInto(Path documents) throws IOException {
        Path document = documents.resolve("benchmarks.md");
        Files.writeString(
                document, GeneratedParts.replace(Files.readString(document), WORD, parts()));
    }

    /** The generated parts of the document, by name. */
    Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("commands", table(results.cells().stream().toList(), ON_REDIS, this::commands));
        parts.put("processor", table(results.cells().stream().toList(), ON_REDIS, this::processor));
        parts.put(
                "admitted",
                table(
                        results.cells().stream().filter(Cell::limited).toList(),
                        ALL,
                        this::admitted));
        parts.put("targets", targets());
        parts.put("speed", table(results.cells().stream().toList(), ALL, this::speed));
        parts.put("run", run());
        return parts;
    }

    private interface Entry {
        String of(Cell cell, Contender contender);
    }

    private String table(List<Cell> cells, List<Contender> contenders, Entry entry) {
        StringBuilder text = new StringBuilder("| limit | keys | JVMs × threads |");
        contenders.forEach(contender -> text.append(' ').append(contender.label()).append(" |"));
        text.append("\n| --- | ---: | ---: |").append(" ---: |".repeat(contenders.size()));
        for (Cell cell : cells) {
            text.append(
                    format(
                            "%n| %s | %d | %d × %d |",
                            cell.limited() ? "about half" : "not reached",
                            cell.keys(),
                            cell.processes(),
                            cell.threads()));
            for (Contender contender : contenders) {
                boolean measured = !results.runs(cell, contender).isEmpty();
                text.append(' ').append(measured ? entry.of(cell, contender) : "—").append(" |");
            }
        }
        return text.append('\n').toString();
    }

    private String commands(Cell cell, Contender contender) {
        return spread(cell, contender, Run::sentEach, Report::decimals)
                + " + "
                + decimals(results.spread(cell, contender, Run::inScriptsEach).median());
    }

    private String processor(Cell cell, Contender contender) {
        return spread(cell, contender, Run::commandMicrosEach, Report::decimals)
                + "; "
                + spread(cell, contender, Run::cpuMicrosEach, Report::decimals);
    }

    private String speed(Cell cell, Contender contender) {
        return spread(cell, contender, Run::perSecond, Report::whole)
                + "; "
                + micros(results.spread(cell, contender, Run::p50).median())
                + " / "
                + micros(results.spread(cell, contender, Run::p99).median())
                + " / "
                + micros(results.spread(cell, contender, Run::p999).median());
    }

    private String admitted(Cell cell, Contender contender) {
        return spread(cell, contender, run -> 100 * run.admittedShare(), Report::tenths)
                + " %; "
                + whole(results.spread(cell, contender, Run::excess).most());
    }

    private String spread(
            Cell cell,
            Contender contender,
            ToDoubleFunction<Run> figure,
            Function<Double, String> text) {
        Spread spread = results.spread(cell, contender, figure);
        String least = text.apply(spread.least());
        String most = text.apply(spread.most());
        return text.apply(spread.median())
                + (least.equals(most) ? "" : " (" + least + "–" + most + ")");
    }

    private String targets() {
        return "| target | measured |\n| --- | --- |\n"
                + target(
                        "ours: at most one command for a decision",
                        1,
                        most(Run::sentEach),
                        "most: %.3f")
                + target(
                        "ours: at most 8 µs in commands of Redis for a decision",
                        TARGET_MICROS,
                        most(Run::commandMicrosEach),
                        "most: %.2f µs")
                + target(
                        "ours: at most 8 µs of processor time of Redis for a decision, with all that it reads and writes",
                        TARGET_MICROS,
                        most(Run::cpuMicrosEach),
                        "most: %.2f µs")
                + target(
                        "ours: no call beyond the limit",
                        0,
                        results.runs(Contender.OURS).stream().mapToDouble(Run::excess).max(),
                        "most: %.0f");
    }

    /** The largest of the medians of ours. */
    private OptionalDouble most(ToDoubleFunction<Run> figure) {
        return results.cells().stream()
                .filter(cell -> !results.runs(cell, Contender.OURS).isEmpty())
                .mapToDouble(cell -> results.spread(cell, Contender.OURS, figure).median())
                .max();
    }

    private static String target(
            String target, double allowed, OptionalDouble measured, String format) {
        String verdict = "not measured in this run";
        if (measured.isPresent()) {
            String met = measured.getAsDouble() <= allowed ? "met" : "missed";
            verdict = met + "; " + format(format, measured.getAsDouble());
        }
        return "| " + target + " | " + verdict + " |\n";
    }

    private String run() {
        return "| | |\n| --- | --- |\n"
                + facts.entrySet().stream()
                        .map(fact -> "| " + fact.getKey() + " | " + fact.getValue() + " |\n")
                        .collect(joining());
    }

    /** Every run, with the names of {@link Run}. */
    String json() {
        List<String> all = new ArrayList<>();
        for (Cell cell : results.cells()) {
            for (Contender contender : ALL) {
                for (Run run : results.runs(cell, contender)) {
                    all.add(json(cell, contender, run));
                }
            }
        }
        return "{\n  \"facts\": "
                + Json.object(facts)
                + ",\n  \"runs\": [\n    "
                + String.join(",\n    ", all)
                + "\n  ]\n}\n";
    }

    private static String json(Cell cell, Contender contender, Run run) {
        return format(
                "{\"contender\": %s, \"keys\": %d, \"processes\": %d, \"threads\": %d,"
                        + " \"limited\": %b, \"decisions\": %d, \"failed\": %d, \"seconds\": %.6f,"
                        + " \"p50\": %.1f, \"p99\": %.1f, \"p999\": %.1f, \"sent\": %d,"
                        + " \"inScripts\": %d, \"commandMicros\": %.0f, \"cpuMicros\": %.0f,"
                        + " \"granted\": %d, \"allowed\": %.1f, \"excess\": %.1f}",
                Json.quoted(contender.label()),
                cell.keys(),
                cell.processes(),
                cell.threads(),
                cell.limited(),
                run.decisions(),
                run.failed(),
                run.seconds(),
                run.p50(),
                run.p99(),
                run.p999(),
                run.sent(),
                run.inScripts(),
                run.commandMicros(),
                run.cpuMicros(),
                run.granted(),
                run.allowed(),
                run.excess());
    }

    private static String decimals(double value) {
        return format(value < 100 ? "%.2f" : "%.0f", value);
    }

    private static String tenths(double value) {
        return format("%.1f", value);
    }

    private static String whole(double value) {
        return format("%.0f", value);
    }

    private static String micros(double value) {
        return format(value < 10 ? "%.1f" : "%.0f", value);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a jar of Error Prone
    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
