// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.spi.Extension;
import java.io.File;
import java.net.URISyntaxException;
import java.util.Arrays;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.ClassAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.container.ClassContainer;
import org.jboss.shrinkwrap.api.container.ResourceContainer;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The archives that tests deploy, the same ones in every container. What a container lacks (the
 * implementation under test, for example) is named by the system property {@value #LIBRARIES}, a
 * list of jars in the form of a class path; it is not set where everything is on one class path.
 * {@value #REST} and {@value #TELEMETRY} do the same for what the groups "rest" and "telemetry"
 * test.
 *
 * <p>Safe for use by several threads.
 */
public final class Archives {
    private static final String LIBRARIES = "dev.resilience4cata.tck.libraries";
    private static final String REST = "dev.resilience4cata.tck.rest";
    private static final String TELEMETRY = "dev.resilience4cata.tck.telemetry";

    private static final String BEANS_XML =
            """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"
                   bean-discovery-mode="annotated"/>
            """;

    private Archives() {}

    /** A web application of these classes and of the libraries that the container lacks. */
    public static WebArchive war(Class<?>... classes) {
        return fill(ShrinkWrap.create(WebArchive.class), classes).addAsLibraries(libraries());
    }

    /**
     * A web application with a configuration.
     *
     * @param configuration the lines of {@code META-INF/microprofile-config.properties}, as a user
     *     writes them
     */
    public static WebArchive war(String configuration, Class<?>... classes) {
        return withConfiguration(war(classes), configuration);
    }

    /** Adds what answers rejections over HTTP. */
    static WebArchive withRest(WebArchive war) {
        return war.addAsLibraries(jars(REST));
    }

    /** Adds what measures limiters. */
    static WebArchive withTelemetry(WebArchive war) {
        return war.addAsLibraries(jars(TELEMETRY));
    }

    /**
     * A web application without the libraries, for an archive around it that has them.
     *
     * @param name the name of the file; without ".war" it is the context path
     */
    public static WebArchive warModule(String name, Class<?>... classes) {
        return fill(ShrinkWrap.create(WebArchive.class, name), classes);
    }

    private static WebArchive fill(WebArchive war, Class<?>... classes) {
        war.addAsWebInfResource(new StringAsset(BEANS_XML), "beans.xml");
        addClasses(war, classes);
        return war;
    }

    /**
     * A jar whose classes are discovered as beans.
     *
     * @param name the name of the file
     */
    public static JavaArchive jar(String name, Class<?>... classes) {
        JavaArchive jar = ShrinkWrap.create(JavaArchive.class, name);
        jar.addAsManifestResource(new StringAsset(BEANS_XML), "beans.xml");
        addClasses(jar, classes);
        return jar;
    }

    private static <A extends Archive<A> & ClassContainer<A> & ResourceContainer<A>>
            void addClasses(A archive, Class<?>... classes) {
        archive.addClasses(classes);
        for (Class<?> nested : classes) {
            // Weld drops a bean whose outer class is absent; the others nested in it are not
            // wanted.
            for (Class<?> outer = nested.getDeclaringClass();
                    outer != null;
                    outer = outer.getDeclaringClass()) {
                archive.addAsResource(
                        new ClassAsset(outer), outer.getName().replace('.', '/') + ".class");
            }
        }
    }

    /** Adds the lines of {@code META-INF/microprofile-config.properties} to an archive. */
    public static <A extends Archive<A> & ResourceContainer<A>> A withConfiguration(
            A archive, String configuration) {
        return archive.addAsResource(
                new StringAsset(configuration), "META-INF/microprofile-config.properties");
    }

    /** Adds what puts the qualifier of a handle on fields that ask for it. */
    static WebArchive withLimiterQualifier(WebArchive war) {
        return war.addClasses(
                        LimiterQualifier.class,
                        LimiterQualifier.Of.class,
                        LimiterQualifier.Lite.class)
                .addAsServiceProvider(Extension.class, LimiterQualifier.class)
                .addAsServiceProvider(BuildCompatibleExtension.class, LimiterQualifier.Lite.class);
    }

    /**
     * Adds the jars that classes come from: other libraries, which an application brings itself.
     * Where the container shares the class path of the test, they come from there all the same.
     */
    public static WebArchive withJarsOf(WebArchive war, Class<?>... classes) {
        for (Class<?> type : classes) {
            war.addAsLibrary(jarOf(type));
        }
        return war;
    }

    private static File jarOf(Class<?> type) {
        try {
            return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type + " comes from no file", e);
        }
    }

    /** The jars to add to an application, so that this container can run it; often none. */
    public static File[] libraries() {
        return jars(LIBRARIES);
    }

    private static File[] jars(String property) {
        String paths = System.getProperty(property, "");
        File[] jars =
                Arrays.stream(paths.split(File.pathSeparator))
                        .map(String::strip)
                        .filter(path -> !path.isEmpty())
                        .map(File::new)
                        .toArray(File[]::new);
        for (File jar : jars) {
            if (!jar.isFile()) {
                throw new IllegalStateException(property + " names no jar: " + jar);
            }
        }
        return jars;
    }
}
