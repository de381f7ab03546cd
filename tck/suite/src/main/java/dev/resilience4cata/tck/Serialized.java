// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.enterprise.inject.spi.CDI;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;

/** Serializes as a container does that passivates a session. */
final class Serialized {
    private Serialized() {}

    /** What is read from what was written. */
    @SuppressWarnings("unchecked") // what is read is what was written
    static <T extends Serializable> T copy(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in =
                new InApplication(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    /** Finds classes as a container does: by the class loader of the application, and its own. */
    private static final class InApplication extends ObjectInputStream {
        InApplication(ByteArrayInputStream bytes) throws IOException {
            super(bytes);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass type)
                throws IOException, ClassNotFoundException {
            try {
                return Class.forName(
                        type.getName(), false, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException e) {
                ClassLoader container = CDI.current().getBeanManager().getClass().getClassLoader();
                return Class.forName(type.getName(), false, container);
            }
        }
    }
}
