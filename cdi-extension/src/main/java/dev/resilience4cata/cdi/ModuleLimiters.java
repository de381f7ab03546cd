// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.Clock;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.impl.CallerContext;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimiterDefinition;
import dev.resilience4cata.impl.LimiterRegistry;
import dev.resilience4cata.impl.StartTimer;
import dev.resilience4cata.spi.ClusterStore;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of one module of an application. The registry is made when it is first asked for,
 * because the beans that it uses, a clock and listeners, may need an application that runs. Safe
 * for use by several threads.
 */
final class ModuleLimiters {

    private final Collection<LimiterDefinition> definitions;
    private final ClassLoader module;
    private final @Nullable Class<?> sample;
    private final Set<ClassLoader> modules;
    private final ModuleResolvers resolvers;
    private final BeanManager ofExtension;
    private @Nullable LimiterRegistry registry;
    private boolean closed;
    private final Map<Class<?>, KeyResolver> keyResolvers = new HashMap<>();

    /**
     * Creates the limiters of a module; no registry yet.
     *
     * @param definitions what is limited
     * @param module the class loader of the module
     * @param sample a limited class of the module; null if there is none
     * @param modules the class loaders of all modules
     * @param resolvers decide the values of limiters that code asks for
     * @param ofExtension the bean manager of the extension
     */
    ModuleLimiters(
            Collection<LimiterDefinition> definitions,
            ClassLoader module,
            @Nullable Class<?> sample,
            Set<ClassLoader> modules,
            ModuleResolvers resolvers,
            BeanManager ofExtension) {
        this.definitions = definitions;
        this.module = module;
        this.sample = sample;
        this.modules = modules;
        this.resolvers = resolvers;
        this.ofExtension = ofExtension;
    }

    /** The registry, with all limiters of the deployment in it. */
    synchronized LimiterRegistry registry() {
        LimiterRegistry existing = registry;
        if (existing != null) {
            return existing;
        }
        BeanManager beans = beanManager();
        UnaryOperator<Runnable> callerContext = ServerResources.callerContext();
        LimiterRegistry created =
                new LimiterRegistry(
                        resolvers.resolver(module),
                        clock(beans),
                        listeners(beans),
                        ServerResources.executor().map(StartTimer::new).orElseGet(StartTimer::new),
                        task ->
                                callerContext.apply(
                                        CallerContext.withClassLoader(
                                                inRequestContext(task, beans))),
                        () -> store(beans));
        definitions.forEach(created::define);
        if (closed) {
            created.close();
        }
        registry = created;
        return created;
    }

    /** A bean of the type, or an object of the class, the same for all its limiters. */
    synchronized KeyResolver keyResolver(Class<? extends KeyResolver> type) {
        KeyResolver known = keyResolvers.get(type);
        if (known == null) {
            Instance<? extends KeyResolver> beans =
                    beanManager().createInstance().select(type, Any.Literal.INSTANCE);
            known = beans.isResolvable() ? beans.get() : KeySource.make(type);
            keyResolvers.put(type, known);
        }
        return known;
    }

    void close() {
        LimiterRegistry open;
        synchronized (this) {
            closed = true;
            open = registry;
        }
        if (open != null) {
            open.close(); // without the lock: what depends on a stage that fails runs here
        }
    }

    /**
     * The bean manager that sees the beans of the module. The extension's own does not where the
     * library is shared by several modules, nor where the server has an archive for extensions, as
     * Payara 6 has; that of the component that runs does.
     */
    private BeanManager beanManager() {
        return isOfThread() ? ServerResources.beanManager().orElse(ofExtension) : ofExtension;
    }

    private boolean isOfThread() {
        return sample != null
                ? ContextLoader.isOfModule(sample, modules)
                : module == Thread.currentThread().getContextClassLoader();
    }

    /** A request context of its own if there is none, so that request scoped beans can be used. */
    private static Runnable inRequestContext(Runnable task, BeanManager beans) {
        return () -> {
            Instance<Object> all = beans.createInstance();
            Instance<RequestContextController> controllers =
                    all.select(RequestContextController.class);
            if (controllers.isUnsatisfied()) {
                all.select(NeededBeans.class).get().runInRequest(task);
                return;
            }
            RequestContextController controller = controllers.get();
            boolean activated = controller.activate();
            try {
                task.run();
            } finally {
                if (activated) {
                    controller.deactivate();
                }
            }
        };
    }

    private static Clock clock(BeanManager beans) {
        Instance<Clock> clocks = beans.createInstance().select(Clock.class);
        return clocks.isUnsatisfied() ? System::nanoTime : clocks.get();
    }

    /** A bean of the application, which closes it, or what properties say. */
    private Optional<ClusterStore> store(BeanManager beans) {
        Instance<ClusterStore> stores = beans.createInstance().select(ClusterStore.class);
        return stores.isUnsatisfied() ? resolvers.store(module).open() : Optional.of(stores.get());
    }

    private static List<RateLimiterListener> listeners(BeanManager beans) {
        List<RateLimiterListener> listeners = new ArrayList<>();
        beans.createInstance()
                .select(RateLimiterListener.class, Any.Literal.INSTANCE)
                .forEach(listeners::add);
        Set<ObserverMethod<? super RateLimiterRejected>> observers =
                beans.resolveObserverMethods(new RateLimiterRejected("", Duration.ZERO));
        Event<RateLimiterRejected> event = beans.getEvent().select(RateLimiterRejected.class);
        if (observers.stream().anyMatch(observer -> !observer.isAsync())) {
            listeners.add(event::fire);
        }
        if (observers.stream().anyMatch(ObserverMethod::isAsync)) {
            listeners.add(event::fireAsync);
        }
        return listeners;
    }
}
