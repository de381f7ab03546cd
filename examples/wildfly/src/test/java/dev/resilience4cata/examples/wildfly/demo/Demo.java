// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import static java.util.Collections.nCopies;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.examples.wildfly.ExchangeRates;
import dev.resilience4cata.examples.wildfly.GeocodingClient;
import dev.resilience4cata.examples.wildfly.MailSender;
import dev.resilience4cata.examples.wildfly.ReportService;
import dev.resilience4cata.examples.wildfly.SearchService;
import dev.resilience4cata.examples.wildfly.demo.Claims.Claim;
import dev.resilience4cata.examples.wildfly.demo.Client.Request;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.AnnotatedElement;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows the limiters of the application at work in a real server, and fails when one of them did
 * not do what its annotation and the properties say.
 */
public final class Demo {

    private final PrintStream out = System.out;
    private final Client client;
    private final List<Scene> scenes = new ArrayList<>();
    private final Claims claims = new Claims();

    private Demo(Client client) {
        this.client = client;
    }

    /**
     * Runs the demo; ends with an exception if a claim is broken.
     *
     * @param arguments the unpacked server, the archive, a directory for files, the watchdog that
     *     ends a server whose parent is gone, whether to stay, and three free ports: management,
     *     HTTP, HTTPS
     */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        Path archive = Path.of(arguments[1]);
        Path directory = Path.of(arguments[2]);
        Path watchdog = Path.of(arguments[3]);
        boolean stay = Boolean.parseBoolean(arguments[4]);
        DemoServer.Ports ports =
                new DemoServer.Ports(
                        Integer.parseInt(arguments[5]),
                        Integer.parseInt(arguments[6]),
                        Integer.parseInt(arguments[7]));
        // The libraries that talk to the server introduce themselves at level INFO.
        LogManager.getLogManager().getLogger("").setLevel(Level.WARNING);

