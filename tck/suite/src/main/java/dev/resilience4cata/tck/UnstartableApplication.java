// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** An application with limits that does not start, for one reason or another. */
final class UnstartableApplication {
    /** What is said about the reason, unless it is a limit. */
    static final String REASON = "The test wants it.";

    /** How many objects of an application must be gone with it. */
    static final int REMEMBERED = 3;

    private UnstartableApplication() {}

    static WebArchive because(Class<?> reason) {
        WebArchive war = Archives.war(Remains.class, Remembering.class, Worker.class, reason);
        return Extension.class.isAssignableFrom(reason)
                ? war.addAsServiceProvider(Extension.class, Remembering.class, reason)
                : war.addAsServiceProvider(Extension.class, Remembering.class);
    }

    /** Called by the container. */
    public static class Remembering implements Extension {
        void remember(@Observes BeforeBeanDiscovery event, BeanManager beanManager) {
            Remains.mustGo("class loader", Worker.class.getClassLoader());
            Remains.mustGo("extension", this);
            Remains.mustGo("bean manager", beanManager);
        }
    }

    /** Called by the container. */
    public static class RefusingBeans implements Extension {
        void refuse(@Observes AfterBeanDiscovery event) {
            event.addDefinitionError(new DeploymentException(REASON));
        }
    }

    /** Called by the container. */
    public static class RefusingFirst implements Extension {
        void refuse(@Observes @Priority(1) AfterDeploymentValidation event) {
            event.addDeploymentProblem(new DeploymentException(REASON));
        }
    }

    /** Called by the container. */
    public static class RefusingLast implements Extension {
        void refuse(@Observes @Priority(Integer.MAX_VALUE) AfterDeploymentValidation event) {
            event.addDeploymentProblem(new DeploymentException(REASON));
        }
    }

    @ApplicationScoped
    static class Worker {
        @RateLimiter(name = "sync")
        void call() {}

        @RateLimiter(name = "async", permits = 1, period = "1h", maxWait = "10h")
        CompletableFuture<String> callLater() {
            return CompletableFuture.completedFuture("");
        }
    }

    @ApplicationScoped
    static class InvalidLimit {
        @RateLimiter(permits = 0)
        void call() {}
    }

    /** Fails when the library has a thread already. */
    @ApplicationScoped
    static class Failing {
        @Inject Worker worker;

        @SuppressWarnings("FutureReturnValueIgnored") // nobody is there who waits for it
        void begin(@Observes @Initialized(ApplicationScoped.class) Object event) {
            worker.callLater();
            worker.callLater();
            throw new IllegalStateException(REASON);
        }
    }
}
