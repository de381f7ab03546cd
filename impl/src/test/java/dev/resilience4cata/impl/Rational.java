// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.math.BigInteger;

/** A fraction of whole numbers of any size, so that an oracle never rounds. Immutable. */
record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {

    static final Rational ZERO = of(0);

    Rational {
        if (denominator.signum() <= 0) {
            throw new IllegalArgumentException("the denominator is " + denominator);
        }
        BigInteger common = numerator.gcd(denominator);
        numerator = numerator.divide(common);
        denominator = denominator.divide(common);
    }

    static Rational of(long number) {
        return new Rational(BigInteger.valueOf(number), BigInteger.ONE);
    }

    static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    Rational plus(Rational other) {
        return new Rational(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Rational minus(Rational other) {
        return plus(other.times(of(-1)));
    }

    Rational times(Rational other) {
        return new Rational(
                numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Rational times(long other) {
        return times(of(other));
    }

    /** The quotient; the divisor is above zero. */
    Rational dividedBy(Rational divisor) {
        return new Rational(
                numerator.multiply(divisor.denominator), denominator.multiply(divisor.numerator));
    }

    Rational max(Rational other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The largest whole number that is not above this. */
    BigInteger floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    /** The smallest whole number that is not below this. */
    BigInteger ceil() {
        return new Rational(numerator.negate(), denominator).floor().negate();
    }

    int signum() {
        return numerator.signum();
    }

    @Override
    public int compareTo(Rational other) {
        return numerator
                .multiply(other.denominator)
                .compareTo(other.numerator.multiply(denominator));
    }

    @Override
    public String toString() {
        return denominator.equals(BigInteger.ONE)
                ? numerator.toString()
                : numerator + "/" + denominator;
    }
}
