// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * What a collector of OpenTelemetry is to a server: receives metrics over HTTP, and keeps the last
 * ones of the limiters. Safe for use by several threads.
 */
final class OtlpReceiver implements AutoCloseable {
    private static final String SCOPE = "dev.resilience4cata.rate_limiter";
    private static final String METRIC_PREFIX = "resilience4cata.rate_limiter.";
    private static final String ATTRIBUTE_PREFIX = "resilience4cata.";

    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final HttpServer server;

    /** Guarded by this. */
    private Set<String> last = Set.of();

    /** All that came, for what must not be in it. Guarded by this. */
    private final StringBuilder all = new StringBuilder();

    private OtlpReceiver(HttpServer server) {
        this.server = server;
    }

    static OtlpReceiver start() {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            OtlpReceiver receiver = new OtlpReceiver(server);
            server.createContext("/v1/metrics", receiver::receive);
            server.start();
            return receiver;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What an application says so that the server sends its metrics here, ten times a second. */
    String configuration() {
        return """
        otel.sdk.disabled = false
        otel.traces.exporter = none
        otel.logs.exporter = none
        otel.metrics.exporter = otlp
        otel.metric.export.interval = 100
        otel.exporter.otlp.protocol = http/protobuf
        otel.exporter.otlp.endpoint = http://localhost:%s
        """
                .formatted(server.getAddress().getPort());
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            InputStream body = exchange.getRequestBody();
            boolean zipped =
                    "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            keep(ExportMetricsServiceRequest.parseFrom(zipped ? new GZIPInputStream(body) : body));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void keep(ExportMetricsServiceRequest request) {
        List<ScopeMetrics> ours =
                request.getResourceMetricsList().stream()
                        .flatMap(resource -> resource.getScopeMetricsList().stream())
                        .filter(scope -> scope.getScope().getName().equals(SCOPE))
                        .toList();
        Set<String> series =
                ours.stream()
                        .flatMap(scope -> scope.getMetricsList().stream())
                        .flatMap(OtlpReceiver::series)
                        .collect(Collectors.toCollection(TreeSet::new));
        synchronized (this) {
            all.append(request);
            last = series;
            notifyAll();
        }
    }

    private static Stream<String> series(Metric metric) {
        String name = metric.getName();
        String prefix =
                (name.startsWith(METRIC_PREFIX) ? name.substring(METRIC_PREFIX.length()) : name)
                        + " "
                        + metric.getUnit()
                        + " ";
        return switch (metric.getDataCase()) {
            case SUM -> metric.getSum().getDataPointsList().stream().map(p -> prefix + number(p));
            case GAUGE ->
                    metric.getGauge().getDataPointsList().stream().map(p -> prefix + number(p));
            case HISTOGRAM ->
                    metric.getHistogram().getDataPointsList().stream()
                            .map(p -> prefix + histogram(p));
            default -> Stream.of(prefix + metric.getDataCase());
        };
    }

    private static String number(NumberDataPoint point) {
        return attributes(point.getAttributesList()) + " " + point.getAsInt();
    }

    private static String histogram(HistogramDataPoint point) {
        return attributes(point.getAttributesList())
                + " "
                + point.getCount()
                + " of "
                + point.getSum();
    }

    private static Map<String, String> attributes(List<KeyValue> attributes) {
        Map<String, String> sorted = new TreeMap<>();
        for (KeyValue each : attributes) {
            String key = each.getKey();
            AnyValue value = each.getValue();
            sorted.put(
                    key.startsWith(ATTRIBUTE_PREFIX)
                            ? key.substring(ATTRIBUTE_PREFIX.length())
                            : key,
                    value.hasBoolValue()
                            ? Boolean.toString(value.getBoolValue())
                            : value.getStringValue());
        }
        return sorted;
    }

    /** Waits until a collection brings just that: {@code name unit {attributes} value}. */
    synchronized void await(Set<String> expected) throws InterruptedException {
        long begin = System.nanoTime();
        while (!last.equals(expected)) {
            long left = LONGEST_WAIT_NANOS - (System.nanoTime() - begin);
            if (left <= 0) {
                assertEquals(String.join("\n", expected), String.join("\n", last));
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1));
        }
    }

    /** Forgets what the last collection brought. */
    synchronized void forget() {
        last = Set.of();
    }

    /** All that was received, as text. */
    synchronized String received() {
        return all.toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
