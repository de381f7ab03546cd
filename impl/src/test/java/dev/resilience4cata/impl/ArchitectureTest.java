// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the implementation may know of. */
@AnalyzeClasses(packages = "dev.resilience4cata.impl", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_THE_JDK_AND_THE_API_ONLY =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..", "dev.resilience4cata..", "org.jspecify.annotations..");

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

    @ArchTest // state that two registries would share
    static final ArchRule NOTHING_STATIC_CHANGES = fields().that().areStatic().should().beFinal();
}
