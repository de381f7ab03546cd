// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.time.Duration;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The limits of the application, seen by its own beans. */
@ExtendWith(ArquillianExtension.class)
class LimitedBeansIT {

    @Inject ManualClock clock;
    @Inject ExchangeRates rates;
    @Inject GeocodingClient geocoding;
    @EJB MailSender mail;
    @Inject Outbox outbox;
    @Inject ReportService report;
    @Inject SearchService search;

    @Deployment
    static WebArchive application() {
        return ExampleArchive.withManualClock();
    }

    @BeforeEach
    void everyPermitIsBack() {
        clock.advance(Duration.ofMinutes(1));
    }

    @Test
    void geocodeAndReverseShareFiveCallsThenWait200MillisecondsForEach() {
        long start = clock.nanoTime();

        for (int i = 0; i < 3; i++) {
            geocoding.geocode("Berlin");
        }
        for (int i = 0; i < 2; i++) {
            geocoding.reverse(52.5, 13.4);
        }
        assertEquals(Duration.ZERO, since(start));
        geocoding.geocode("Berlin");
        assertEquals(Duration.ofMillis(200), since(start));
        geocoding.reverse(52.5, 13.4);
        assertEquals(Duration.ofMillis(400), since(start));
    }

    @Test
    void searchRejectsTheEleventhCallAndAdmitsOneMoreEvery100Milliseconds() {
        for (int i = 0; i < 10; i++) {
            search.search("lamp");
        }
        assertThrows(RateLimitExceededException.class, () -> search.search("lamp"));
        clock.advance(Duration.ofMillis(100));
        assertEquals(2, search.search("lamp").size());
        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> search.search("lamp"));
        assertEquals(
                "dev.resilience4cata.examples.wildfly.SearchService#search(java.lang.String)",
                rejection.instanceId());
    }

    @Test // S28
    void theEnterpriseBeanRejectsTheFourthMailWithoutSendingIt() {
        int before = outbox.delivered();

        for (int i = 0; i < 3; i++) {
            mail.send("ann@example.org", "Hello");
        }
        assertThrows(RateLimitExceededException.class, () -> mail.send("ann@example.org", "Hello"));
        assertEquals(3, outbox.delivered() - before);
    }

    @Test
    void thePropertiesRaiseTheExchangeRatesFrom2To20() {
        for (int i = 0; i < 20; i++) {
            rates.perEuro();
        }
        assertThrows(RateLimitExceededException.class, () -> rates.perEuro());
    }

    @Test // S9
    void thePropertiesSwitchTheReportLimitOff() {
        for (int i = 0; i < 50; i++) {
            report.today();
        }
    }

    private Duration since(long start) {
        return Duration.ofNanos(clock.nanoTime() - start);
    }
}
