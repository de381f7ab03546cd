// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * What a server offers under well-known names; in Java SE there is nothing. The specified name
 * comes first; the others work on threads that belong to no component.
 */
final class ServerResources {

    private static final List<String> EXECUTORS =
            List.of(
                    "java:comp/DefaultManagedExecutorService",
                    "java:jboss/ee/concurrency/executor/default");

    private static final List<String> CONTEXTS =
            List.of("java:comp/DefaultContextService", "java:jboss/ee/concurrency/context/default");

    private static final List<String> TRANSACTIONS =
            List.of(
                    "java:comp/TransactionSynchronizationRegistry",
                    "java:jboss/TransactionSynchronizationRegistry",
                    "java:appserver/TransactionSynchronizationRegistry");

    private static final List<String> BEAN_MANAGERS = List.of("java:comp/BeanManager");

    private ServerResources() {}

    /** The bean manager of the component that the calling thread works for. */
    static Optional<BeanManager> beanManager() {
        return find(BEAN_MANAGERS, BeanManager.class);
    }

    /**
     * The managed executor of Jakarta Concurrency. Not the scheduler: it may keep a cancelled task,
     * with the context of its caller and so the class loader of the application, until its time.
     */
    static Optional<Executor> executor() {
        return find(EXECUTORS, Executor.class);
    }

    /** Gives a task the context of the calling thread, as far as the server carries it. */
    static UnaryOperator<Runnable> callerContext() {
        try {
            return find(CONTEXTS, ContextService.class)
                    .<UnaryOperator<Runnable>>map(contexts -> contexts::contextualRunnable)
                    .orElseGet(UnaryOperator::identity);
        } catch (LinkageError e) {
            return task -> task; // no Jakarta Concurrency
        }
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

    /** Marks the transaction of the calling thread, if it has one, for rollback. */
    static Runnable rollback() {
        try {
            return find(TRANSACTIONS, TransactionSynchronizationRegistry.class)
                    .<Runnable>map(
                            transactions ->
                                    () -> {
                                        if (transactions.getTransactionKey() != null) {
                                            transactions.setRollbackOnly();
                                        }
                                    })
                    .orElse(() -> {});
        } catch (LinkageError e) {
            return () -> {}; // no Jakarta Transactions
        }
    }

    private static <T> Optional<T> find(List<String> names, Class<T> type) {
        for (String name : names) {
            Object found = lookup(name);
            if (type.isInstance(found)) {
                return Optional.of(type.cast(found));
            }
        }
        return Optional.empty();
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
