// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The only class that touches MicroProfile Config, so that it can be absent. */
final class MicroProfileProperties {

    private MicroProfileProperties() {}

    static RestProperties ofThread() {
        Config config = ConfigProvider.getConfig();
        return key -> config.getConfigValue(key).getValue();
    }
}
