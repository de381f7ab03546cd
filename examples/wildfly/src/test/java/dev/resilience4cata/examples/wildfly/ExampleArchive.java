// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import java.io.File;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The application as it was built, with a clock that stands still until a test moves it. */
final class ExampleArchive {

    private ExampleArchive() {}

    static WebArchive withManualClock() {
        return ShrinkWrap.create(ZipImporter.class, "example.war")
                .importFrom(new File(System.getProperty("example.war")))
                .as(WebArchive.class)
                .addClass(ManualClockProducer.class);
    }
}
