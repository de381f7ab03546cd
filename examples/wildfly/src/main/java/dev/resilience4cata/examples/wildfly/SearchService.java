// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Locale;

/**
 * Searches the articles of a shop. Without a {@code maxWait}, a call that finds no permit is
 * rejected at once. Without a {@code name}, the limiter's id is this method.
 */
@ApplicationScoped
public class SearchService {

    private static final List<String> ARTICLES =
            List.of("Desk lamp", "Floor lamp", "Garden chair", "Rocking chair", "Round table");

    @RateLimiter(permits = 10, period = "1s")
    public List<String> search(String query) {
        String wanted = query.toLowerCase(Locale.ROOT);
        return ARTICLES.stream()
                .filter(article -> article.toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
    }
}
