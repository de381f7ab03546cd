// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.ApplicationException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One exception serves all rejections of a limiter, so nothing may stick to it. */
class RateLimitExceededExceptionTest {

    private static final String ID = "com.acme.SearchApi#search(java.lang.String,int[])";

    static Stream<RateLimitExceededException> made() throws Exception {
        RateLimitExceededException exception = new RateLimitExceededException(ID);
        return Stream.of(exception, roundTrip(exception));
    }

    @ParameterizedTest
    @MethodSource("made")
    void saysWhichLimiterRejected(RateLimitExceededException exception) {
        assertThat(exception.instanceId()).isEqualTo(ID);
        assertThat(exception)
                .hasMessage("Rate limit exceeded: " + ID)
                .hasToString(
                        "dev.resilience4cata.RateLimitExceededException: Rate limit exceeded: "
                                + ID);
    }

    @ParameterizedTest
    @MethodSource("made")
    void hasNoStackTraceAndTakesNone(RateLimitExceededException exception) {
        exception.fillInStackTrace();
        exception.setStackTrace(new Throwable().getStackTrace());
        assertThat(exception.getStackTrace()).isEmpty();
        StringWriter printed = new StringWriter();
        exception.printStackTrace(new PrintWriter(printed, true));
        assertThat(printed.toString().strip()).isEqualTo(exception.toString());
    }

    @ParameterizedTest
    @MethodSource("made")
    void takesNoSuppressedException(RateLimitExceededException exception) {
        exception.addSuppressed(new IllegalStateException());
        assertThat(exception.getSuppressed()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("made")
    void refusesACause(RateLimitExceededException exception) {
        IllegalStateException cause = new IllegalStateException();
        assertThatThrownBy(() -> exception.initCause(cause))
                .isInstanceOf(IllegalStateException.class);
        assertThat(exception).hasNoCause();
    }

    @Test // S28; inherited and without rollback are the defaults of the annotation
    void isAnApplicationExceptionThatRollsNothingBack() {
        ApplicationException ejb =
                RateLimitExceededException.class.getAnnotation(ApplicationException.class);
        assertThat(ejb).isNotNull();
        assertThat(ejb.rollback()).isFalse();
        assertThat(ejb.inherited()).isTrue();
    }

    @Test
    void needsAnId() {
        String none = null;
        assertThatThrownBy(() -> new RateLimitExceededException(none))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("instanceId");
    }

    @Test
    void aConfigurationErrorSurvivesSerialisationToo() throws Exception {
        ResilienceException error =
                roundTrip(new ResilienceException(ErrorCode.INSTANCE_UNKNOWN, "x: no such id"));
        assertThat(error).hasMessage("R4C-REG-009: x: no such id");
        assertThat(error.code()).isEqualTo("R4C-REG-009");
        assertThat(error.errorCode()).isEqualTo(ErrorCode.INSTANCE_UNKNOWN);
        assertThat(error.detail()).isEqualTo("x: no such id");
    }

    @SuppressWarnings("BanSerializableRead") // reads what it has written itself
    private static <T extends Throwable> T roundTrip(T exception)
            throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(exception);
        }
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            @SuppressWarnings("unchecked")
            T read = (T) in.readObject();
            return read;
        }
    }
}
