// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of this machine on which nobody listens. */
final class FreePorts {

    // Below the range that the operating system gives to outgoing connections.
    private static final int LEAST = 10_000;
    private static final int MOST = 20_000;
    private static final int ATTEMPTS = 1_000;

    private FreePorts() {}

    /** As many different ones as are asked for. */
    static List<Integer> find(int count) throws IOException {
        return find(count, 1);
    }

    /** The first ports of as many rows of free ports, one beside the other, as are asked for. */
    static List<Integer> find(int count, int inARow) throws IOException {
        Map<Integer, ServerSocket> held = new HashMap<>();
        List<Integer> found = new ArrayList<>();
        try {
            for (int attempt = 0; attempt < ATTEMPTS && found.size() < count; attempt++) {
                int first = ThreadLocalRandom.current().nextInt(LEAST, MOST - inARow);
                if (hold(first, inARow, held)) {
                    found.add(first);
                }
            }
        } finally {
            for (ServerSocket socket : held.values()) {
                socket.close();
            }
        }
        if (found.size() < count) {
            throw new IOException("No " + count + " free ports from " + LEAST + " to " + MOST);
        }
        return found;
    }

    private static boolean hold(int first, int inARow, Map<Integer, ServerSocket> held)
            throws IOException {
        for (int port = first; port < first + inARow; port++) {
            ServerSocket socket = new ServerSocket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                held.put(port, socket);
            } catch (IOException e) {
                socket.close(); // somebody has it, or it is held already
                return false;
            }
        }
        return true;
    }
}
