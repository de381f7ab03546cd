// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.payara;

import static java.util.Objects.requireNonNull;

import fish.payara.micro.BootstrapException;
import fish.payara.micro.ClusterCommandResult;
import fish.payara.micro.PayaraMicro;
import fish.payara.micro.boot.AdminCommandRunner;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Called by the JVM of the server: Payara Micro, which runs the commands that come by standard
 * input and answers by standard output. It ends with its input: when the tests do, in whichever
 * way.
 */
final class MicroServer {
    /** What Payara puts behind the messages of others. */
    private static final String TAIL = ". Please see server.log for more details.";

    private final BlockingQueue<String[]> commands = new LinkedBlockingQueue<>();
    private final DataOutputStream answers;
    private @Nullable AdminCommandRunner runner;

    private MicroServer(DataOutputStream answers) {
        this.answers = answers;
    }

    /**
     * Called by the JVM.
     *
     * @param arguments the port for HTTP, that of the data grid, and the folder for the files of
     *     the server
     */
    public static void main(String[] arguments)
            throws BootstrapException, IOException, InterruptedException {
        MicroServer server =
                new MicroServer(new DataOutputStream(new FileOutputStream(FileDescriptor.out)));
        System.setOut(System.err); // the log, which is not among the answers then
        Thread reader =
                new Thread(
                        () ->
                                server.read(
                                        new DataInputStream(
                                                new FileInputStream(FileDescriptor.in))),
                        "commands");
        reader.setDaemon(true);
        reader.start();
        server.run(
                Integer.parseInt(arguments[0]),
                Integer.parseInt(arguments[1]),
                new File(arguments[2]));
    }

    private void read(DataInputStream input) {
        try {
            while (true) {
                String[] command = new String[input.readInt()];
                for (int i = 0; i < command.length; i++) {
                    command[i] = input.readUTF();
                }
                commands.add(command);
            }
        } catch (EOFException e) {
            Runtime.getRuntime().halt(0);
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void run(int httpPort, int gridPort, File root)
            throws BootstrapException, IOException, InterruptedException {
        PayaraMicro.getInstance()
                .setHttpPort(httpPort)
                .setClusterStartPort(gridPort)
                .setRootDir(root)
                .setNoCluster(true)
                .setPostBootHandler(commandRunner -> runner = commandRunner)
                .bootStrap();
        answer("");
        while (true) {
            answer(failureOf(commands.take()));
        }
    }

    private String failureOf(String[] command) {
        String[] arguments = new String[command.length - 1];
        System.arraycopy(command, 1, arguments, 0, arguments.length);
        ClusterCommandResult result = requireNonNull(runner).run(command[0], arguments);
        if (result.getExitStatus() != ClusterCommandResult.ExitStatus.FAILURE) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        Throwable failure = result.getFailureCause();
        // The outermost says what its cause says, with words around it.
        collect(
                failure == null || failure.getCause() == null ? failure : failure.getCause(),
                text,
                Collections.newSetFromMap(new IdentityHashMap<>()));
        // Payara also puts a message behind itself.
        return (text.isEmpty() ? result.getOutput() : text.toString())
                .replace(TAIL, "")
                .replace(" -- ", "\n");
    }

    private static void collect(
            @Nullable Throwable failure, StringBuilder text, Set<Throwable> seen) {
        if (failure != null && seen.add(failure)) {
            text.append(failure).append('\n');
            collect(failure.getCause(), text, seen);
            for (Throwable suppressed : failure.getSuppressed()) {
                collect(suppressed, text, seen);
            }
        }
    }

    /** Answers; with nothing if all went well. */
    private void answer(String failure) throws IOException {
        byte[] bytes = failure.getBytes(StandardCharsets.UTF_8);
        answers.writeInt(bytes.length);
        answers.write(bytes);
        answers.flush();
    }
}
