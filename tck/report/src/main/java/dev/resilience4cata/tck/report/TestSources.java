// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Finds the tests of a source folder, and what they cite, with the parser of the compiler. */
final class TestSources {
    private static final Set<String> TESTS =
            Set.of(
                    "Test",
                    "ParameterizedTest",
                    "RepeatedTest",
                    "TestFactory",
                    "TestTemplate",
                    "Property",
                    "Example",
                    "ArchTest");

    /** Of jcstress, which tests by a class. */
    private static final String STRESS_TEST = "JCStressTest";

    private static final Pattern SENTENCE = Pattern.compile("\\b[FS]\\d+\\b");
    private static final Pattern SITUATIONS =
            Pattern.compile("\\b[Ss]ituations? (\\d+(?:(?:, | and | or )\\d+)*)");
    private static final Pattern LINE_COMMENT = Pattern.compile("//(.*)");

    private final Map<String, Type> types = new TreeMap<>();

    private TestSources() {}

    /** The tests of all classes that can run, sorted by class; those of a class as they stand. */
    static List<TestCase> read(Path folder) throws IOException {
        TestSources sources = new TestSources();
        sources.parse(folder);
        return sources.types.values().stream().flatMap(sources::tests).toList();
    }

    private void parse(Path folder) throws IOException {
        List<Path> paths;
        try (Stream<Path> files = Files.walk(folder)) {
            paths = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    null,
                                    null,
                                    files.getJavaFileObjectsFromPaths(paths));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(trees, unit).scan(unit, null);
            }
        }
    }

    private Stream<TestCase> tests(Type type) {
        if (type.isAbstract) {
            return Stream.empty();
        }
        Map<String, Test> tests = new LinkedHashMap<>();
        Set<String> tags = new TreeSet<>();
        for (Type each = type; each != null; each = superclass(each)) {
            Set<String> ofTypes = union(each.cited(), type.cited());
            each.tests.forEach(
                    (name, test) ->
                            tests.putIfAbsent(
                                    name, new Test(union(test.cited, ofTypes), test.tags)));
            tags.addAll(each.tags());
        }
        return tests.entrySet().stream()
                .map(
                        test ->
                                new TestCase(
                                        type.name,
                                        test.getKey(),
                                        test.getValue().cited,
                                        union(test.getValue().tags, tags)));
    }

    private @Nullable Type superclass(Type type) {
        for (Type outer = type.outer; outer != null; outer = outer.outer) {
            Type nested = types.get(outer.name + "$" + type.superclass);
            if (nested != null) {
                return nested;
            }
        }
        return types.get(type.name.substring(0, type.name.lastIndexOf('.') + 1) + type.superclass);
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    /** The ids in a comment. */
    private static Set<String> cited(String comment) {
        String line = comment.replaceAll("\\s+", " ");
        Set<String> ids = new TreeSet<>();
        SENTENCE.matcher(line).results().forEach(found -> ids.add(found.group()));
        SITUATIONS
                .matcher(line)
                .results()
                .forEach(found -> ids.addAll(List.of(found.group(1).split("\\D+"))));
        return ids;
    }

    /** A method or a field, with what its own lines say. */
    private record Test(Set<String> cited, Set<String> tags) {}

    private static Set<String> tags(ModifiersTree modifiers) {
        Set<String> tags = new TreeSet<>();
        for (AnnotationTree annotation : modifiers.getAnnotations()) {
            if (name(annotation).equals("Tag")) {
                String argument = annotation.getArguments().get(0).toString();
                tags.add(argument.substring(argument.indexOf('"')).replace("\"", ""));
            }
        }
        return tags;
    }

    private static String name(AnnotationTree annotation) {
        String name = annotation.getAnnotationType().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** A class, with what its own lines say. */
    private static final class Type {
        final String name;
        final @Nullable Type outer;
        final String superclass;
        final boolean isAbstract;
        final Set<String> ownCited;
        final Set<String> ownTags;
        final Map<String, Test> tests = new LinkedHashMap<>();

        Type(String name, @Nullable Type outer, ClassTree tree, Set<String> cited) {
            this.name = name;
            this.outer = outer;
            this.superclass =
                    tree.getExtendsClause() == null
                            ? ""
                            : tree.getExtendsClause().toString().replace('.', '$');
            this.isAbstract = tree.getModifiers().getFlags().contains(Modifier.ABSTRACT);
            this.ownCited = cited;
            this.ownTags = TestSources.tags(tree.getModifiers());
        }

        /** With those of the classes around it. */
        Set<String> cited() {
            return outer == null ? ownCited : union(ownCited, outer.cited());
        }

        /** Likewise. */
        Set<String> tags() {
            return outer == null ? ownTags : union(ownTags, outer.tags());
        }
    }

    private final class Scanner extends TreePathScanner<Void, @Nullable Type> {
        private final Trees trees;
        private final CompilationUnitTree unit;
        private final String source;

        Scanner(Trees trees, CompilationUnitTree unit) {
            this.trees = trees;
            this.unit = unit;
            try {
                this.source = unit.getSourceFile().getCharContent(true).toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public @Nullable Void visitClass(ClassTree tree, @Nullable Type outer) {
            String prefix = outer == null ? unit.getPackageName() + "." : outer.name + "$";
            Type type =
                    new Type(prefix + tree.getSimpleName(), outer, tree, cited(documentation()));
            for (AnnotationTree annotation : tree.getModifiers().getAnnotations()) {
                if (name(annotation).equals(STRESS_TEST) && outer != null) {
                    outer.tests.put(
                            tree.getSimpleName().toString(), new Test(type.ownCited, Set.of()));
                }
            }
            types.put(type.name, type);
            return super.visitClass(tree, type);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree tree, @Nullable Type type) {
            return visitMember(tree, tree.getName(), tree.getModifiers(), tree.getBody(), type);
        }

        @Override
        public @Nullable Void visitVariable(VariableTree tree, @Nullable Type type) {
            return visitMember(
                    tree, tree.getName(), tree.getModifiers(), tree.getInitializer(), type);
        }

        private @Nullable Void visitMember(
                Tree tree,
                CharSequence name,
                ModifiersTree modifiers,
                @Nullable Tree content,
                @Nullable Type type) {
            boolean isTest =
                    modifiers.getAnnotations().stream().anyMatch(a -> TESTS.contains(name(a)));
            if (isTest && content != null && type != null) {
                String header = source.substring(start(tree), start(content));
                String comments =
                        LINE_COMMENT
                                .matcher(header)
                                .results()
                                .map(found -> found.group(1))
                                .collect(Collectors.joining(" "));
                type.tests.put(
                        name.toString(),
                        new Test(cited(documentation() + " " + comments), tags(modifiers)));
            }
            return null; // what is inside is no member
        }

        private int start(Tree tree) {
            return (int) trees.getSourcePositions().getStartPosition(unit, tree);
        }

        private String documentation() {
            @Nullable String comment = trees.getDocComment(getCurrentPath());
            return comment == null ? "" : comment;
        }
    }
}
