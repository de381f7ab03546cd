// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The annotation on a class and on its methods, and the routes that a call can take. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class BeanMethodsTest {
    private static final String HERE = BeanMethodsTest.class.getName();

    private static final String BEANS_XML =
            """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"
                   bean-discovery-mode="annotated">
                <decorators>
                    <class>%s$Polite</class>
                </decorators>
            </beans>
            """
                    .formatted(HERE);

    @Deployment
    static WebArchive application() {
        return Archives.war(
                        TestClock.class,
                        Calls.class,
                        LimiterIds.class,
                        OnClass.class,
                        OnMethods.class,
                        Speaker.class,
                        Host.class,
                        Polite.class,
                        Bakery.class,
                        Bread.class)
                .addAsWebInfResource(new StringAsset(BEANS_XML), "beans.xml");
    }

    @ApplicationScoped
    @RateLimiter(permits = 2)
    static class OnClass {
        boolean started;

        @PostConstruct
        void start() {
            started = true;
        }

        @PreDestroy
        void stop() {
            started = false;
        }

        boolean first() {
            return started;
        }

        boolean second() {
            return started;
        }

        @RateLimiter(permits = 4)
        void own() {}

        private static void hidden() {}

        private void alsoHidden() {
            hidden();
        }

        static int shared() {
            return 1;
        }

        void callsHidden() {
            alsoHidden();
        }
    }

    @ApplicationScoped
    static class OnMethods {
        @RateLimiter(permits = 1)
        String pay(String to) {
            return to;
        }

        @RateLimiter(permits = 2)
        String pay(String to, int amount) {
            return to + amount;
        }

        String pay(int amount) {
            return "nobody " + amount;
        }

        @RateLimiter(permits = 3)
        protected void forSubclasses() {}

        @RateLimiter(permits = 2)
        public void outer() {
            inner();
        }

        @RateLimiter(permits = 1)
        public void inner() {}

        @RateLimiter(permits = 3)
        void hear(@Observes String event) {}
    }

    /** A generic interface: the compiler adds a bridge method to its implementation. */
    interface Speaker<T> {
        void say(T what);
    }

    @ApplicationScoped
    static class Host implements Speaker<String> {
        @Override
        @RateLimiter(permits = 3)
        public void say(String what) {}
    }

    /** Calls what it decorates, and so the bean, once more. */
    @Decorator
    static class Polite implements Speaker<String> {
        @Inject @Delegate Speaker<String> delegate;

        @Override
        public void say(String what) {
            delegate.say("please " + what);
        }
    }

    static class Bread {}

    @ApplicationScoped
    static class Bakery {
        @Produces
        @Dependent
        @RateLimiter(permits = 3)
        Bread bake() {
            return new Bread();
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject OnClass onClass;
    @Inject OnMethods onMethods;
    @Inject Host host;
    @Inject Speaker<String> speaker;
    @Inject Instance<Bread> bread;
    @Inject Event<String> event;

    /**
     * Situation 1; api.md: "Class-level means one limiter per business method, unless name is set."
     */
    @Test
    void limitsEachMethodOfAnAnnotatedClassOnItsOwn() {
        assertEquals(2, Calls.burst(clock, onClass::first));
        assertEquals(2, Calls.burst(clock, onClass::second));
    }

    /** Situation 2; api.md: "Method level beats class level". */
    @Test
    void prefersTheAnnotationOfTheMethod() {
        assertEquals(4, Calls.burst(clock, onClass::own));
    }

    /**
     * S29: no limiter is created for a place where the annotation can never act, such as private
     * and static methods and callbacks, which an annotation on the class leaves out (situations 20,
     * 21, 25).
     */
    @Test
    void createsNoLimiterForWhatIsNoBusinessMethod() {
        assertTrue(onClass.first());
        assertEquals(
                List.of(
                        HERE + "$OnClass#callsHidden()",
                        HERE + "$OnClass#first()",
                        HERE + "$OnClass#own()",
                        HERE + "$OnClass#second()"),
                LimiterIds.of(registry).stream()
                        .filter(id -> id.startsWith(HERE + "$OnClass"))
                        .toList());
    }

    /**
     * Situation 15, C24: each overload has a limiter of its own; one that is not annotated has
     * none.
     */
    @Test
    void limitsOverloadsOnTheirOwn() {
        assertEquals(1, Calls.burst(clock, () -> onMethods.pay("Ada")));
        assertEquals(2, Calls.burst(clock, () -> onMethods.pay("Ada", 1)));
        Calls.pass(() -> onMethods.pay(1));
    }

    /** The page: "Rejection … The method is not called"; the exception names the limiter. */
    @Test
    void namesTheLimiterInTheRejection() {
        clock.advance(Duration.ofDays(1));
        onMethods.pay("Ada");

        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> onMethods.pay("Ada"));
        assertEquals(HERE + "$OnMethods#pay(java.lang.String)", rejection.instanceId());
    }

    /** Situation 23: methods that are not public are business methods too. */
    @Test
    void limitsProtectedMethods() {
        assertEquals(3, Calls.burst(clock, onMethods::forSubclasses));
    }

    /** Situation 24; limits.md: a call of a bean's own method goes past the container. */
    @Test
    void doesNotLimitWhatABeanCallsOnItself() {
        assertEquals(2, Calls.burst(clock, onMethods::outer));
        assertEquals(1, Calls.burst(clock, onMethods::inner));
    }

    /**
     * S20: one call costs one permit, also through a bridge and a decorator (situations 12, 31).
     */
    @Test
    void takesOnePermitForACallThroughAnInterface() {
        assertEquals(3, Calls.burst(clock, () -> speaker.say("hello")));
    }

    /** S20: one state per limiter, whichever proxy a call comes through. */
    @Test
    void countsAllRoutesToAMethodTogether() {
        clock.advance(Duration.ofDays(1));
        speaker.say("hello");
        Speaker<String> asInterface = host;
        asInterface.say("hello");
        host.say("hello");

        assertTrue(Calls.isRejected(() -> host.say("hello")));
        assertTrue(Calls.isRejected(() -> speaker.say("hello")));
    }

    /** S20: what the container calls costs a permit as well (situation 27). */
    @Test
    void limitsObserversAndProducers() {
        assertEquals(3, Calls.burst(clock, () -> event.fire("news")));
        assertEquals(3, Calls.burst(clock, bread::get));
    }
}
