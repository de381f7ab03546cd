// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import dev.resilience4cata.annotation.RateLimiter;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What {@link Resilient} does with interfaces for which no wrapper was generated. */
class LimitedProxyTest {

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();

    interface Search {
        @RateLimiter(permits = 1, period = "1s")
        String search(String query) throws IOException;

        int size();
    }

    private static Search answering(int size) {
        return new Search() {
            @Override
            public String search(String query) throws IOException {
                if (query.isEmpty()) {
                    throw new IOException("nothing to search");
                }
                return "results for " + query;
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    private static String prefix(String member) {
        return LimitedProxyTest.class.getName() + "$" + member;
    }

    private List<String> ids() {
        return registry.snapshot().rateLimiters().stream()
                .map(RateLimiterSnapshot::instance)
                .toList();
    }

    @Test // S1
    void limitsTheMethodsThatCarryTheAnnotation() throws IOException {
        Search search = Resilient.of(Search.class, answering(3), registry);
        assertThat(Proxy.isProxyClass(search.getClass())).isTrue();
        assertThat(search.search("a")).isEqualTo("results for a");
        assertThatThrownBy(() -> search.search("b"))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e ->
                                assertThat(e.instanceId())
                                        .isEqualTo(prefix("Search#search(java.lang.String)")));
        assertThat(search.size()).isEqualTo(3);
        clock.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> search.search(""))
                .isInstanceOf(IOException.class)
                .hasMessage("nothing to search");
    }

    @Test // S20
    void wrappedTwiceItHasOneLimiter() throws IOException {
        Search first = Resilient.of(Search.class, answering(1), registry);
        Search second = Resilient.of(Search.class, first, registry);
        Search third = Resilient.of(Search.class, answering(2), registry);
        assertThat(first.search("a")).isEqualTo("results for a");
        assertThatThrownBy(() -> third.search("b")).isInstanceOf(RateLimitExceededException.class);
        assertThatThrownBy(() -> second.search("b")).isInstanceOf(RateLimitExceededException.class);
        assertThat(registry.snapshot().rateLimiters()).hasSize(1);
    }

    @Test
    void isEqualToAnotherAroundAnEqualObject() {
        Search delegate = answering(1);
        Search one = Resilient.of(Search.class, delegate, registry);
        Search same = Resilient.of(Search.class, delegate, registry);
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(one).isNotEqualTo(Resilient.of(Search.class, answering(1), registry));
        assertThat(one).isNotEqualTo(delegate).isNotEqualTo(null).isNotEqualTo("another type");
        assertThat(one).hasToString(delegate.toString()).hasSameHashCodeAs(delegate);
    }

    @Test
    void namesTheArgumentThatIsNull() {
        assertThatNullPointerException()
                .isThrownBy(() -> Resilient.of(null, answering(1), registry))
                .withMessage("type");
        assertThatNullPointerException()
                .isThrownBy(() -> Resilient.of(Search.class, null, registry))
                .withMessage("delegate");
        assertThatNullPointerException()
                .isThrownBy(() -> Resilient.of(Search.class, answering(1), null))
                .withMessage("registry");
    }

    @Test
    void anInterfaceWithNothingToLimitGivesTheDelegate() {
        Supplier<String> delegate = () -> "x";
        assertThat(Resilient.of(Supplier.class, delegate, registry)).isSameAs(delegate);
        assertThat(registry.snapshot().rateLimiters()).isEmpty();
    }

    private static void assertError(Runnable call, String message) {
        assertThatThrownBy(call::run).isInstanceOf(ResilienceException.class).hasMessage(message);
    }

    @Test
    void aClassIsAnError() {
        assertError(
                () -> Resilient.of(String.class, "x", registry),
                "R4C-REG-013: Resilient.of(java.lang.String): it is no interface. Name the"
                        + " interface that carries the annotations.");
    }

    sealed interface Sealed {
        @RateLimiter
        void call();
    }

    static final class OnlyOne implements Sealed {
        @Override
        public void call() {}
    }

    @Test
    void aSealedInterfaceIsAnError() {
        assertError(
                () -> Resilient.of(Sealed.class, new OnlyOne(), registry),
                "R4C-REG-013: Resilient.of("
                        + prefix("Sealed")
                        + "): the interface is sealed, so it cannot have a proxy. Permit "
                        + prefix("Sealed$Resilient")
                        + " and let rate-limiter-processor generate it.");
    }

    interface Wrong {
        @RateLimiter(permits = 0, period = "soon")
        void call();

        @RateLimiter
        static void make() {}
    }

    @Test // S29
    void tellsOfAllMistakesTogether() {
        assertError(
                () -> Resilient.of(Wrong.class, () -> {}, registry),
                "R4C-CDI-001: @RateLimiter on "
                        + prefix("Wrong#make()")
                        + ": the method is static, so no call of it can be limited. Put the"
                        + " annotation on a business method, or use a ResilienceRegistry in"
                        + " code.\n"
                        + "R4C-ATR-003: @RateLimiter(permits = 0) on "
                        + prefix("Wrong#call()")
                        + ": permits = 0 is below 1. Set permits to at least 1.\n"
                        + "R4C-ATR-001: @RateLimiter(period = \"soon\") on "
                        + prefix("Wrong#call()")
                        + ": period = \"soon\" cannot be read from position 0 on. Write an integer"
                        + " with a unit (ns, us, ms, s, m, h, d) or ISO-8601, for example 500ms or"
                        + " PT0.5S.");
    }

    interface Left {
        @RateLimiter(permits = 1)
        void call();
    }

    interface Right {
        @RateLimiter(permits = 2)
        void call();
    }

    interface Both extends Left, Right {}

    interface Decided extends Left, Right {
        @Override
        @RateLimiter(permits = 3)
        void call();
    }

    @Test // situation 9
    void unrelatedInterfacesAreAConflictUnlessTheNearestSaysWhatHolds() {
        Both delegate = () -> {};
        assertError(
                () -> Resilient.of(Both.class, delegate, registry),
                "R4C-CDI-007: "
                        + prefix("Both#call()")
                        + ": the interfaces limit it in several ways: @RateLimiter(permits = 1) on "
                        + prefix("Left#call()")
                        + ", @RateLimiter(permits = 2) on "
                        + prefix("Right#call()")
                        + ". Put the annotation that holds on the method of "
                        + prefix("Both")
                        + ".");
        Decided decided = () -> {};
        assertThatCode(() -> Resilient.of(Decided.class, decided, registry).call())
                .doesNotThrowAnyException();
        assertThat(ids()).containsExactly(prefix("Decided#call()"));
    }

    interface Repository<T> {
        @RateLimiter(permits = 1)
        T find(T like);
    }

    interface Names extends Repository<String> {
        @Override
        String find(String like);
    }

    @Test // situations 11 and 12
    void aCallTakesOnePermitWhateverTheTypeThatItComesThrough() {
        Names names = Resilient.of(Names.class, like -> like, registry);
        Repository<String> repository = names;
        assertThat(repository.find("a")).isEqualTo("a");
        assertThatThrownBy(() -> names.find("b")).isInstanceOf(RateLimitExceededException.class);
        assertThatThrownBy(() -> repository.find("b"))
                .isInstanceOf(RateLimitExceededException.class);
        assertThat(ids()).containsExactly(prefix("Repository#find(java.lang.Object)"));
    }

    @RateLimiter(permits = 1)
    interface OnType extends Left {
        default String greet() {
            return "hello";
        }

        @RateLimiter(name = "own", permits = 7)
        void own();
    }

    @Test // situations 2, 6 and 7
    void theMethodBeatsTheTypeAndTheTypeCoversDefaultMethods() {
        OnType limited =
                Resilient.of(
                        OnType.class,
                        new OnType() {
                            @Override
                            public void call() {}

                            @Override
                            public void own() {}
                        },
                        registry);
        assertThat(ids()).containsExactly(prefix("Left#call()"), prefix("OnType#greet()"), "own");
        assertThat(limited.greet()).isEqualTo("hello");
        assertThatThrownBy(limited::greet).isInstanceOf(RateLimitExceededException.class);
    }

    interface Stages {
        @RateLimiter(name = "stages", permits = 1, period = "1s", maxWait = "1s")
        CompletionStage<String> stage();

        @RateLimiter(name = "stages", permits = 1, period = "1s", maxWait = "1s")
        CompletableFuture<String> future();
    }

    @Test // S15 and S17
    void stagesWaitWithoutAThread() {
        Stages stages =
                Resilient.of(
                        Stages.class,
                        new Stages() {
                            @Override
                            public CompletionStage<String> stage() {
                                return CompletableFuture.completedStage("stage");
                            }

                            @Override
                            public CompletableFuture<String> future() {
                                return CompletableFuture.completedFuture("future");
                            }
                        },
                        registry);
        assertThat(stages.stage()).isCompletedWithValue("stage");
        CompletableFuture<String> waiting = stages.future();
        assertThat(waiting).isNotDone();
        assertThat(stages.stage())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RateLimitExceededException.class);
        clock.advance(Duration.ofSeconds(1));
        assertThat(waiting).isCompletedWithValue("future");
    }

    @Test
    void aDebugLineSaysThatThereIsNoWrapper() {
        StringBuilder lines = new StringBuilder();
        Logger log = Logger.getLogger(Resilient.class.getName());
        Level before = log.getLevel();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord line) {
                        lines.append(
                                java.text.MessageFormat.format(
                                        line.getMessage(), line.getParameters()));
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        handler.setLevel(Level.ALL);
        log.setLevel(Level.FINE);
        log.addHandler(handler);
        try {
            Resilient.of(Search.class, answering(1), registry);
        } finally {
            log.removeHandler(handler);
            log.setLevel(before);
        }
        assertThat(lines.toString())
                .isEqualTo(
                        "No wrapper "
                                + prefix("Search$Resilient")
                                + " was generated, so a proxy limits the calls of "
                                + prefix("Search")
                                + ". rate-limiter-processor on the annotation processor path"
                                + " generates it.");
    }
}
