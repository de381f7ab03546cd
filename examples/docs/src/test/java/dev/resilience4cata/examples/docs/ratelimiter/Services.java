// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.Dependent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Interfaces with limits, and what implements them: beans where there is a container. */
class Services {

    interface Mail {
        @RateLimiter(permits = 2, period = "1s")
        int send(String to, String... lines) throws IOException;

        @RateLimiter(permits = 1, period = "1s", maxWait = "1s")
        void flush();

        long sent();

        @RateLimiter(permits = 1)
        default String signature() {
            return "yours";
        }
    }

    @Dependent
    static class Mailer implements Mail {
        private long sent;

        @Override
        public int send(String to, String... lines) throws IOException {
            if (to.isEmpty()) {
                throw new IOException("nobody");
            }
            sent++;
            return lines.length;
        }

        @Override
        public void flush() {
            sent = 0;
        }

        @Override
        public long sent() {
            return sent;
        }

        @Override
        public String signature() {
            return "hers";
        }
    }

    /** Says the key of a call, if there is anything to say. */
    static class FirstLetter implements KeyResolver {
        @Override
        public @Nullable Object resolve(KeyContext call) {
            String word = (String) call.arguments().get(0);
            return word.isEmpty() ? null : word.charAt(0);
        }
    }

    interface Visits {
        @RateLimiter(permits = 1)
        void visit(@RateLimitKey String user, int page);

        @RateLimiter(permits = 1)
        int together(@RateLimitKey String user, @RateLimitKey int shop, int page);

        @RateLimiter(permits = 1)
        CompletableFuture<String> later(@RateLimitKey Object user);

        @RateLimiter(name = "by letter", permits = 1, keyedBy = FirstLetter.class)
        void byLetter(String word);

        @RateLimiter(permits = 1, keyedBy = FirstLetter.class)
        CompletionStage<? extends CharSequence> byLetterLater(String word);
    }

    @Dependent
    static class Visitors implements Visits {
        @Override
        public void visit(String user, int page) {}

        @Override
        public int together(String user, int shop, int page) {
            return page;
        }

        @Override
        public CompletableFuture<String> later(Object user) {
            return CompletableFuture.completedFuture("seen");
        }

        @Override
        public void byLetter(String word) {}

        @Override
        public CompletionStage<? extends CharSequence> byLetterLater(String word) {
            return CompletableFuture.completedFuture(word);
        }
    }

    interface Repository<T> {
        @RateLimiter(permits = 1)
        T find(T like);

        List<T> all();
    }

    interface Names extends Repository<String> {
        @Override
        String find(String like);
    }

    @Dependent
    static class Register implements Names {
        @Override
        public String find(String like) {
            return like + "!";
        }

        @Override
        public List<String> all() {
            return List.of("a", "b");
        }
    }

    @RateLimiter(permits = 1)
    interface Typed {
        void first();

        void second();

        @RateLimiter(name = "own", permits = 3)
        void third();
    }

    interface SubTyped extends Typed {
        @Override
        @RateLimiter(permits = 2)
        void second();
    }

    @Dependent
    static class All implements SubTyped {
        @Override
        public void first() {}

        @Override
        public void second() {}

        @Override
        public void third() {}
    }

    @RateLimiter(permits = 3)
    interface Far {
        @RateLimiter(permits = 1)
        void annotated();

        void plain();
    }

    @RateLimiter(permits = 2)
    interface Near extends Far {
        @Override
        void annotated();
    }

    @Dependent
    static class Neighbour implements Near {
        @Override
        public void annotated() {}

        @Override
        public void plain() {}
    }

    interface Stages {
        @RateLimiter(name = "stages", permits = 1, period = "1s", maxWait = "2s")
        CompletionStage<String> stage(String text);

        @RateLimiter(name = "stages", permits = 1, period = "1s", maxWait = "2s")
        CompletableFuture<String> future(String text) throws IOException;
    }

    @Dependent
    static class Starter implements Stages {
        static final List<String> STARTED = new java.util.concurrent.CopyOnWriteArrayList<>();

        @Override
        @SuppressWarnings("NullAway") // to see what becomes of it
        public @Nullable CompletionStage<String> stage(String text) {
            STARTED.add(text);
            return text.isEmpty() ? null : CompletableFuture.completedStage(text);
        }

        @Override
        public CompletableFuture<String> future(String text) throws IOException {
            STARTED.add(text);
            if (text.isEmpty()) {
                throw new IOException("nothing");
            }
            return CompletableFuture.completedFuture(text);
        }
    }

    @Dependent
    static class Searcher implements SearchApi {
        @Override
        public String search(String query) {
            return "results for " + query;
        }
    }
}
