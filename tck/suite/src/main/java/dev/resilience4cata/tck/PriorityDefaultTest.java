// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** api.md: the default is 4100, "inside MicroProfile Fault Tolerance (4010…4050)". */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class PriorityDefaultTest extends PriorityTable {
    @Deployment
    static WebArchive application() {
        return application("");
    }

    PriorityDefaultTest() {
        super(List.of(3950, 4099));
    }
}
