// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhereItWorksTest {
    @TempDir Path root;
    private SampleBuild build;
    private String before = "";

    @BeforeEach
    void buildEverything() throws IOException {
        build = new SampleBuild(root);
    }

    private String table() throws IOException {
        return WhereItWorks.of(build.read(), before);
    }

    private void assertRow(String row) throws IOException {
        assertThat(table()).contains("\n" + row + "\n");
    }

    @Test
    void aTableForEachGroupHasAColumnForEachContainer() throws IOException {
        assertThat(table())
                .endsWith(
                        """

                        ## Beans

                        |  | situation | The weld 1.0 | The server 1.0 |
                        | --- | --- | --- | --- |
                        | 1 | a class | yes | yes |
                        | 2 | a method | not shown yet | not shown yet |
                        | 3 | a page | not tested | not tested |

                        ## Web

                        |  | situation | The weld 1.0 | The server 1.0 |
                        | --- | --- | --- | --- |
                        | 4 | a servlet | — | yes |
                        """);
    }

    @Test
    void itWorksInPartWhereATestNeedsWhatTheContainerLacks() throws IOException {
        build.suite("ServletTest", "web", "/** Situations 1, 4. */ @Test void works() {}");
        assertRow("| 1 | a class | in part | yes |");
    }

    @Test
    void itDoesNotWorkWhereTheOnlyTestIsExcluded() throws IOException {
        build.delete("tck/weld/target/surefire-reports/TEST-sample.BeanTest.xml");
        exclude();
        assertRow("| 1 | a class | no: [Forgotten.](https://example.org/1) | yes |");
    }

    @Test
    void itWorksInPartWhereOneOfItsTestsIsExcluded() throws IOException {
        build.suite(
                "BeanTest",
                "core",
                """
                /** Situation 1. */ @Test void works() {}
                /** Situation 1. */ @Test void worksAgain() {}
                """);
        build.passedOn("weld", "BeanTest", "worksAgain");
        exclude();
        assertRow("| 1 | a class | in part: [Forgotten.](https://example.org/1) | in part |");
    }

    @Test
    void aTestThatFailsIsNotPassedOver() throws IOException {
        build.reportOn("weld", "BeanTest", SampleBuild.testCase("BeanTest", "works", "<error/>"));
        assertRow("| 1 | a class | fails | yes |");
    }

    @Test
    void theContainerPlaysNoPartInUnitTests() throws IOException {
        build.write(
                "impl/src/test/java/UnitTest.java",
                "package sample; class UnitTest { /** Situation 4. */ @Test void works() {} }");
        build.suite("ServletTest", "web", "@Test void works() {}");
        assertRow("| 4 | a servlet | by unit tests | by unit tests |");
    }

    @Test
    void aRunnerMayHaveTestsOfItsOwn() throws IOException {
        build.write(
                "tck/server/src/test/java/ModuleTest.java",
                "package sample; class ModuleTest { /** Situation 4. */ @Test void works() {} }");
        build.suite("ServletTest", "web", "@Test void works() {}");
        build.passedOn("server", "ModuleTest", "works");
        assertThat(build.read().problems()).isEmpty();
        assertRow("| 4 | a servlet | — | yes |");
    }

    @Test
    void whatABuildHasLeftOutStays() throws IOException {
        build.optionalRunner("other");
        assertRow("| 1 | a class | yes | yes |");
        before =
                """
                | | situation | The other 2.0 | The weld 1.0 |
                | --- | --- | --- | --- |
                | 1 | a class | in part | no |

                | | | The other 2.0 |
                | --- | --- | --- |
                | 4 | a servlet | yes |
                """;
        assertRow("| 1 | a class | yes | yes | in part |");
        assertRow("| 4 | a servlet | — | yes | yes |");

        build.passedOn("other", "BeanTest", "works");
        assertRow("| 1 | a class | yes | yes | yes |");
        assertRow("| 4 | a servlet | — | yes | — |");
    }

    @Test
    void aContainerMayHaveOnlyTestsOfItsOwn() throws IOException {
        build.optionalRunner("other");
        build.write(
                "tck/other/src/test/java/SmokeTest.java",
                "package sample; class SmokeTest { /** Situation 4. */ @Test void works() {} }");
        build.passedOn("other", "SmokeTest", "works");
        assertThat(build.read().problems()).isEmpty();
        assertRow("| 1 | a class | yes | yes | not tested |");
        assertRow("| 4 | a servlet | — | yes | yes |");
    }

    private void exclude() throws IOException {
        build.write(
                SampleBuild.EXCLUSIONS, "# Forgotten.\n# https://example.org/1\nBeanTest#works\n");
    }
}
