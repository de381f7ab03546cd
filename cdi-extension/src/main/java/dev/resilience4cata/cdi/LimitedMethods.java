// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimitText;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Misplaced;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.impl.PromisedLimits;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the limited methods of a bean class, from the container's metadata, in which other
 * extensions may have added and removed annotations.
 */
final class LimitedMethods {

    private static final Set<String> MESSAGE_DRIVEN = Set.of("jakarta.ejb.MessageDriven");

    private static final Set<String> REST_CLIENTS =
            Set.of("org.eclipse.microprofile.rest.client.inject.RegisterRestClient");

    private static final Set<String> RESOURCES = Set.of("jakarta.ws.rs.Path");

    private static final Comparator<ErasedMethod> BY_NAME =
            (a, b) -> {
                int names = a.name().compareTo(b.name());
                return names != 0 ? names : a.toString().compareTo(b.toString());
            };

    private final BeanManager beanManager;
    private final CarriedLimits annotations;
    private final Map<Class<?>, Map<ErasedMethod, PromisedLimits<ImplementedLimits.Carrier>>>
            implemented;
    private final Problems problems;
    private final Problems warnings;
    private final Map<Class<?>, Set<ErasedMethod>> inheritable = new HashMap<>();

    /**
     * Creates a finder.
     *
     * @param annotations finds limits
     * @param implemented the limits that classes have from what they implement
     */
    LimitedMethods(
            BeanManager beanManager,
            CarriedLimits annotations,
            Map<Class<?>, Map<ErasedMethod, PromisedLimits<ImplementedLimits.Carrier>>> implemented,
            Problems problems,
            Problems warnings) {
        this.beanManager = beanManager;
        this.annotations = annotations;
        this.implemented = implemented;
        this.problems = problems;
        this.warnings = warnings;
    }

    static boolean isMessageDriven(AnnotatedType<?> type) {
        return carriesOneOf(MESSAGE_DRIVEN, type).isPresent();
    }

    static boolean isRestClient(@Nullable Class<?> type) {
        return type != null
                && type.isInterface()
                && carriesOneOf(REST_CLIENTS, List.of(type.getAnnotations())).isPresent();
    }

    /** The limited methods of a bean class; for most classes there are none. */
    List<LimitedMethod> of(Class<?> beanClass, AnnotatedType<?> type, boolean session) {
        @Nullable RateLimiter onType = annotations.find(type.getAnnotations());
        if (onType == null && !concerns(beanClass, type)) {
            return List.of(); // almost always
        }
        Map<ErasedMethod, PromisedLimits<ImplementedLimits.Carrier>> promises =
                new HashMap<>(implemented.getOrDefault(beanClass, Map.of()));
        List<LimitedMethod> limited = new ArrayList<>();
        boolean isInterface = beanClass.isInterface(); // of a REST client
        Class<?> declared = declared(beanClass);
        for (AnnotatedMethod<?> method : visible(methods(type), isInterface)) {
            Method member = method.getJavaMember();
            // A class wins over its interfaces, of whose default methods the container tells too.
            @Nullable RateLimiter onMethod =
                    onType != null && !isInterface && member.getDeclaringClass().isInterface()
                            ? null
                            : annotations.find(method.getAnnotations());
            ErasedMethod key = ErasedMethod.of(member);
            String id = key.id(declared);
            PromisedLimits<ImplementedLimits.Carrier> promised = promises.remove(key);
            if (isInterface && member.getDeclaringClass() != beanClass) {
                if (onMethod != null || onType != null) {
                    warnOfInheritedMethod(id);
                }
            } else if (promised != null && onType == null) {
                if (onMethod != null) { // another extension may have removed what was copied
                    promised.conflict(
                                    id, "Put the annotation that holds on the method of the class.")
                            .ifPresent(text -> problems.add(ErrorCode.INTERFACE_CONFLICT, text));
                    String promisedId = promised.nearest().id();
                    List<Integer> keys = promised.nearest().keys();
                    limited.add(
                            limited(type, method, session, onMethod, promisedId, promisedId, keys));
                }
            } else if (onMethod != null && checkInterceptable(beanClass, method, id)) {
                limited.add(limited(type, method, session, onMethod, id, id, List.of()));
            } else if (onMethod == null && onType != null && isLimited(beanClass, method)) {
                limited.add(
                        limited(type, method, session, onType, id, beanClass.getName(), List.of()));
            } else if (onMethod == null) {
                warnOfDroppedAnnotation(method, id);
            }
        }
        for (ErasedMethod unseen : sorted(promises.keySet())) {
            String place = requireNonNull(promises.get(unseen)).nearest().id();
            warnOfUnseenMethod(place, unseen, beanClass);
        }
        if (onType != null && !isInterface) {
            unseenDefaultMethods(beanClass, type)
                    .forEach(unseen -> warnOfUnseenMethod(beanClass.getName(), unseen, beanClass));
        }
        if (!limited.isEmpty() && !session) {
            checkScopeOfResource(type);
        }
        return limited;
    }

