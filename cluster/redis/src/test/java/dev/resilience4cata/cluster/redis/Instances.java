// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import dev.resilience4cata.cluster.testkit.Crowd;
import dev.resilience4cata.cluster.testkit.RecordingStore;
import dev.resilience4cata.cluster.testkit.Start;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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

    /** Kills one of them. */
    void killOne() throws Exception {
        crowd.kill(0);
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

    /** The calls of each instance that were admitted, by whomever; with when they asked. */
    List<List<Start>> usedByInstance() {
        return byInstance(Callers.USED);
    }

    /** What Redis has granted to each instance, by its clock. */
    List<List<Start>> grantedByInstance() {
        return byInstance(RecordingStore.PREFIX);
    }

    /** The longest pause of all. */
    Duration longestPause() {
        return longestPauseSince(Long.MIN_VALUE);
    }

    private List<List<Start>> byInstance(String prefix) {
        return IntStream.range(0, COUNT).mapToObj(i -> of(prefix, crowd.starts(i))).toList();
    }

    private List<Start> of(String prefix) {
        return of(prefix, crowd.starts());
    }

    private static List<Start> of(String prefix, List<Start> starts) {
        return starts.stream().filter(start -> start.key().startsWith(prefix)).toList();
    }

    /**
     * For how long this machine kept a thread of an instance that wanted to go on: what an upper
     * bound of time has to allow.
     *
     * @param since when to begin, by {@link System#nanoTime()}
     */
    Duration longestPauseSince(long since) {
        return Duration.ofNanos(
                of(Callers.PAUSE).stream()
                        .filter(pause -> pause.startNanos() > since)
                        .mapToLong(pause -> pause.startNanos() - pause.slotNanos())
                        .max()
                        .orElse(0));
    }

    Map<String, Long> counts() {
        return crowd.counts();
    }

    @Override
    public void close() {
        crowd.close();
    }
}
