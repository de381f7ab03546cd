// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.payara;

import java.io.File;
import org.jboss.arquillian.container.spi.ConfigurationException;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;

/** Called by Arquillian: what {@code arquillian.xml} says. */
public final class MicroConfiguration implements ContainerConfiguration {
    private String microJar = "";
    private String folder = "";
    private String jvmArguments = "";
    private int httpPort;
    private int gridPort;

    /** The jar of Payara Micro. */
    public void setMicroJar(String microJar) {
        this.microJar = microJar;
    }

    /** For the files of the server. */
    public void setFolder(String folder) {
        this.folder = folder;
    }

    /** Separated by blanks. */
    public void setJvmArguments(String jvmArguments) {
        this.jvmArguments = jvmArguments;
    }

    /** A free one. */
    public void setHttpPort(int httpPort) {
        this.httpPort = httpPort;
    }

    /** A free one, for the data grid, which is there without a cluster too. */
    public void setGridPort(int gridPort) {
        this.gridPort = gridPort;
    }

    File microJar() {
        return new File(microJar);
    }

    File folder() {
        return new File(folder);
    }

    String[] jvmArguments() {
        return jvmArguments.strip().split("\\s+");
    }

    int httpPort() {
        return httpPort;
    }

    int gridPort() {
        return gridPort;
    }

    @Override
    public void validate() {
        if (!microJar().isFile()) {
            throw new ConfigurationException("microJar is no file: " + microJar);
        }
    }
}
