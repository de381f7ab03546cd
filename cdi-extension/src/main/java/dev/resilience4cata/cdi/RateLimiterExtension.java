// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.spi.ClusterStore;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InterceptionType;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessInjectionTarget;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessSessionBean;
import jakarta.enterprise.inject.spi.ProcessSyntheticBean;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Called by the container: registers the interceptor of {@link RateLimiter}, reads the limits of
 * all beans, resolves them, and reports everything that is wrong with them together, before the
 * application starts. There is one instance for each application; a container may fire its events
 * in parallel.
 */
public class RateLimiterExtension implements Extension {

    private final ModuleResolvers resolvers = new ModuleResolvers(Class::getClassLoader);
    private @Nullable ExtensionSettings settings;
    private @Nullable Discovery discovery;
    private volatile @Nullable ApplicationLimiters limiters;

    /** Called by the container. */
    public RateLimiterExtension() {}

    synchronized void registerInterceptor(
            @Observes BeforeBeanDiscovery event, BeanManager beanManager) {
        event.addAnnotatedType(
                beanManager.createAnnotatedType(RateLimiterInterceptor.class),
                RateLimiterInterceptor.class.getName());
        ExtensionSettings early =
                ExtensionSettings.read(
                        ApplicationProperties.seenBy(
                                RateLimiterExtension.class.getClassLoader(), Set.of()));
        settings = early;
        discovery = new Discovery(beanManager, resolvers, early.interfaces());
    }

    /**
     * Looks at all types: a container shows no interfaces where only annotated classes are
     * discovered, and a message-driven bean is no bean, so there is nothing to ask for. Last, so
     * that what other extensions added counts.
     */
    synchronized <X> void lookAtType(
            @Observes @Priority(Integer.MAX_VALUE) ProcessAnnotatedType<X> event) {
        if (event.getAnnotatedType().getJavaClass() == RateLimiterInterceptor.class) {
            setPriority(event);
        }
        discovery().lookAtType(event);
    }

    private void setPriority(ProcessAnnotatedType<?> event) {
        requireNonNull(settings)
                .interceptorPriority()
                .ifPresent(
                        priority ->
                                event.configureAnnotatedType()
                                        .remove(annotation -> annotation instanceof Priority)
                                        .add(new PriorityLiteral(priority)));
    }

    // Session beans too: their event is a subtype.
    synchronized void noteBeanClass(@Observes ProcessManagedBean<?> event) {
        discovery()
                .noteBeanClass(
                        event.getBean().getBeanClass(),
                        event.getAnnotatedBeanClass(),
                        event instanceof ProcessSessionBean);
    }

    /** Of components that are no beans, such as servlets, not every container shows the types. */
    synchronized void lookAtComponent(@Observes ProcessInjectionTarget<?> event) {
        if (discovery != null) { // also called for those that a container makes later
            discovery.lookAtComponent(event.getAnnotatedType());
        }
    }

    synchronized void lookAtSyntheticBean(@Observes ProcessSyntheticBean<?> event) {
        if (event.getSource() != this) { // of ours there is one for each limiter
            discovery().lookAtSyntheticBean(event.getBean());
        }
    }

    /** However it is made: the extension may not see the archive that it is in. */
    synchronized void noteStore(@Observes ProcessBean<?> event) {
        if (event.getBean().getTypes().contains(ClusterStore.class)
                && event.getBean().getQualifiers().contains(Default.Literal.INSTANCE)) {
            discovery().noteStore();
        }
    }

    /** Also called for components that a container makes later; they are not looked at. */
    synchronized void lookAtInjectionPoint(@Observes ProcessInjectionPoint<?, ?> event) {
        if (discovery != null) {
            discovery.lookAtInjectionPoint(event.getInjectionPoint());
        }
    }

    synchronized void addBeans(@Observes AfterBeanDiscovery event, BeanManager beanManager) {
        Discovery found = discovery();
        for (Class<?> type : found.messageDriven()) {
            noteMessageDriven(type, event, found);
        }
        found.readLimits();
        event.<ResilienceRegistry>addBean()
                .id(InjectedRegistry.class.getName()) // what has an id can be passivated
                .addType(ResilienceRegistry.class)
                .scope(Dependent.class)
                .createWith(made -> InjectedRegistry.of(made, beanManager));
        // An unknown id gets a bean too, so that it is we who report it, with the nearest ids.
        Set<String> ids = found.instanceIds();
        ids.addAll(found.injectedIds());
        for (String id : ids) {
            event.<RateLimiterHandle>addBean()
                    .id(InjectedHandle.class.getName() + " " + id)
                    .addType(RateLimiterHandle.class)
                    .addQualifier(Limiter.Literal.of(id))
                    .scope(Dependent.class)
                    .createWith(
                            made -> new InjectedHandle(InjectedRegistry.of(made, beanManager), id));
        }
    }

    /** Notes a class as the other extensions left it. */
    private static <T> void noteMessageDriven(
            Class<T> type, AfterBeanDiscovery event, Discovery found) {
        for (AnnotatedType<T> annotated : event.getAnnotatedTypes(type)) {
            found.noteBeanClass(type, annotated, true);
        }
    }

    synchronized void reportProblems(
            @Observes AfterDeploymentValidation event, BeanManager beanManager) {
        Discovery found = discovery();
        found.readLimits(); // of synthetic beans
        requireOneInterceptor(beanManager, found.problems());
        found.requireOneCopyOfLibrary();
        limiters =
                DeploymentCheck.of(
                        found,
                        resolvers,
                        latestSettings(),
                        beanManager,
                        event::addDeploymentProblem);
        discovery = null;
    }

    void close(@Observes BeforeShutdown event) {
        ApplicationLimiters open = limiters;
        if (open != null) {
            open.close();
        }
    }

    /** The limiters of the deployed application. */
    ApplicationLimiters limiters() {
        ApplicationLimiters deployed = limiters;
        if (deployed == null) {
            throw new IllegalStateException("the application is not deployed yet");
        }
        return deployed;
    }

    private static void requireOneInterceptor(BeanManager beanManager, Problems problems) {
        int interceptors =
                beanManager
                        .resolveInterceptors(
                                InterceptionType.AROUND_INVOKE, new RateLimiterLiteral(""))
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

    /** What the library's own module sees, now that all are known; what was used before stays. */
    private ExtensionSettings latestSettings() {
        ExtensionSettings early = requireNonNull(settings);
        return ExtensionSettings.read(
                        resolvers.properties(resolvers.module(RateLimiterExtension.class)))
                .withFixed(early.effectivePriority(), early.interfaces());
    }

    private Discovery discovery() {
        Discovery current = discovery;
        if (current == null) {
            throw new IllegalStateException("the deployment is over");
        }
        return current;
    }
}
