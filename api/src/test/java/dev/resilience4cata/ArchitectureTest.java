// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** What the API may know of: the JDK, and a few annotations that the JVM drops where missing. */
@AnalyzeClasses(packages = "dev.resilience4cata", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    private static final Set<String> ANNOTATIONS =
            Set.of(
                    "jakarta.ejb.ApplicationException",
                    "jakarta.enterprise.util.Nonbinding",
                    "jakarta.interceptor.InterceptorBinding");

    private static final DescribedPredicate<JavaClass> AN_ANNOTATION_OF_JAKARTA =
            describe("one of " + ANNOTATIONS, type -> ANNOTATIONS.contains(type.getName()));

    @ArchTest
    static final ArchRule KNOWS_THE_JDK_ONLY =
            classes()
                    .should()
                    .onlyDependOnClassesThat(
                            resideInAnyPackage(
                                            "java..",
                                            "dev.resilience4cata",
                                            "dev.resilience4cata.annotation",
                                            "dev.resilience4cata.generated",
                                            "dev.resilience4cata.spi",
                                            "org.jspecify.annotations")
                                    .or(AN_ANNOTATION_OF_JAKARTA));

    @ArchTest // a field or a signature would fail to link where the jar is missing
    static final ArchRule JAKARTA_ONLY_WHERE_IT_ANNOTATES =
            noClasses()
                    .that()
                    .doNotHaveFullyQualifiedName("dev.resilience4cata.annotation.RateLimiter")
                    .and()
                    .doNotHaveFullyQualifiedName("dev.resilience4cata.RateLimitExceededException")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("jakarta..");

    @ArchTest // state that two applications in one JVM would share
    static final ArchRule NOTHING_STATIC_CHANGES = fields().that().areStatic().should().beFinal();
}
