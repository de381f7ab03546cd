// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisKeyTest {

    @Test
    void keepsAKeyThatCanBeRead() {
        assertThat(RedisKey.of("login:42")).isEqualTo("rl:{login:42}");
        assertThat(RedisKey.of("a".repeat(200))).isEqualTo("rl:{" + "a".repeat(200) + '}');
        assertThat(RedisKey.of("\ud83d\ude00".repeat(50))).hasSize(5 + 100);
    }

    /** The digest of "{" is that of sha256sum. */
    @Test
    void replacesWhatIsLongOrWouldMisleadACluster() {
        assertThat(RedisKey.of("{")).isEqualTo("rl:{#021fb596db81e6d02bf3d2586ee3981f}");
        assertThat(RedisKey.of("a}")).matches("rl:\\{#[0-9a-f]{32}\\}");
        assertThat(RedisKey.of("a".repeat(201))).matches("rl:\\{#[0-9a-f]{32}\\}");
        assertThat(RedisKey.of("\u00e4".repeat(101))).matches("rl:\\{#[0-9a-f]{32}\\}");
        assertThat(RedisKey.of("\ud83d\ude00".repeat(51))).matches("rl:\\{#[0-9a-f]{32}\\}");
    }

    /** Or one key could be spelt so that it is taken for another. */
    @Test
    void aKeyThatLooksLikeADigestIsReplacedToo() {
        assertThat(RedisKey.of("#021fb596db81e6d02bf3d2586ee3981f")).isNotEqualTo(RedisKey.of("{"));
    }
}
