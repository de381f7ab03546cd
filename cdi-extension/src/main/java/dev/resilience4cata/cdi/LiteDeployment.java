// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanDisposer;
import jakarta.enterprise.inject.spi.BeanManager;

/**
 * The limiters of an application that {@link LiteExtension} has prepared: a bean, made when the
 * application starts, or when a limiter is used before. It is one module, however many class
 * loaders the container has. Immutable, so safe to share between threads.
 */
final class LiteDeployment {

    /**
     * Parameters of the bean: what was fixed at build time; classes with limits; ids, classes and
     * members of handles.
     */
    static final String PRIORITY = "priority";

    static final String INTERFACES = "interfaces";
    static final String LIMITED = "limited";

    static final String HANDLE_IDS = "handleIds";
    static final String HANDLE_PLACES = "handlePlaces";
    static final String HANDLE_MEMBERS = "handleMembers";

    private final ApplicationLimiters limiters;

    private LiteDeployment(ApplicationLimiters limiters) {
        this.limiters = limiters;
    }

    ApplicationLimiters limiters() {
        return limiters;
    }

    private static LiteDeployment of(BeanManager beanManager, Parameters shown) {
        ClassLoader module = RateLimiterExtension.class.getClassLoader();
        ModuleResolvers resolvers = new ModuleResolvers(any -> module);
        ExtensionSettings settings =
                ExtensionSettings.read(resolvers.properties(module))
                        .withFixed(
                                shown.get(PRIORITY, Integer.class),
                                shown.get(INTERFACES, Boolean.class));
        Discovery found = new Discovery(beanManager, resolvers, settings.interfaces());
        for (Class<?> type : shown.get(LIMITED, Class[].class)) {
            found.noteBeanClass(type);
        }
        String[] ids = shown.get(HANDLE_IDS, String[].class);
        for (int i = 0; i < ids.length; i++) {
            found.noteHandle(
                    ids[i],
                    shown.get(HANDLE_PLACES, Class[].class)[i],
                    shown.get(HANDLE_MEMBERS, String[].class)[i]);
        }
        found.readLimits();
        return new LiteDeployment(
                DeploymentCheck.of(
                        found,
                        resolvers,
                        settings,
                        beanManager,
                        problem -> {
                            throw problem;
                        }));
    }

    /** Called by the container. */
    public static final class Creator implements SyntheticBeanCreator<LiteDeployment> {

        /** Called by the container. */
        public Creator() {}

        @Override
        public LiteDeployment create(Instance<Object> lookup, Parameters shown) {
            return of(lookup.select(BeanManager.class).get(), shown);
        }
    }

    /** Called by the container. */
    public static final class Disposer implements SyntheticBeanDisposer<LiteDeployment> {

        /** Called by the container. */
        public Disposer() {}

        @Override
        public void dispose(LiteDeployment deployment, Instance<Object> lookup, Parameters any) {
            deployment.limiters.close();
        }
    }
}
