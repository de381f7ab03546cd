// SPDX-License-Identifier: Apache-2.0
/** Metrics of the limiters, for OpenTelemetry and for Micrometer. */
@NullMarked
package dev.resilience4cata.telemetry;

import org.jspecify.annotations.NullMarked;
