// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** api.md: "3900: outside, one permit per logical call". */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class PriorityPropertyTest extends PriorityTable {
    @Deployment
    static WebArchive application() {
        return application("resilience4cata.cdi.interceptor.priority = 3900");
    }

    PriorityPropertyTest() {
        super(List.of());
    }
}
