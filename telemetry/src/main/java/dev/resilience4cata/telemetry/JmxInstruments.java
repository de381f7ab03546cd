// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterSnapshot;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** A bean of JMX for each limiter, in the MBean server of the platform. Immutable. */
final class JmxInstruments implements Instruments {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String application;

    JmxInstruments(String application) {
        this.application = application;
    }

    @Override
    public OfLimiter of(WatchedLimiter limiter) {
        try {
            Managed bean = new Managed(limiter, name(limiter.instance()));
            server.registerMBean(bean, bean.name);
            return bean;
        } catch (JMException e) {
            throw new IllegalStateException(
                    "Give each application a name of its own for JMX: " + application, e);
        }
    }

    private ObjectName name(String instance) throws MalformedObjectNameException {
        return new ObjectName(
                Names.DOMAIN
                        + ":type=RateLimiter,application="
                        + ObjectName.quote(application)
                        + ",name="
                        + ObjectName.quote(instance));
    }

    private final class Managed implements RateLimiterMXBean, OfLimiter {

        private final WatchedLimiter limiter;
        private final ObjectName name;
        private final LongAdder enforced = new LongAdder();
        private final LongAdder shadow = new LongAdder();

        Managed(WatchedLimiter limiter, ObjectName name) {
            this.limiter = limiter;
            this.name = name;
        }

        @Override
        public void rejected(boolean inShadow) {
            (inShadow ? shadow : enforced).increment();
        }

        @Override
        public void waited(Duration waited) {}

        @Override
        public void remove() {
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException e) {
                return; // somebody else has removed it
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }

        private RateLimiterSnapshot now() {
            RateLimiterSnapshot now = limiter.snapshot();
            if (now == null) {
                throw new IllegalStateException(limiter.instance() + " is gone");
            }
            return now;
        }

        @Override
        public int getAvailablePermits() {
            return now().availablePermits();
        }

        @Override
        public int getKeys() {
            return now().keys();
        }

        @Override
        public long getRejectedCalls() {
            return enforced.sum();
        }

        @Override
        public long getShadowRejectedCalls() {
            return shadow.sum();
        }

        @Override
        public long getAdmittedCalls() {
            LongAdder admitted = limiter.admitted();
            return admitted == null ? -1 : admitted.sum();
        }

        @Override
        public int getPermits() {
            return now().permits();
        }

        @Override
        public String getPeriod() {
            return now().period().toString();
        }

        @Override
        public int getBurst() {
            return now().burst();
        }

        @Override
        public String getMaxWait() {
            return now().maxWait().toString();
        }

        @Override
        public boolean isEnabled() {
            return now().enabled();
        }

        @Override
        public boolean isShadow() {
            return now().shadow();
        }

        @Override
        public String getScope() {
            return RateLimiterAttribute.SCOPE.text(now().scope());
        }
    }
}
