// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.annotation;

/** Whose calls a limiter counts together. */
public enum Scope {
    /** Those of one JVM: every instance of an application has the whole limit for itself. */
    JVM,
    /** Those of all instances that use the same store, which have one limit together. */
    CLUSTER
}
