// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The page: "Methods that share a name must resolve to the same configuration, or wrapping fails
 * with R4C-REG-008"; api.md: which "names both places and both values" (C27).
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class NameConflictTest {
    private static final String HERE = NameConflictTest.class.getName();

    @Deployment(name = "annotations", managed = false, testable = false)
    static WebArchive annotations() {
        return Archives.war(One.class, Other.class, Three.class);
    }

    @Deployment(name = "archives", managed = false, testable = false)
    static WebArchive archives() {
        JavaArchive library =
                ShrinkWrap.create(JavaArchive.class)
                        .addClass(Library.class)
                        .addAsManifestResource(new StringAsset("<beans/>"), "beans.xml");
        return Archives.war(One.class).addAsLibrary(library);
    }

    @Deployment(name = "property", managed = false, testable = false)
    static WebArchive property() {
        return Archives.war(
                "resilience4cata.rateLimiter.permits = 50", Explicit.class, Implicit.class);
    }

    @Deployment(name = "scopes", managed = false, testable = false)
    static WebArchive scopes() {
        return Archives.war(
                "resilience4cata.configs.shared.rateLimiter.scope = cluster",
                Everywhere.class,
                Alone.class,
                ByAnnotation.class,
                ByStereotype.class,
                ByConfiguration.class);
    }

    @Deployment(name = "agreed", managed = false, testable = false)
    static WebArchive agreed() {
        return Archives.war(
                """
                resilience4cata.instances.x.rateLimiter.permits = 7
                resilience4cata.instances.x.rateLimiter.period = 1s
                resilience4cata.instances.x.rateLimiter.maxWait = 0
                """,
                One.class,
                Other.class,
                Three.class);
    }

    @ApplicationScoped
    static class One {
        @RateLimiter(name = "x", permits = 5)
        void first() {}
    }

    @ApplicationScoped
    static class Other {
        @RateLimiter(name = "x", permits = 100)
        void second(int a) {}
    }

    @ApplicationScoped
    static class Three {
        @RateLimiter(name = "x", permits = 5, maxWait = "1s")
        void third() {}
    }

    @ApplicationScoped
    static class Explicit {
        @RateLimiter(name = "y", permits = 100)
        void first() {}
    }

    @ApplicationScoped
    static class Implicit {
        @RateLimiter(name = "y")
        void second() {}
    }

    /** A limit that instances share. */
    @Stereotype
    @ApplicationScoped
    @RateLimiter(name = "stereotype", scope = Scope.CLUSTER)
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Everywhere {}

    @ApplicationScoped
    static class Alone {
        @RateLimiter(name = "annotation")
        void annotation() {}

        @RateLimiter(name = "stereotype", scope = Scope.JVM)
        void stereotype() {}

        @RateLimiter(name = "configuration")
        void configuration() {}
    }

    @ApplicationScoped
    static class ByAnnotation {
        @RateLimiter(name = "annotation", scope = Scope.CLUSTER)
        void call() {}
    }

    @Everywhere
    static class ByStereotype {
        void call() {}
    }

    @ApplicationScoped
    static class ByConfiguration {
        @RateLimiter(name = "configuration", config = "shared", scope = Scope.JVM)
        void call() {}
    }

    @ArquillianResource Deployer deployer;

    /**
     * "conflicting values = deployment error naming both methods, independent of discovery order".
     */
    @Test
    void reportsDifferentAnnotations() {
        Problems.of(deployer, "annotations")
                .contain(
                        "R4C-REG-008",
                        "@RateLimiter(name = \"x\") on " + HERE + "$Other#second(int): ",
                        HERE + "$One#first()",
                        "permits = 5 (annotation)",
                        "permits = 100 (annotation)")
                .contain(
                        "R4C-REG-008",
                        "@RateLimiter(name = \"x\") on " + HERE + "$Three#third(): ",
                        HERE + "$One#first()",
                        "maxWait = PT0S (default)",
                        "maxWait = PT1S (annotation)");
    }

    /** The names of an application are those of all its archives. */
    @Test
    void reportsDifferentAnnotationsInTwoArchives() {
        Problems.of(deployer, "archives")
                .contain(
                        "R4C-REG-008",
                        "name = \"x\"",
                        HERE + "$One#first()",
                        Library.class.getName() + "#third()",
                        "permits = 5 (annotation)",
                        "permits = 9 (annotation)");
    }

    /** Equal by their annotations and the defaults, but a property changes one of them only. */
    @Test
    void reportsAPropertyThatChangesOneOfTwo() {
        Problems.of(deployer, "property")
                .contain(
                        "R4C-REG-008",
                        "name = \"y\"",
                        HERE + "$Explicit#first()",
                        HERE + "$Implicit#second()",
                        "permits = 100 (annotation)",
                        "permits = 50 (resilience4cata.rateLimiter.permits in ");
    }

    /** Whoever shares a limit shares it with all instances or with none. */
    @Test
    void reportsDifferentScopes() {
        Problems.of(deployer, "scopes")
                .contain(
                        "R4C-REG-008",
                        "@RateLimiter(name = \"annotation\") on " + HERE,
                        "$ByAnnotation#call()",
                        "scope = cluster (annotation)",
                        "scope = jvm (default)")
                .contain(
                        "R4C-REG-008",
                        "@RateLimiter(name = \"stereotype\") on " + HERE,
                        "$ByStereotype#call()",
                        "scope = cluster (annotation)",
                        "scope = jvm (default)")
                .contain(
                        "R4C-REG-008",
                        "@RateLimiter(name = \"configuration\") on " + HERE,
                        "$ByConfiguration#call()",
                        "scope = cluster (resilience4cata.configs.shared.rateLimiter.scope in ",
                        "scope = jvm (default)");
    }

    /** api.md: the key of the instance beats the annotations, so it settles the conflict. */
    @Test
    void acceptsWhatTheKeysOfTheInstanceSettle() {
        deployer.deploy("agreed");
        deployer.undeploy("agreed");
    }
}
