// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

import static java.util.stream.Collectors.joining;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** What has become of some calls. Not safe for use by several threads. */
public final class Outcome {

    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final Histogram latency;
    private final long[] granted;
    private long failed;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /**
     * Begins with no calls.
     *
     * @param keys how many there are
     */
    public Outcome(int keys) {
        this(new Histogram(LONGEST_NANOS, 3), new long[keys]);
    }

    private Outcome(Histogram latency, long[] granted) {
        this.latency = latency;
        this.granted = granted;
    }

    /**
     * Adds a call that was answered.
     *
     * @param key of the call
     * @param admitted the answer
     * @param sentNanos when it was made
     * @param answeredNanos when the answer came
     */
    public void add(int key, boolean admitted, long sentNanos, long answeredNanos) {
        latency.recordValue(answeredNanos - sentNanos);
        granted[key] += admitted ? 1 : 0;
        span(sentNanos, answeredNanos);
    }

    /**
     * Adds calls that Redis did not answer, whatever their callers were told.
     *
     * @param calls how many
     */
    public void addFailed(long calls) {
        failed += calls;
    }

    /**
     * Adds what has become of other calls.
     *
     * @param other of as many keys
     */
    public void add(Outcome other) {
        latency.add(other.latency);
        for (int key = 0; key < granted.length; key++) {
            granted[key] += other.granted[key];
        }
        failed += other.failed;
        span(other.firstNanos, other.lastNanos);
    }

    private void span(long from, long to) {
        firstNanos = Math.min(firstNanos, from);
        lastNanos = Math.max(lastNanos, to);
    }

    /**
     * How many calls were answered.
     *
     * @return whether they passed or not
     */
    public long decisions() {
        return latency.getTotalCount();
    }

    /**
     * How many calls were not answered by Redis.
     *
     * @return as was added
     */
    public long failed() {
        return failed;
    }

    /**
     * How many calls passed.
     *
     * @param key of the calls
     * @return in permits
     */
    public long granted(int key) {
        return granted[key];
    }

    /**
     * From the first call to the last answer.
     *
     * @return in nanoseconds; zero without calls
     */
    public long nanos() {
        return decisions() == 0 ? 0 : lastNanos - firstNanos;
    }

    /**
     * How long the answers took.
     *
     * @param percent of the calls, above 0 to 100
     * @return in nanoseconds; none of these calls took longer, but for the last of three digits
     */
    public long nanosOf(double percent) {
        return latency.getValueAtPercentile(percent);
    }

    /** As one line, of which {@link #parse} makes the same again. */
    String line() {
        ByteBuffer bytes = ByteBuffer.allocate(latency.getNeededByteBufferCapacity());
        int length = latency.encodeIntoCompressedByteBuffer(bytes);
        String counts =
                IntStream.range(0, granted.length)
                        .filter(key -> granted[key] > 0)
                        .mapToObj(key -> key + ":" + granted[key])
                        .collect(joining(","));
        return String.join(
                " ",
                Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)),
                String.valueOf(granted.length),
                counts,
                String.valueOf(failed),
                String.valueOf(firstNanos),
                String.valueOf(lastNanos));
    }

    static Outcome parse(String line) {
        String[] words = line.split(" ", -1);
        Outcome outcome = new Outcome(histogram(words[0]), new long[Integer.parseInt(words[1])]);
        if (!words[2].isEmpty()) {
            for (String count : words[2].split(",", -1)) {
                int colon = count.indexOf(':');
                outcome.granted[Integer.parseInt(count.substring(0, colon))] =
                        Long.parseLong(count.substring(colon + 1));
            }
        }
        outcome.failed = Long.parseLong(words[3]);
        outcome.span(Long.parseLong(words[4]), Long.parseLong(words[5]));
        return outcome;
    }

    private static Histogram histogram(String word) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(word)), LONGEST_NANOS);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("no histogram", e);
        }
    }
}
