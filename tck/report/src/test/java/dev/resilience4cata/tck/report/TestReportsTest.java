// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import static dev.resilience4cata.tck.report.TestReports.Outcome.FAILED;
import static dev.resilience4cata.tck.report.TestReports.Outcome.PASSED;
import static dev.resilience4cata.tck.report.TestReports.Outcome.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.tck.report.TestReports.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportsTest {
    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path target;

    private void write(String path, String content) throws IOException {
        Path file = target.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private Map<String, Outcome> read() throws IOException {
        return TestReports.read(target, BEGAN);
    }

    @Test
    void theWorstInvocationThatRanCounts() throws IOException {
        write(
                "surefire-reports/TEST-a.One.xml",
                """
                <testsuite name="a.One">
                  <testcase name="passes(int, String)[1]" classname="a.One"/>
                  <testcase name="passes(int, String)[2]" classname="a.One"><skipped/></testcase>
                  <testcase name="fails{int}[1]" classname="a.One"><failure>no</failure></testcase>
                  <testcase name="fails{int}[2]" classname="a.One"/>
                  <testcase name="errs" classname="a.One"><error/><system-out/></testcase>
                  <testcase name="waits" classname="a.One$Nested"><skipped/></testcase>
                </testsuite>
                """);

        assertThat(read())
                .isEqualTo(
                        Map.of(
                                "a.One#passes", PASSED,
                                "a.One#fails", FAILED,
                                "a.One#errs", FAILED,
                                "a.One$Nested#waits", SKIPPED));
    }

    @Test
    void severalRunsOfAClassAreReadTogether() throws IOException {
        write(
                "surefire-reports/TEST-a.One.xml",
                "<testsuite name='a.One'><testcase name='t' classname='a.One'/></testsuite>");
        write(
                "failsafe-reports/TEST-a.One-again.xml",
                """
                <testsuite name='a.One(again)'>
                  <testcase name='t' classname='a.One'><error/></testcase>
                  <testcase name='RULE' classname='One'/>
                </testsuite>
                """);

        assertThat(read()).isEqualTo(Map.of("a.One#t", FAILED, "a.One#RULE", PASSED));
    }

    @Test
    void jcstressHasAPageForEachTest() throws IOException {
        write("jcstress/a.b.Races.AtTheEnd.html", "");
        write("jcstress/index.html", "");

        assertThat(read()).isEqualTo(Map.of("a.b.Races#AtTheEnd", PASSED));
    }

    @Test
    void aReportOfAnEarlierBuildIsNotRead() throws IOException {
        String path = "surefire-reports/TEST-a.One.xml";
        write(path, "<testsuite><testcase name='t' classname='a.One'/></testsuite>");
        Path file = target.resolve(path);
        Files.setLastModifiedTime(file, FileTime.from(BEGAN.minusMillis(1)));
        assertThat(read()).isEmpty();

        Files.setLastModifiedTime(file, FileTime.from(BEGAN));
        assertThat(read()).hasSize(1);
    }
}
