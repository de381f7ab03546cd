// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.impl.PropertySource;
import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The other interceptors that calls of limited methods pass, as far as they are known: in which
 * order they run, and what surprises.
 */
final class Combinations {

    private static final String FAULT_TOLERANCE = "org.eclipse.microprofile.faulttolerance.";
    private static final String FAULT_TOLERANCE_PRIORITY =
            "mp.fault.tolerance.interceptor.priority";
    private static final int FAULT_TOLERANCE_DEFAULT = 4010;

    private static final String TIMEOUT = FAULT_TOLERANCE + "Timeout";

    private static final String ASYNCHRONOUS_OF_FAULT_TOLERANCE = FAULT_TOLERANCE + "Asynchronous";

    /** Of SmallRye. */
    private static final String ASYNCHRONOUS_NON_BLOCKING =
            "io.smallrye.faulttolerance.api.AsynchronousNonBlocking";

    /** In the order in which they run. */
    private static final List<String> POLICIES =
            List.of("Fallback", "Retry", "CircuitBreaker", "Timeout", "Bulkhead", "Asynchronous");

    private static final String ASYNCHRONOUS = "jakarta.enterprise.concurrent.Asynchronous";
    private static final int ASYNCHRONOUS_PRIORITY = 5;
    private static final String TRANSACTIONAL = "jakarta.transaction.Transactional";
    private static final int TRANSACTIONAL_PRIORITY = 200;
    private static final int VALIDATION_PRIORITY = 4800;
    private static final Set<String> SESSION_BEANS =
            Set.of("jakarta.ejb.Stateless", "jakarta.ejb.Stateful", "jakarta.ejb.Singleton");

    /** Of these kinds of transaction none begins for a call. */
    private static final Set<String> NO_TRANSACTION = Set.of("NOT_SUPPORTED", "NEVER", "SUPPORTS");

    /** One that is known, with all that its annotations do. */
    private record Known(int priority, String name) {}

    private final int priority;
    private final int faultTolerance;
    private final PropertySource properties;
    private final Problems warnings;

    /**
     * Looks at the methods of a module.
     *
     * @param priority that of our interceptor
     * @param properties those of the module
     * @param warnings gets what surprises
     */
    Combinations(int priority, PropertySource properties, Problems warnings) {
        this.priority = priority;
        this.properties = properties;
        this.warnings = warnings;
        this.faultTolerance = faultTolerancePriority(properties);
    }

    private static int faultTolerancePriority(PropertySource properties) {
        PropertySource.Property set = properties.find(FAULT_TOLERANCE_PRIORITY);
        try {
            return set == null ? FAULT_TOLERANCE_DEFAULT : Integer.parseInt(set.value().strip());
        } catch (NumberFormatException e) {
            return FAULT_TOLERANCE_DEFAULT; // it is for Fault Tolerance to say so
        }
    }

    /** Writes the order in which the interceptors of a method run; nothing if there is but ours. */
    void logOrder(String method, Surroundings surroundings, System.Logger log) {
        if (log.isLoggable(Level.DEBUG)) {
            List<Known> known = known(surroundings);
            if (known.size() > 1) {
                log.log(Level.DEBUG, () -> method + ": " + order(known));
            }
        }
    }

    private static String order(List<Known> known) {
        return known.stream()
                .sorted(Comparator.comparingInt(Known::priority))
                .map(
                        each ->
                                each.priority == 0
                                        ? each.name
                                        : each.name + " (" + each.priority + ")")
                .collect(Collectors.joining(", then ", "", ", then the method"));
    }

    private List<Known> known(Surroundings surroundings) {
        List<Known> known = new ArrayList<>();
        known.add(new Known(priority, "@RateLimiter"));
        if (isSessionBean(surroundings)) {
            known.add(new Known(0, "security, lock and transaction of the enterprise bean"));
        }
        if (surroundings.has(ASYNCHRONOUS)) {
            known.add(new Known(ASYNCHRONOUS_PRIORITY, "@Asynchronous of Concurrency"));
        }
        if (surroundings.has(TRANSACTIONAL)) {
            known.add(new Known(TRANSACTIONAL_PRIORITY, "@Transactional"));
        }
        List<String> policies =
                POLICIES.stream().filter(each -> surroundings.has(FAULT_TOLERANCE + each)).toList();
        if (!policies.isEmpty()) {
            known.add(
                    new Known(
                            faultTolerance,
                            policies.stream()
                                            .map(each -> "@" + each)
                                            .collect(Collectors.joining(" "))
                                    + " of Fault Tolerance"));
        }
        if (surroundings.validated()) {
            known.add(new Known(VALIDATION_PRIORITY, "Validation"));
        }
        return known;
    }

