// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.PromisedLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/** The text of one wrapper. Not safe for use by several threads. */
final class WrapperSource {

    static final String SUFFIX = "$Resilient";

    private static final String POLICY = RateLimiterPolicy.class.getName();
    private static final String RESOLVER = "dev.resilience4cata.KeyResolver";
    private static final String CONTEXT = "dev.resilience4cata.KeyContext";
    private static final String REGISTRY = ResilienceRegistry.class.getName();

    /** What a type may have that its wrapper has to repeat; "all" is for Eclipse. */
    private static final String SUPPRESSED =
            "{\"all\", \"deprecation\", \"exports\", \"overloads\","
                    + " \"rawtypes\", \"removal\", \"serial\", \"try\", \"unchecked\"}";

    private final Model model;
    private final TypeElement type;
    private final InterfaceMethods methods;
    private final TypeNames names;
    private final StringBuilder text = new StringBuilder();

    /** The declaration of each policy; its place is the number of the field. */
    private final List<LimiterDeclaration> policies = new ArrayList<>();

    /** By the id of the method, or by the whole annotation if it has a name. */
    private final Map<Object, Integer> numbers = new HashMap<>();

    /** Who says keys, by the name of the class; their place is the number of the field. */
    private final List<String> resolvers = new ArrayList<>();

    WrapperSource(Model model, TypeElement type, InterfaceMethods methods) {
        this.model = model;
        this.type = type;
        this.methods = methods;
        this.names = new TypeNames(model, model.elements.getPackageOf(type));
    }

    /** {@code Outer$Inner$Resilient}. */
    static String simpleName(Model model, TypeElement type) {
        String name = model.binaryName(type);
        return name.substring(name.lastIndexOf('.') + 1) + SUFFIX;
    }

    /** Empty if something is wrong with a limit, or if the package cannot name all types. */
    Optional<String> text() {
        List<String> wrong = new ArrayList<>();
        for (InterfaceMethods.Inherited method : methods.all()) {
            PromisedLimits<TypeElement> limits = method.limits();
            if (limits != null) {
                PromisedLimits.Source<TypeElement> source = limits.nearest();
                LimiterDeclaration declaration =
                        source.limit()
                                .declaration(
                                        source.id(),
                                        source.id(),
                                        (attribute, e) -> wrong.add(e.getMessage()));
                if (numbers.putIfAbsent(key(source), policies.size()) == null) {
                    policies.add(declaration);
                }
                String keyedBy = source.limit().keyedBy();
                if (!keyedBy.isEmpty() && !resolvers.contains(keyedBy)) {
                    resolvers.add(keyedBy);
                }
            }
        }
        if (!wrong.isEmpty()) {
            return Optional.empty(); // the check has reported it
        }
        writeClass();
        return names.complete() ? Optional.of(text.toString()) : Optional.empty();
    }

    private static Object key(PromisedLimits.Source<TypeElement> source) {
        return source.limit().name().isBlank() ? source.id() : source.limit();
    }

    private void write(String part) {
        text.append(part);
    }

    private void writeClass() {
        DeclaredType self = (DeclaredType) type.asType();
        List<TypeVariable> variables =
                self.getTypeArguments().stream().map(TypeVariable.class::cast).toList();
        writeHead(variables);
        String visibility = isPublic() ? "public " : "";
        String wrapper = simpleName(model, type);
        write(
                """
                @java.lang.SuppressWarnings(%s)
                %sfinal class %s%s implements %s {

                    private final %s delegate;
                """
                        .formatted(
                                SUPPRESSED,
                                visibility,
                                wrapper,
                                names.parameters(variables),
                                names.name(self),
                                names.name(self)));
        for (int i = 0; i < policies.size(); i++) {
            write("    private final %s rateLimiter%s;\n".formatted(POLICY, i));
        }
        for (int i = 0; i < resolvers.size(); i++) {
            write(
                    "    private final %s keyResolver%s = new %s();\n"
                            .formatted(RESOLVER, i, resolver(resolvers.get(i))));
        }
        write(
                """

                    /**
                     * Called by {@code Resilient.of}.
                     *
                     * @param delegate gets the calls that are admitted
                     * @param registry holds the limiters
                     */
                    %s%s(%s delegate, %s registry) {
                        this.delegate = delegate;
                """
                        .formatted(visibility, wrapper, names.name(self), REGISTRY));
        for (int i = 0; i < policies.size(); i++) {
            writePolicy(i, policies.get(i));
        }
        write("    }\n");
        for (InterfaceMethods.Inherited method : methods.all()) {
            writeMethod(method);
        }
        writeMethodsOfObject();
        write("}\n");
    }

