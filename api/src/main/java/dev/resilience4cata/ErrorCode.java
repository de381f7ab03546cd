// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

/**
 * The errors of this library, one constant for each code; {@code docs/errors/} has a section for
 * each. The code of a retired error is not used again.
 */
public enum ErrorCode {
    /** A duration that cannot be read. */
    DURATION_SYNTAX("R4C-ATR-001"),
    /** A period of zero. */
    PERIOD_ZERO("R4C-ATR-002"),
    /** Permits that are no whole number of at least 1. */
    PERMITS_RANGE("R4C-ATR-003"),
    /** An {@code enabled} that is neither true nor false. */
    ENABLED_SYNTAX("R4C-ATR-006"),
    /** A burst that is no whole number of at least 1. */
    BURST_RANGE("R4C-ATR-007"),
    /** A {@code maxKeys} that is no whole number of at least 1. */
    MAX_KEYS_RANGE("R4C-ATR-008"),
    /** A {@code shadow} that is neither true nor false. */
    SHADOW_SYNTAX("R4C-ATR-009"),
    /** A {@code scope} that is neither jvm nor cluster. */
    SCOPE_SYNTAX("R4C-ATR-010"),
    /** An {@code onStoreFailure} that is neither local, open nor closed. */
    STORE_FAILURE_SYNTAX("R4C-ATR-011"),
    /** A {@code leases} that is neither true nor false. */
    LEASES_SYNTAX("R4C-ATR-012"),
    /** A configuration set in code, by an annotation or a builder, that is invalid as a whole. */
    CONFIG_INVALID("R4C-REG-001"),
    /** A property whose value is invalid. */
    PROPERTY_INVALID("R4C-REG-003"),
    /** A named configuration that does not exist. */
    CONFIG_UNKNOWN("R4C-REG-004"),
    /** One name with two configurations. */
    NAME_CONFLICT("R4C-REG-008"),
    /** An instance id that no limiter has. */
    INSTANCE_UNKNOWN("R4C-REG-009"),
    /** A registry that was closed. */
    REGISTRY_CLOSED("R4C-REG-010"),
    /** No implementation of the registry can be found. */
    IMPLEMENTATION_MISSING("R4C-REG-011"),
    /** A call of a kind that a layer of its pipeline is not made for. */
    LAYER_ONE_SIDED("R4C-REG-012"),
    /** A type whose objects cannot be wrapped: no interface, or one that nothing may implement. */
    TYPE_NOT_WRAPPABLE("R4C-REG-013"),
    /** A limit that instances are to share, without a store to keep it in. */
    STORE_MISSING("R4C-REG-014"),
    /** A store of shared limits that does not do what such a store must do. */
    STORE_NOT_ATOMIC("R4C-REG-015"),
    /** A key of a limit that instances share, of which nobody knows what equals it elsewhere. */
    KEY_NOT_SHARED("R4C-REG-016"),
    /** An annotation where no call can be limited, or whose override drops it. */
    NOT_INTERCEPTABLE("R4C-CDI-001"),
    /**
     * The interceptor is registered not once but several times: each call would be limited twice.
     */
    REGISTERED_TWICE("R4C-CDI-002"),
    /** A property under {@code resilience4cata.} that nothing can use. */
    KEY_UNKNOWN("R4C-CDI-003"),
    /** Two instance ids that one environment variable would set. */
    ENVIRONMENT_AMBIGUOUS("R4C-CDI-004"),
    /** A call that is intercepted although deployment found no annotation for it. */
    NOT_DECLARED("R4C-CDI-005"),
    /** A return type of asynchronous calls that is called synchronously. */
    SYNCHRONOUS_ONLY("R4C-CDI-006"),
    /** Unrelated interfaces limit the same method in different ways. */
    INTERFACE_CONFLICT("R4C-CDI-007"),
    /** A limited REST resource class that has no scope, so that it may be no bean. */
    SCOPE_MISSING("R4C-CDI-008"),
    /** A limiter and another policy on one method do together what surprises. */
    COMBINATION_SURPRISES("R4C-CDI-009"),
    /** Keys that cannot be had, or that limit nothing. */
    KEY_UNUSABLE("R4C-CDI-010");

    private final String code;

    ErrorCode(String code) {
        this.code = code;
    }

    /**
     * The code as messages print it.
     *
     * @return for example {@code R4C-REG-009}
     */
    public String code() {
        return code;
    }
}
