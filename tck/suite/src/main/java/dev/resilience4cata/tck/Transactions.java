// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.ManualClock;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Jakarta Transactions by the names that the specification of the platform gives it. Not by {@code
 * Resource}, which only a server fills.
 */
final class Transactions {
    private Transactions() {}

    static UserTransaction user() {
        return lookup("java:comp/UserTransaction", UserTransaction.class);
    }

    static TransactionSynchronizationRegistry registry() {
        return lookup(
                "java:comp/TransactionSynchronizationRegistry",
                TransactionSynchronizationRegistry.class);
    }

    /** The status of the transaction of the calling thread. */
    static int status() {
        return registry().getTransactionStatus();
    }

    /**
     * The status of the transaction while a call waits for half a second, then what the call
     * returns.
     *
     * @param call passes at once the first time, and waits for a second then
     */
    static List<Integer> statusDuringAndAfter(ManualClock clock, IntSupplier call) {
        clock.advance(Duration.ofDays(1));
        int unused = call.getAsInt(); // takes the permit
        List<Integer> status = new ArrayList<>();
        // Runs on the thread that waits: it moves the clock.
        Future<?> unusedFuture =
                clock.schedule(
                        () -> status.add(status()),
                        clock.nanoTime() + 500_000_000,
                        (task, delay) -> {
                            throw new AssertionError("this clock needs no timer");
                        });
        status.add(call.getAsInt());
        return status;
    }

    @SuppressWarnings("BanJNDI") // the names are constants
    private static <T> T lookup(String name, Class<T> type) {
        try {
            return type.cast(new InitialContext().lookup(name));
        } catch (NamingException e) {
            throw new IllegalStateException("nothing has the name " + name, e);
        }
    }
}
