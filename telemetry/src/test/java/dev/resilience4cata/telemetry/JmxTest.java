// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a console sees through JMX (S24). */
class JmxTest extends ShownLimiters {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ResilienceRegistry registry = registry(RateLimiterMetrics.jmx("shop"));

    private static RateLimiterPolicy policy(ResilienceRegistry registry, String id) {
        return registry.rateLimiterPolicy(
                id, "", "", b -> b.permits(2).period(ofSeconds(1)).maxWait(ofMillis(100)));
    }

    private static ObjectName name(String id) throws JMException {
        return new ObjectName(
                "dev.resilience4cata:type=RateLimiter,application=\"shop\",name=\"" + id + "\"");
    }

    private Map<String, Object> attributes(String id) throws JMException {
        String[] names =
                Arrays.stream(server.getMBeanInfo(name(id)).getAttributes())
                        .map(MBeanAttributeInfo::getName)
                        .toArray(String[]::new);
        Map<String, Object> values = new TreeMap<>();
        server.getAttributes(name(id), names)
                .asList()
                .forEach(each -> values.put(each.getName(), each.getValue()));
        return values;
    }

    @AfterEach
    void close() {
        registry.close();
    }

    @Test
    void aLimiterIsABean() throws JMException {
        RateLimiterPolicy search = policy(registry, "search");
        for (int call = 0; call < 3; call++) {
            search.tryAcquire();
        }
        search.ofKey("ann").tryAcquire();
        assertThat(attributes("search"))
                .containsOnly(
                        entry("AvailablePermits", 0),
                        entry("Keys", 1),
                        entry("RejectedCalls", 1L),
                        entry("ShadowRejectedCalls", 0L),
                        entry("AdmittedCalls", -1L),
                        entry("Permits", 2),
                        entry("Period", "PT1S"),
                        entry("Burst", 2),
                        entry("MaxWait", "PT0.1S"),
                        entry("Enabled", true),
                        entry("Shadow", false),
                        entry("Scope", "jvm"));
        clock.advance(ofMillis(500));
        assertThat(attributes("search")).contains(entry("AvailablePermits", 1));
    }

    @Test
    void shadowRejectionsAreCountedApart() throws JMException {
        RateLimiterPolicy trial = policy(registry, "trial");
        for (int call = 0; call < 3; call++) {
            trial.acquire();
        }
        assertThat(attributes("trial"))
                .contains(
                        entry("RejectedCalls", 0L),
                        entry("ShadowRejectedCalls", 1L),
                        entry("Shadow", true));
    }

    @Test
    void callsThatPassAreCountedOnDemand() throws JMException {
        try (ResilienceRegistry counted =
                registry(RateLimiterMetrics.jmx("shop").withAdmittedCalls())) {
            policy(counted, "counted").acquire();
            assertThat(attributes("counted")).contains(entry("AdmittedCalls", 1L));
        }
    }

    @Test // ids of methods have commas and parentheses, and code may choose any id
    void everyIdHasAName() throws JMException {
        policy(registry, "com.acme.Search#find(java.lang.String,int)");
        policy(registry, "a*b?c");
        assertThat(server.queryNames(new ObjectName("dev.resilience4cata:*"), null)).hasSize(2);
    }

    @Test // of two applications with one name
    void whoeverComesLaterHasNoBean() throws JMException {
        policy(registry, "search").acquire();
        ResilienceRegistry other = registry(RateLimiterMetrics.jmx("shop"));
        assertThat(policy(other, "search").tryAcquire()).isTrue();
        assertThat(attributes("search")).contains(entry("AvailablePermits", 1));
        other.close();
        assertThat(attributes("search")).as("that of the first").hasSize(12);
    }

    @Test // S21
    void nothingIsLeftOfAClosedRegistry() throws JMException {
        policy(registry, "search");
        assertThat(server.isRegistered(name("search"))).isTrue();
        registry.close();
        assertThat(server.isRegistered(name("search"))).isFalse();
    }
}
