// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Addresses and CIDR blocks, as {@code 10.0.0.0/8, 2001:db8::1}. Immutable, so safe to share
 * between threads.
 */
final class AddressBlocks {

    private record Block(IpAddress address, int bits) {}

    private final List<Block> blocks;

    private AddressBlocks(List<Block> blocks) {
        this.blocks = List.copyOf(blocks);
    }

    /**
     * Reads a list with commas.
     *
     * @throws IllegalArgumentException with the entry that is neither an address nor a block
     */
    static AddressBlocks parse(String list) {
        List<Block> blocks = new ArrayList<>();
        for (String entry : list.split(",", -1)) {
            String text = entry.strip();
            if (!text.isEmpty()) {
                blocks.add(block(text));
            }
        }
        return new AddressBlocks(blocks);
    }

    private static Block block(String text) {
        int slash = text.indexOf('/');
        IpAddress address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw new IllegalArgumentException(text);
        }
        if (slash < 0) {
            return new Block(address, address.bits());
        }
        String bits = text.substring(slash + 1);
        if (!bits.matches("[0-9]{1,3}") || Integer.parseInt(bits) > address.bits()) {
            throw new IllegalArgumentException(text);
        }
        return new Block(address, Integer.parseInt(bits));
    }

    /** Whether one of the blocks has the address; nothing that is no address is in one. */
    boolean contain(@Nullable IpAddress address) {
        if (address == null) {
            return false;
        }
        for (Block block : blocks) {
            if (address.sharesPrefix(block.address(), block.bits())) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }
}
