// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.NearestNames;
import dev.resilience4cata.impl.Problems;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.InterceptionType;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessSessionBean;
import jakarta.enterprise.inject.spi.ProcessSyntheticBean;
import jakarta.enterprise.inject.spi.configurator.AnnotatedMethodConfigurator;
import jakarta.enterprise.util.AnnotationLiteral;
import java.lang.System.Logger.Level;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Called by the container: registers the interceptor of {@link RateLimiter}, reads the limits of
 * all beans, resolves them, and reports everything that is wrong with them together, before the
 * application starts. There is one instance for each application; a container may fire its events
 * in parallel.
 */
public class RateLimiterExtension implements Extension {

    private static final System.Logger LOG = System.getLogger(RateLimiterExtension.class.getName());

    private final ModuleResolvers resolvers = new ModuleResolvers();
    private @Nullable Discovery discovery = new Discovery();
    private volatile @Nullable ApplicationLimiters limiters;

    /** What deployment collects and nobody needs afterwards. */
    private static final class Discovery {

        final Problems problems = new Problems();
        final Problems warnings = new Problems();
        final List<BeanClass> classes = new ArrayList<>();
        final Set<Class<?>> messageDriven = new HashSet<>();
        final Map<Class<?>, List<LimitedMethod>> methods = new HashMap<>();

        /** The limits that classes have from what they implement. */
        final Map<Class<?>, Map<MethodKey, List<ImplementedLimits.Source>>> implemented =
                new HashMap<>();

        /** Where to look for them; null if that is switched off. */
        @Nullable ImplementedLimits interfaces;

        /** Bean classes that others specialize; Weld tells of them although they are no beans. */
        final Set<Class<?>> replaced = new HashSet<>();

        /** The class loaders of the modules. */
        final Set<ClassLoader> modules = new HashSet<>();

        final List<InjectedId> handles = new ArrayList<>();

        /** Of this library: more than one class if the application has it several times. */
        final Set<Class<?>> interceptors = new HashSet<>();

        /** A container tells of them in any order; problems are to read the same each time. */
        void readLimits(BeanManager beanManager) {
            LimitedMethods limits =
                    new LimitedMethods(beanManager, implemented, problems, warnings);
            // What is both a bean and a component stays on its thread.
            classes.sort(
                    Comparator.<BeanClass, String>comparing(each -> each.type.getName())
                            .thenComparing(each -> !each.session));
            for (BeanClass each : classes) {
                List<LimitedMethod> limited = limits.of(each.type, each.annotated, each.session);
                if (!limited.isEmpty()) {
                    methods.putIfAbsent(each.type, limited);
                }
            }
            classes.clear();
            implemented.clear();
            interfaces = null;
            methods.keySet().removeAll(replaced);
        }

        /** The ids of all limiters, whether or not their values are right. */
        Set<String> instanceIds() {
            return instanceIds(type -> true);
        }

