// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoverageTest {
    private static final String EXCLUDED =
            """
            # The container forgets it.
            # https://example.org/1
            """;

    @TempDir Path root;
    private SampleBuild build;

    @BeforeEach
    void buildEverything() throws IOException {
        build = new SampleBuild(root);
    }

    private void assertProblems(String... problems) throws IOException {
        assertThat(build.read().problems()).containsExactlyInAnyOrder(problems);
    }

    @Test
    void aBuildThatHasShownEverythingHasNoProblem() throws IOException {
        assertProblems();
    }

    @Test
    void aSentenceNeedsATestThatPassed() throws IOException {
        for (String runner : new String[] {"weld", "server"}) {
            build.reportOn(
                    runner, "BeanTest", SampleBuild.testCase("BeanTest", "works", "<failure/>"));
        }
        assertProblems("S2 has no test that passed", "Situation 1 has no test that passed");
    }

    @Test
    void aSentenceAboutOtherPoliciesNeedsOneToo() throws IOException {
        build.write(SampleBuild.SEMANTICS, "- **S1** a\n- **S2** b\n- **F1** c\n");
        assertProblems("F1 has no test that passed");
    }

    @Test
    void whatIsNotShownYetMustNotBeShown() throws IOException {
        build.suite("MethodTest", "core", "/** Situation 2. */ @Test void works() {}");
        build.passedOn("weld", "MethodTest", "works");
        build.passedOn("server", "MethodTest", "works");
        assertProblems("Situation 2 is shown; situations.md says that it is not");
    }

    @Test
    void whatIsDocumentedOnlyMustNotBeShown() throws IOException {
        build.suite("BeanTest", "core", "/** S2, situations 1, 3. */ @Test void works() {}");
        assertProblems("Situation 3 is shown; situations.md says that it is not");
    }

    @Test
    void whatIsNotShownYetMustExist() throws IOException {
        build.write(SampleBuild.SITUATIONS, "## Not shown yet\n\nS3, 1, 4, S2\n");
        assertProblems(
                "\"Not shown yet\" names S3, which does not exist",
                "\"Not shown yet\" names 1, which does not exist",
                "\"Not shown yet\" names 4, which does not exist",
                "BeanTest#works cites 1, which does not exist",
                "ServletTest#works cites 4, which does not exist",
                "S2 is shown; situations.md says that it is not");
    }

    @Test
    void aTestMustCiteWhatExists() throws IOException {
        build.suite("BeanTest", "core", "/** S2, S9, situation 1. */ @Test void works() {}");
        assertProblems("BeanTest#works cites S9, which does not exist");
    }

    @Test
    void aTestOfTheSuiteNeedsAGroup() throws IOException {
        build.suite("ServletTest", "slow", "/** Situation 4. */ @Test void works() {}");
        assertProblems(
                "ServletTest is in none of the groups"
                        + " [async, core, ear, ejb, ft, keys, rest, telemetry, transactions,"
                        + " validation, web]");
    }

    @Test
    void aRunnerNeedsReports() throws IOException {
        build.delete("tck/weld/target/surefire-reports/TEST-sample.BeanTest.xml");
        assertThat(build.read().problems())
                .contains("tck/weld has no test report of this build; run all modules: mvn verify");
    }

    @Test
    void reportsOfAnEarlierBuildDoNotCount() throws IOException {
        assertThat(build.readSince(Instant.now().plusSeconds(60)).problems())
                .contains(
                        "api has no test report of this build; run all modules: mvn verify",
                        "stress has no test report of this build; run all modules: mvn verify",
                        "tck/weld has no test report of this build; run all modules: mvn verify",
                        "S1 has no test that passed",
                        "Situation 4 has no test that passed");
    }

    @Test
    void aBuildMayLeaveOutAnOptionalRunner() throws IOException {
        build.optionalRunner("other");
        assertProblems();

        build.passedOn("other", "GoneTest", "worked");
        assertProblems("tck/other reports sample.GoneTest#worked, which is not in the sources");
    }

    @Test
    void aReportedTestIsInTheSources() throws IOException {
        build.passedOn("weld", "GoneTest", "worked");
        assertProblems("tck/weld reports sample.GoneTest#worked, which is not in the sources");
    }

    @Test
    void aRunnerRunsAllTestsOfAGroupOrSaysWhyNot() throws IOException {
        build.suite("MethodTest", "core", "@Test void works() {}");
        build.passedOn("server", "MethodTest", "works");
        assertProblems(
                "tck/weld did not run MethodTest#works; exclude it in exclusions.txt, with a reason"
                        + " and a link");

        build.reportOn(
                "weld", "MethodTest", SampleBuild.testCase("MethodTest", "works", "<skipped/>"));
        assertThat(build.read().problems()).hasSize(1);

        build.write(SampleBuild.EXCLUSIONS, EXCLUDED + "MethodTest#works\n");
        assertProblems();
    }

    @Test
    void anExclusionNamesATest() throws IOException {
        build.write(SampleBuild.EXCLUSIONS, EXCLUDED + "BeenTest#works\n");
        assertProblems("tck/weld/exclusions.txt: BeenTest#works is no test");
    }

    @Test
    void anExclusionHasAnEffect() throws IOException {
        build.write(SampleBuild.EXCLUSIONS, EXCLUDED + "BeanTest#works\n");
        assertProblems("tck/weld/exclusions.txt: BeanTest#works was run nevertheless");
    }

    @Test
    void anExclusionHasAReasonAndALink() throws IOException {
        String problem =
                "tck/weld/exclusions.txt: ServletTest#works needs comment lines with a reason and a"
                        + " link above it";
        for (String comment : new String[] {"", "# The reason.\n", "# https://example.org/1\n"}) {
            build.write(SampleBuild.EXCLUSIONS, comment + "ServletTest#works\n");
            assertProblems(problem);
        }
        build.write(SampleBuild.EXCLUSIONS, EXCLUDED + "\nServletTest#works\n");
        assertProblems(problem);
    }

    @Test
    void theReportHasTheTestsOfEverySentenceAndSituation() throws IOException {
        assertThat(CoverageReport.of(build.read()))
                .endsWith(
                        """

                        ## The rule

                        - **S1** Right.
                          - `Races#AtTheEnd`: stress
                          - `UnitTest#works`: api, impl, cdi-extension, rest, junit, telemetry
                        - **S2** Never wrong.
                          - `BeanTest#works`: The weld 1.0, The server 1.0

                        ## Beans

                        - **1** a class: Limited.
                          - `BeanTest#works`: The weld 1.0, The server 1.0
                        - **2** a method: Limited.
                          - no test
                        - **3** a page: Nothing. Documented only: it has no code.
                          - no test

                        ## Web

                        - **4** a servlet: Limited.
                          - `ServletTest#works`: The server 1.0
                        """);
    }
}
