// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Annotations on interfaces and on abstract methods: they hold for the beans that implement them.
 * The id names the interface that carries the annotation.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class InterfaceTest {
    private static final String HERE = InterfaceTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Search.class,
                Catalogue.class,
                Archive.class,
                Repository.class,
                People.class,
                Wide.class,
                WideBean.class,
                Narrow.class,
                NarrowBean.class,
                OwnClass.class,
                OwnMethod.class,
                Base.class,
                Derived.class,
                Named.class,
                AlsoNamed.class,
                TwiceNamed.class,
                Covariant.class,
                CovariantBean.class,
                ParentBean.class,
                ChildBean.class);
    }

    interface Search {
        @RateLimiter(permits = 2)
        String search(String query);

        String search(int number);
    }

    /** The overload is another method. */
    @ApplicationScoped
    static class Catalogue implements Search {
        @Override
        public String search(String query) {
            return query;
        }

        @Override
        public String search(int number) {
            return "number";
        }
    }

    /** Another implementation: the id is that of the interface, and so is the limit. */
    @ApplicationScoped
    @Typed(Archive.class)
    static class Archive implements Search {
        @Override
        public String search(String query) {
            return query;
        }

        @Override
        public String search(int number) {
            return "number";
        }
    }

    interface Repository<T, K> {
        @RateLimiter(permits = 3)
        T find(K key);

        @RateLimiter(permits = 4)
        int findAll(Collection<? extends T> some, K[] keys);
    }

    /** The compiler adds bridges; another overload fits them as well. */
    @ApplicationScoped
    static class People implements Repository<String, Integer> {
        @Override
        public String find(Integer key) {
            return "person";
        }

        public String find(Long key) {
            return "person";
        }

        @Override
        public int findAll(Collection<? extends String> some, Integer[] keys) {
            return 0;
        }
    }

    /** An annotation on the type is one on each of its methods, inherited ones included. */
    @RateLimiter(permits = 2)
    interface Wide extends Supplier<String> {
        void first();

        void second();
    }

    @ApplicationScoped
    static class WideBean implements Wide {
        @Override
        public void first() {}

        @Override
        public void second() {}

        @Override
        public String get() {
            return "got";
        }

        public void own() {}
    }

    /** The nearer interface holds. */
    interface Narrow extends Search {
        @Override
        @RateLimiter(permits = 5)
        String search(String query);
    }

    @ApplicationScoped
    @Typed(NarrowBean.class)
    static class NarrowBean implements Search, Narrow {
        @Override
        public String search(String query) {
            return query;
        }

        @Override
        public String search(int number) {
            return "number";
        }
    }

    /** The class wins, the interface is ignored. */
    @ApplicationScoped
    @RateLimiter(permits = 6)
    @Typed(OwnClass.class)
    static class OwnClass implements Search {
        @Override
        public String search(String query) {
            return query;
        }

        @Override
        public String search(int number) {
            return "number";
        }
    }

    /** The method wins. */
    @ApplicationScoped
    @Typed(OwnMethod.class)
    static class OwnMethod implements Search {
        @Override
        @RateLimiter(permits = 7)
        public String search(String query) {
            return query;
        }

        @Override
        public String search(int number) {
            return "number";
        }
    }

    abstract static class Base<T> {
        @RateLimiter(permits = 2)
        abstract void store(T what);

        @RateLimiter(permits = 2)
        void concrete() {}
    }

    /**
     * Implements an abstract method of a class, and overrides a concrete one without annotation.
     */
    @ApplicationScoped
    static class Derived extends Base<String> {
        @Override
        void store(String what) {}

        @Override
        void concrete() {}
    }

    interface Named {
        @RateLimiter(name = "of two interfaces", permits = 3)
        void call();
    }

    interface AlsoNamed {
        @RateLimiter(name = "of two interfaces", permits = 3)
        void call();
    }

    /** No conflict, because both say the same and have a name. */
    @ApplicationScoped
    static class TwiceNamed implements Named, AlsoNamed {
        @Override
        public void call() {}
    }

    interface Covariant {
        @RateLimiter(permits = 2)
        Object make();
    }

    /** A covariant return type; the compiler adds a bridge. */
    @ApplicationScoped
    static class CovariantBean implements Covariant {
        @Override
        public String make() {
            return "made";
        }
    }

    static class ParentBean {
        public String search(String query) {
            return query;
        }

        public String search(int number) {
            return "number";
        }
    }

    /** The method that implements the interface is inherited from a class that does not. */
    @ApplicationScoped
    @Typed(ChildBean.class)
    static class ChildBean extends ParentBean implements Narrow {}

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Search search;
    @Inject Archive archive;
    @Inject People people;
    @Inject Repository<String, Integer> repository;
    @Inject WideBean wide;
    @Inject NarrowBean narrow;
    @Inject OwnClass ownClass;
    @Inject OwnMethod ownMethod;
    @Inject Derived derived;
    @Inject TwiceNamed named;
    @Inject Covariant covariant;
    @Inject ChildBean child;

    private void assertLimit(int permits, Runnable call) {
        assertEquals(permits, Calls.burst(clock, call));
    }

    /** api.md: the type is "for an annotation on an interface: the interface". */
    @Test
    void namesTheInterfaceInTheId() {
        assertEquals(
                List.of(
                        HERE + "$Covariant#make()",
                        HERE + "$Derived#store(java.lang.String)",
                        HERE + "$Narrow#search(java.lang.String)",
                        HERE + "$OwnClass#search(int)",
                        HERE + "$OwnClass#search(java.lang.String)",
                        HERE + "$OwnMethod#search(java.lang.String)",
                        HERE + "$Repository#find(java.lang.Object)",
                        HERE + "$Repository#findAll(java.util.Collection,java.lang.Object[])",
                        HERE + "$Search#search(java.lang.String)",
                        HERE + "$Wide#first()",
                        HERE + "$Wide#get()",
                        HERE + "$Wide#second()",
                        "of two interfaces"),
                LimiterIds.of(registry));
    }

    /** Situations 6 and 15. */
    @Test
    void limitsWhatImplementsAnAbstractMethod() {
        assertLimit(2, () -> search.search("x"));
        Calls.pass(() -> search.search(1));
    }

    /** S20: one state per limiter, whatever the bean (situation 6). */
    @Test
    void allImplementationsShareTheLimitOfTheInterface() {
        clock.advance(Duration.ofDays(1));
        search.search("x");
        archive.search("x");
        RateLimiterHandle limiter = registry.rateLimiter(HERE + "$Search#search(java.lang.String)");
        assertEquals(0, limiter.availablePermits());
    }

    /** Situation 11. */
    @Test
    void limitsWhatImplementsAGenericMethodOnceOnEveryRoute() {
        assertLimit(3, () -> people.find(1));
        assertLimit(3, () -> repository.find(1));
        assertLimit(4, () -> people.findAll(List.of(), new Integer[0]));
        Calls.pass(() -> people.find(1L));
    }

    /** Situation 6, where the annotation is on the type. */
    @Test
    void limitsEachMethodOfAnAnnotatedInterface() {
        assertLimit(2, wide::first);
        assertLimit(2, wide::second);
        assertLimit(2, wide::get);
        Calls.pass(wide::own);
    }

    /** Situation 10: the class wins, then the interface that is nearest. */
    @Test
    void takesTheNearestAnnotation() {
        assertLimit(5, () -> narrow.search("x"));
        assertLimit(6, () -> ownClass.search("x"));
        assertLimit(7, () -> ownMethod.search("x"));
        Calls.pass(() -> ownMethod.search(1));
        assertLimit(5, () -> child.search("x"));
    }

    /** Situations 16 and 5. */
    @Test
    void limitsWhatImplementsAnAbstractMethodOfAClass() {
        assertLimit(2, () -> derived.store("x"));
        Calls.pass(derived::concrete);
    }

    /** Situation 9. */
    @Test
    void takesOneAnnotationOfTwoInterfacesThatAgree() {
        assertLimit(3, named::call);
    }

    /** Situation 12. */
    @Test
    void limitsACallThroughABridgeOnce() {
        assertLimit(2, covariant::make);
    }
}
