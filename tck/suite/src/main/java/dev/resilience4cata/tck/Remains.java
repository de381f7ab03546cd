// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What applications leave to one that is deployed after them: numbers, and weak references to what
 * must be gone by then. It is kept in the system properties, in types of the JDK, so that it holds
 * no application. Safe for use by several threads.
 */
final class Remains {
    private static final String PREFIX = "tck.remains.";
    private static final String REFERENCES = PREFIX + "references";
    private static final String CLEARED = PREFIX + "cleared";

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
        System.getProperties().remove(REFERENCES);
        System.getProperties().remove(CLEARED);
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
        return (Queue<Map.Entry<String, WeakReference<Object>>>)
                System.getProperties()
                        .computeIfAbsent(REFERENCES, any -> new ConcurrentLinkedQueue<>());
    }

    @SuppressWarnings("unchecked") // nobody else has this name
    private static ReferenceQueue<Object> cleared() {
        return (ReferenceQueue<Object>)
                System.getProperties().computeIfAbsent(CLEARED, any -> new ReferenceQueue<>());
    }
}
