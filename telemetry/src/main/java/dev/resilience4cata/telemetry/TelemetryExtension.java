// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import java.lang.System.Logger.Level;
import java.util.function.Function;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Called by the container: adds a listener for each API of metrics that is there. The listener
 * looks for the bean of the API when the first limiter is made, and does nothing if there is none.
 */
public class TelemetryExtension implements Extension {

    private static final System.Logger LOG = System.getLogger(TelemetryExtension.class.getName());

    /** Called by the container. */
    public TelemetryExtension() {}

    void addListeners(@Observes AfterBeanDiscovery event, BeanManager beanManager) {
        if (TelemetrySettings.enabled()) {
            addListener(
                    event,
                    beanManager,
                    "io.opentelemetry.api.OpenTelemetry",
                    OfOpenTelemetry::metrics);
            addListener(
                    event,
                    beanManager,
                    "io.micrometer.core.instrument.MeterRegistry",
                    OfMicrometer::metrics);
            String application = TelemetrySettings.jmx();
            if (!application.isEmpty()) {
                addListener(
                        event,
                        beanManager,
                        "javax.management.MXBean",
                        beans -> counted(RateLimiterMetrics.jmx(application)));
            }
        }
    }

    private static void addListener(
            AfterBeanDiscovery event,
            BeanManager beanManager,
            String api,
            Function<Instance<Object>, RateLimiterListener> metrics) {
        if (isThere(api)) {
            event.<RateLimiterListener>addBean()
                    .id(TelemetryExtension.class.getName() + " " + api)
                    .addType(RateLimiterListener.class)
                    .addQualifier(OfTelemetry.Literal.INSTANCE)
                    .scope(Dependent.class)
                    .createWith(made -> listener(beans(beanManager), api, metrics));
        }
    }

    /**
     * What the component sees that runs. The extension's own bean manager does not see the beans of
     * the application where the server has an archive for extensions, as Payara 6 has.
     */
    @SuppressWarnings("BanJNDI") // a name of the platform, not one from outside
    private static Instance<Object> beans(BeanManager ofExtension) {
        BeanManager seen = ofExtension;
        try {
            seen = InitialContext.doLookup("java:comp/BeanManager");
        } catch (NamingException | LinkageError e) {
            LOG.log(Level.DEBUG, "no bean manager in JNDI", e);
        }
        return seen.createInstance();
    }

    private static boolean isThere(String api) {
        try {
            Class.forName(api, false, TelemetryExtension.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** An application that cannot be measured runs all the same. */
    private static RateLimiterListener listener(
            Instance<Object> beans,
            String api,
            Function<Instance<Object>, RateLimiterListener> metrics) {
        try {
            return metrics.apply(beans);
        } catch (RuntimeException | LinkageError e) {
            LOG.log(Level.WARNING, () -> "no metrics of the limiters through " + api, e);
            return event -> {};
        }
    }

    /** Does nothing if there is no bean, or more than one. */
    private static <T> RateLimiterListener found(
            Instance<T> beans, Function<T, RateLimiterMetrics> toMetrics) {
        if (!beans.isResolvable()) {
            return event -> {};
        }
        return counted(toMetrics.apply(beans.get()));
    }

    private static RateLimiterMetrics counted(RateLimiterMetrics metrics) {
        return TelemetrySettings.admitted() ? metrics.withAdmittedCalls() : metrics;
    }

    /** A class of its own, so that the API can be absent. */
    private static final class OfOpenTelemetry {

        static RateLimiterListener metrics(Instance<Object> beans) {
            return found(beans.select(OpenTelemetry.class), RateLimiterMetrics::openTelemetry);
        }
    }

    /** Likewise. */
    private static final class OfMicrometer {

        static RateLimiterListener metrics(Instance<Object> beans) {
            return found(beans.select(MeterRegistry.class), RateLimiterMetrics::micrometer);
        }
    }
}
