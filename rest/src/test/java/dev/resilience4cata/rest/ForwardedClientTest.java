// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ResilienceException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** C44: a key from an address that a client cannot invent. */
class ForwardedClientTest {
    private static final AddressBlocks NONE = AddressBlocks.parse("");
    private static final AddressBlocks PROXIES =
            AddressBlocks.parse(" 10.0.0.0/8, 192.168.7.1 ,2001:db8:ffff::/48,");

    private static @Nullable String client(String peer, String... forwardedFor) {
        return ForwardedClient.of(peer, List.of(forwardedFor), PROXIES);
    }

    @Test
    void believesNoHeaderWithoutATrustedPeer() {
        assertThat(client("203.0.113.9", "198.51.100.1")).isEqualTo("203.0.113.9");
        assertThat(client("192.168.7.2", "198.51.100.1")).isEqualTo("192.168.7.2");
        assertThat(client("11.0.0.1", "198.51.100.1")).isEqualTo("11.0.0.1");
        assertThat(ForwardedClient.of("10.0.0.1", List.of("198.51.100.1"), NONE))
                .isEqualTo("10.0.0.1");
    }

    @Test
    void takesWhatATrustedProxyHasSeen() {
        assertThat(client("10.255.0.1", "198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("192.168.7.1", "198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("2001:db8:ffff:1::1", "198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("::ffff:10.1.2.3", "198.51.100.1")).isEqualTo("198.51.100.1");
    }

    @Test
    void doesNotBelieveWhatTheClientHasWritten() {
        assertThat(client("10.0.0.1", "1.2.3.4, 198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "1.2.3.4", "198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "10.0.0.2, 198.51.100.1")).isEqualTo("198.51.100.1");
    }

    @Test
    void readsPastSeveralProxies() {
        assertThat(client("10.0.0.1", "1.2.3.4,198.51.100.1 , 10.0.0.3,192.168.7.1"))
                .isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "10.0.0.3, 10.0.0.2")).isEqualTo("10.0.0.3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "unknown",
                "_hidden",
                "localhost",
                "198.51.100",
                "198.51.100.256",
                "198.51.100.01",
                "198.51.100.1:x",
                "198.51.100.1:",
                "[198.51.100.1]",
                "[2001:db8::1",
                "2001:db8::1]",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1::2::3",
                "1:2:3:4:5:6:7::8",
                "12345::",
                "::g",
                ":1::",
                "198.51.100.1, ",
                "198.51.100.1 10.0.0.2"
            })
    void countsWhatIsNoAddressAsTheProxyBeforeIt(String forwardedFor) {
        assertThat(client("10.0.0.1", forwardedFor)).isEqualTo("10.0.0.1");
    }

    @ParameterizedTest
    @CsvSource({
        "198.51.100.1:4711, 198.51.100.1",
        "[2001:db8:1:2:3:4:5:6]:443, 2001:db8:1:2::/64",
        "[2001:db8::1], 2001:db8:0:0::/64",
        "2001:DB8:1:2:ffff::, 2001:db8:1:2::/64",
        "2001:db8:1:2::198.51.100.1, 2001:db8:1:2::/64",
        "fe80::1%eth0, fe80:0:0:0::/64",
        "::1, 0:0:0:0::/64",
        "::ffff:198.51.100.1, 198.51.100.1",
        "::FFFF:c633:6401, 198.51.100.1",
    })
    void knowsHowAddressesAreWritten(String forwardedFor, String key) {
        assertThat(client("10.0.0.1", forwardedFor)).isEqualTo(key);
    }

    @Test
    void givesOneKeyToAllAddressesOfAnIpv6Client() {
        assertThat(client("2001:db8:1:2:a::1")).isEqualTo(client("2001:db8:1:2:b::2"));
        assertThat(client("2001:db8:1:2::1")).isNotEqualTo(client("2001:db8:1:3::1"));
    }

    @Test
    void hasNoKeyWithoutAnAddressOfThePeer() {
        assertThat(ForwardedClient.of(null, List.of("198.51.100.1"), PROXIES)).isNull();
        assertThat(client("", "198.51.100.1")).isNull();
        assertThat(client("@", "198.51.100.1")).isNull();
    }

    @Test
    void knowsTheBordersOfABlock() {
        AddressBlocks block = AddressBlocks.parse("172.16.0.0/12, 2001:db8::/33, 0.0.0.0/32");
        assertThat(block.contain(IpAddress.parse("172.16.0.0"))).isTrue();
        assertThat(block.contain(IpAddress.parse("172.31.255.255"))).isTrue();
        assertThat(block.contain(IpAddress.parse("172.32.0.0"))).isFalse();
        assertThat(block.contain(IpAddress.parse("172.15.255.255"))).isFalse();
        assertThat(block.contain(IpAddress.parse("2001:db8:7fff::"))).isTrue();
        assertThat(block.contain(IpAddress.parse("2001:db8:8000::"))).isFalse();
        assertThat(block.contain(IpAddress.parse("0.0.0.1"))).isFalse();
        assertThat(AddressBlocks.parse("0.0.0.0/0").contain(IpAddress.parse("9.9.9.9"))).isTrue();
        assertThat(AddressBlocks.parse("0.0.0.0/0").contain(IpAddress.parse("::9"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "10/8"})
    void refusesWhatIsNoBlock(String entry) {
        assertThatThrownBy(() -> RestSettings.trustedProxies(key -> "10.0.0.1, " + entry))
                .isInstanceOf(ResilienceException.class)
                .hasMessage(
                        "R4C-REG-003: resilience4cata.rest.trustedProxies: \"10.0.0.1, "
                                + entry
                                + "\" has \""
                                + entry
                                + "\", which is neither an address nor a block. Write addresses"
                                + " such as 10.1.2.3 or 2001:db8::1, and blocks such as"
                                + " 10.0.0.0/8.");
    }
}
