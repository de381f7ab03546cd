// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * What a server offers under well-known names; in Java SE there is nothing. The specified name
 * comes first; the others work on threads that belong to no component.
 */
final class ServerResources {

    private static final List<String> SCHEDULERS =
            List.of(
                    "java:comp/DefaultManagedScheduledExecutorService",
                    "java:jboss/ee/concurrency/scheduler/default");

    private static final List<String> TRANSACTIONS =
            List.of(
                    "java:comp/TransactionSynchronizationRegistry",
                    "java:jboss/TransactionSynchronizationRegistry",
                    "java:appserver/TransactionSynchronizationRegistry");

    private ServerResources() {}

    /** The managed scheduler of Jakarta Concurrency, which carries the context of the caller. */
    static Optional<ScheduledExecutorService> scheduler() {
        return find(SCHEDULERS, ScheduledExecutorService.class);
    }

    /** Whether a transaction is active on the calling thread. */
    static BooleanSupplier transactionCheck() {
        try {
            return find(TRANSACTIONS, TransactionSynchronizationRegistry.class)
                    .<BooleanSupplier>map(
                            transactions -> () -> transactions.getTransactionKey() != null)
                    .orElse(() -> false);
        } catch (LinkageError e) {
            return () -> false; // no Jakarta Transactions
        }
    }

    private static <T> Optional<T> find(List<String> names, Class<T> type) {
        return names.stream()
                .map(ServerResources::lookup)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    @SuppressWarnings("BanJNDI") // the names are constants
    private static @Nullable Object lookup(String name) {
        try {
            return new InitialContext().lookup(name);
        } catch (NamingException e) {
            return null; // nothing has this name here
        }
    }
}
