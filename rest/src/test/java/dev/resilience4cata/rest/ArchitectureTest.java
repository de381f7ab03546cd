// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the module may know of, and where. */
@AnalyzeClasses(packages = "dev.resilience4cata.rest", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest // MicroProfile Config may be missing
    static final ArchRule ONE_CLASS_USES_MICROPROFILE_CONFIG =
            noClasses()
                    .that()
                    .doNotHaveSimpleName("MicroProfileProperties")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.eclipse.microprofile..");

    @ArchTest // so may enterprise beans; RestFeature makes the mapper only where they are there
    static final ArchRule ONE_CLASS_USES_ENTERPRISE_BEANS =
            noClasses()
                    .that()
                    .haveNameNotMatching(".*(EjbExceptionMapper|OfEnterpriseBean)")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("jakarta.ejb..");

    @ArchTest // and servlets
    static final ArchRule ONE_CLASS_USES_SERVLETS =
            noClasses()
                    .that()
                    .doNotHaveSimpleName("ClientAddress")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("jakarta.servlet..");

    @ArchTest // and Jersey
    static final ArchRule ONE_CLASS_USES_JERSEY =
            noClasses()
                    .that()
                    .haveNameNotMatching(".*JerseyMappers.*")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.glassfish..");

    @ArchTest // and the REST of Quarkus, of which there are annotations only
    static final ArchRule ONE_CLASS_USES_QUARKUS =
            noClasses()
                    .that()
                    .doNotHaveSimpleName("QuarkusProviders")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.jboss..");

    @ArchTest
    static final ArchRule KNOWS_NO_OTHER_CONTAINER =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "jakarta..",
                            "dev.resilience4cata",
                            "dev.resilience4cata.annotation",
                            "dev.resilience4cata.rest",
                            "org.eclipse.microprofile.config..",
                            "org.glassfish.jersey.spi",
                            "org.jboss.resteasy.reactive.server",
                            "org.jspecify.annotations..");

    @ArchTest // state that two applications in one server would share
    static final ArchRule NOTHING_STATIC_CHANGES = fields().that().areStatic().should().beFinal();
}
