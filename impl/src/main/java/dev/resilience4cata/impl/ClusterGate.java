// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What stands in one JVM before one schedule of a store. It asks for one round of calls at a time:
 * who comes meanwhile is in the next. If the limiter has leases, it asks for more than there are
 * calls, and the next ones are admitted without a question. After a refusal it refuses by itself
 * for as long as the store would. It does not wait for a store that gives no answers, and does what
 * the limiter says for that case instead. The wait of a call counts from the answer on, by the
 * clock of this JVM, so the call is never early, whatever the time of the store.
 *
 * <p>Safe for use by several threads. While the lock is held, neither the store nor a caller is
 * called.
 */
final class ClusterGate {

    /** Why calls are refused here until a time of the clock. */
    private record Refusal(ClusterQuota quota, long untilNanos) {}

    /** Calls that are asked for together. */
    private static final class Round {

        private final ClusterQuota quota;
        private final List<StoreCall> calls;

        /** How many permits are asked for beside those of the calls. */
        private final int inAdvance;

        private final long sentNanos;

        /** How many permits had been given back when it was sent. */
        private final long returns;

        /** How many permits were granted beside those of the calls. */
        private int leased;

        /** Whether it takes so long that nobody waits for it. Guarded by the lock. */
        private boolean hung;

        Round(
                ClusterQuota quota,
                List<StoreCall> calls,
                int inAdvance,
                long sentNanos,
                long returns) {
            this.quota = quota;
            this.calls = calls;
            this.inAdvance = inAdvance;
            this.sentNanos = sentNanos;
            this.returns = returns;
        }
    }

    /**
     * Where the schedule stood when the store last said so.
     *
     * @param tatNanos the theoretical arrival time, as a time of the clock
     */
    private record Seen(long tatNanos) {}

    private final SingleLimiter limiter;
    private final ClusterLimiter root;
    private final String key;
    private final StoreAccess store;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    /** Calls for the next rounds, in the order of arrival. Guarded by the lock. */
    private List<StoreCall> queue = List.of();

    /** What the store is being asked. Written with the lock. */
    private volatile @Nullable Round underWay;

    /** How many permits were given back, as far as the store has said. Guarded by the lock. */
    private long returns;

    private volatile @Nullable Refusal refusal;
    private volatile @Nullable Refusal pause;
    private volatile @Nullable Seen seen;

    /** What is held for calls to come; null until there was a configuration with leases. */
    private volatile @Nullable Leases leases;

    /** The limiter of this instance while the store gives no answer; null if it always did. */
    private volatile @Nullable GcraLimiter local;

    /** What {@link #local} was made from, or last changed to. */
    private volatile @Nullable ClusterQuota localQuota;

    /** Whether the store has answered since {@link #local} was last asked. */
    private volatile boolean answered = true;

    /** Whether another gate has taken its place, so that it must hold nothing. */
    private volatile boolean retired;

    private volatile boolean closed;

    /**
     * Creates a gate; nothing is asked yet.
     *
     * @param limiter whose calls they are
     * @param root knows the quota
     * @param key the key of the schedule in the store
     */
    ClusterGate(SingleLimiter limiter, ClusterLimiter root, String key, StoreAccess store) {
        this.limiter = limiter;
        this.root = root;
        this.key = key;
        this.store = store;
        this.clock = limiter.parts.clock();
    }

    /** Asks for a permit. A call that is refused here costs reads only. */
    Verdict reserve() {
        ClusterQuota quota = root.quota();
        Verdict verdict = ask(quota);
        return quota.source.config.shadow() ? passing(verdict) : verdict;
    }

    private Verdict ask(ClusterQuota quota) {
        long now = clock.nanoTime();
        if (isPaused(now)) {
            return Reservation.REFUSED;
        }
        if (isLeased(quota, now)) {
            return Reservation.ADMITTED;
        }
        if (isRefused(quota, now)) {
            return Reservation.REFUSED;
        }
        if (!store.breaker().isPassable(now)) {
            return withoutStore(quota);
        }
        StoreCall call = new StoreCall(this, quota, now + quota.deadlineNanos);
        enqueue(call, now);
        sendRounds(now);
        Verdict verdict = call.latest();
        return verdict instanceof StoreSlot slot && !slot.isOfLaterPermit()
                ? Reservation.ADMITTED
                : verdict;
    }

