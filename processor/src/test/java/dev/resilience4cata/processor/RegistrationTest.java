// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Test;

/** How compilers and build tools find the processors. */
class RegistrationTest {

    @Test // in this order: what claims comes last
    void compilersFindThemAsServices() {
        assertThat(ServiceLoader.load(Processor.class))
                .extracting(each -> each.getClass().getName())
                .containsSubsequence(
                        RateLimiterProcessor.class.getName(), ClaimingProcessor.class.getName());
    }

    @Test
    void gradleIsToldThatEachFileComesFromOneInterface() throws IOException {
        String name = "META-INF/gradle/incremental.annotation.processors";
        try (InputStream file = RegistrationTest.class.getClassLoader().getResourceAsStream(name)) {
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .containsExactlyInAnyOrder(
                            RateLimiterProcessor.class.getName() + ",isolating",
                            ClaimingProcessor.class.getName() + ",isolating");
        }
    }
}
