// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import java.lang.management.ManagementFactory;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * What applications leave to one that is deployed after them: numbers, weak references to what must
 * be gone by then, and objects. Numbers are kept in the system properties; the rest, in types of
 * the JDK, so that it holds no application, by the server of management beans: a server that copies
 * the system properties takes every value for a string, as the message broker of GlassFish does.
 * Safe for use by several threads.
 */
final class Remains {
    private static final String PREFIX = "tck.remains.";
    private static final String REFERENCES = "references";
    private static final String CLEARED = "cleared";

    /**
     * More than one, because what a cleaner or a finalizer lets go is found by the next one; a
     * server may let go of one application at a time.
     */
    private static final int IDLE_COLLECTIONS = 10;

    private static final long MILLIS_BETWEEN_COLLECTIONS = 1_000;

    private Remains() {}

    /** Adds one to a number. */
    static void count(String what) {
        merge(what, 1, false);
    }

    /** Makes a number at least so large. */
    static void atLeast(String what, long value) {
        merge(what, value, true);
    }

    private static void merge(String what, long value, boolean max) {
        System.getProperties()
                .merge(
                        PREFIX + what,
                        Long.toString(value),
                        (old, any) -> {
                            long before = Long.parseLong(old.toString());
                            return Long.toString(max ? Math.max(before, value) : before + value);
                        });
    }

    /** All numbers, by name; there are none afterwards. */
    static Map<String, Long> takeNumbers() {
        Map<String, Long> numbers = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                numbers.put(
                        name.substring(PREFIX.length()), Long.valueOf(System.getProperty(name)));
                System.clearProperty(name);
            }
        }
        return numbers;
    }

    /** Remembers, weakly, what must be gone when its application is. */
    static void mustGo(String what, Object object) {
        references().add(Map.entry(what, new WeakReference<>(object, cleared())));
    }

    /**
     * Collects garbage until nothing is left of what must be gone, or nothing goes any more, and
     * returns what is still there, with its number. Where all applications share the class loader
     * of the test, that one may stay. Everything is forgotten afterwards.
     */
    static Map<String, Integer> takeWhatIsLeft() throws InterruptedException {
        Map<String, Integer> left = whatIsLeft();
        for (int idle = 0; idle < IDLE_COLLECTIONS && !left.isEmpty(); ) {
            cleared().remove(MILLIS_BETWEEN_COLLECTIONS);
            System.gc();
            Map<String, Integer> before = left;
            left = whatIsLeft();
            idle = left.equals(before) ? idle + 1 : 0;
        }
        take(REFERENCES);
        take(CLEARED);
        return left;
    }

    /** How many objects must be gone. */
    static int remembered() {
        return references().size();
    }

    private static Map<String, Integer> whatIsLeft() {
        ClassLoader shared = Remains.class.getClassLoader();
        Map<String, Integer> left = new TreeMap<>();
        references().stream()
                .filter(each -> !each.getValue().refersTo(null))
                .filter(each -> !each.getValue().refersTo(shared))
                .forEach(each -> left.merge(each.getKey(), 1, Integer::sum));
        return left;
    }

    @SuppressWarnings("unchecked") // nobody else has this name
    private static Queue<Map.Entry<String, WeakReference<Object>>> references() {
        leave(REFERENCES, new ConcurrentLinkedQueue<>());
        return (Queue<Map.Entry<String, WeakReference<Object>>>) onKept("get", REFERENCES);
    }

    @SuppressWarnings("unchecked") // nobody else has this name
    private static ReferenceQueue<Object> cleared() {
        leave(CLEARED, new ReferenceQueue<>());
        return (ReferenceQueue<Object>) onKept("get", CLEARED);
    }

    /** Leaves an object to the next application, unless there is one of that name. */
    static void leave(String name, Object object) {
        onKept("putIfAbsent", name, object);
    }

    /** What was left by that name; nobody else gets it. */
    static Object take(String name) {
        return onKept("remove", name);
    }

    /** Calls a method of the map that the server of management beans keeps. */
    private static Object onKept(String method, Object... arguments) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        String[] types = new String[arguments.length];
        Arrays.fill(types, Object.class.getName());
        try {
            ObjectName kept = new ObjectName("dev.resilience4cata.tck:type=Remains");
            if (!server.isRegistered(kept)) {
                try {
                    server.registerMBean(
                            new StandardMBean(new ConcurrentHashMap<>(), ConcurrentMap.class),
                            kept);
                } catch (InstanceAlreadyExistsException e) {
                    // by another thread: as good
                }
            }
            return server.invoke(kept, method, arguments, types);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }
}
