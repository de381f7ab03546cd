// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Lettuce and servers say, and what it means. */
class FailuresTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    UNAVAILABLE | READONLY You can't write against a read only replica.
                    UNAVAILABLE | ERR Error running script (call to f_1): @user_script:9: -READONLY You can't write against a read only replica.
                    UNAVAILABLE | LOADING Redis is loading the dataset in memory
                    UNAVAILABLE | CLUSTERDOWN The cluster is down
                    UNAVAILABLE | MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.
                    UNAVAILABLE | OOM command not allowed when used memory > 'maxmemory'.
                    UNAVAILABLE | NOREPLICAS Not enough good replicas to write.
                    UNAVAILABLE | MISCONF Redis is configured to save RDB snapshots, but is unable to persist on disk.
                    UNAVAILABLE | BUSY Redis is busy running a script.
                    UNAVAILABLE | NOAUTH Authentication required.
                    UNAVAILABLE | NOPERM this user has no permissions to run the 'evalsha' command
                    UNAVAILABLE | ERR The user executing the script can't run this command or subcommand
                    UNAVAILABLE | MOVED 866 127.0.0.1:7001
                    UNAVAILABLE | ERR max number of clients reached
                    PROTOCOL    | ERR unknown command `EVALSHA`
                    PROTOCOL    | WRONGTYPE Operation against a key holding the wrong kind of value
                    PROTOCOL    | ERR user_script:28: attempt to perform arithmetic on a nil value
                    """)
    void knowsWhichErrorsPass(Reason reason, String said) {
        StoreException failure = Failures.ofCall("a:1", new RedisCommandExecutionException(said));
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).hasMessage("a:1: " + said);
    }

    @Test
    void knowsWhatLettuceSays() {
        assertThat(reason(new RedisCommandTimeoutException("late"))).isEqualTo(Reason.TIMEOUT);
        assertThat(reason(new RedisException("Currently not connected.")))
                .isEqualTo(Reason.UNAVAILABLE);
        assertThat(reason(new RedisConnectionException("no", new IOException("reset"))))
                .isEqualTo(Reason.UNAVAILABLE);
        assertThat(reason(new CancellationException())).isEqualTo(Reason.UNAVAILABLE);
        assertThat(reason(new IOException("reset"))).isEqualTo(Reason.UNAVAILABLE);
    }

    private static Reason reason(Throwable thrown) {
        return Failures.ofCall("a:1", new CompletionException(thrown)).reason();
    }

    @Test
    void aConnectionThatCannotBeMadeIsUnavailableWhateverIsSaid() {
        assertThat(
                        Failures.ofConnecting(
                                        "a:1",
                                        new RedisCommandExecutionException("ERR unknown command"))
                                .reason())
                .isEqualTo(Reason.UNAVAILABLE);
    }

    @Test
    void cutsWhatIsLong() {
        assertThat(Failures.ofCall("a:1", new RedisException("x".repeat(5_000))))
                .message()
                .hasSizeLessThan(400);
    }
}
