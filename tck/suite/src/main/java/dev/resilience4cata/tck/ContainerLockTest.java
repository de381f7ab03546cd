// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ResilienceRegistry;
import jakarta.ejb.ConcurrentAccessException;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Situation 41: a wait inside a session bean "holds everything taken before". */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class ContainerLockTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(WaitingCall.class, LockedLedger.class);
    }

    @Inject ResilienceRegistry registry;
    @EJB LockedLedger ledger;

    @Test
    void holdsTheLockOfASingletonWhileItWaits() throws InterruptedException {
        WaitingCall waiting = new WaitingCall(registry.rateLimiter("write"), ledger::write);
        try {
            assertThrows(ConcurrentAccessException.class, ledger::look);
        } finally {
            waiting.stop();
        }
        ledger.look();
    }

    @Test
    void letsOthersPassWhileItWaitsWithASharedLock() throws InterruptedException {
        WaitingCall waiting = new WaitingCall(registry.rateLimiter("read"), ledger::read);
        try {
            ledger.look();
        } finally {
            waiting.stop();
        }
    }
}
