// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;

/** What a compiler with the processor makes of sources. */
final class Compilation {

    /** What compilers the processor runs in. */
    enum Tool {
        JAVAC("-Xlint:all") {
            @Override
            JavaCompiler compiler() {
                return ToolProvider.getSystemJavaCompiler();
            }
        },
        ECJ("-warn:+all") {
            @Override
            JavaCompiler compiler() {
                return new EclipseCompiler();
            }
        };

        private final String warnings;

        Tool(String warnings) {
            this.warnings = warnings;
        }

        abstract JavaCompiler compiler();
    }

    private static final Pattern TYPE =
            Pattern.compile("(?m)^[^/*\\n]*\\b(?:class|interface|enum|record) ([\\w$]+)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    final boolean succeeded;
    final List<Diagnostic<? extends JavaFileObject>> diagnostics;
    private final Path classes;
    private final Map<String, String> generated = new TreeMap<>();

    private Compilation(Tool tool, Processor processor, List<String> more, String... sources) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        JavaCompiler compiler = tool.compiler();
        try {
            Path folder = Files.createTempDirectory(Path.of("target"), "compilation");
            classes = Files.createDirectory(folder.resolve("classes"));
            Path wrappers = Files.createDirectory(folder.resolve("generated"));
            List<Path> files = new ArrayList<>();
            for (String source : sources) {
                Path file = folder.resolve("src").resolve(name(source) + ".java");
                Files.createDirectories(file.getParent());
                files.add(Files.writeString(file, source));
            }
            List<String> options =
                    new ArrayList<>(
                            List.of(
                                    "--release",
                                    "17",
                                    tool.warnings,
                                    "-classpath",
                                    System.getProperty("java.class.path"),
                                    "-d",
                                    classes.toString(),
                                    "-s",
                                    wrappers.toString()));
            options.addAll(more);
            try (StandardJavaFileManager manager =
                    compiler.getStandardFileManager(said, Locale.ROOT, StandardCharsets.UTF_8)) {
                JavaCompiler.CompilationTask task =
                        compiler.getTask(
                                new StringWriter(),
                                manager,
                                said,
                                options,
                                null,
                                manager.getJavaFileObjectsFromPaths(files));
                task.setProcessors(List.of(processor, new ClaimingProcessor()));
                succeeded = task.call();
            }
            diagnostics = said.getDiagnostics();
            try (Stream<Path> found = Files.walk(wrappers)) {
                for (Path file : found.filter(Files::isRegularFile).toList()) {
                    String name = wrappers.relativize(file).toString().replace('/', '.');
                    generated.put(
                            name.substring(0, name.length() - ".java".length()),
                            Files.readString(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Compilation of(Tool tool, List<String> options, String... sources) {
        return new Compilation(tool, new RateLimiterProcessor(), options, sources);
    }

    /** With a processor that wraps ours. */
    static Compilation of(Processor processor, String... sources) {
        return new Compilation(Tool.JAVAC, processor, List.of(), sources);
    }

    /** With javac and all warnings. */
    static Compilation of(String... sources) {
        return of(Tool.JAVAC, List.of(), sources);
    }

    private static String name(String source) {
        Matcher type = TYPE.matcher(source);
        assertThat(type.find()).as(source).isTrue();
        Matcher owner = PACKAGE.matcher(source);
        return owner.find()
                ? owner.group(1).replace('.', '/') + "/" + type.group(1)
                : type.group(1);
    }

    /** Everything that was said, a line each: kind, line, what it points at, and the message. */
    String said() {
        StringBuilder said = new StringBuilder();
        for (Diagnostic<? extends JavaFileObject> each : diagnostics) {
            said.append(each.getKind())
                    .append(" in line ")
                    .append(each.getLineNumber())
                    .append(" at ")
                    .append(pointedAt(each))
                    .append(": ")
                    .append(each.getMessage(Locale.ROOT))
                    .append('\n');
        }
        return said.toString();
    }

    /** What was said of generated sources. */
    String saidOfWrappers() {
        StringBuilder said = new StringBuilder();
        for (Diagnostic<? extends JavaFileObject> each : diagnostics) {
            JavaFileObject source = each.getSource();
            if (source != null && source.getName().contains(WrapperSource.SUFFIX)) {
                said.append(pointedAt(each))
                        .append(": ")
                        .append(each.getMessage(Locale.ROOT))
                        .append('\n');
            }
        }
        return said.toString();
    }

    private static String pointedAt(Diagnostic<? extends JavaFileObject> diagnostic) {
        JavaFileObject source = diagnostic.getSource();
        if (source == null || diagnostic.getPosition() < 0) {
            return "nothing";
        }
        try {
            String text =
                    Files.readString(Path.of(source.toUri()))
                            .substring((int) diagnostic.getPosition());
            return text.lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Compilation withoutAWord() {
        assertThat(said()).as(() -> String.join("\n", generated.values())).isEmpty();
        assertThat(succeeded).isTrue();
        return this;
    }

    /** The generated sources by the names of their classes. */
    Map<String, String> generated() {
        return generated;
    }

    /** Loads what was compiled. */
    ClassLoader loader() throws IOException {
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, Compilation.class.getClassLoader());
    }
}
