// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

/**
 * One answered request. The limiter decided, and the method started, somewhere between the two
 * times: that much is certain on any machine.
 *
 * @param what the request, for people
 * @param sentNanos before it left
 * @param answeredNanos after the answer had come
 * @param status the HTTP status, or {@link #LOST}
 * @param body what was answered
 */
record Call(String what, long sentNanos, long answeredNanos, int status, String body) {

    /** There was no answer: the call may have been admitted or not. */
    static final int LOST = 0;

    boolean lost() {
        return status == LOST;
    }

    boolean admitted() {
        return status == 200 || status == 204;
    }

    boolean rejected() {
        return status == 429;
    }

    boolean isUnderWayAt(long nanos) {
        return sentNanos < nanos && answeredNanos > nanos;
    }

    long tookNanos() {
        return answeredNanos - sentNanos;
    }
}
