// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** The threads of one process that call its limiters. To be used by one thread. */
final class Callers {

    /** How many keys are chosen in advance: choosing one takes longer than a call may take. */
    private static final int CHOICES = 1 << 16;

    private final Peer peer;
    private final Peer.Limiters limiters;
    private final int keys;
    private final int[] choices = new int[CHOICES];
    private final SplittableRandom random = new SplittableRandom();

    /**
     * Prepares the calls.
     *
     * @param limiters of the keys from 0 to {@code keys - 1}
     */
    Callers(Peer peer, Peer.Limiters limiters, int keys) {
        this.peer = peer;
        this.limiters = limiters;
        this.keys = keys;
        for (int i = 0; i < CHOICES; i++) {
            choices[i] = zipf();
        }
    }

    /** The k-th key about as often as 1 / k. */
    private int zipf() {
        return (int) Math.pow(keys, random.nextDouble()) - 1;
    }

    /** Calls until the load ends, and waits for the last answer. */
    Outcome call(Load load) throws InterruptedException, ExecutionException {
        long before = peer.failures();
        ExecutorService threads = Executors.newFixedThreadPool(load.threads());
        try {
            List<Callable<Outcome>> callers = new ArrayList<>();
            for (int thread = 0; thread < load.threads(); thread++) {
                int choice = random.nextInt(CHOICES);
                long first = load.startNanos() + random.nextLong(load.intervalNanos() + 1);
                callers.add(() -> call(load, first, choice));
            }
            Outcome outcome = new Outcome(keys);
            for (Future<Outcome> caller : threads.invokeAll(callers)) {
                outcome.add(caller.get());
            }
            outcome.addFailed(peer.failures() - before);
            return outcome;
        } finally {
            threads.shutdown();
        }
    }

    private Outcome call(Load load, long first, int firstChoice) {
        Outcome outcome = new Outcome(keys);
        int choice = firstChoice;
        long next = first;
        long now = awaitNanos(Math.min(next, load.endNanos()));
        while (now - load.endNanos() < 0) {
            int key = choices[choice++ % CHOICES];
            long answered = now;
            try {
                boolean admitted = limiters.admits(key);
                answered = System.nanoTime();
                outcome.add(key, admitted, now, answered);
            } catch (RuntimeException e) {
                if (outcome.failed() == 0) {
                    e.printStackTrace();
                }
                outcome.addFailed(1);
                answered = System.nanoTime();
            }
            next += load.intervalNanos();
            boolean pausing = load.intervalNanos() > 0;
            now = pausing ? awaitNanos(Math.min(next, load.endNanos())) : answered;
        }
        return outcome;
    }

    /** Waits until a time, if it has not come yet. Returns what time it is then. */
    private static long awaitNanos(long time) {
        long now = System.nanoTime();
        while (now - time < 0) {
            LockSupport.parkNanos(time - now);
            now = System.nanoTime();
        }
        return now;
    }
}
