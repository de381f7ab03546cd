// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.payara;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.container.LifecycleException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jspecify.annotations.Nullable;

/** Called by Arquillian: a {@link MicroServer} in a process of its own. */
public final class MicroContainer implements DeployableContainer<MicroConfiguration> {
    private static final String ARQUILLIAN = "ArquillianServletRunnerEE9";
    private static final long SECONDS_TO_STOP = 30;

    private @Nullable MicroConfiguration configuration;
    private @Nullable Process process;
    private @Nullable DataOutputStream commands;
    private @Nullable DataInputStream answers;

    @Override
    public Class<MicroConfiguration> getConfigurationClass() {
        return MicroConfiguration.class;
    }

    @Override
    public ProtocolDescription getDefaultProtocol() {
        return new ProtocolDescription("Servlet 5.0");
    }

    @Override
    public void setup(MicroConfiguration given) {
        configuration = given;
    }

    @Override
    public void start() throws LifecycleException {
        MicroConfiguration server = requireNonNull(configuration);
        File log = new File(server.folder(), "server.log");
        try {
            Files.createDirectories(server.folder().toPath());
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(openedPackages(server.microJar()));
            command.addAll(List.of(server.jvmArguments()));
            command.add("-cp");
            command.add(
                    server.microJar()
                            + File.pathSeparator
                            + new File(
                                    MicroServer.class
                                            .getProtectionDomain()
                                            .getCodeSource()
                                            .getLocation()
                                            .toURI()));
            command.add(MicroServer.class.getName());
            command.add(Integer.toString(server.httpPort()));
            command.add(Integer.toString(server.gridPort()));
            command.add(server.folder().toString());
            process = new ProcessBuilder(command).redirectError(log).start();
            commands = new DataOutputStream(process.getOutputStream());
            answers = new DataInputStream(process.getInputStream());
            readAnswer();
        } catch (IOException | URISyntaxException e) {
            stop();
            throw new LifecycleException("Payara Micro did not start; see " + log, e);
        }
    }

    /** What the manifest opens, which the JVM reads only if it is given by "-jar". */
    private static List<String> openedPackages(File jar) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            var attributes = requireNonNull(file.getManifest()).getMainAttributes();
            return Stream.of("Add-Opens", "Add-Exports")
                    .flatMap(
                            name ->
                                    Stream.of(attributes.getValue(name).strip().split("\\s+"))
                                            .map(
                                                    each ->
                                                            "--"
                                                                    + name.toLowerCase(Locale.ROOT)
                                                                    + "="
                                                                    + each
                                                                    + "=ALL-UNNAMED"))
                    .toList();
        }
    }

    @Override
    public void stop() {
        if (process == null) {
            return;
        }
        try {
            requireNonNull(process).getOutputStream().close();
            if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        process = null;
    }

    @Override
    public ProtocolMetaData deploy(Archive<?> archive) throws DeploymentException {
        try {
            Path file = fileOf(archive);
            archive.as(ZipExporter.class).exportTo(file.toFile(), true);
            String failure = ask("deploy", "--name=" + nameOf(archive), file.toString());
            if (!failure.isEmpty()) {
                throw new DeploymentException(failure);
            }
        } catch (IOException e) {
            throw new DeploymentException("Payara Micro is gone", e);
        }
        HTTPContext http = new HTTPContext("localhost", requireNonNull(configuration).httpPort());
        for (String root : contextRootsOf(archive)) {
            http.add(new Servlet(ARQUILLIAN, root));
        }
        return new ProtocolMetaData().addContext(http);
    }

    @Override
    public void undeploy(Archive<?> archive) throws DeploymentException {
        try {
            String failure = ask("undeploy", nameOf(archive));
            Files.deleteIfExists(fileOf(archive));
            if (!failure.isEmpty()) {
                throw new DeploymentException(failure);
            }
        } catch (IOException e) {
            throw new DeploymentException("Payara Micro is gone", e);
        }
    }

    private Path fileOf(Archive<?> archive) {
        return requireNonNull(configuration).folder().toPath().resolve(archive.getName());
    }

    private static Collection<String> contextRootsOf(Archive<?> archive) {
        if (archive instanceof EnterpriseArchive) {
            return archive.getContent(Filters.include("/[^/]*\\.war")).keySet().stream()
                    .map(path -> withoutExtension(path.get().substring(1)))
                    .toList();
        }
        return List.of(nameOf(archive));
    }

    private static String nameOf(Archive<?> archive) {
        return withoutExtension(archive.getName());
    }

    private static String withoutExtension(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    private String ask(String... command) throws IOException {
        DataOutputStream out = requireNonNull(commands);
        out.writeInt(command.length);
        for (String each : command) {
            out.writeUTF(each);
        }
        out.flush();
        return readAnswer();
    }

    private String readAnswer() throws IOException {
        DataInputStream in = requireNonNull(answers);
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