    /** In shadow mode nobody waits; what the store says of the call is published. */
    private Verdict passing(Verdict verdict) {
        if (verdict == Reservation.REFUSED) {
            limiter.publishRejection(true);
        } else if (!verdict.isFinal() && limiter.parts.listeners().isAnybodyThere()) {
            verdict.onFinal(
                    () -> {
                        if (verdict.latest() == Reservation.REFUSED) {
                            publishElsewhere();
                        }
                    });
        }
        return Reservation.ADMITTED;
    }

    /** Listeners are code of the application, so not on a thread of the store. */
    @SuppressWarnings({"FutureReturnValueIgnored", "EmptyCatch"})
    private void publishElsewhere() {
        try {
            clock.schedule(() -> limiter.publishRejection(true), clock.nanoTime(), store.timer());
        } catch (RuntimeException e) {
            // No thread, or a clock that is gone: then nobody hears of a call that has passed.
        }
    }

    /** Admits a call by a permit that is held, if there is one. */
    private boolean isLeased(ClusterQuota quota, long now) {
        Leases held = leases;
        if (held == null || held.take(quota, now) == Leases.NONE) {
            return false;
        }
        if (held.isRenewalDue()
                && underWay == null
                && !isRefused(quota, now)
                && store.breaker().isPassable(now)) {
            sendRounds(now);
        }
        return true;
    }

    private boolean isPaused(long now) {
        Refusal current = pause;
        return current != null && now - current.untilNanos < 0;
    }

    private boolean isRefused(ClusterQuota quota, long now) {
        Refusal current = refusal;
        return current != null && current.quota == quota && now - current.untilNanos < 0;
    }

    private void enqueue(StoreCall call, long now) {
        boolean late;
        lock.lock();
        try {
            late = dropIfHung(now);
            if (queue.isEmpty()) {
                queue = new ArrayList<>(1);
            }
            queue.add(call);
        } finally {
            lock.unlock();
        }
        if (late) {
            store.late(now);
        }
    }

    /** To be called when a call has waited for an answer until its deadline. */
    void noteLate(long now) {
        boolean late;
        lock.lock();
        try {
            late = dropIfHung(now);
        } finally {
            lock.unlock();
        }
        if (late) {
            store.late(now);
            sendRounds(now); // who came later waits for the next one
        }
    }

    private boolean dropIfHung(long now) {
        Round round = underWay;
        if (round == null || now - round.sentNanos < store.settings().timeoutNanos()) {
            return false;
        }
        round.hung = true;
        underWay = null;
        return true;
    }

    /** Asks for who is queued, one round after the other, as long as answers come at once. */
    private void sendRounds(long firstNow) {
        long now = firstNow;
        for (Round round = nextRound(now); round != null; round = nextRound(now)) {
            Round sent = round;
            if (isServed(sent, now) && sent.inAdvance == 0) {
                finish(sent);
            } else if (isRefused(sent.quota, now)) {
                finish(sent);
                sent.calls.forEach(call -> call.settle(Reservation.REFUSED));
            } else if (!store.breaker().tryPass(now)) {
                finish(sent);
                sent.calls.forEach(StoreCall::settleWithoutStore);
            } else {
                CompletableFuture<Grant> answer =
                        store.take(sent.quota.take(key, sent.calls.size(), sent.inAdvance));
                if (!answer.isDone()) {
                    receiveLater(answer, sent);
                    return;
                }
                receive(answer, sent);
            }
            now = clock.nanoTime();
        }
    }

