// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the extension may know of, and where. */
@AnalyzeClasses(packages = "dev.resilience4cata.cdi", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest // MicroProfile Config may be missing
    static final ArchRule ONE_CLASS_USES_MICROPROFILE_CONFIG =
            noClasses()
                    .that()
                    .doNotHaveSimpleName("MicroProfileProperties")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.eclipse.microprofile..");

    @ArchTest // and so may Jakarta Transactions
    static final ArchRule ONE_CLASS_USES_TRANSACTIONS =
            noClasses()
                    .that()
                    .doNotHaveSimpleName("ServerResources")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("jakarta.transaction..");

    @ArchTest // and Jakarta REST
    static final ArchRule NOTHING_USES_REST =
            noClasses().should().dependOnClassesThat().resideInAPackage("jakarta.ws..");

    @ArchTest
    static final ArchRule KNOWS_NO_CONTAINER =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "javax.naming..",
                            "jakarta..",
                            "dev.resilience4cata..",
                            "org.eclipse.microprofile.config..",
                            "org.jspecify.annotations..");

    @ArchTest // state that two applications in one server would share
    static final ArchRule NOTHING_STATIC_CHANGES = fields().that().areStatic().should().beFinal();
}