        /** The ids of the limiters of some classes. */
        Set<String> instanceIds(Predicate<Class<?>> classes) {
            return methods.entrySet().stream()
                    .filter(entry -> classes.test(entry.getKey()))
                    .flatMap(entry -> entry.getValue().stream())
                    .map(method -> method.declaration().instanceId())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Where a handle is injected. */
    private record InjectedId(String id, Class<?> place, String member) {}

    private record BeanClass(Class<?> type, AnnotatedType<?> annotated, boolean session) {}

    /** Called by the container. */
    public RateLimiterExtension() {}

    void registerInterceptor(@Observes BeforeBeanDiscovery event, BeanManager beanManager) {
        event.addAnnotatedType(
                beanManager.createAnnotatedType(RateLimiterInterceptor.class),
                RateLimiterInterceptor.class.getName());
        if (settings().interfaces()) {
            discovery().interfaces = new ImplementedLimits(beanManager);
        }
    }

    /**
     * Looks at all types: a container shows no interfaces where only annotated classes are
     * discovered, and a message-driven bean is no bean, so there is nothing to ask for. Last, so
     * that what other extensions added counts.
     */
    synchronized <X> void lookAtType(
            @Observes @Priority(Integer.MAX_VALUE) ProcessAnnotatedType<X> event,
            BeanManager beanManager) {
        AnnotatedType<X> type = event.getAnnotatedType();
        if (type.getJavaClass().getName().equals(RateLimiterInterceptor.class.getName())) {
            discovery().interceptors.add(type.getJavaClass());
        }
        if (LimitedMethods.isMessageDriven(type)) {
            discovery().messageDriven.add(type.getJavaClass());
        }
        ImplementedLimits interfaces = discovery().interfaces;
        if (type.isAnnotationPresent(Decorator.class)) {
            new UninterceptedTypes(beanManager, discovery().warnings).warnOfDecorator(type);
        } else if (interfaces != null && !type.getJavaClass().isInterface()) {
            copyImplementedLimits(event, interfaces);
        }
    }

    private <X> void copyImplementedLimits(
            ProcessAnnotatedType<X> event, ImplementedLimits interfaces) {
        AnnotatedType<X> type = event.getAnnotatedType();
        Map<MethodKey, List<ImplementedLimits.Source>> limits = interfaces.of(type);
        if (!limits.isEmpty()) {
            discovery().implemented.put(type.getJavaClass(), limits);
            for (AnnotatedMethodConfigurator<? super X> method :
                    event.configureAnnotatedType().methods()) {
                Method member = method.getAnnotated().getJavaMember();
                List<ImplementedLimits.Source> sources = limits.get(MethodKey.of(member));
                if (sources != null && !member.isSynthetic()) {
                    method.add(sources.get(0).annotation());
                }
            }
        }
    }

    void setPriority(@Observes ProcessAnnotatedType<RateLimiterInterceptor> event) {
        settings()
                .interceptorPriority()
                .ifPresent(
                        priority ->
                                event.configureAnnotatedType()
                                        .remove(annotation -> annotation instanceof Priority)
                                        .add(new PriorityLiteral(priority)));
    }

    // Session beans too: their event is a subtype.
    synchronized void noteBeanClass(@Observes ProcessManagedBean<?> event) {
        Class<?> beanClass = event.getBean().getBeanClass();
        discovery().modules.add(beanClass.getClassLoader());
        if (!event.getAnnotatedBeanClass().isAnnotationPresent(Decorator.class)) {
            discovery()
                    .classes
                    .add(
                            new BeanClass(
                                    beanClass,
                                    event.getAnnotatedBeanClass(),
                                    event instanceof ProcessSessionBean));
        }
        if (event.getAnnotatedBeanClass().isAnnotationPresent(Specializes.class)) {
            discovery().replaced.add(beanClass.getSuperclass());
        }
    }

    /** The interface of a REST client is withdrawn as a type, so it is found by its bean. */
    synchronized void lookAtSyntheticBean(
            @Observes ProcessSyntheticBean<?> event, BeanManager beanManager) {
        Class<?> beanClass = event.getBean().getBeanClass();
        if (LimitedMethods.isRestClient(beanClass)) {
            AnnotatedType<?> type = beanManager.createAnnotatedType(beanClass);
            discovery().classes.add(new BeanClass(beanClass, type, true));
        } else {
            new UninterceptedTypes(beanManager, discovery().warnings)
                    .warnOfSyntheticBean(event.getBean());
        }
    }

    /** Also called for components that a container makes later; they are not looked at. */
    synchronized void readInjectedHandles(@Observes ProcessInjectionPoint<?, ?> event) {
        Discovery found = discovery;
        InjectionPoint point = event.getInjectionPoint();
        Class<?> place = place(point);
        if (found != null && place != null) {
            found.modules.add(place.getClassLoader());
            for (Annotation qualifier : point.getQualifiers()) {
                if (qualifier instanceof Limiter limiter) {
                    found.handles.add(
                            new InjectedId(limiter.value(), place, point.getMember().toString()));
                }
            }
        }
    }

    /** The class that is injected into; null if it is code that asks. */
    private static @Nullable Class<?> place(@Nullable InjectionPoint point) {
        if (point == null) {
            return null;
        }
        if (point.getBean() != null) {
            return point.getBean().getBeanClass();
        }
        return point.getMember() != null ? point.getMember().getDeclaringClass() : null;
    }

    synchronized void addBeans(@Observes AfterBeanDiscovery event, BeanManager beanManager) {
        for (Class<?> type : discovery().messageDriven) {
            noteAnnotated(type, event);
        }
        discovery().readLimits(beanManager);
        event.<ResilienceRegistry>addBean()
                .addType(ResilienceRegistry.class)
                .scope(Dependent.class)
                .produceWith(instance -> injectedRegistry(instance, beanManager));
        // An unknown id gets a bean too, so that it is we who report it, with the nearest ids.
        Set<String> ids = discovery().instanceIds();
        discovery().handles.forEach(handle -> ids.add(handle.id));
        for (String id : ids) {
            event.<RateLimiterHandle>addBean()
                    .addType(RateLimiterHandle.class)
                    .addQualifier(Limiter.Literal.of(id))
                    .scope(Dependent.class)
                    .produceWith(
                            instance ->
                                    new InjectedHandle(
                                            injectedRegistry(instance, beanManager), id));
        }
    }

    private static InjectedRegistry injectedRegistry(
            Instance<Object> instance, BeanManager beanManager) {
        return new InjectedRegistry(
                beanManager, place(instance.select(InjectionPoint.class).get()));
    }

    /** Notes a class as the other extensions left it. */
    private <T> void noteAnnotated(Class<T> type, AfterBeanDiscovery event) {
        for (AnnotatedType<T> annotated : event.getAnnotatedTypes(type)) {
            discovery().classes.add(new BeanClass(type, annotated, true));
        }
    }

    synchronized void reportProblems(
            @Observes AfterDeploymentValidation event, BeanManager beanManager) {
        Discovery found = discovery();
        found.readLimits(beanManager); // of synthetic beans
        requireOneInterceptor(beanManager, found.problems);
        requireOneCopy(found.interceptors, found.problems);
        ResolvedLimits limits = ResolvedLimits.of(found.methods, resolvers, found.problems);
        requireKnownHandles(found);
        ExtensionSettings settings = settings();
        // What a pipeline may use is no error, even where warnings are errors.
        Problems logged = settings.strict() ? new Problems() : found.warnings;
        KeyCheck.warn(resolvers.names(), found.instanceIds(), found.warnings, logged);
        settings.report(found.problems);
        if (settings.strict()) {
            found.warnings.asException().ifPresent(event::addDeploymentProblem);
        }
        log(logged);
        found.problems.asException().ifPresent(event::addDeploymentProblem);
        limits.log(LOG);
        limiters = new ApplicationLimiters(beanManager, resolvers, found.modules, limits);
        discovery = null;
    }

    private static void requireKnownHandles(Discovery found) {
        for (InjectedId handle : found.handles) {
            ClassLoader module = handle.place.getClassLoader();
            Set<String> ids = found.instanceIds(type -> type.getClassLoader() == module);
            if (!ids.contains(handle.id)) {
                found.problems.add(
                        ErrorCode.INSTANCE_UNKNOWN,
                        "@Limiter(\""
                                + handle.id
                                + "\") on "
                                + handle.member
                                + ": no limiter "
                                + (found.instanceIds().contains(handle.id) ? "of this module " : "")
                                + "has this id; the nearest are "
                                + NearestNames.quoted(NearestNames.of(handle.id, ids))
                                + ". Correct the id.");
            }
        }
    }

    private static void log(Problems warnings) {
        warnings.asException().ifPresent(w -> LOG.log(Level.WARNING, w::getMessage));
    }

    void close(@Observes BeforeShutdown event) {
        ApplicationLimiters open = limiters;
        if (open != null) {
            open.close();
        }
    }

    /**
     * The registry of a module, for what is injected.
     *
     * @param place a class of the module; null for the module that the thread works for
     */
    ResilienceRegistry registry(@Nullable Class<?> place) {
        return limiters().registry(place);
    }

    /** The guards of a bean class, for its interceptor. */
    MethodGuards guards(Class<?> beanClass) {
        return limiters().guards(beanClass);
    }

    /** The guards of the timeouts of a bean class, for its interceptor. */
    MethodGuards timeouts(Class<?> beanClass) {
        return limiters().timeouts(beanClass);
    }

    /** The class of a component that is no bean, for its interceptor. */
    Class<?> componentClass(@Nullable Object target, Method method) {
        return limiters().componentClass(target, method);
    }

    private static void requireOneInterceptor(BeanManager beanManager, Problems problems) {
        int interceptors =
                beanManager
                        .resolveInterceptors(
                                InterceptionType.AROUND_INVOKE, new RateLimiterLiteral())
                        .size();
        if (interceptors != 1) {
            problems.add(
                    ErrorCode.REGISTERED_TWICE,
                    RateLimiterInterceptor.class.getName()
                            + ": registered "
                            + interceptors
                            + " times, so each call would take as many permits. Keep one copy of"
                            + " rate-limiter-cdi in the application, in no bean archive.");
        }
    }

    /** Two web applications of an enterprise archive may have one each; they do not see both. */
    private static void requireOneCopy(Set<Class<?>> interceptors, Problems problems) {
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
    }

    private ExtensionSettings settings() {
        return ExtensionSettings.read(
                resolvers.properties(RateLimiterExtension.class.getClassLoader()));
    }

    private Discovery discovery() {
        Discovery current = discovery;
        if (current == null) {
            throw new IllegalStateException("the deployment is over");
        }
        return current;
    }

    private ApplicationLimiters limiters() {
        ApplicationLimiters deployed = limiters;
        if (deployed == null) {
            throw new IllegalStateException("the application is not deployed yet");
        }
        return deployed;
    }

    private static final class PriorityLiteral extends AnnotationLiteral<Priority>
            implements Priority {

        private static final long serialVersionUID = 1L;

        private final int value;

        PriorityLiteral(int value) {
            this.value = value;
        }

        @Override
        public int value() {
            return value;
        }
    }
}