    /** Gives the calls of a round what is held; whether that is enough for all of them. */
    private boolean isServed(Round round, long now) {
        Leases held = leases;
        if (held == null || round.calls.isEmpty()) {
            return false;
        }
        int served = 0;
        for (StoreCall call : round.calls) {
            if (!call.isSettled()) {
                long end = held.take(round.quota, now);
                if (end == Leases.NONE) {
                    break;
                }
                StoreSlot slot = new StoreSlot(this, round.quota, end, now, 0);
                if (!call.settle(slot)) {
                    slot.giveBack();
                }
            }
            served++;
        }
        round.calls.subList(0, served).clear();
        return round.calls.isEmpty();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on it
    private void receiveLater(CompletableFuture<Grant> answer, Round round) {
        answer.whenComplete(
                (grant, failure) -> {
                    receive(answer, round);
                    if (!closed) { // nobody is left to ask for, and the clock may be gone
                        sendRounds(clock.nanoTime());
                    }
                });
    }

    /** The calls to ask for next; null if there are none, or if an answer is still to come. */
    private @Nullable Round nextRound(long now) {
        lock.lock();
        try {
            if (underWay != null || (queue.isEmpty() && !isRenewalDue())) {
                return null;
            }
            List<StoreCall> calls = new ArrayList<>(queue.size());
            List<StoreCall> others = List.of();
            ClusterQuota quota = null;
            for (StoreCall call : queue) {
                if (call.isSettled() || call.isLate(now)) {
                    continue; // or its caller finds that it is late
                }
                if (quota == null) {
                    quota = call.quota;
                }
                if (call.quota == quota) {
                    calls.add(call);
                } else {
                    others = others.isEmpty() ? new ArrayList<>() : others;
                    others.add(call);
                }
            }
            queue = others;
            if (quota == null) {
                if (!isRenewalDue()) {
                    return null;
                }
                quota = root.quota();
            }
            int inAdvance = inAdvance(quota, calls.size(), now);
            if (!calls.isEmpty() || inAdvance > 0) {
                underWay = new Round(quota, calls, inAdvance, now, returns);
            }
            return underWay;
        } finally {
            lock.unlock();
        }
    }

    private boolean isRenewalDue() {
        Leases held = leases;
        return held != null && held.isRenewalDue();
    }

    private int inAdvance(ClusterQuota quota, int calls, long now) {
        Leases held = leases;
        if (retired || quota != root.quota() || (quota.mostLeased == 0 && held == null)) {
            return 0;
        }
        if (held == null) {
            held = new Leases(this, clock, store.timer());
            leases = held;
        }
        return held.wish(quota, calls, roomNanos(quota, now) / quota.unitNanos, now);
    }

    private boolean finish(Round round) {
        lock.lock();
        try {
            if (underWay == round) {
                underWay = null;
            }
            return !round.hung;
        } finally {
            lock.unlock();
        }
    }

    /** Deals out what the store has answered. */
    private void receive(CompletableFuture<Grant> answer, Round round) {
        if (closed) { // nobody asks the clock any more, nor starts
            finish(round);
            giveBackAll(answer, round.quota);
            return;
        }
        long now = clock.nanoTime();
        Throwable failure = null;
        Grant grant = null;
        try {
            grant = answer.join();
        } catch (RuntimeException e) { // of the store, in whatever it is wrapped
            failure = e.getCause() != null ? e.getCause() : e;
        }
        if (grant == null) {
            if (finish(round)) {
                store.failed(now, failure != null ? failure : nothing());
            }
            round.calls.forEach(StoreCall::settleWithoutStore);
            return;
        }
        long after = grant.backlogNanos() + grant.units() * round.quota.unitNanos;
        long untilNext = after + round.quota.unitNanos - round.quota.limitNanos;
        if (note(grant, after, untilNext, round, now)) {
            store.succeeded(now);
        }
        if (grant.clamped()) {
            store.cut(key);
        }
        deal(grant, untilNext, round, now);
        Leases held = leases;
        if (held != null && round.leased > 0) {
            held.watch();
        }
    }

    private void giveBackAll(CompletableFuture<Grant> answer, ClusterQuota quota) {
        Grant unused = answer.isCompletedExceptionally() ? null : answer.join();
        if (unused != null && unused.units() > 0) {
            int units = unused.units();
            giveBack(quota, unused.slotEndOf(units, quota.unitNanos), units);
        }
    }

    private static StoreException nothing() {
        return new StoreException(StoreException.Reason.PROTOCOL, "the store answered null", null);
    }

    /** Remembers what an answer says of the calls to come; false if it came too late for that. */
    private boolean note(Grant grant, long after, long untilNext, Round round, long now) {
        lock.lock();
        try {
            if (round.hung) {
                return false;
            }
            underWay = null;
            answered = true;
            seen = new Seen(now + after);
            int calls = round.calls.size();
            boolean refused = grant.units() < Math.max(1, calls) && untilNext > 0;
            // What was given back since then the store did not know of. Counted from when it was
            // asked, not later than when it looked: until then it would say the same.
            refusal =
                    refused && round.returns == returns
                            ? new Refusal(round.quota, round.sentNanos + untilNext)
                            : null;
            Leases held = leases;
            if (held != null
                    && grant.units() > calls
                    && round.inAdvance > 0
                    && round.quota == root.quota()
                    && !retired
                    && !closed) {
                round.leased = grant.units() - calls;
                long end = grant.slotEndOf(grant.units(), round.quota.unitNanos);
                held.add(round.quota, end, round.leased, round.sentNanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void deal(Grant grant, long untilNext, Round round, long now) {
        ClusterQuota quota = round.quota;
        int units = grant.units() - round.leased;
        int dealt = 0;
        List<StoreCall> again = List.of();
        for (StoreCall call : round.calls) {
            if (dealt < units) {
                int unit = dealt + 1;
                StoreSlot slot =
                        new StoreSlot(
                                this,
                                quota,
                                grant.slotEndOf(unit, quota.unitNanos),
                                now,
                                grant.waitOf(unit, quota.unitNanos, quota.capNanos));
                dealt += call.settle(slot) ? 1 : 0; // the slot of who gave up goes to the next
            } else if ((units > 0 || round.inAdvance > 0) && untilNext <= 0) {
                again = again.isEmpty() ? new ArrayList<>() : again; // it gave fewer than it could
                again.add(call);
            } else {
                call.settle(Reservation.REFUSED);
            }
        }
        if (!again.isEmpty()) {
            requeue(again);
        }
        if (dealt < units) {
            giveBack(quota, grant.slotEndOf(units, quota.unitNanos), units - dealt);
        }
    }

    private void requeue(List<StoreCall> calls) {
        lock.lock();
        try {
            calls.addAll(queue);
            queue = calls;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives back what was granted and will not be used.
     *
     * @param endNanos where the last of the slots ends
     * @param units how many slots, one after the other
     */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on it
    void giveBack(ClusterQuota quota, long endNanos, int units) {
        try {
            store.giveBack(quota.giveBack(key, endNanos, units))
                    .handle((freed, failure) -> noteReturn(freed, failure));
        } catch (LinkageError e) {
            if (!closed) { // the server may have closed the class loader of the application
                throw e;
            }
        }
    }

    /** Whatever was refused before may pass now; also if nobody knows. */
    private boolean noteReturn(@Nullable Long freed, @Nullable Throwable failure) {
        if (failure == null && freed != null && freed == 0) {
            return false;
        }
        lock.lock();
        try {
            returns++;
            refusal = null;
            Seen last = seen;
            seen = last == null || freed == null ? last : new Seen(last.tatNanos - freed);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** What becomes of a call while the store gives no answer. */
    Verdict withoutStore(ClusterQuota quota) {
        return switch (quota.source.config.onStoreFailure()) {
            case OPEN -> {
                store.countUnlimited();
                yield Reservation.ADMITTED;
            }
            case CLOSED -> {
                store.countRefused();
                yield Reservation.REFUSED;
            }
            case LOCAL -> {
                store.countLimitedHere();
                yield local(quota).acquire();
            }
        };
    }

    /**
     * The limiter of this instance alone. Used up at each change from the store to it: what the
     * store has granted until now is the burst.
     */
    private GcraLimiter local(ClusterQuota quota) {
        GcraLimiter current = local;
        if (current != null && !answered && localQuota == quota) {
            return current;
        }
        lock.lock();
        try {
            current = local;
            if (current == null) {
                current = new GcraLimiter(quota.local, clock);
                if (closed) {
                    current.close();
                }
                local = current;
            }
            while (localQuota != quota && !current.reconfigure(current.quota(), quota.local)) {
                // It has moved on meanwhile.
            }
            localQuota = quota;
            if (answered) {
                current.drain(quota.localUnitNanos);
                answered = false;
            }
            return current;
        } finally {
            lock.unlock();
        }
    }

    /** Lets no call pass for a time. */
    void pause(long nanos) {
        lock.lock();
        try {
            long now = clock.nanoTime();
            Refusal current = pause;
            long until = now + Math.min(nanos, Long.MAX_VALUE / 2);
            if (current == null || until - current.untilNanos > 0) {
                pause = new Refusal(root.quota(), until);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether something would be forgotten, or given back, if the gate were dropped now. */
    boolean isWorthKeeping() {
        Leases held = leases;
        return (pause != null && isPaused(clock.nanoTime()))
                || (held != null && held.held(root.quota(), clock.nanoTime()) > 0);
    }

    /** Gives back what is held for calls to come, and holds no more. */
    void retire() {
        lock.lock();
        try {
            retired = true;
        } finally {
            lock.unlock();
        }
        closeLeases();
    }

    private void closeLeases() {
        Leases held = leases;
        if (held != null) {
            held.close();
        }
    }

    /** What a caller would see now, as far as the store has said; asks nobody. */
    GcraLimiter.View view() {
        ClusterQuota quota = root.quota();
        long now = clock.nanoTime();
        GcraLimiter.View view =
                store.breaker().isPassable(now)
                        ? viewOfStore(quota, now)
                        : viewWithoutStore(quota, now);
        Leases held = leases;
        int leased = held == null ? 0 : held.held(quota, now);
        if (leased > 0) {
            long all = (long) view.availablePermits() + leased;
            view = new GcraLimiter.View(view.config(), (int) Math.min(all, Integer.MAX_VALUE), 0);
        }
        Refusal paused = pause;
        return paused == null || now - paused.untilNanos >= 0
                ? view
                : new GcraLimiter.View(
                        view.config(),
                        0,
                        Math.max(paused.untilNanos - now, view.nanosToNextPermit()));
    }

    private GcraLimiter.View viewOfStore(ClusterQuota quota, long now) {
        long room = roomNanos(quota, now);
        return new GcraLimiter.View(
                quota.source.config,
                (int) Math.max(0, room / quota.unitNanos),
                Math.max(0, quota.unitNanos - room));
    }

    /** How much of the burst is left, as far as the store has said. */
    private long roomNanos(ClusterQuota quota, long now) {
        Seen last = seen;
        return quota.capNanos - (last == null ? 0 : Math.max(0, last.tatNanos - now));
    }

    private GcraLimiter.View viewWithoutStore(ClusterQuota quota, long now) {
        return switch (quota.source.config.onStoreFailure()) {
            case OPEN -> GcraLimiter.View.unused(quota.source);
            case CLOSED -> none(quota, store.breaker().nanosUntilPassable(now));
            case LOCAL -> {
                GcraLimiter current = local;
                if (current == null || answered) {
                    yield none(quota, quota.localUnitNanos);
                }
                GcraLimiter.View view = current.view();
                yield new GcraLimiter.View(
                        quota.source.config, view.availablePermits(), view.nanosToNextPermit());
            }
        };
    }

    private static GcraLimiter.View none(ClusterQuota quota, long nanosToNextPermit) {
        return new GcraLimiter.View(quota.source.config, 0, nanosToNextPermit);
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            GcraLimiter current = local;
            if (current != null) {
                current.close();
            }
        } finally {
            lock.unlock();
        }
        closeLeases();
    }
}
