// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is the same for a wrapper, a proxy and a bean. */
abstract class LimitedCalls {

    abstract <T> T limited(Class<T> type, Class<? extends T> implementation);

    abstract ManualClock clock();

    abstract ResilienceRegistry registry();

    @BeforeEach
    void forgetStarts() {
        Services.Starter.STARTED.clear();
    }

    private static String prefix(String member) {
        return Services.class.getName() + "$" + member;
    }

    private static void assertRejected(String instance, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.instanceId()).isEqualTo(instance));
    }

    private List<String> idsWith(String part) {
        return registry().snapshot().rateLimiters().stream()
                .map(RateLimiterSnapshot::instance)
                .filter(id -> id.contains(part))
                .toList();
    }

    @Test // S1
    void admitsTheBurstAndRejectsTheRest() throws IOException {
        Services.Mail mail = limited(Services.Mail.class, Services.Mailer.class);
        assertThat(mail.send("a")).isZero();
        assertThat(mail.send("b", "one", "two")).isEqualTo(2);
        assertRejected(
                prefix("Mail#send(java.lang.String,java.lang.String[])"), () -> mail.send("c"));
        assertThat(mail.sent()).isEqualTo(2);
        clock().advance(Duration.ofMillis(500));
        assertThatThrownBy(() -> mail.send(""))
                .isInstanceOf(IOException.class)
                .hasMessage("nobody");
        assertRejected(
                prefix("Mail#send(java.lang.String,java.lang.String[])"), () -> mail.send("d"));
    }

    @Test // S31
    void eachKeyHasPermitsOfItsOwn() {
        Services.Visits visits = limited(Services.Visits.class, Services.Visitors.class);
        String id = prefix("Visits#visit(java.lang.String,int)");
        visits.visit("ann", 1);
        assertRejected(id, () -> visits.visit("ann", 2));
        visits.visit("bob", 1);
        visits.together("ann", 1, 1);
        assertThat(visits.together("ann", 2, 7)).isEqualTo(7);
        assertRejected(
                prefix("Visits#together(java.lang.String,int,int)"),
                () -> visits.together("ann", 1, 2));
        visits.byLetter("apple");
        visits.byLetter("");
        assertRejected("by letter", () -> visits.byLetter("axe"));
        assertRejected("by letter", () -> visits.byLetter(""));
        assertThat(registry().rateLimiter("by letter").snapshot().keys()).isEqualTo(1);
    }

    @Test
    void whatAKeyThrowsIsAFailedStageWhereOneIsReturned() {
        Services.Visits visits = limited(Services.Visits.class, Services.Visitors.class);
        Object bad =
                new Object() {
                    @Override
                    public int hashCode() {
                        throw new UnsupportedOperationException("no hash");
                    }
                };
        assertThat(visits.later("ann")).isCompletedWithValue("seen");
        assertThat(visits.later("ann")).isCompletedExceptionally();
        assertThat(visits.later(bad))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(UnsupportedOperationException.class);
        assertThat(visits.byLetterLater("apple")).isCompletedWithValueMatching("apple"::equals);
        assertThat(visits.byLetterLater("axe")).isCompletedExceptionally();
    }

    @Test // S10 and S25
    void aSynchronousCallWaits() {
        Services.Mail mail = limited(Services.Mail.class, Services.Mailer.class);
        long before = clock().nanoTime();
        mail.flush();
        mail.flush();
        assertThat(clock().nanoTime() - before).isEqualTo(1_000_000_000L);
    }

    @Test // situation 8
    void aDefaultMethodIsLimited() {
        Services.Mail mail = limited(Services.Mail.class, Services.Mailer.class);
        assertThat(mail.signature()).isEqualTo("hers");
        assertRejected(prefix("Mail#signature()"), mail::signature);
    }

    @Test // situations 11 and 12
    void aGenericMethodHasOneLimiter() {
        Services.Names names = limited(Services.Names.class, Services.Register.class);
        Services.Repository<String> repository = names;
        assertThat(repository.find("x")).isEqualTo("x!");
        assertRejected(prefix("Repository#find(java.lang.Object)"), () -> names.find("y"));
        assertRejected(prefix("Repository#find(java.lang.Object)"), () -> repository.find("y"));
        assertThat(names.all()).containsExactly("a", "b");
    }

    @Test // situations 2 and 6
    void theMethodBeatsTheTypeAndTheNearestInterfaceCounts() {
        Services.SubTyped typed = limited(Services.SubTyped.class, Services.All.class);
        assertThat(idsWith("yped#"))
                .containsExactly(prefix("SubTyped#second()"), prefix("Typed#first()"));
        assertThat(idsWith("own")).containsExactly("own");
        typed.first();
        assertRejected(prefix("Typed#first()"), typed::first);
        typed.second();
        typed.second();
        assertRejected(prefix("SubTyped#second()"), typed::second);
        typed.third();
        typed.third();
        typed.third();
        assertRejected("own", typed::third);
    }

    @Test // situation 6
    void aMethodBeatsEvenANearerTypeAndANearerTypeBeatsAnother() {
        Services.Near near = limited(Services.Near.class, Services.Neighbour.class);
        near.annotated();
        assertRejected(prefix("Far#annotated()"), near::annotated);
        near.plain();
        near.plain();
        assertRejected(prefix("Near#plain()"), near::plain);
    }

    @Test // S15
    void aStageWaitsAndIsRejectedWithoutAThread() throws IOException {
        Services.Stages stages = limited(Services.Stages.class, Services.Starter.class);
        assertThat(stages.stage("now")).isCompletedWithValue("now");
        CompletableFuture<String> first = stages.future("in 1 s");
        CompletionStage<String> second = stages.stage("in 2 s");
        CompletableFuture<String> rejected = stages.future("in 3 s");
        assertThatThrownBy(rejected::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RateLimitExceededException.class);
        assertThat(Services.Starter.STARTED).containsExactly("now");
        clock().advance(Duration.ofSeconds(1));
        assertThat(first).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("in 1 s");
        clock().advance(Duration.ofSeconds(1));
        assertThat(second).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("in 2 s");
    }

    @Test // S17
    void aCancelledCallGivesItsPermitBack() throws IOException {
        Services.Stages stages = limited(Services.Stages.class, Services.Starter.class);
        assertThat(stages.stage("now")).isCompleted();
        assertThat(stages.future("cancelled").cancel(true)).isTrue();
        CompletableFuture<String> next = stages.future("next");
        clock().advance(Duration.ofSeconds(1));
        assertThat(next).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("next");
        assertThat(Services.Starter.STARTED).containsExactly("now", "next");
    }

    @Test // S15
    void whatAnAsynchronousMethodThrowsIsAFailedFuture() throws IOException {
        Services.Stages stages = limited(Services.Stages.class, Services.Starter.class);
        assertThatThrownBy(stages.future("")::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
        CompletionStage<String> nothing = stages.stage("");
        clock().advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> nothing.toCompletableFuture().get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(NullPointerException.class);
    }

    @Test // S20
    void allObjectsOfOneRegistryShareALimiter() {
        SearchApi one = limited(SearchApi.class, Services.Searcher.class);
        SearchApi two = limited(SearchApi.class, Services.Searcher.class);
        for (int i = 0; i < 5; i++) {
            assertThat(one.search("a")).isEqualTo("results for a");
            two.search("b");
        }
        assertRejected(
                SearchApi.class.getName() + "#search(java.lang.String)", () -> one.search("c"));
    }
}
