// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads certificates to trust. Here and not by Lettuce, which would read them at each connection,
 * and so would only tell then what is wrong with them.
 */
final class Trust {

    /** A file that has no certificates for us; the message goes on after the name of the file. */
    static final class UnreadableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnreadableException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    private Trust() {}

    static TrustManagerFactory inStore(Path file, @Nullable String password)
            throws UnreadableException {
        requireFile(file);
        try {
            char[] secret = password == null ? new char[0] : password.toCharArray();
            return trusting(KeyStore.getInstance(file.toFile(), secret));
        } catch (GeneralSecurityException | IOException e) {
            throw new UnreadableException(
                    "cannot be read as a key store with this password ("
                            + e.getClass().getSimpleName()
                            + "). Set the path of a PKCS #12 or JKS file in tls.trustStore, and its"
                            + " password in tls.trustStorePassword.",
                    e);
        }
    }

    static TrustManagerFactory inPem(Path file) throws UnreadableException {
        requireFile(file);
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            for (Certificate each : certificates) {
                store.setCertificateEntry(String.valueOf(store.size()), each);
            }
            return trusting(store);
        } catch (GeneralSecurityException | IOException e) {
            throw new UnreadableException(
                    "cannot be read as certificates ("
                            + e.getClass().getSimpleName()
                            + "). Set the path of a PEM file in tls.certificates.",
                    e);
        }
    }

    private static void requireFile(Path file) throws UnreadableException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new UnreadableException(
                    "is no file that can be read. Correct the path, or the rights of the file.",
                    null);
        }
    }

    private static TrustManagerFactory trusting(KeyStore store)
            throws GeneralSecurityException, UnreadableException {
        if (store.size() == 0) {
            throw new UnreadableException(
                    "has no certificate. Set the path of a file with those to trust.", null);
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }
}
