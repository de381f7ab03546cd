// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Asks applications, as a client of the server. */
public final class Requests {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Requests() {}

    /**
     * What an application answers; fails if that is not 200.
     *
     * @param server any URL of the server
     * @param path from the root of the server, with the name of the application
     */
    public static String get(URL server, String path) throws IOException, InterruptedException {
        URI uri = URI.create(server.toString()).resolve("/" + path);
        HttpResponse<String> response =
                CLIENT.send(
                        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode(), response::body);
        return response.body();
    }

    /**
     * What an application answers, whatever that is.
     *
     * @param application its URL, which ends with a slash
     * @param path from there
     */
    static HttpResponse<String> ask(URL application, String path, String... headers)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(application + path)), headers);
    }

    /**
     * What an application answers to an empty POST, whatever that is.
     *
     * @param application its URL, which ends with a slash
     * @param path from there
     */
    public static HttpResponse<String> post(URL application, String path)
            throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(URI.create(application + path))
                        .POST(HttpRequest.BodyPublishers.noBody()));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String... headers)
            throws IOException, InterruptedException {
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
