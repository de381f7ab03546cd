// SPDX-License-Identifier: Apache-2.0
/** The public API of the rate limiter. */
module dev.resilience4cata.api {
    requires static jakarta.cdi;
    requires static jakarta.ejb;
    requires static jakarta.interceptor;
    requires static org.jspecify;

    exports dev.resilience4cata;
    exports dev.resilience4cata.annotation;
    exports dev.resilience4cata.generated;
    exports dev.resilience4cata.spi;

    uses dev.resilience4cata.spi.ClusterStoreProvider;
    uses dev.resilience4cata.spi.RegistryProvider;
}
