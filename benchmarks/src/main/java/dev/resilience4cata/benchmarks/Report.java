// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.benchmarks.Figures.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a run writes for readers: the generated parts of a document, and charts. */
final class Report {

    private static final String NONE = "";

    private static final List<String> DIRECT =
            List.of("ours", "resilience4j", "bucket4j", "guava", "failsafe", "smallRye");
    private static final List<Integer> THREADS = List.of(1, 2, 4);

    private final Figures figures;
    private final Map<String, String> machine;

    /**
     * Begins.
     *
     * @param machine where it was measured: {@link Machine#describe}
     */
    Report(Figures figures, Map<String, String> machine) {
        this.figures = figures;
        this.machine = machine;
    }

    /** Writes one table of everything, and what is no result of JMH: harnesses and machine. */
    void writeTo(Path folder) throws IOException {
        Files.writeString(folder.resolve("results.md"), everything());
        Files.writeString(folder.resolve("run.json"), json());
    }

    /** Writes the generated parts of the documents. */
    void writeInto(Path documents) throws IOException {
        Path charts = Files.createDirectories(documents.resolve("benchmarks"));
        for (Map.Entry<String, BarChart> chart : charts().entrySet()) {
            Files.writeString(charts.resolve(chart.getKey()), chart.getValue().svg());
        }
        Path document = documents.resolve("benchmarks.md");
        Files.writeString(document, GeneratedParts.replace(Files.readString(document), parts()));
    }

    /** One table of all that JMH measured, one of the harnesses, and one of the targets. */
    String everything() {
        StringBuilder text = new StringBuilder();
        text.append("| question | threads | subject | ns/call | B/call | × nanoTime | × ours |\n");
        text.append("| --- | ---: | --- | ---: | ---: | ---: | ---: |\n");
        for (Subject subject : figures.subjects()) {
            text.append(
                    format(
                            "| %s | %d | %s | %.1f | %.1f | %s | %s |\n",
                            subject.question(),
                            subject.threads(),
                            subject.name(),
                            figures.nanos(subject),
                            figures.bytes(subject),
                            ratio(subject, subject.beside("ClockRead", "nanoTime")),
                            ratio(subject, subject.beside("ours"))));
        }
        return text + "\n" + readings() + "\n" + targets() + "\n" + run();
    }

    private String ratio(Subject subject, Subject base) {
        return figures.ratio(subject, base).map(Report::spread).orElse(NONE);
    }

    /** The machine and the readings of the harnesses; the rest is in the file of JMH. */
    String json() {
        String readings =
                figures.readings().stream()
                        .map(
                                each ->
                                        format(
                                                "{\"harness\": %s, \"what\": %s, \"value\": %s,"
                                                        + " \"unit\": %s}",
                                                Json.quoted(each.question()),
                                                Json.quoted(each.what()),
                                                each.value(),
                                                Json.quoted(each.unit())))
                        .collect(Collectors.joining(",\n    "));
        return "{\n  \"machine\": "
                + Json.object(machine)
                + ",\n  \"readings\": [\n    "
                + readings
                + "\n  ]\n}\n";
    }

    /** The charts, by the name of their file. */
    Map<String, BarChart> charts() {
        Map<String, BarChart> charts = new LinkedHashMap<>();
        charts.put("admitted.svg", direct("AdmittedCall", "Time of an admitted call, × ours"));
        charts.put("rejected.svg", direct("RejectedCall", "Time of a rejected call, × ours"));
        charts.put(
                "beans.svg",
                new BarChart(
                        "Time of a call of a bean in Weld, × ours",
                        List.of(
                                beans(
                                        "admitted",
                                        "oursAdmitted",
                                        "plain",
                                        "interceptorThatDoesNothing",
                                        "oursAdmitted",
                                        "resilience4jAdmitted",
                                        "smallRyeAdmitted"),
                                beans(
                                        "rejected",
                                        "oursRejected",
                                        "interceptorThatThrows",
                                        "oursRejected",
                                        "resilience4jRejected",
                                        "smallRyeRejected"))));
        charts.put(
                "without-container.svg",
                new BarChart(
                        "Time of a call without a container, × ours",
                        List.of(group("", 1, "WrappedCall", "ours", wrapped()))));
        return charts;
    }