    private void writeHead(List<TypeVariable> variables) {
        write("// Generated by rate-limiter-processor from %s\n".formatted(model.binaryName(type)));
        PackageElement owner = model.elements.getPackageOf(type);
        if (!owner.isUnnamed()) {
            write("package %s;\n".formatted(owner.getQualifiedName()));
        }
        write(
                """

                /**
                 * Limits the calls of {@link %s}.
                """
                        .formatted(type.getQualifiedName()));
        if (!variables.isEmpty()) {
            write(" *\n");
            variables.forEach(
                    each -> write(" * @param <%s> as there\n".formatted(names.name(each))));
        }
        write(" */\n");
    }

    private boolean isPublic() {
        for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
            if (!each.getModifiers().contains(Modifier.PUBLIC)) {
                return false;
            }
        }
        return true;
    }

    /** The name of a class that says keys; the package cannot use all. */
    private String resolver(String binaryName) {
        TypeElement type = model.elements.getTypeElement(binaryName.replace('$', '.'));
        if (type == null || !names.canMake(type)) {
            return binaryName;
        }
        return names.name(type.asType());
    }

    private void writePolicy(int number, LimiterDeclaration policy) {
        write(
                "        this.rateLimiter%s = registry.rateLimiterPolicy(%s, %s, %s, r4c$b -> {"
                        .formatted(
                                number,
                                quoted(policy.id()),
                                quoted(policy.name()),
                                quoted(policy.config())));
        if (!policy.settings().isEmpty()) {
            write("\n");
            policy.settings()
                    .forEach(
                            (attribute, setting) ->
                                    write(
                                            "            r4c$b.%s(%s);\n"
                                                    .formatted(
                                                            attribute.key(),
                                                            value(attribute, setting.value()))));
            write("        ");
        }
        write("});\n");
    }

    /** Eclipse's {@code Elements.getConstantExpression} escapes nothing. */
    private static String quoted(String value) {
        return value.chars()
                .mapToObj(WrapperSource::escaped)
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int character) {
        if (character == '"' || character == '\\') {
            return "\\" + (char) character;
        }
        if (character < ' ') { // a line feed as backslash and u would end the line
            return "\\%03o".formatted(character);
        }
        return character > '~' ? "\\u%04x".formatted(character) : Character.toString(character);
    }

    private static String value(RateLimiterAttribute attribute, Object value) {
        return switch (attribute) {
            case PERMITS, BURST, ENABLED, MAX_KEYS, SHADOW, LEASES -> value.toString();
            case PERIOD, MAX_WAIT -> duration((Duration) value);
            case SCOPE, ON_STORE_FAILURE -> constant((Enum<?>) value);
        };
    }

    private static String constant(Enum<?> value) {
        return value.getDeclaringClass().getName() + "." + value.name();
    }

    private static String duration(Duration duration) {
        try {
            return "java.time.Duration.ofNanos(" + duration.toNanos() + "L)";
        } catch (ArithmeticException e) { // more than 292 years
            return "java.time.Duration.ofSeconds(%sL, %sL)"
                    .formatted(duration.getSeconds(), duration.getNano());
        }
    }

    private void writeMethod(InterfaceMethods.Inherited method) {
        ExecutableType as = method.as();
        String variables = names.parameters(as.getTypeVariables());
        List<TypeMirror> thrown = method.thrown();
        write(
                """

                    @Override
                    public %s%s %s(%s)%s {
                %s    }
                """
                        .formatted(
                                variables.isEmpty() ? "" : variables + " ",
                                names.name(as.getReturnType()),
                                method.name(),
                                parameters(method),
                                thrown.isEmpty() ? "" : " throws " + names.names(thrown, ", "),
                                body(method, thrown)));
    }

    private String parameters(InterfaceMethods.Inherited method) {
        List<? extends TypeMirror> types = method.as().getParameterTypes();
        int varargs = method.element().isVarArgs() ? types.size() - 1 : -1;
        return IntStream.range(0, types.size())
                .mapToObj(
                        i ->
                                i == varargs && types.get(i) instanceof ArrayType array
                                        ? names.name(array.getComponentType()) + "... p" + i
                                        : names.name(types.get(i)) + " p" + i)
                .collect(Collectors.joining(", "));
    }

    private String body(InterfaceMethods.Inherited method, List<TypeMirror> thrown) {
        TypeMirror returned = method.as().getReturnType();
        String call = call(method);
        String statement = (returned.getKind() == TypeKind.VOID ? "" : "return ") + call + ";";
        PromisedLimits<TypeElement> limits = method.limits();
        if (limits == null) {
            return "        " + statement + "\n";
        }
        String policy = policy(method, limits.nearest());
        if (model.isStage(returned)) {
            boolean keyed = !policy.equals(unkeyed(limits.nearest()));
            return asynchronous(policy, keyed, (DeclaredType) returned, call, thrown);
        }
        return """
                final %s r4c$rateLimiter = %s;
                if (!r4c$rateLimiter.tryAcquire()) {
                    throw r4c$rateLimiter.rejection();
                }
                %s
        """
                .formatted(POLICY, policy, statement);
    }

    /** The policy of a call: that of its key, if it has one. */
    private String policy(
            InterfaceMethods.Inherited method, PromisedLimits.Source<TypeElement> limit) {
        String policy = unkeyed(limit);
        String keyedBy = limit.limit().keyedBy();
        if (!keyedBy.isEmpty()) {
            String arguments =
                    IntStream.range(0, method.as().getParameterTypes().size())
                            .mapToObj(i -> ", p" + i)
                            .collect(Collectors.joining());
            return "%s.ofKey(this.keyResolver%s.resolve(%s.of(%s, new java.lang.Object[] {%s})))"
                    .formatted(
                            policy,
                            resolvers.indexOf(keyedBy),
                            CONTEXT,
                            quoted(instanceId(limit)),
                            arguments.replaceFirst(", ", ""));
        }
        String keys =
                limit.keys().stream().map(each -> "p" + each).collect(Collectors.joining(", "));
        return limit.keys().isEmpty()
                ? policy
                : policy + (limit.keys().size() == 1 ? ".ofKey(" : ".ofKeys(") + keys + ")";
    }

    private String unkeyed(PromisedLimits.Source<TypeElement> limit) {
        return "this.rateLimiter" + number(limit);
    }

    private int number(PromisedLimits.Source<TypeElement> limit) {
        return requireNonNull(numbers.get(key(limit)));
    }

    private String instanceId(PromisedLimits.Source<TypeElement> limit) {
        return policies.get(number(limit)).instanceId();
    }

    private String call(InterfaceMethods.Inherited method) {
        return method.signature().equals("equals(java.lang.Object)")
                ? equality()
                : IntStream.range(0, method.as().getParameterTypes().size())
                        .mapToObj(i -> "p" + i)
                        .collect(
                                Collectors.joining(
                                        ", ", "this.delegate." + method.name() + "(", ")"));
    }

    private String asynchronous(
            String policy,
            boolean keyed,
            DeclaredType returned,
            String call,
            List<TypeMirror> thrown) {
        List<? extends TypeMirror> arguments = returned.getTypeArguments();
        boolean known = !arguments.isEmpty() && !(arguments.get(0) instanceof WildcardType);
        String item = known ? names.name(arguments.get(0)) : "java.lang.Object";
        String stage =
                known ? call : "(%1$s<%2$s>) (%1$s<?>) %3$s".formatted(Model.STAGE, item, call);
        String raw = model.className(returned);
        String cast =
                known && raw.equals(Model.STAGE)
                        ? ""
                        : "(" + (known ? names.name(returned) : raw) + ") ";
        boolean exceptions = thrown.stream().allMatch(model::isException);
        String whole =
                "        return %s%s.<%s>callAsync(() -> %s);\n"
                        .formatted(cast, policy, item, exceptions ? stage : catching(stage, item));
        return keyed ? catchingKey(whole, (known ? "" : cast), item) : whole;
    }

    /** What a key throws is a failed stage too. */
    private static String catchingKey(String statement, String cast, String item) {
        return """
                try {
            %s        } catch (java.lang.Throwable r4c$e) {
                    return %s%s.<%s>failedFuture(r4c$e);
                }
        """
                .formatted(statement, cast, Model.FUTURE, item);
    }

    /** A {@code Callable} must not throw everything that a method may. */
    private static String catching(String stage, String item) {
        return """
                {
                            try {
                                return %s;
                            } catch (java.lang.Exception | java.lang.Error r4c$e) {
                                throw r4c$e;
                            } catch (java.lang.Throwable r4c$e) {
                                return %s.<%s>failedFuture(r4c$e);
                            }
                        }"""
                .formatted(stage, Model.FUTURE, item);
    }

    private String equality() {
        String arguments =
                type.getTypeParameters().isEmpty()
                        ? ""
                        : type.getTypeParameters().stream()
                                .map(any -> "?")
                                .collect(Collectors.joining(", ", "<", ">"));
        return "p0 instanceof %s%s r4c$other && this.delegate.equals(r4c$other.delegate)"
                .formatted(simpleName(model, type), arguments);
    }

    private void writeMethodsOfObject() {
        writeMethodOfObject("boolean", "equals", "java.lang.Object", equality());
        writeMethodOfObject("int", "hashCode", "", "this.delegate.hashCode()");
        writeMethodOfObject("java.lang.String", "toString", "", "this.delegate.toString()");
    }

    /** Unless the interface declares it. */
    private void writeMethodOfObject(
            String returned, String name, String parameter, String result) {
        String signature = name + "(" + parameter + ")";
        if (methods.all().stream().noneMatch(method -> method.signature().equals(signature))) {
            write(
                    """

                        @Override
                        public %s %s(%s) {
                            return %s;
                        }
                    """
                            .formatted(
                                    returned,
                                    name,
                                    parameter.isEmpty() ? "" : parameter + " p0",
                                    result));
        }
    }
}
