// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.annotation.RateLimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user without Jakarta EE: the API is all there is, and the strictest compiler is content. */
class PlainUserTest {

    private static final String USER =
            """
            package com.acme;

            import dev.resilience4cata.*;
            import dev.resilience4cata.annotation.RateLimiter;
            import dev.resilience4cata.generated.RateLimiterPolicy;
            import java.time.Duration;
            import java.util.concurrent.Callable;

            interface SearchApi {
                @RateLimiter(permits = 10, period = "1s")
                String search(String query);
            }

            @RateLimiter(name = "mail", config = "slow", burst = 1, maxWait = "5s", enabled = "true")
            class Mail {
                void send() {}
            }

            public final class User implements SearchApi, RateLimiterListener {
                private final ManualClock clock = new ManualClock();
                private final ResilienceRegistry registry =
                        ResilienceRegistry.builder()
                                .clock(clock)
                                .properties(key -> null)
                                .rateLimiterConfig("slow", config -> config.permits(1))
                                .listener(this)
                                .build();
                private final RateLimiterPolicy policy =
                        registry.rateLimiterPolicy("com.acme.User#search", "", "", b -> b.burst(3));

                private final Pipeline<String> pipeline =
                        Pipeline.builder(registry, "layers", String.class)
                                .outside(Layer.of(call -> call.call(), call -> call.get()))
                                .rateLimiter(rl -> rl.permits(10).period(Duration.ofSeconds(1)))
                                .inside(Layer.sync(Callable::call))
                                .build();

                @Override
                public String search(String query) {
                    if (!policy.tryAcquire()) {
                        throw policy.rejection();
                    }
                    return query;
                }

                @Override
                public void onRejected(RateLimiterRejected event) {
                    System.out.println(event.instance() + " " + event.timeToNextPermit());
                }

                String look() {
                    clock.advance(Duration.ofSeconds(1));
                    Clock own = System::nanoTime;
                    RateLimiterHandle handle = registry.rateLimiter("mail");
                    handle.reconfigure(change -> change.maxWait(Duration.ZERO));
                    try {
                        return pipeline.execute(() -> search("x")) + own.nanoTime() + handle.snapshot();
                    } catch (RateLimitExceededException e) {
                        return e.instanceId();
                    } catch (ResilienceException e) {
                        return e.code();
                    } finally {
                        registry.close();
                    }
                }
            }
            """;

    @TempDir private Path folder;

    @Test
    void compilesWithAllWarningsAsErrors() throws Exception {
        assertThat(compile("-classpath")).as("what javac says").isEmpty();
        assertThat(folder.resolve("out/com/acme/User.class")).exists();
    }

    @Test
    void compilesAsAModuleWithAllWarningsAsErrors() throws Exception {
        write("module-info.java", "module com.acme { requires dev.resilience4cata.api; }");
        assertThat(compile("--module-path")).as("what javac says").isEmpty();
    }

    @Test
    void loadsTheAnnotationWithoutItsMetaAnnotations() throws Exception {
        assertThat(compile("-classpath")).isEmpty();
        URL[] classPath = {folder.resolve("out/").toUri().toURL(), api().toUri().toURL()};
        try (URLClassLoader loader =
                new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Class<?> mail = loader.loadClass("com.acme.Mail");
            assertThat(mail.getAnnotations()).hasSize(1);
            assertThat(mail.getAnnotations()[0].toString())
                    .startsWith("@dev.resilience4cata.annotation.RateLimiter(")
                    .contains("name=\"mail\"", "maxWait=\"5s\"");
            assertThat(mail.getAnnotations()[0].annotationType().getAnnotations())
                    .extracting(meta -> meta.annotationType().getSimpleName())
                    .containsExactlyInAnyOrder("Documented", "Inherited", "Retention", "Target");
            Class<?> exception = loader.loadClass("dev.resilience4cata.RateLimitExceededException");
            assertThat(exception.getConstructor(String.class).newInstance("mail").toString())
                    .endsWith("Rate limit exceeded: mail");
        }
    }

    private String compile(String pathOption) throws IOException, URISyntaxException {
        write("com/acme/User.java", USER);
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.walk(folder.resolve("src"))) {
            boolean compiled =
                    javac.getTask(
                                    said,
                                    files,
                                    null,
                                    List.of(
                                            "-Xlint:all",
                                            "-Werror",
                                            "-proc:none",
                                            "-d",
                                            folder.resolve("out").toString(),
                                            pathOption,
                                            api().toString()),
                                    null,
                                    files.getJavaFileObjectsFromPaths(
                                            sources.filter(Files::isRegularFile).toList()))
                            .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
        return said.toString();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve("src").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Path api() throws URISyntaxException {
        return Path.of(
                RateLimiter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
