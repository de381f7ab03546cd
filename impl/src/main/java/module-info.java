// SPDX-License-Identifier: Apache-2.0
/** The implementation of the rate limiter. */
module dev.resilience4cata.impl {
    requires transitive dev.resilience4cata.api;
    requires static org.jspecify;
}
