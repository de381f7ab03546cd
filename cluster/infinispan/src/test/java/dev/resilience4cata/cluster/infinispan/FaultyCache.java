// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.infinispan.Cache;

/** A real cache with something between it and its user. */
final class FaultyCache {

    /** What happens instead of an operation of the cache. */
    interface Fault {
        /**
         * Called for each operation.
         *
         * @param operation the name of the method
         * @param cache what the cache would do
         * @return what the operation returns
         */
        Object instead(String operation, Operation cache) throws Throwable;
    }

    interface Operation {
        Object run() throws Throwable;
    }

    private FaultyCache() {}

    @SuppressWarnings("unchecked")
    static Cache<String, Long> with(Cache<String, Long> cache, Fault fault) {
        return (Cache<String, Long>)
                Proxy.newProxyInstance(
                        FaultyCache.class.getClassLoader(),
                        new Class<?>[] {Cache.class},
                        (proxy, method, arguments) ->
                                fault.instead(
                                        method.getName(),
                                        () -> {
                                            try {
                                                return method.invoke(cache, arguments);
                                            } catch (InvocationTargetException e) {
                                                throw e.getCause();
                                            }
                                        }));
    }
}
