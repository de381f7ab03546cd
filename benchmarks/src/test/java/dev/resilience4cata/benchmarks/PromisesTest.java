// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.benchmarks.Figures.Round;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromisesTest {

    private final Figures figures = SampleFigures.figures();

    @Test
    void nothingIsBrokenInAnOrdinaryRun() {
        assertThat(Promises.broken(figures)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "RejectedCall, ours, 8",
        "WrappedCall, wrapper, 8",
        "KeyedCall, ours 1000, 8",
        "MeasuredCall, micrometerCounted, 8",
        "ManyLimiters, byId 1000, 8",
        "BesideWaiters, ours 1000, 8",
        "BeanCall, oursAdmitted, 440"
    })
    void bytesAreAPromise(String question, String name, double bytes) {
        Figures allocating = new Figures();
        allocating.add(
                new Subject("BeanCall", 1, "interceptorThatDoesNothing"),
                new Round(150, 140, 432, 432));
        allocating.add(new Subject(question, 1, name), new Round(30, 28, bytes, bytes));
        assertThat(Promises.broken(allocating))
                .singleElement()
                .asString()
                .startsWith(question + "." + name + ", threads: 1: ")
                .contains(" B per call, allowed are ");
    }

    @Test
    void heapIsAPromise() {
        Figures large = new Figures();
        large.add(Reading.of(IdleHeap.class, IdleHeap.NEVER_CALLED, 200, "B"));
        large.add(Reading.of(PendingCalls.class, PendingCalls.WAITING, 512, "B"));
        assertThat(Promises.broken(large))
                .containsExactly(
                        "IdleHeap, a limiter that was never called: 200.0 B of heap, allowed are"
                                + " less than 200",
                        "PendingCalls, a call that waits: 512.0 B of heap, allowed are less than"
                                + " 500");
    }

    @Test
    void whatWaitsMayAllocate() {
        figures.add(new Subject("WaitingCall", 1, "ours"), new Round(5e5, 5e5, 200, 200));
        assertThat(Promises.broken(figures)).isEmpty();
    }

    /** A busy machine makes iterations slow, and compiles late; but hardly in all of them. */
    @Test
    void theBestIterationCounts() {
        Subject ours = new Subject("AdmittedCall", 1, "ours");
        figures.add(ours, new Round(3000, 24, 300, 0));
        assertThat(Promises.broken(figures)).isEmpty();
    }

    @Test
    void callsAreNotOutOfProportion() {
        Figures slow = new Figures();
        slow.add(new Subject("ClockRead", 1, "nanoTime"), new Round(25, 20, 0, 0));
        slow.add(new Subject("AdmittedCall", 1, "ours"), new Round(90, 80, 0, 0));
        assertThat(Promises.broken(slow))
                .containsExactly(
                        "AdmittedCall.ours, threads: 1: 4.00 × ClockRead.nanoTime by the fastest"
                                + " iterations, allowed is 3.0 ×");
    }

    @Test
    void readsWhatAHarnessPrints() {
        assertThat(Reading.parse("reading\tIdleHeap\ta limiter\t1.5e2\tB"))
                .isEqualTo(Optional.of(new Reading("IdleHeap", "a limiter", 150, "B")));
        assertThat(Reading.parse("VirtualThreads: needs Java 21")).isEmpty();
    }

    @Test
    void findsVersionsInAClassPath() {
        String classPath =
                "/r/guava-33.5.0-jre.jar:/r/smallrye-fault-tolerance-api-6.9.0.jar"
                        + ":/r/smallrye-fault-tolerance-6.9.3.jar";
        assertThat(Machine.version("smallrye-fault-tolerance", classPath)).contains("6.9.3");
        assertThat(Machine.version("guava", classPath)).contains("33.5.0-jre");
        assertThat(Machine.version("failsafe", classPath)).isEmpty();
    }
}
