// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Annotations on superclasses. They are inherited by the rules of Java, and a limiter belongs to
 * the class of the bean (C30).
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class InheritanceTest {
    private static final String HERE = InheritanceTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                OnClass.class,
                First.class,
                Second.class,
                Larger.class,
                OnMethods.class,
                Overriding.class,
                Shape.class,
                Circle.class,
                Hidden.class,
                Shown.class,
                Unused.class);
    }

    @RateLimiter(permits = 2)
    abstract static class OnClass {
        void inherited() {}

        void overridden() {}

        void overriddenWithAnnotation() {}
    }

    @ApplicationScoped
    static class First extends OnClass {
        @Override
        void overridden() {}

        @Override
        @RateLimiter(permits = 3)
        void overriddenWithAnnotation() {}
    }

    @ApplicationScoped
    static class Second extends OnClass {}

    @ApplicationScoped
    @RateLimiter(permits = 4)
    static class Larger extends OnClass {
        void own() {}
    }

    static class OnMethods {
        @RateLimiter(permits = 2)
        void inherited() {}

        @RateLimiter(permits = 2)
        void overridden() {}

        @RateLimiter(permits = 2)
        void overriddenWithAnnotation() {}
    }

    @ApplicationScoped
    static class Overriding extends OnMethods {
        @Override
        void overridden() {}

        @Override
        @RateLimiter(permits = 3)
        void overriddenWithAnnotation() {}
    }

    abstract static class Shape<T> {
        abstract void draw(T where);

        @RateLimiter(permits = 2)
        void move(T where) {}
    }

    @ApplicationScoped
    static class Circle extends Shape<String> {
        @Override
        @RateLimiter(permits = 3)
        void draw(String where) {}
    }

    static class Hidden {
        @RateLimiter(permits = 2)
        public void call() {}
    }

    /** The compiler makes {@code call} visible by a bridge method. */
    @ApplicationScoped
    public static class Shown extends Hidden {}

    @Alternative
    @ApplicationScoped
    @Typed(Unused.class)
    static class Unused {
        @RateLimiter(permits = 2)
        void call() {}
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject First first;
    @Inject Second second;
    @Inject Larger larger;
    @Inject Overriding overriding;
    @Inject Shape<String> shape;
    @Inject Shown shown;

    /** Situation 3, C30: two subclasses of one annotated class have limiters of their own. */
    @Test
    void givesEachBeanClassItsOwnLimiters() {
        assertEquals(2, Calls.burst(clock, first::inherited));
        assertEquals(2, Calls.burst(clock, second::inherited));
    }

    /**
     * Situation 17, C30: the annotation of the class is inherited, so an override is limited too.
     */
    @Test
    void limitsAnOverrideInASubclassOfAnAnnotatedClass() {
        assertEquals(2, Calls.burst(clock, first::overridden));
        assertEquals(3, Calls.burst(clock, first::overriddenWithAnnotation));
    }

    /** C30: the annotation of the bean class wins, for inherited methods too. */
    @Test
    void prefersTheAnnotationOfTheBeanClass() {
        assertEquals(4, Calls.burst(clock, larger::inherited));
        assertEquals(4, Calls.burst(clock, larger::own));
    }

    /** Situation 4, C30: an annotated method that is inherited as it is stays limited. */
    @Test
    void limitsAnInheritedMethod() {
        assertEquals(2, Calls.burst(clock, overriding::inherited));
    }

    /**
     * Situation 5, C30: the annotations of the overriding method count, not of the overridden one.
     */
    @Test
    void takesTheAnnotationsOfTheOverridingMethod() {
        Calls.pass(overriding::overridden);
        assertEquals(3, Calls.burst(clock, overriding::overriddenWithAnnotation));
    }

    /** S20: a bridge method costs nothing (situation 13). */
    @Test
    void takesOnePermitForACallThroughAGenericSuperclass() {
        assertEquals(3, Calls.burst(clock, () -> shape.draw("here")));
    }

    /** Situation 4. */
    @Test
    void limitsAMethodThatIsInheritedFromAGenericSuperclass() {
        assertEquals(2, Calls.burst(clock, () -> shape.move("there")));
    }

    /** S20: neither does one that only makes a method visible (situation 14). */
    @Test
    void limitsAMethodOfAHiddenSuperclassOnce() {
        assertEquals(2, Calls.burst(clock, shown::call));
    }

    /**
     * api.md: in the id, the type is "on a class or on its method: the bean class". What is not
     * enabled has none (situation 33).
     */
    @Test
    void namesTheBeanClassInTheId() {
        assertEquals(
                List.of(
                        HERE + "$Circle#draw(java.lang.String)",
                        HERE + "$Circle#move(java.lang.Object)",
                        HERE + "$First#inherited()",
                        HERE + "$First#overridden()",
                        HERE + "$First#overriddenWithAnnotation()",
                        HERE + "$Larger#inherited()",
                        HERE + "$Larger#overridden()",
                        HERE + "$Larger#overriddenWithAnnotation()",
                        HERE + "$Larger#own()",
                        HERE + "$Overriding#inherited()",
                        HERE + "$Overriding#overriddenWithAnnotation()",
                        HERE + "$Second#inherited()",
                        HERE + "$Second#overridden()",
                        HERE + "$Second#overriddenWithAnnotation()",
                        HERE + "$Shown#call()"),
                LimiterIds.of(registry));
    }
}
