// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.Resilient;
import dev.resilience4cata.impl.LimitText;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** A folder with the jars of this project, in which commands run as a user types them. */
final class CommandLine {

    /** What a command printed, and how it ended. */
    record Result(int status, String output) {

        String succeeded() {
            assertThat(status).as(output).isZero();
            return output;
        }
    }

    private final Path folder;

    CommandLine() throws IOException {
        folder = Files.createTempDirectory(Path.of("target"), "command-line");
        jar("rate-limiter-api.jar", Resilient.class);
        jar("rate-limiter-impl.jar", LimitText.class);
        jar("rate-limiter-processor.jar", RateLimiterProcessor.class);
    }

    /** Before they are packaged, modules are folders. */
    private void jar(String name, Class<?> content) throws IOException {
        Path classes;
        try {
            classes = Path.of(content.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        Path jar = folder.resolve(name);
        if (Files.isRegularFile(classes)) {
            Files.copy(classes, jar);
        } else {
            ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
            int status =
                    tool.run(
                            System.out,
                            System.err,
                            "--create",
                            "--file",
                            jar.toString(),
                            "-C",
                            classes.toString(),
                            ".");
            assertThat(status).isZero();
        }
    }

    CommandLine write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
        return this;
    }

    List<String> files(String subfolder) {
        String[] names = folder.resolve(subfolder).toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    /** Runs a tool of the JDK. */
    Result run(String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.set(0, Path.of(System.getProperty("java.home"), "bin", words.get(0)).toString());
        words.replaceAll(word -> word.replace(":", File.pathSeparator));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }
}
