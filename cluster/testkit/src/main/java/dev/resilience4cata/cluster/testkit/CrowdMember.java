// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import java.nio.file.Path;
import java.util.List;

/** A process of a {@link Crowd}. */
final class CrowdMember {

    static final String READY = "ready";

    private CrowdMember() {}

    /**
     * Runs the task.
     *
     * @param arguments the task's class, the file for its report, and what it wants itself
     */
    public static void main(String[] arguments) throws Exception {
        CrowdTask task =
                Class.forName(arguments[0])
                        .asSubclass(CrowdTask.class)
                        .getDeclaredConstructor()
                        .newInstance();
        try (CrowdReport report = new CrowdReport(Path.of(arguments[1]))) {
            CrowdTask.Work work =
                    task.prepare(report, List.of(arguments).subList(2, arguments.length));
            System.out.println(READY);
            if (System.in.read() >= 0) { // not if whoever started it is gone
                work.run();
            }
        }
        System.exit(0); // whatever threads are left
    }
}
