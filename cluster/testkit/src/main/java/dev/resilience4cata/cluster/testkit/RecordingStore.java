// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.util.concurrent.CompletionStage;

/**
 * Reports each permit that another store grants, with the moment from which on it can be used by
 * the clock of that store. Safe for use by several threads.
 */
public final class RecordingStore implements ClusterStore {

    /** What the keys of the reported starts begin with. */
    public static final String PREFIX = "granted:";

    /** What is counted when the store has cut a schedule. */
    public static final String CUT = "cut";

    /** What is counted when permits are given back. */
    public static final String UNUSED = "unused";

    private final ClusterStore store;
    private final CrowdReport report;
    private final Envelope limit;

    /**
     * Creates a store that asks another one.
     *
     * @param store the other one, which is closed with this one
     * @param report where to say what was granted
     * @param limit of all keys
     */
    public RecordingStore(ClusterStore store, CrowdReport report, Envelope limit) {
        this.store = store;
        this.report = report;
        this.limit = limit;
    }

    @Override
    public CompletionStage<Grant> take(Take take) {
        return store.take(take)
                .thenApply(
                        grant -> {
                            for (int unit = 1; unit <= grant.units(); unit++) {
                                long wait = grant.waitOf(unit, take.unitNanos(), capNanos());
                                report.started(
                                        PREFIX + take.key(), 1, grant.engineNowNanos() + wait);
                            }
                            if (grant.clamped()) {
                                report.count(CUT, 1);
                            }
                            return grant;
                        });
    }

    private long capNanos() {
        return limit.intervalNanos() * limit.burst();
    }

    /** Reports what nobody has used, whether or not the other store takes it. */
    @Override
    public CompletionStage<Long> giveBack(GiveBack giveBack) {
        report.count(UNUSED, giveBack.costNanos() / limit.intervalNanos());
        return store.giveBack(giveBack);
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public void close() {
        store.close();
    }
}
