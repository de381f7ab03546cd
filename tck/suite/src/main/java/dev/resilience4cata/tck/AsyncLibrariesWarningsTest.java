// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S19: "types that look asynchronous are a warning", seen as {@link WarningsTest} sees it, for the
 * beans of {@link AsyncLibrariesTest}.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class AsyncLibrariesWarningsTest {
    private static final String THERE = AsyncLibrariesTest.class.getName();
    private static final String CODE = "R4C-CDI-006";

    @Deployment(name = "strict", managed = false, testable = false)
    static WebArchive strict() {
        return Archives.withConfiguration(
                AsyncLibrariesTest.beans(), "resilience4cata.cdi.strict = true\n");
    }

    @ArquillianResource Deployer deployer;

    /** Situations 63, 64 and 66. RxJava's other types are no publishers (situation 65). */
    @Test
    void warnsOfTypesThatLookAsynchronous() {
        Problems problems = Problems.of(deployer, "strict");

        problems.contain(CODE, THERE + "$OfMutiny#uni()", "io.smallrye.mutiny.Uni")
                .contain(CODE, THERE + "$OfMutiny#multi()", "io.smallrye.mutiny.Multi")
                .contain(CODE, THERE + "$OfMutiny#waitingUni()", "io.smallrye.mutiny.Uni")
                .contain(CODE, THERE + "$OfRxJava#flowable()", "core.Flowable")
                .contain(CODE, THERE + "$OfRxJava#connectable()", "ConnectableFlowable")
                .contain(CODE, THERE + "$OfRxJava#publisher()", "org.reactivestreams.Publisher")
                .contain(
                        CODE,
                        THERE
                                + "$OfKotlin#suspending(java.lang.String,"
                                + "kotlin.coroutines.Continuation)",
                        "suspending function")
                .contain(CODE, THERE + "$OfKotlin#waiting(kotlin.coroutines.Continuation)");
        assertEquals(8, problems.lines(CODE).size(), () -> "" + problems.lines(CODE));
    }
}
