// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import java.util.List;

/**
 * What each member of a {@link Crowd} does; a class with a public constructor without parameters.
 */
@FunctionalInterface
public interface CrowdTask {

    /**
     * Gets ready, and gives what is to be done once all members are.
     *
     * @param report where to say what was done
     * @param arguments what the test wants of this task
     * @return what to do then
     * @throws Exception fails the member, and with it the test
     */
    Work prepare(CrowdReport report, List<String> arguments) throws Exception;

    /** What a member does once all are ready. */
    @FunctionalInterface
    interface Work {

        /**
         * Does it.
         *
         * @throws Exception fails the member, and with it the test
         */
        void run() throws Exception;
    }
}
