// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** S31, S32, C44: limits with keys. */
@Tag("keys")
@ExtendWith(ArquillianExtension.class)
class KeysTest {
    private static final String HERE = KeysTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                """
                resilience4cata.instances.few.rateLimiter.maxKeys = 2
                resilience4cata.instances.shadowed.rateLimiter.shadow = true
                """,
                TestClock.class,
                Calls.class,
                Stages.class,
                Search.class,
                Tenants.class,
                Tenant.class,
                FirstLetter.class,
                Catalogue.class,
                CatalogueBean.class);
    }

    /** A bean that says whose calls they are. */
    @ApplicationScoped
    static class Tenant implements KeyResolver {
        private String current = "none";

        void become(String tenant) {
            current = tenant;
        }

        @Override
        public @Nullable Object resolve(KeyContext call) {
            return current.equals("none") ? null : current;
        }
    }

    /** No bean. */
    static class FirstLetter implements KeyResolver {
        @Override
        public @Nullable Object resolve(KeyContext call) {
            return call.instanceId().equals("by letter")
                    ? ((String) call.arguments().get(0)).charAt(0)
                    : null;
        }
    }

    @ApplicationScoped
    static class Search {
        @RateLimiter(permits = 2, period = "1s")
        String find(@RateLimitKey @Nullable String user, int page) {
            return "found";
        }

        @RateLimiter(permits = 1, period = "1s")
        void together(
                @RateLimitKey @Nullable String user,
                int page,
                @RateLimitKey @Nullable Integer shop) {}

        @RateLimiter(permits = 1, period = "1s", maxWait = "1s")
        CompletionStage<String> later(@RateLimitKey String user) {
            return CompletableFuture.completedFuture(user);
        }

        @RateLimiter(name = "by letter", permits = 1, keyedBy = FirstLetter.class)
        void byLetter(String word) {}

        @RateLimiter(name = "few", permits = 1, period = "1s")
        void few(@RateLimitKey String user) {}

        @RateLimiter(name = "shadowed", permits = 1, period = "1s")
        void shadowed(@RateLimitKey String user) {}
    }

    @ApplicationScoped
    @RateLimiter(permits = 1, period = "1s", keyedBy = Tenant.class)
    static class Tenants {
        void call() {}

        void other() {}
    }

    interface Catalogue {
        @RateLimiter(permits = 1, period = "1s")
        void look(@RateLimitKey String user);
    }

    @ApplicationScoped
    static class CatalogueBean implements Catalogue {
        @Override
        public void look(String user) {}
    }

    @Inject ManualClock clock;
    @Inject Search search;
    @Inject Tenants tenants;
    @Inject Tenant tenant;
    @Inject Catalogue catalogue;
    @Inject ResilienceRegistry registry;

    @Test
    void eachArgumentHasPermitsOfItsOwn() {
        assertEquals(2, Calls.burst(clock, () -> search.find("ann", 1)));
        assertEquals(2, Calls.untilRejected(() -> search.find("bob", 1)));
        assertEquals(0, Calls.untilRejected(() -> search.find("ann", 2)));
        clock.advance(Duration.ofMillis(500));
        assertEquals(1, Calls.untilRejected(() -> search.find("ann", 3)));
    }

    @Test
    void callsWithoutAKeyShareAState() {
        assertEquals(2, Calls.burst(clock, () -> search.find(null, 1)));
        assertEquals(0, Calls.untilRejected(() -> search.find(null, 2)));
        assertEquals(2, Calls.untilRejected(() -> search.find("", 2)));
    }

    @Test
    void severalParametersAreOneKey() {
        assertEquals(1, Calls.burst(clock, () -> search.together("ann", 1, 7)));
        assertEquals(0, Calls.untilRejected(() -> search.together("ann", 2, 7)));
        assertEquals(1, Calls.untilRejected(() -> search.together("ann", 1, 8)));
        assertEquals(1, Calls.untilRejected(() -> search.together("ann", 1, null)));
        assertEquals(1, Calls.untilRejected(() -> search.together(null, 1, null)));
        assertEquals(0, Calls.untilRejected(() -> search.together(null, 2, null)));
    }

    @Test
    void asynchronousCallsOfAKeyWaitForEachOther() throws Exception {
        clock.advance(Duration.ofDays(1));
        CompletableFuture<String> first = search.later("ann").toCompletableFuture();
        CompletableFuture<String> second = search.later("ann").toCompletableFuture();
        CompletableFuture<String> third = search.later("ann").toCompletableFuture();
        CompletableFuture<String> other = search.later("bob").toCompletableFuture();
        assertEquals("ann", first.get());
        assertEquals("bob", other.get());
        assertFalse(second.isDone());
        assertInstanceOf(RateLimitExceededException.class, Stages.failure((Future<?>) third));
        clock.advance(Duration.ofSeconds(1));
        assertEquals("ann", second.get());
    }

    @Test
    void aClassThatIsNoBeanSaysTheKey() {
        assertEquals(1, Calls.burst(clock, () -> search.byLetter("apple")));
        assertEquals(0, Calls.untilRejected(() -> search.byLetter("axe")));
        assertEquals(1, Calls.untilRejected(() -> search.byLetter("bee")));
    }

    @Test
    void aBeanSaysTheKeyForAllMethodsOfAClass() {
        tenant.become("ann");
        assertEquals(1, Calls.burst(clock, () -> tenants.call()));
        assertEquals(1, Calls.untilRejected(() -> tenants.other()));
        tenant.become("bob");
        assertEquals(1, Calls.untilRejected(() -> tenants.call()));
        tenant.become("none");
        assertEquals(1, Calls.untilRejected(() -> tenants.call()));
        tenant.become("ann");
        assertEquals(0, Calls.untilRejected(() -> tenants.call()));
    }

    /** Situation 6. */
    @Test
    void theInterfaceNamesTheKey() {
        assertEquals(1, Calls.burst(clock, () -> catalogue.look("ann")));
        assertEquals(1, Calls.untilRejected(() -> catalogue.look("bob")));
        assertEquals(0, Calls.untilRejected(() -> catalogue.look("ann")));
    }

    @Test
    void nothingIsGrantedByDropping() {
        clock.advance(Duration.ofDays(1));
        for (String user : List.of("a", "b", "c")) {
            assertEquals(1, Calls.untilRejected(() -> search.few(user)));
        }
        assertEquals(0, Calls.untilRejected(() -> search.few("d")), "shares the state of c");
        assertEquals(0, Calls.untilRejected(() -> search.few("a")));
        assertEquals(2, registry.rateLimiter("few").snapshot().keys());
    }

    @Test
    void aHandleOfAKeyAndTheExceptionTellWhenToComeBack() {
        clock.advance(Duration.ofDays(1));
        search.find("ann", 1);
        search.find("ann", 1);
        RateLimiterHandle limiter =
                registry.rateLimiter(HERE + "$Search#find(java.lang.String,int)");
        assertEquals(Duration.ofMillis(500), limiter.forKey("ann").timeToNextPermit());
        assertEquals(2, limiter.forKey("bob").availablePermits());
        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> search.find("ann", 1));
        assertEquals(Duration.ofMillis(500), rejection.timeToNextPermit());
        assertFalse(rejection.toString().contains("ann"), rejection::toString);
        assertFalse(registry.snapshot().toString().contains("ann"));
    }

    @Test
    void inShadowModeAllPass() {
        clock.advance(Duration.ofDays(1));
        Calls.pass(() -> search.shadowed("ann"));
        assertEquals(0, registry.rateLimiter("shadowed").forKey("ann").availablePermits());
        assertTrue(registry.rateLimiter("shadowed").snapshot().shadow());
    }
}
