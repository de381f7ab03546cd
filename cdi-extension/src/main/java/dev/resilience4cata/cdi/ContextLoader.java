// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import java.util.Set;

/** What the calling thread sees of a module. */
final class ContextLoader {

    private ContextLoader() {}

    /**
     * Whether the context class loader of the thread is that of a module, or one that finds the
     * classes of the module without having it among its parents, as on Open Liberty.
     *
     * @param sample a class of the module
     * @param modules the class loaders of all modules, of which one may see the classes of another
     */
    static boolean isOfModule(Class<?> sample, Set<ClassLoader> modules) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (modules.contains(context)) {
            return context == sample.getClassLoader();
        }
        try {
            return Class.forName(sample.getName(), false, context) == sample;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
