// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.NearestNames;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.impl.PromisedLimits;
import jakarta.decorator.Decorator;
import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.configurator.AnnotatedMethodConfigurator;
import jakarta.interceptor.Interceptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a deployment shows of limits, collected while it goes on; nobody needs it afterwards. Not
 * safe for use by several threads.
 */
final class Discovery {

    private record BeanClass(Class<?> type, AnnotatedType<?> annotated, boolean session) {}

    /** Where a handle is injected. */
    private record InjectedId(String id, Class<?> place, String member) {}

    private final BeanManager beanManager;
    private final ModuleResolvers resolvers;
    private final CarriedLimits annotations;
    private final Problems problems = new Problems();
    private final Problems warnings = new Problems();
    private final UninterceptedTypes unintercepted;
    private final List<BeanClass> classes = new ArrayList<>();
    private final Set<Class<?>> messageDriven = new HashSet<>();
    private final List<AnnotatedType<?>> components = new ArrayList<>();
    private final Map<Class<?>, List<LimitedMethod>> methods = new HashMap<>();

    /** Finds the limits that classes have from what they implement; null if they have none. */
    private final @Nullable ImplementedLimits interfaces;

    /** What it found. */
    private final Map<Class<?>, Map<ErasedMethod, PromisedLimits<ImplementedLimits.Carrier>>>
            implemented = new HashMap<>();

    /** Bean classes that others specialize; Weld tells of them although they are no beans. */
    private final Set<Class<?>> replaced = new HashSet<>();

    private final List<InjectedId> handles = new ArrayList<>();
    private boolean store;

    /** Of this library: more than one class if the application has it several times. */
    private final Set<Class<?>> interceptors = new HashSet<>();

    /** Those of all types. */
    private final Set<@Nullable ClassLoader> loaders = new HashSet<>();

    /**
     * Begins.
     *
     * @param resolvers know the modules
     * @param interfaces whether beans have the limits of what they implement
     */
    Discovery(BeanManager beanManager, ModuleResolvers resolvers, boolean interfaces) {
        this.beanManager = beanManager;
        this.resolvers = resolvers;
        this.annotations = new CarriedLimits(beanManager);
        this.unintercepted = new UninterceptedTypes(beanManager, annotations);
        this.interfaces = interfaces ? new ImplementedLimits(annotations) : null;
    }

    /** Notes a type, and adds to its methods the limits that they have from what they implement. */
    <X> void lookAtType(ProcessAnnotatedType<X> event) {
        AnnotatedType<X> type = event.getAnnotatedType();
        loaders.add(type.getJavaClass().getClassLoader());
        if (type.getJavaClass().getName().equals(RateLimiterInterceptor.class.getName())) {
            interceptors.add(type.getJavaClass());
        } else if (type.isAnnotationPresent(Decorator.class)) {
            unintercepted.warnOfDecorator(type);
        } else {
            if (LimitedMethods.isMessageDriven(type)) {
                messageDriven.add(type.getJavaClass());
            }
            if (interfaces != null && !type.getJavaClass().isInterface()) {
                copyImplementedLimits(event, interfaces.of(type));
            }
        }
    }

    private <X> void copyImplementedLimits(
            ProcessAnnotatedType<X> event,
            Map<ErasedMethod, PromisedLimits<ImplementedLimits.Carrier>> limits) {
        if (limits.isEmpty()) {
            return;
        }
        implemented.put(event.getAnnotatedType().getJavaClass(), limits);
        for (AnnotatedMethodConfigurator<? super X> method :
                event.configureAnnotatedType().methods()) {
            Method member = method.getAnnotated().getJavaMember();
            PromisedLimits<ImplementedLimits.Carrier> promised =
                    limits.get(ErasedMethod.of(member));
            if (promised != null && !member.isSynthetic()) {
                method.add(promised.nearest().type().annotation());
            }
        }
    }

    /** Notes a bean class of which the container shows no metadata. */
    <X> void noteBeanClass(Class<X> beanClass) {
        Map<ErasedMethod, PromisedLimits<ImplementedLimits.Carrier>> limits =
                interfaces == null
                        ? Map.of()
                        : interfaces.of(new ReflectedType<>(beanClass, Map.of()));
        Map<ErasedMethod, RateLimiter> copied = new HashMap<>();
        limits.forEach(
                (method, promised) -> copied.put(method, promised.nearest().type().annotation()));
        implemented.put(beanClass, limits);
        noteBeanClass(beanClass, new ReflectedType<>(beanClass, copied), false);
    }

    void noteBeanClass(Class<?> beanClass, AnnotatedType<?> type, boolean session) {
        resolvers.note(beanClass);
        if (!type.isAnnotationPresent(Decorator.class)) {
            classes.add(new BeanClass(beanClass, type, session));
        }
        if (type.isAnnotationPresent(Specializes.class)) {
            replaced.add(beanClass.getSuperclass());
        }
    }

    /** A bean is noted for itself, and an interceptor or a decorator is not intercepted. */
    void lookAtComponent(AnnotatedType<?> type) {
        if (!type.isAnnotationPresent(Interceptor.class)
                && !type.isAnnotationPresent(Decorator.class)) {
            components.add(type);
        }
    }

    /** The interface of a REST client is withdrawn as a type, so it is found by its bean. */
    void lookAtSyntheticBean(Bean<?> bean) {
        Class<?> beanClass = bean.getBeanClass();
        if (LimitedMethods.isRestClient(beanClass)) {
            resolvers.note(beanClass);
            classes.add(new BeanClass(beanClass, beanManager.createAnnotatedType(beanClass), true));
        } else {
            unintercepted.warnOfSyntheticBean(bean);
        }
    }

