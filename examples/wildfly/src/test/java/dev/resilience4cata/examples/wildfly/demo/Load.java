// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Callers that want more than a limit allows, some on each server, each with one call at a time and
 * a pause after it. A caller whose server is gone ends.
 */
final class Load {

    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Map<Side, Calls> calls = new LinkedHashMap<>();
    private final List<Thread> callers = new ArrayList<>();
    private volatile long endNanos;

    private static final class Calls {
        private final List<Call> list = new ArrayList<>(); // guarded by this
        private final Semaphore admitted = new Semaphore(0);

        synchronized void add(Call call) {
            list.add(call);
        }

        synchronized List<Call> soFar() {
            return List.copyOf(list);
        }
    }

    /** Starts the callers. */
    Load(List<Side> sides, int callersEach, String what, String path) {
        endNanos = System.nanoTime() + LONGEST.toNanos();
        for (Side side : sides) {
            Calls ofSide = new Calls();
            calls.put(side, ofSide);
            Client.Request request = side.client().get(side.name() + " " + what, path);
            for (int i = 0; i < callersEach; i++) {
                Thread caller =
                        new Thread(
                                () -> callAgainAndAgain(side.client(), request, ofSide),
                                "caller of " + side.name());
                caller.setDaemon(true);
                callers.add(caller);
            }
        }
        callers.forEach(Thread::start);
    }

    private void callAgainAndAgain(Client client, Client.Request request, Calls ofSide) {
        try {
            boolean lost = false;
            while (!lost && System.nanoTime() - endNanos < 0) {
                Call call = client.callOrLose(request);
                ofSide.add(call);
                if (call.admitted()) {
                    ofSide.admitted.release();
                }
                lost = call.lost();
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until a server has admitted so many calls more; false if it does not. */
    boolean awaitAdmitted(Side side, int more, Duration limit) throws InterruptedException {
        return ofSide(side).admitted.tryAcquire(more, limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits until a server has admitted so many calls more than it has until now. */
    boolean awaitAdmittedFromNow(Side side, int more, Duration limit) throws InterruptedException {
        ofSide(side).admitted.drainPermits();
        return awaitAdmitted(side, more, limit);
    }

    /** Ends the callers after a time from now, and waits for them. */
    Map<Side, List<Call>> endAfter(Duration time) throws InterruptedException {
        endNanos = System.nanoTime() + time.toNanos();
        for (Thread caller : callers) {
            caller.join();
        }
        Map<Side, List<Call>> all = new LinkedHashMap<>();
        calls.forEach((side, ofSide) -> all.put(side, ofSide.soFar()));
        return all;
    }

    private Calls ofSide(Side side) {
        Calls found = calls.get(side);
        if (found == null) {
            throw new IllegalArgumentException("Nobody calls " + side.name());
        }
        return found;
    }
}
