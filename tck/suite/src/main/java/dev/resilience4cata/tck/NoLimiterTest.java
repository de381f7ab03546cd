// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application that has the library and no limiter is left alone. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class NoLimiterTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(Greeter.class);
    }

    @ApplicationScoped
    static class Greeter {
        String greet(String name) {
            return "Hello " + name;
        }
    }

    @Inject Greeter greeter;

    @Test
    void callsItsBeans() {
        assertEquals("Hello Ada", greeter.greet("Ada"));
    }
}
