// SPDX-License-Identifier: Apache-2.0
/** The rate limiter: the algorithm, waiting, configuration and the registry. */
@SuppressWarnings("module") // automatic modules, not seen from here
module dev.resilience4cata.impl {
    requires transitive dev.resilience4cata.api;
    requires static org.jspecify;

    exports dev.resilience4cata.impl to
            dev.resilience4cata.cdi,
            dev.resilience4cata.processor;

    provides dev.resilience4cata.spi.RegistryProvider with
            dev.resilience4cata.impl.LimiterRegistryProvider;
}