        PrintStream out = System.out;
        Claims.@Nullable Broken broken = null;
        try (DemoServer server = new DemoServer(directory, ports)) {
            out.println();
            out.println("Starting WildFly (log: " + server.log() + ") ...");
            long start = System.nanoTime();
            server.start(DemoServer.Recipe.asUnpacked(home, watchdog));
            server.deploy(archive);
            URI api = server.api(archive);
            out.printf(
                    "Started and deployed after %.1f s: %s%n",
                    (System.nanoTime() - start) / 1e9, api);
            Demo demo = new Demo(new Client(api));
            demo.play();
            demo.printTable();
            try {
                demo.claims.conclude(out);
            } catch (Claims.Broken e) {
                broken = e;
            }
            if (stay) {
                stay(server, api);
            }
        }
        out.println("The server has stopped.");
        if (broken != null) {
            throw broken;
        }
    }

    private void play() throws Exception {
        Request berlin = client.get("geocode Berlin", "/geocode?address=Berlin");
        Request reverse = client.get("reverse -1.3,36.8", "/reverse?latitude=-1.3&longitude=36.8");
        Request search = client.get("search lamp", "/search?q=lamp");
        Request mail = client.post("mail", "/mail", "to=ann@example.org&subject=Hello");
        Request rates = client.get("rates", "/rates");
        Request report = client.get("report", "/report");
        // First calls load classes; that is not what this is about.
        client.inTurn(List.of(berlin, reverse, search, mail, rates, report));
        for (int round = 0; round < 5; round++) {
            client.together(nCopies(12, client.get("limits", "/limits")));
        }

        out.println();
        out.println("  # admitted   x rejected (429)   . on its way, or waiting for its permit");

        List<Request> both = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            both.add(berlin);
            both.add(reverse);
        }
        scene(
                "geocoding",
                "geocoding",
                GeocodingClient.class.getMethod("geocode", String.class),
                "geocode() and reverse() share it; 12 calls at once, then 5 in turn",
                () -> {
                    List<Call> calls = new ArrayList<>(client.together(both));
                    calls.addAll(client.inTurn(both.subList(0, 5)));
                    print(new Timeline(calls).callByCall());
                    return calls;
                });
        scene(
                "search",
                SearchService.class.getName() + "#search(java.lang.String)",
                SearchService.class.getMethod("search", String.class),
                "15 calls in turn, then one every 25 ms",
                () -> inTurnThenPaced(search, 15, 25));
        int delivered = delivered();
        Scene mails =
                scene(
                        "mail",
                        "mail",
                        MailSender.class,
                        "an enterprise bean; 5 mails in turn, then one every 50 ms",
                        () -> inTurnThenPaced(mail, 5, 50));
        int more = delivered() - delivered;
        claims.add(
                new Claim(
                        "as many mails delivered as calls admitted",
                        mails.name(),
                        mails.admitted() == more,
                        more + " delivered, " + mails.admitted() + " admitted"));
        scene(
                "exchange-rates",
                "exchange-rates",
                ExchangeRates.class.getMethod("perEuro"),
                "30 calls in turn, then one every 20 ms",
                () -> inTurnThenPaced(rates, 30, 20));
        scene(
                "report",
                "report",
                ReportService.class.getMethod("today"),
                "20 calls in turn",
                () -> {
                    List<Call> calls = client.inTurn(nCopies(20, report));
                    print(new Timeline(calls).slotBySlot());
                    return calls;
                });
    }

    private List<Call> inTurnThenPaced(Request request, int inTurn, int everyMillis)
            throws InterruptedException {
        List<Call> calls = new ArrayList<>(client.inTurn(nCopies(inTurn, request)));
        calls.addAll(client.every(Duration.ofMillis(everyMillis), Duration.ofMillis(900), request));
        print(new Timeline(calls).slotBySlot());
        return calls;
    }

    private Scene scene(
            String name, String id, AnnotatedElement annotated, String plot, Script script)
            throws Exception {
        Limit limit = Limit.of(id, annotated.getAnnotation(RateLimiter.class), Map.of());
        client.awaitFull(id);
        RateLimiterConfig actual = Client.config(client.limiter(id));
        out.println();
        out.println(name + ": " + plot);
        if (!id.equals(name)) {
            print(List.of("id              " + id));
        }
        print(limit.lines());
        Scene scene = new Scene(name, limit, actual, script.play());
        if (!limit.properties().isEmpty()) {
            print(List.of("measured        " + scene.measured()));
        }
        scenes.add(scene);
        claims.addAll(scene.claims());
        return scene;
    }

    private int delivered() throws IOException {
        return Integer.parseInt(client.text("/mail").strip());
    }

    private void printTable() {
        Table table =
                new Table(
                        "limiter",
                        "annotation",
                        "properties",
                        "calls",
                        "admitted",
                        "bounds",
                        "rejected",
                        "measured");
        for (Scene scene : scenes) {
            table.row(
                    scene.name(),
                    scene.limit().annotation(),
                    String.join(", ", scene.limit().properties()),
                    String.valueOf(scene.calls().size()),
                    String.valueOf(scene.admitted()),
                    scene.range(),
                    String.valueOf(scene.rejected()),
                    scene.measured());
        }
        out.println();
        table.lines().forEach(out::println);
    }

    private static void stay(DemoServer server, URI api) {
        System.out.printf(
                """
                The server stays up. Ask more often than a limiter allows:
                  curl -s -w '  %%{http_code}\\n' '%1$s/search?q=lamp&page=[1-15]'
                All requests of the application:
                  curl -i '%1$s/geocode?address=Berlin'
                  curl -i '%1$s/reverse?latitude=-1.3&longitude=36.8'
                  curl -i '%1$s/search?q=lamp'
                  curl -i -d to=ann@example.org -d subject=Hello %1$s/mail
                  curl -i %1$s/rates
                  curl -i %1$s/report
                  curl %1$s/limits
                Press Enter or Ctrl-C to stop it.
                """,
                api);
        CompletableFuture<Void> enter = new CompletableFuture<>();
        Thread keyboard = new Thread(() -> awaitEnter(enter), "keyboard");
        keyboard.setDaemon(true);
        keyboard.start();
        CompletableFuture.anyOf(enter, server.end()).join();
    }

    /** Without a terminal nobody can press Enter: then only a signal ends the demo. */
    private static void awaitEnter(CompletableFuture<Void> enter) {
        try {
            if (System.in.read() >= 0) {
                enter.complete(null);
            }
        } catch (IOException e) {
            enter.completeExceptionally(e);
        }
    }

    private void print(List<String> lines) {
        lines.forEach(line -> out.println("  " + line));
    }

    @FunctionalInterface
    private interface Script {
        List<Call> play() throws Exception;
    }
}
