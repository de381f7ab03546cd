// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.weld;

import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import java.util.Hashtable;
import java.util.Map;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/**
 * Narayana by the names that a server would give it; nothing else has a name. Called by JNDI,
 * because of the system property {@code java.naming.factory.initial}.
 */
public final class TransactionNames implements InitialContextFactory {
    private static final JTAEnvironmentBean NARAYANA = jtaPropertyManager.getJTAEnvironmentBean();

    private static final Map<String, Supplier<?>> NAMES =
            Map.of(
                    "java:comp/UserTransaction",
                    NARAYANA::getUserTransaction,
                    "java:comp/TransactionSynchronizationRegistry",
                    NARAYANA::getTransactionSynchronizationRegistry,
                    // What Narayana itself looks for.
                    NARAYANA.getTransactionManagerJNDIContext(),
                    NARAYANA::getTransactionManager,
                    NARAYANA.getTransactionSynchronizationRegistryJNDIContext(),
                    NARAYANA::getTransactionSynchronizationRegistry);

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
        return new InitialContext(true) {
            @Override
            public Object lookup(String name) throws NamingException {
                Supplier<?> named = NAMES.get(name);
                if (named == null) {
                    throw new NameNotFoundException(name);
                }
                return named.get();
            }
        };
    }
}
