// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A network between a client and a server on this machine that can stop to carry anything. */
final class Relay implements AutoCloseable {

    private volatile int target;
    private final ServerSocket listener = new ServerSocket();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private volatile AtomicBoolean swallowing = new AtomicBoolean();

    Relay(int target) throws IOException {
        this.target = target;
        listener.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), LocalRedis.freePort()));
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Drops what comes on the connections that there are, without closing them. */
    void swallow() {
        AtomicBoolean current = swallowing;
        swallowing = new AtomicBoolean();
        current.set(true);
    }

    /** Carries new connections to another server. */
    void redirect(int port) {
        target = port;
    }

    /** Closes the connections that there are. */
    void cut() throws IOException {
        for (Socket each : sockets) {
            each.close();
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listener.accept();
                sockets.add(near);
                connect(near);
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void connect(Socket near) throws IOException {
        AtomicBoolean swallows = swallowing;
        try {
            Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(far);
            start(() -> carry(near, far, swallows));
            start(() -> carry(far, near, swallows));
        } catch (IOException e) {
            near.close(); // nobody is there
        }
    }

    /** Until one side closes the connection or resets it, which ends the other one too. */
    private static void carry(Socket from, Socket to, AtomicBoolean swallows) {
        byte[] bytes = new byte[8_192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (!swallows.get()) {
                    out.write(bytes, 0, read);
                }
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
