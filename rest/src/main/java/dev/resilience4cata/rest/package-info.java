// SPDX-License-Identifier: Apache-2.0
/**
 * The limiter at the edge of HTTP: rejections are answered with 429, limits are told in response
 * fields, clients are told apart by their addresses, and what a remote API says of its limit holds
 * for the local one.
 */
@NullMarked
package dev.resilience4cata.rest;

import org.jspecify.annotations.NullMarked;
