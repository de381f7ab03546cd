// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.util.List;

/** A call as a {@link KeyResolver} sees it. */
record CallContext(String instanceId, List<Object> arguments) implements KeyContext {}
