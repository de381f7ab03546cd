// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import dev.resilience4cata.cluster.testkit.Crowd;
import dev.resilience4cata.cluster.testkit.RecordingStore;
import dev.resilience4cata.cluster.testkit.Start;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Several instances of an application, each a process, that call as often as they can. */
final class Instances implements AutoCloseable {

    static final int COUNT = 4;

    private static final Duration STARTING_AND_ENDING = Duration.ofSeconds(60);

    private final Crowd crowd;
    private final Callers.Load load;

    /** Starts them; they call from now on. */
    Instances(String name, Callers.Load load) throws Exception {
        this.load = load;
        this.crowd = new Crowd(Path.of("target", "crowd", name), Callers.class);
        for (int instance = 0; instance < COUNT; instance++) {
            crowd.add(load.words());
        }
        crowd.begin();
    }

    /** Lets them go on calling for a while. */
    void call(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        Patience.until("calling", STARTING_AND_ENDING, () -> System.nanoTime() > end);
    }

    /** Waits until their time is over. */
    void end() throws Exception {
        crowd.await(load.time().plus(STARTING_AND_ENDING));
    }

    /** What Redis has granted, by its clock. */
    List<Start> granted() {
        return of(RecordingStore.PREFIX);
    }

    /** The calls that were admitted, by whomever; with when they asked. */
    List<Start> used() {
        return of(Callers.USED);
    }

    private List<Start> of(String prefix) {
        return crowd.starts().stream().filter(start -> start.key().startsWith(prefix)).toList();
    }

    Map<String, Long> counts() {
        return crowd.counts();
    }

    @Override
    public void close() {
        crowd.close();
    }
}
