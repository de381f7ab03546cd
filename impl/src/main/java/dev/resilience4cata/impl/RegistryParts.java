// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;

/**
 * What the limiters of one registry have in common. Immutable, so safe to share between threads.
 *
 * @param clock the time that they go by
 * @param parkedCalls where synchronous calls wait
 * @param deferredCalls where asynchronous calls wait
 * @param listeners who hears of refused calls and of waits
 */
record RegistryParts(
        Clock clock, ParkedCalls parkedCalls, DeferredCalls deferredCalls, Listeners listeners) {}