    void lookAtInjectionPoint(InjectionPoint point) {
        Class<?> place = InjectedRegistry.place(point);
        if (place == null) {
            return;
        }
        resolvers.note(place);
        for (Annotation qualifier : point.getQualifiers()) {
            if (qualifier instanceof Limiter limiter) {
                noteHandle(limiter.value(), place, point.getMember().toString());
            }
        }
    }

    /** Notes that a handle is injected into a member of a class. */
    void noteHandle(String id, Class<?> place, String member) {
        handles.add(new InjectedId(id, place, member));
    }

    /** Notes that the application has a bean that keeps shared limits. */
    void noteStore() {
        store = true;
    }

    /** Whether the application has such a bean, as far as containers tell. */
    boolean hasStore() {
        return store;
    }

    /** Message-driven beans, of which no event tells as of beans. */
    Set<Class<?>> messageDriven() {
        return messageDriven;
    }

    /**
     * Reads the limits of what was noted. A container tells of it in any order; problems are to
     * read the same each time.
     */
    void readLimits() {
        LimitedMethods limits =
                new LimitedMethods(beanManager, annotations, implemented, problems, warnings);
        Set<Class<?>> beans = new HashSet<>();
        for (BeanClass each : classes) {
            beans.add(each.type);
        }
        for (AnnotatedType<?> component : components) {
            if (!beans.contains(component.getJavaClass())) {
                noteBeanClass(component.getJavaClass(), component, true);
            }
        }
        components.clear();
        // What is both a bean and a component stays on its thread.
        classes.sort(
                (a, b) -> {
                    int names = a.type.getName().compareTo(b.type.getName());
                    return names != 0 ? names : Boolean.compare(b.session, a.session);
                });
        for (BeanClass each : classes) {
            List<LimitedMethod> limited = limits.of(each.type, each.annotated, each.session);
            if (!limited.isEmpty()) {
                methods.putIfAbsent(each.type, limited);
            }
        }
        unintercepted.report(warnings);
        classes.clear();
        implemented.clear();
        methods.keySet().removeAll(replaced);
    }

    /** The ids of all limiters, whether or not their values are right. */
    Set<String> instanceIds() {
        return instanceIds(type -> true);
    }

    private Set<String> instanceIds(Predicate<Class<?>> classes) {
        Set<String> ids = new TreeSet<>();
        for (Map.Entry<Class<?>, List<LimitedMethod>> type : methods.entrySet()) {
            if (classes.test(type.getKey())) {
                for (LimitedMethod method : type.getValue()) {
                    ids.add(method.declaration().instanceId());
                }
            }
        }
        return ids;
    }

    /** The ids of which a handle is injected somewhere, whether or not there is such a limiter. */
    Set<String> injectedIds() {
        Set<String> ids = new TreeSet<>();
        for (InjectedId handle : handles) {
            ids.add(handle.id);
        }
        return ids;
    }

    void requireKnownHandles() {
        handles.sort(Comparator.comparing(InjectedId::id).thenComparing(InjectedId::member));
        for (InjectedId handle : handles) {
            ClassLoader module = resolvers.module(handle.place);
            Set<String> ids = instanceIds(type -> resolvers.module(type) == module);
            if (!ids.contains(handle.id)) {
                problems.add(
                        ErrorCode.INSTANCE_UNKNOWN,
                        "@Limiter(\""
                                + handle.id
                                + "\") on "
                                + handle.member
                                + ": no limiter "
                                + (instanceIds().contains(handle.id) ? "of this module " : "")
                                + "has this id; the nearest are "
                                + NearestNames.quoted(NearestNames.of(handle.id, ids))
                                + ". Correct the id.");
            }
        }
    }

    /** Two web applications of an enterprise archive may have one each; they do not see both. */
    void requireOneCopyOfLibrary() {
        Set<String> copies = interceptors.size() > 1 ? LibraryCopies.seenHere() : Set.of();
        if (copies.size() > 1) {
            problems.add(
                    ErrorCode.REGISTERED_TWICE,
                    RateLimiterInterceptor.class.getName()
                            + ": in the application "
                            + copies.size()
                            + " times, in "
                            + String.join(" and ", copies)
                            + ", so one copy would not know the annotations and exceptions of the"
                            + " other. Keep one copy of rate-limiter-cdi where all modules see"
                            + " it.");
        }
        requireInterceptorOfEachCopy();
    }

    /** A server may start the extension of one copy only; the limits of the others did nothing. */
    private void requireInterceptorOfEachCopy() {
        Set<Class<?>> intercepted = new HashSet<>();
        for (Class<?> interceptor : interceptors) {
            for (Annotation annotation : interceptor.getAnnotations()) {
                intercepted.add(annotation.annotationType());
            }
        }
        if (!intercepted.containsAll(annotationTypes())) {
            problems.add(
                    ErrorCode.REGISTERED_TWICE,
                    RateLimiterInterceptor.class.getName()
                            + ": in several modules of the application, of which the server starts"
                            + " one, so the limits of the others would do nothing. Keep one copy of"
                            + " rate-limiter-cdi where all modules see it.");
        }
    }

    /** The annotation that the classes of the application may carry: one of each copy. */
    private Set<Class<?>> annotationTypes() {
        Set<Class<?>> types = new HashSet<>();
        for (ClassLoader loader : loaders) {
            try {
                types.add(Class.forName(RateLimiter.class.getName(), false, loader));
            } catch (ClassNotFoundException e) {
                // Its classes carry none.
            }
        }
        return types;
    }

    Map<Class<?>, List<LimitedMethod>> methods() {
        return methods;
    }

    Problems problems() {
        return problems;
    }

    Problems warnings() {
        return warnings;
    }
}
