// SPDX-License-Identifier: Apache-2.0
/** The public API of the rate limiter. */
module dev.resilience4cata.api {
    requires static jakarta.cdi;
    requires static jakarta.ejb;
    requires static jakarta.interceptor;
    requires static org.jspecify;
}
