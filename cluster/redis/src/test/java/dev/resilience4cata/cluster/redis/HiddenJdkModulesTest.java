// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.spi.Take;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * WildFly shows an application none of the JDK's modules beside those of Java SE, so not {@code
 * jdk.net} with the options of a socket that Lettuce knows.
 */
class HiddenJdkModulesTest {

    /** Loaded by a loader of its own, so that all it uses is too. */
    public static final class OnePermit implements Function<String, Integer> {

        @Override
        public Integer apply(String uri) {
            RedisSettings settings =
                    RedisSettings.builder(uri).timeout(Duration.ofSeconds(10)).build();
            try (RedisStore store = RedisStore.open(settings)) {
                long second = Duration.ofSeconds(1).toNanos();
                return store.take(new Take("hidden", second, 1, 1, second, second))
                        .toCompletableFuture()
                        .join()
                        .units();
            }
        }
    }

    @Test
    void aPermitIsGrantedWithoutThem() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                URLClassLoader application = new URLClassLoader(classPath(), new JavaSe())) {
            assertThat(onePermit(application, redis.uri())).isEqualTo(1);
        }
    }

    private static int onePermit(ClassLoader application, String uri) throws Exception {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        caller.setContextClassLoader(application);
        try {
            @SuppressWarnings("unchecked") // it is the class above
            Function<String, Integer> onePermit =
                    (Function<String, Integer>)
                            application
                                    .loadClass(OnePermit.class.getName())
                                    .getConstructor()
                                    .newInstance();
            return onePermit.apply(uri);
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    private static URL[] classPath() throws MalformedURLException {
        String path =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private static final class JavaSe extends ClassLoader {

        JavaSe() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("jdk.net.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