    /** Quarkus writes a class for a REST client, with the annotations of the interface. */
    private static Class<?> declared(Class<?> beanClass) {
        if (beanClass.isSynthetic()) {
            for (Class<?> each : beanClass.getInterfaces()) {
                if (isRestClient(each)) {
                    return each;
                }
            }
        }
        return beanClass;
    }

    private void warnOfInheritedMethod(String id) {
        warnings.add(
                ErrorCode.NOT_INTERCEPTABLE,
                LimiterDeclaration.annotation("", id)
                        + ": the interface of the client inherits the method, so no call of it is"
                        + " limited. Also declare it in that interface, with the annotation.");
    }

    /** Whether there is something to say of a class that carries nothing itself. */
    private boolean concerns(Class<?> beanClass, AnnotatedType<?> type) {
        if (beanClass.isInterface() || implemented.containsKey(beanClass)) {
            return true;
        }
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (annotations.find(method.getAnnotations()) != null) {
                return true;
            }
        }
        for (Class<?> each = beanClass.getSuperclass(); each != null; each = each.getSuperclass()) {
            if (!inheritable(each).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** An override says what holds, by what it leaves out too; few who write one know that. */
    private void warnOfDroppedAnnotation(AnnotatedMethod<?> method, String id) {
        Method override = method.getJavaMember();
        Class<?> superclass = override.getDeclaringClass().getSuperclass();
        for (Class<?> each = superclass; each != null; each = each.getSuperclass()) {
            if (inheritable(each).contains(ErasedMethod.of(override))) {
                warnings.add(
                        ErrorCode.NOT_INTERCEPTABLE,
                        Misplaced.dropped(ErasedMethod.of(override).id(each), id));
                return;
            }
        }
    }

    /** The methods of a superclass that carry a limit. */
    private Set<ErasedMethod> inheritable(Class<?> superclass) {
        Set<ErasedMethod> known = inheritable.get(superclass);
        if (known == null) {
            known = new HashSet<>();
            if (superclass != Object.class) {
                for (Method method : superclass.getDeclaredMethods()) {
                    if ((method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0
                            && annotations.find(List.of(method.getAnnotations())) != null) {
                        known.add(ErasedMethod.of(method));
                    }
                }
            }
            inheritable.put(superclass, known);
        }
        return known;
    }

    /** OpenWebBeans shows no default methods, and does not intercept what it does not show. */
    private static List<ErasedMethod> unseenDefaultMethods(
            Class<?> beanClass, AnnotatedType<?> type) {
        Set<ErasedMethod> seen =
                type.getMethods().stream()
                        .map(method -> ErasedMethod.of(method.getJavaMember()))
                        .collect(Collectors.toSet());
        Method[] methods;
        try {
            methods = beanClass.getMethods();
        } catch (LinkageError e) {
            return List.of(); // a type of an optional library that is not there
        }
        return Stream.of(methods)
                .filter(method -> method.isDefault() && !method.isSynthetic())
                .map(ErasedMethod::of)
                .filter(method -> !seen.contains(method))
                .sorted(BY_NAME)
                .toList();
    }

    private void warnOfUnseenMethod(String place, ErasedMethod method, Class<?> beanClass) {
        warnings.add(
                ErrorCode.NOT_INTERCEPTABLE,
                LimiterDeclaration.annotation("", place)
                        + ": the container does not show that "
                        + beanClass.getName()
                        + " has the method "
                        + method
                        + ", so no call of it is limited. Override the method there.");
    }

    /** Jakarta REST makes a resource itself, past the container, unless it is a bean. */
    private void checkScopeOfResource(AnnotatedType<?> type) {
        if (carriesOneOf(RESOURCES, type).isPresent()
                && type.getAnnotations().stream().noneMatch(this::makesABean)) {
            warnings.add(
                    ErrorCode.SCOPE_MISSING,
                    "@RateLimiter on "
                            + type.getJavaClass().getName()
                            + ": the class is a REST resource without a scope, so the server may"
                            + " make it itself, and then no call of it is limited. Give it a scope,"
                            + " for example @RequestScoped.");
        }
    }

    private boolean makesABean(Annotation annotation) {
        Class<? extends Annotation> type = annotation.annotationType();
        return beanManager.isScope(type) || beanManager.isStereotype(type);
    }

    private LimitedMethod limited(
            AnnotatedType<?> type,
            AnnotatedMethod<?> annotated,
            boolean session,
            RateLimiter annotation,
            String id,
            String place,
            List<Integer> promisedKeys) {
        Method method = annotated.getJavaMember();
        List<Integer> ownKeys = keys(annotated);
        KeySource keys =
                new KeySource(ownKeys.isEmpty() ? promisedKeys : ownKeys, annotation.keyedBy());
        keys.check(List.of(method.getParameterTypes()), id, problems, warnings);
        Optional<String> unsupported = CallStyle.unsupported(method);
        if (unsupported.isPresent()) {
            warnings.add(ErrorCode.SYNCHRONOUS_ONLY, Misplaced.synchronous(id, unsupported.get()));
        }
        Surroundings surroundings = Surroundings.of(type, annotated);
        return new LimitedMethod(
                ErasedMethod.of(method),
                LimitText.of(annotation).declaration(id, place, problems),
                isMessageDriven(type)
                        ? CallStyle.MESSAGE
                        : CallStyle.of(method, surroundings.annotations().keySet(), session),
                keys,
                surroundings);
    }

    private static List<Integer> keys(AnnotatedMethod<?> method) {
        List<Integer> keys = new ArrayList<>();
        for (AnnotatedParameter<?> parameter : method.getParameters()) {
            if (parameter.isAnnotationPresent(RateLimitKey.class)) {
                keys.add(parameter.getPosition());
            }
        }
        return keys;
    }

    /** Containers show what a class inherits, but not what an interface does. */
    private List<AnnotatedMethod<?>> methods(AnnotatedType<?> type) {
        List<AnnotatedMethod<?>> methods = new ArrayList<>(type.getMethods());
        if (type.getJavaClass().isInterface()) {
            for (Class<?> supertype : type.getJavaClass().getInterfaces()) {
                methods.addAll(methods(beanManager.createAnnotatedType(supertype)));
            }
        }
        return methods;
    }

    /**
     * Without bridges and without what a subclass overrides or implements: its annotations count.
     * Sorted, so that a refused deployment reads the same each time.
     */
    static List<AnnotatedMethod<?>> visible(Collection<? extends AnnotatedMethod<?>> methods) {
        return visible(methods, false);
    }

    private static List<AnnotatedMethod<?>> visible(
            Collection<? extends AnnotatedMethod<?>> methods, boolean abstractToo) {
        Map<ErasedMethod, AnnotatedMethod<?>> visible = new HashMap<>();
        for (AnnotatedMethod<?> method : methods) {
            Method member = method.getJavaMember();
            if (!member.isSynthetic()
                    && (abstractToo || !Modifier.isAbstract(member.getModifiers()))) {
                ErasedMethod key = ErasedMethod.of(member);
                AnnotatedMethod<?> other = visible.get(key);
                if (other == null || !declaredBelow(other, method)) {
                    visible.put(key, method);
                }
            }
        }
        List<AnnotatedMethod<?>> methodsByName = new ArrayList<>();
        for (ErasedMethod key : sorted(visible.keySet())) {
            methodsByName.add(requireNonNull(visible.get(key)));
        }
        return methodsByName;
    }

    private static List<ErasedMethod> sorted(Set<ErasedMethod> methods) {
        List<ErasedMethod> sorted = new ArrayList<>(methods);
        sorted.sort(BY_NAME);
        return sorted;
    }

    private static boolean declaredBelow(AnnotatedMethod<?> a, AnnotatedMethod<?> b) {
        return b.getJavaMember()
                .getDeclaringClass()
                .isAssignableFrom(a.getJavaMember().getDeclaringClass());
    }

    private boolean checkInterceptable(Class<?> beanClass, AnnotatedMethod<?> method, String id) {
        Optional<String> modifier = modifier(method);
        if (modifier.isPresent()) {
            problems.add(
                    ErrorCode.NOT_INTERCEPTABLE,
                    Misplaced.method(id, "the method is " + modifier.get()));
        }
        Optional<String> callback = callback(method);
        if (callback.isPresent()) {
            warnings.add(ErrorCode.NOT_INTERCEPTABLE, Misplaced.callback(id, callback.get()));
        }
        if (ServletCalls.pass(beanClass, method.getJavaMember())) {
            warnings.add(ErrorCode.NOT_INTERCEPTABLE, Misplaced.servletMethod(id));
        }
        return isLimited(beanClass, method);
    }

    private static boolean isLimited(Class<?> beanClass, AnnotatedMethod<?> method) {
        return modifier(method).isEmpty()
                && callback(method).isEmpty()
                && method.getJavaMember().getDeclaringClass() != Object.class
                && !ServletCalls.pass(beanClass, method.getJavaMember());
    }

    private static Optional<String> modifier(AnnotatedMethod<?> method) {
        int modifiers = method.getJavaMember().getModifiers();
        if (Modifier.isPrivate(modifiers) && carriesOneOf(Misplaced.TIMEOUTS, method).isEmpty()) {
            return Optional.of("private");
        }
        return Modifier.isStatic(modifiers) ? Optional.of("static") : Optional.empty();
    }

    private static Optional<String> callback(AnnotatedMethod<?> method) {
        return carriesOneOf(Misplaced.CALLBACKS, method);
    }

    /** The name of the type of an annotation of an element, if it is one of these. */
    private static Optional<String> carriesOneOf(Set<String> names, Annotated element) {
        return carriesOneOf(names, element.getAnnotations());
    }

    private static Optional<String> carriesOneOf(
            Set<String> names, Collection<Annotation> annotations) {
        for (Annotation annotation : annotations) {
            String name = annotation.annotationType().getName();
            if (names.contains(name)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }
}