    private List<String> wrapped() {
        return figures.subjects().stream()
                .filter(subject -> subject.question().equals("WrappedCall"))
                .map(Subject::name)
                .toList();
    }

    private BarChart direct(String question, String title) {
        return new BarChart(
                title,
                THREADS.stream()
                        .map(
                                threads ->
                                        group(
                                                threads + (threads == 1 ? " thread" : " threads"),
                                                threads,
                                                question,
                                                "ours",
                                                DIRECT))
                        .toList());
    }

    private BarChart.Group beans(String heading, String ours, String... names) {
        return group(heading, 1, "BeanCall", ours, List.of(names));
    }

    private BarChart.Group group(
            String heading, int threads, String question, String ours, List<String> names) {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (String name : names) {
            Subject subject = new Subject(question, threads, name);
            figures.ratio(subject, subject.beside(ours))
                    .ifPresent(
                            ratio ->
                                    bars.add(
                                            new BarChart.Bar(
                                                    label(name),
                                                    ratio.median(),
                                                    name.equals(ours))));
        }
        return new BarChart.Group(heading, bars);
    }

    /** The generated parts of a document, by name. */
    Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("admitted", image("admitted.svg") + direct("AdmittedCall"));
        parts.put("rejected", image("rejected.svg") + direct("RejectedCall"));
        parts.put("beans", image("beans.svg") + table("BeanCall", "oursAdmitted"));
        parts.put(
                "without a container",
                image("without-container.svg") + table("WrappedCall", "ours"));
        parts.put("telemetry", table("MeasuredCall", "ours"));
        parts.put("keys", table("KeyedCall", "mapOfLimiters 1"));
        parts.put(
                "many limiters",
                table("ManyLimiters", "ours 1") + table("BesideWaiters", "ours 0"));
        parts.put("waiting", table("WaitingCall", "ours"));
        parts.put("handle", table("HandleCall", "ours"));
        parts.put("once", once());
        parts.put("harnesses", readings());
        parts.put("targets", targets());
        parts.put("run", run());
        return parts;
    }

    private String image(String file) {
        BarChart chart = charts().get(file);
        return chart == null || chart.groups().stream().allMatch(group -> group.bars().isEmpty())
                ? NONE
                : "![" + chart.text().replace("]", "\\]") + "](benchmarks/" + file + ")\n\n";
    }

    private String direct(String question) {
        StringBuilder text = new StringBuilder();
        text.append("| ns per call (B per call; × ours) | 1 thread | 2 threads | 4 threads |\n");
        text.append("| --- | ---: | ---: | ---: |\n");
        for (String name : DIRECT) {
            row(text, label(name), threads -> cell(new Subject(question, threads, name)));
        }
        row(
                text,
                "`System.nanoTime()` alone",
                threads -> cell(new Subject("ClockRead", threads, "nanoTime")));
        return text.toString();
    }

    private interface Cell {
        String of(int threads);
    }

    private static void row(StringBuilder text, String label, Cell cell) {
        text.append("| ")
                .append(label)
                .append(" | ")
                .append(THREADS.stream().map(cell::of).collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    private String cell(Subject subject) {
        if (!figures.has(subject)) {
            return "—";
        }
        boolean base = subject.name().equals("ours") || subject.name().equals("nanoTime");
        String ratio =
                base
                        ? NONE
                        : figures.ratio(subject, subject.beside("ours"))
                                .map(spread -> format("; %.2f ×", spread.median()))
                                .orElse(NONE);
        return format("%.0f (%.0f%s)", figures.nanos(subject), figures.bytes(subject), ratio);
    }

    /** All subjects of a question, with their ratios to one of them. */
    private String table(String question, String base) {
        StringBuilder text = new StringBuilder();
        text.append("| ")
                .append(question)
                .append(" | threads | ns per call | B per call | × ")
                .append(label(base))
                .append(" |\n| --- | ---: | ---: | ---: | ---: |\n");
        for (Subject subject : subjects(question)) {
            text.append(
                    format(
                            "| %s | %d | %s | %.0f | %s |\n",
                            label(subject.name()),
                            subject.threads(),
                            nanos(figures.nanos(subject)),
                            figures.bytes(subject),
                            figures.ratio(subject, subject.beside(base))
                                    .map(Report::spread)
                                    .orElse(NONE)));
        }
        return text.append('\n').toString();
    }

    private List<Subject> subjects(String question) {
        return figures.subjects().stream()
                .filter(subject -> subject.question().equals(question))
                .toList();
    }

    /** What happens once in the life of an application, each time in a cold JVM. */
    private String once() {
        StringBuilder text = new StringBuilder();
        text.append("| once, cold | ms | MB allocated | × without |\n");
        text.append("| --- | ---: | ---: | ---: |\n");
        Stream.of("SmallStart", "LargeStart", "Creation")
                .flatMap(question -> subjects(question).stream())
                .forEach(
                        subject ->
                                text.append(
                                        format(
                                                "| %s, %s | %.0f | %.0f | %s |\n",
                                                subject.question(),
                                                label(subject.name()),
                                                figures.nanos(subject) / 1e6,
                                                figures.bytes(subject) / 1e6,
                                                figures.ratio(subject, subject.beside("without"))
                                                        .map(Report::spread)
                                                        .orElse(NONE))));
        return text.toString();
    }

    private String readings() {
        StringBuilder text = new StringBuilder();
        text.append("| harness | what | measured |\n| --- | --- | ---: |\n");
        for (Reading each : figures.readings()) {
            text.append("| ")
                    .append(each.question())
                    .append(" | ")
                    .append(each.what())
                    .append(" | ")
                    .append(value(each))
                    .append(" |\n");
        }
        return text.toString();
    }

    private static String value(Reading reading) {
        String number = format(Math.abs(reading.value()) < 10 ? "%.2f" : "%.0f", reading.value());
        return reading.unit().isEmpty()
                ? format("%.0f", reading.value())
                : number + " " + reading.unit();
    }

    private String targets() {
        return "| | target | measured |\n| --- | --- | --- |\n"
                + Targets.of(figures).stream()
                        .map(
                                each ->
                                        "| "
                                                + each.id()
                                                + " | "
                                                + each.target()
                                                + " | "
                                                + each.measured()
                                                + " |\n")
                        .collect(Collectors.joining());
    }

    private String run() {
        return "| | |\n| --- | --- |\n"
                + machine.entrySet().stream()
                        .map(fact -> "| " + fact.getKey() + " | " + fact.getValue() + " |\n")
                        .collect(Collectors.joining());
    }

    private static String spread(Spread spread) {
        return spread.least() == spread.most()
                ? format("%.2f", spread.median())
                : format("%.2f (%.2f–%.2f)", spread.median(), spread.least(), spread.most());
    }

    private static String nanos(double nanos) {
        return format(nanos < 100 ? "%.1f" : "%.0f", nanos);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a jar of Error Prone
    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** What a reader calls the method of a benchmark. */
    private String label(String name) {
        int end = name.indexOf(' ');
        String method = end < 0 ? name : name.substring(0, end);
        String parameter = end < 0 ? NONE : ", " + name.substring(end + 1);
        return switch (method) {
                    case "resilience4j" -> peer("Resilience4j");
                    case "resilience4jAdmitted" -> peer("Resilience4j") + ", admitted";
                    case "resilience4jRejected" -> peer("Resilience4j") + ", rejected";
                    case "bucket4j" -> peer("Bucket4j");
                    case "guava" -> peer("Guava");
                    case "failsafe" -> peer("Failsafe");
                    case "smallRye" -> "SmallRye " + version("SmallRye Fault Tolerance");
                    case "smallRyeAdmitted" -> "SmallRye, admitted";
                    case "smallRyeRejected" -> "SmallRye, rejected";
                    default -> words(method);
                }
                + parameter;
    }

    private static String words(String method) {
        return method.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
    }

    private String peer(String name) {
        return (name + " " + version(name)).strip();
    }

    private String version(String name) {
        return machine.getOrDefault(name, NONE);
    }
}
