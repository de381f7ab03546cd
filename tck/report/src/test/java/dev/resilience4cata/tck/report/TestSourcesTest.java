// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSourcesTest {
    @TempDir Path folder;

    private List<TestCase> read(String... sources) throws IOException {
        for (int i = 0; i < sources.length; i++) {
            Files.writeString(folder.resolve("Source" + i + ".java"), "package a.b;" + sources[i]);
        }
        return TestSources.read(folder);
    }

    private static Map<String, Set<String>> cited(List<TestCase> tests) {
        return tests.stream().collect(toMap(TestCase::id, TestCase::cited));
    }

    @Test
    void aTestCitesByItsCommentAndThatOfItsClass() throws IOException {
        List<TestCase> tests =
                read(
                        """
                        /** S1 is for all. */
                        class One {
                            /**
                             * S20: a sentence (situations 3,
                             * 40 and 5), as in situation 71 or 72, F12, C24.
                             */
                            @Test
                            void first() {
                                call(); // S2 is not above the test
                            }

                            @ParameterizedTest // S3
                            @ValueSource(ints = {1, 2}) // and S4
                            void second(int number) {}

                            @ArchTest // S5
                            static final ArchRule RULE = rule("S6");

                            /** S7: no test. */
                            void third() {}
                        }
                        """);

        assertThat(cited(tests))
                .isEqualTo(
                        Map.of(
                                "a.b.One#first",
                                        Set.of("S1", "S20", "3", "40", "5", "71", "72", "F12"),
                                "a.b.One#second", Set.of("S1", "S3", "S4"),
                                "a.b.One#RULE", Set.of("S1", "S5")));
    }

    @Test
    void aNestedClassIsPartOfTheOneAroundIt() throws IOException {
        List<TestCase> tests =
                read(
                        """
                        /** S1. */
                        class One {
                            abstract class Rules {
                                /** S2. */
                                @Test
                                void rule() {}
                            }

                            /** S3. */
                            @Nested
                            class First extends Rules {}

                            @Nested
                            class Second extends Rules {}
                        }
                        """);

        assertThat(cited(tests))
                .isEqualTo(
                        Map.of(
                                "a.b.One$First#rule", Set.of("S1", "S2", "S3"),
                                "a.b.One$Second#rule", Set.of("S1", "S2")));
    }

    @Test
    void aClassRunsTheTestsOfItsSuperclass() throws IOException {
        List<TestCase> tests =
                read(
                        """
                        /** S1. */
                        abstract class Table {
                            @Test
                            @Tag("rare")
                            void row() {} // S9 is not above the test
                        }
                        """,
                        """
                        /** S2. */
                        @Tag("core")
                        @org.junit.jupiter.api.Tag(value = "slow")
                        class Full extends Table {
                            @Test
                            void more() {}
                        }
                        """);

        assertThat(tests)
                .containsExactly(
                        new TestCase("a.b.Full", "more", Set.of("S2"), Set.of("core", "slow")),
                        new TestCase(
                                "a.b.Full",
                                "row",
                                Set.of("S1", "S2"),
                                Set.of("core", "rare", "slow")));
        assertThat(tests.get(0).shortId()).isEqualTo("Full#more");
    }

    @Test
    void aClassIsATestOfJcstress() throws IOException {
        assertThat(
                        cited(
                                read(
                                        """
                                        /** S1. */
                                        class Races {
                                            /** S2. */
                                            @JCStressTest
                                            public static class AtTheEnd {}
                                        }
                                        """)))
                .isEqualTo(Map.of("a.b.Races#AtTheEnd", Set.of("S1", "S2")));
    }
}