    /** Warns of what surprises. */
    void warn(Class<?> type, LimitedMethod method, RateLimiterConfig config) {
        if (!config.enabled()) {
            return;
        }
        Surroundings surroundings = method.surroundings();
        String place = LimiterDeclaration.annotation("", method.key().id(type));
        boolean waits = !config.maxWait().isZero();
        if (priority > faultTolerance && seesTheOutcome(surroundings)) {
            if (waits) {
                warnOfTimeout(place, type, method.key(), config.maxWait(), surroundings);
            }
            if (waits && counts("Retry", "retryOn", "abortOn", surroundings)) {
                warn(
                        place,
                        "@Retry repeats a call that was rejected, and each attempt may wait up to "
                                + config.maxWait()
                                + ". Add abortOn = RateLimitExceededException.class to it.");
            }
            if (counts("CircuitBreaker", "failOn", "skipOn", surroundings)) {
                warn(
                        place,
                        "a rejection is a failure for @CircuitBreaker, and can open it. Add skipOn"
                                + " = RateLimitExceededException.class to it.");
            }
        }
        if (waits && beginsTransaction(surroundings)) {
            warn(
                    place,
                    "a wait of up to "
                            + config.maxWait()
                            + " holds a transaction open. Limit a method that calls this one, or"
                            + " set maxWait to 0.");
        }
        if (waits && method.style() == CallStyle.STAGE_WAITING_HERE && !isElsewhere(surroundings)) {
            warn(
                    place,
                    "the method returns a stage, and yet a call waits up to "
                            + config.maxWait()
                            + " on the thread of its caller, because that of a session bean cannot"
                            + " move to another one. Limit a method of a managed bean that calls"
                            + " this one, or set maxWait to 0.");
        }
    }

    /** Whether calls are on a thread that is there to wait when they come to us. */
    private boolean isElsewhere(Surroundings surroundings) {
        return surroundings.has(ASYNCHRONOUS)
                || (priority > faultTolerance && surroundings.has(ASYNCHRONOUS_OF_FAULT_TOLERANCE));
    }

    /**
     * Whether Fault Tolerance sees waits and rejections. A stage that waits or fails is for it a
     * method that has returned, if it was not told otherwise.
     */
    private static boolean seesTheOutcome(Surroundings surroundings) {
        return !surroundings.stage()
                || surroundings.has(ASYNCHRONOUS_OF_FAULT_TOLERANCE)
                || surroundings.has(ASYNCHRONOUS_NON_BLOCKING);
    }

    private void warn(String place, String text) {
        warnings.add(
                ErrorCode.COMBINATION_SURPRISES,
                place
                        + ": "
                        + text
                        + " "
                        + ExtensionSettings.COMBINATIONS
                        + " = false is for"
                        + " applications that mean it so.");
    }

    private void warnOfTimeout(
            String place,
            Class<?> type,
            ErasedMethod method,
            Duration maxWait,
            Surroundings surroundings) {
        Duration timeout = timeout(type, method, surroundings);
        if (timeout != null && maxWait.compareTo(timeout) > 0) {
            warn(
                    place,
                    "maxWait is "
                            + maxWait
                            + ", and @Timeout gives up after "
                            + timeout
                            + ". Make maxWait shorter, or let the limiter be outside: "
                            + ExtensionSettings.PRIORITY
                            + " = 3900.");
        }
    }

    private @Nullable Duration timeout(
            Class<?> type, ErasedMethod method, Surroundings surroundings) {
        if (!surroundings.has(TIMEOUT)) {
            return null;
        }
        String value = surroundings.attribute(TIMEOUT, "value").toString();
        String unit = ((Enum<?>) surroundings.attribute(TIMEOUT, "unit")).name();
        try {
            return Duration.of(
                    Long.parseLong(configured(type, method, "value", value)),
                    ChronoUnit.valueOf(configured(type, method, "unit", unit)));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            return null; // it is for Fault Tolerance to say so
        }
    }

    /** An attribute of the timeout as Fault Tolerance reads it. */
    private String configured(
            Class<?> type, ErasedMethod method, String attribute, String annotated) {
        String key = "Timeout/" + attribute;
        return Stream.of(type.getName() + "/" + method.name() + "/", type.getName() + "/", "")
                .map(prefix -> properties.find(prefix + key))
                .filter(property -> property != null)
                .map(property -> property.value().strip())
                .findFirst()
                .orElse(annotated);
    }

    /** Whether a policy takes a rejection for a failure. */
    private static boolean counts(
            String policy, String on, String except, Surroundings surroundings) {
        return surroundings.has(FAULT_TOLERANCE + policy)
                && contains(surroundings.attribute(FAULT_TOLERANCE + policy, on))
                && !contains(surroundings.attribute(FAULT_TOLERANCE + policy, except));
    }

    private static boolean contains(Object types) {
        return Arrays.stream((Class<?>[]) types)
                .anyMatch(type -> type.isAssignableFrom(RateLimitExceededException.class));
    }

    private boolean beginsTransaction(Surroundings surroundings) {
        if (isSessionBean(surroundings)) {
            return !is("jakarta.ejb.TransactionManagement", Set.of("BEAN"), surroundings)
                    && !is("jakarta.ejb.TransactionAttribute", NO_TRANSACTION, surroundings);
        }
        return priority > TRANSACTIONAL_PRIORITY
                && surroundings.has(TRANSACTIONAL)
                && !is(TRANSACTIONAL, NO_TRANSACTION, surroundings);
    }

    /** Whether the value of an annotation is one of these constants. */
    private static boolean is(String annotation, Set<String> constants, Surroundings surroundings) {
        return surroundings.has(annotation)
                && constants.contains(
                        ((Enum<?>) surroundings.attribute(annotation, "value")).name());
    }

    private static boolean isSessionBean(Surroundings surroundings) {
        return SESSION_BEANS.stream().anyMatch(surroundings::has);
    }
}
