// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.wildfly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.tck.Archives;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A stateful session bean that the container writes away and reads again, with its interceptor
 * (situation 30). The server keeps one such bean in memory; the descriptor asks for that cache.
 */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class StatefulPassivationTest {
    private static final String CACHE =
            """
            <jboss:ejb-jar xmlns:jboss="urn:jboss:jakartaee:1.0"
                           xmlns="https://jakarta.ee/xml/ns/jakartaee"
                           xmlns:c="urn:ejb-cache:2.0" version="4.0">
              <assembly-descriptor>
                <c:cache>
                  <ejb-name>PassivatedCart</ejb-name>
                  <c:cache-ref>distributable</c:cache-ref>
                </c:cache>
              </assembly-descriptor>
            </jboss:ejb-jar>
            """;

    @Deployment
    static WebArchive application() {
        return Archives.war(PassivatedCart.class)
                .addAsWebInfResource(new StringAsset(CACHE), "jboss-ejb3.xml");
    }

    @Inject Instance<PassivatedCart> carts;

    /** C35: "after restore the same limiter of the registry is used". */
    @Test
    void isLimitedAfterItWasReadAgain() throws Exception {
        PassivatedCart first = carts.get();
        assertEquals(1, first.add());
        PassivatedCart second = carts.get();
        assertEquals(1, second.add());
        assertTrue(PassivatedCart.PASSIVATED.await(60, TimeUnit.SECONDS));

        assertEquals(2, first.add());

        assertTrue(PassivatedCart.ACTIVATED.await(60, TimeUnit.SECONDS));
        assertEquals(0, first.left());
        assertThrows(RateLimitExceededException.class, first::add);
        assertThrows(RateLimitExceededException.class, second::add);
    }
}
