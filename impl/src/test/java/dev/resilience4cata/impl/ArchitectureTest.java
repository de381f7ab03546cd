// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the implementation may know of: the JDK and the API. */
@AnalyzeClasses(packages = "dev.resilience4cata.impl", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_THE_JDK_AND_THE_API =
            classes()
                    .should()
                    .onlyDependOnClassesThat(
                            resideInAnyPackage(
                                    "java..",
                                    "dev.resilience4cata",
                                    "dev.resilience4cata.annotation",
                                    "dev.resilience4cata.generated",
                                    "dev.resilience4cata.spi",
                                    "dev.resilience4cata.impl",
                                    "org.jspecify.annotations"));

    @ArchTest // one place decides what time it is, and a test replaces it
    static final ArchRule ASKS_THE_CLOCK_FOR_THE_TIME =
            noClasses()
                    .that()
                    .doNotHaveSimpleName("LimiterRegistryBuilder")
                    .should()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.time.Clock")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.time.Instant");

    @ArchTest // the rule is arithmetic; state and time are somebody else's
    static final ArchRule THE_RULE_KNOWS_NO_CLOCK =
            noClasses()
                    .that()
                    .haveSimpleName("Gcra")
                    .or()
                    .haveSimpleName("Quota")
                    .should()
                    .dependOnClassesThat()
                    .haveSimpleName("Clock");

    @ArchTest // S21: state that two applications in one JVM would share, or that outlives one
    static final ArchRule NOTHING_STATIC_CHANGES = fields().that().areStatic().should().beFinal();

    @ArchTest // S21
    static final ArchRule LEAVES_NOTHING_IN_THREADS =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .areAssignableTo(ThreadLocal.class)
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.util.concurrent.ForkJoinPool");

    @ArchTest
    static final ArchRule LOGS_THROUGH_THE_PLATFORM =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");
}
