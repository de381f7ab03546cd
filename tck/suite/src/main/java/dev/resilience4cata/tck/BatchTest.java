// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.batch.api.AbstractBatchlet;
import jakarta.batch.api.listener.StepListener;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Artefacts of Jakarta Batch (situation 58). */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class BatchTest {
    @Deployment
    static WebArchive application() {
        WebArchive war =
                Archives.war(TestClock.class, Report.class, PatientReport.class, Ended.class);
        for (String job : new String[] {"report", "patientReport"}) {
            war.addAsResource(
                    new StringAsset(
                            """
                            <job id="%1$s" version="2.0"
                                 xmlns="https://jakarta.ee/xml/ns/jakartaee">
                              <step id="step">
                                <listeners><listener ref="ended"/></listeners>
                                <batchlet ref="%1$s"/>
                              </step>
                            </job>
                            """
                                    .formatted(job)),
                    "META-INF/batch-jobs/" + job + ".xml");
        }
        return war;
    }

    /** Called by the container. */
    @Named("report")
    @Dependent
    public static class Report extends AbstractBatchlet {
        /** Passes one step. */
        @Override
        @RateLimiter(permits = 1, period = "1s")
        public String process() {
            return "reported";
        }
    }

    /** Called by the container. */
    @Named("patientReport")
    @Dependent
    public static class PatientReport extends AbstractBatchlet {
        /** Passes one step; the next waits for a second. */
        @Override
        @RateLimiter(permits = 1, period = "1s", maxWait = "5s")
        public String process() {
            return "reported";
        }
    }

    /** Called by the container. Notes how steps end. */
    @Named("ended")
    @Dependent
    public static class Ended implements StepListener {
        private static final BlockingQueue<String> STEPS = new LinkedBlockingQueue<>();

        @Inject StepContext step;

        @Override
        public void beforeStep() {}

        @Override
        public void afterStep() {
            Exception failure = step.getException();
            STEPS.add(failure == null ? "well" : failure.getClass().getSimpleName());
        }
    }

    @Inject ManualClock clock;

    private static String run(String job) throws InterruptedException {
        BatchRuntime.getJobOperator().start(job, new Properties());
        return Ended.STEPS.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void limitsSteps() throws InterruptedException {
        clock.advance(Duration.ofDays(1));
        assertEquals("well", run("report"));
        assertEquals("RateLimitExceededException", run("report"));
        clock.advance(Duration.ofSeconds(1));
        assertEquals("well", run("report"));
    }

    @Test
    void waitsOnTheThreadOfTheJob() throws InterruptedException {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        assertEquals("well", run("patientReport"));
        assertEquals("well", run("patientReport"));

        assertEquals(1_000_000_000, clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
    }
}
