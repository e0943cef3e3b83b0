"""Every number the core compares against. No other room of the core has one.

Here is the gate's policy, one frozen value that people may set; beside it a module for each room
(`understanding_numbers`, `gate_numbers`, `plans_numbers` …) with the numbers that are part of a
rule, each with the rule it belongs to.

A session records its policy when it begins, and every gate decision the policy's version (VOI-6),
so that a later change of a default never changes what an old log proves.
"""

from collections.abc import Mapping
from typing import NamedTuple

from plangate.core.model.digests import sha256
from plangate.core.model.policy.gate_numbers import TOLERANCE
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, Flag, Number, Record, Whole


class Policy(NamedTuple):
    """The gate's rules as numbers and switches (sections 3 and 4)."""

    profile: str = "default"
    estimator: str = "regret"
    evpi_question_threshold: float = 0.15
    min_prior: float = 0.15
    #: Without effect since edition 2 (VOI-2 cuts nothing off); read so that old settings still do.
    min_divergence: float = 0.2
    evidence_threshold: float = 0.75
    strict_blockers: bool = False
    blockers_need_evpi: bool = False
    always_ask_one_way: bool = False
    #: GATE-2: from here on a source of this workspace speaks against what another supports.
    contradiction_threshold: float = 0.5
    #: GATE-7: how many questions a session may put, and how many others may stand open beside it.
    clarifications: int = 3
    open_questions: int = 5

    @property
    def version(self) -> str:
        """Names this policy by its content: two policies share a version when they are equal."""
        # Lazy: who only decides and records nothing needs no name for its policy.
        import json  # noqa: PLC0415

        text = json.dumps(self._asdict(), sort_keys=True)
        return sha256(text)[:12]


class Budget(NamedTuple):
    """INV-1: how much may be spent before a result is owed."""

    iterations: int = 5
    calls: int = 8
    seconds: int = 300


#: What a profile sets; a key given next to the profile wins over it.
PROFILES: Mapping[str, Fields] = {
    "default": {},
    "s0": {"estimator": "standard"},
    "s4": {"clarifications": 1, "open_questions": 1},
}

#: ASK-8: how many seconds a question of a profile waits, where nobody says how long.
PROFILE_DEADLINES: Mapping[str, int] = {"s4": 300}
#: ASK-8, and the contract's bounds of `--timeout-secs`.
TIMEOUT_SECS = Whole(1, 2_592_000)

POLICY_SHAPE = Record(
    required={},
    optional={
        "estimator": Choice(("regret", "standard")),
        "evpi_question_threshold": Number(least=0, most=1_000),
        "min_prior": Number(least=0, most=1),
        "min_divergence": Number(least=0, most=1),
        "evidence_threshold": Number(least=0, most=1),
        "strict_blockers": Flag(),
        "blockers_need_evpi": Flag(),
        "always_ask_one_way": Flag(),
        "contradiction_threshold": Number(least=0, most=1),
        "clarifications": Whole(0, 1_000_000),
        "open_questions": Whole(0, 1_000_000),
        "profile": Choice(tuple(PROFILES)),
    },
)

DEFAULT_POLICY = Policy()


def policy_from(given: Fields) -> Policy:
    """A policy from already checked settings: the profile first, then what is named beside it."""
    if not given:
        return DEFAULT_POLICY
    profile = PROFILES[given.get("profile", "default")]
    return Policy(**{**profile, **given})


def by_profile(profile: str) -> Document:
    """What a profile stands for, written out: what other profiles set is as usual in it."""
    usual = {name: getattr(DEFAULT_POLICY, name) for each in PROFILES.values() for name in each}
    return {**usual, **PROFILES[profile], "profile": profile}


def read_policy(document: object) -> Policy:
    """A policy from a caller's document, or one line about what is wrong with it (ERR-1)."""
    return policy_from(POLICY_SHAPE.read(document, "policy"))


def at_least(value: float, bound: float) -> bool:
    """`value ≥ bound`, with the tolerance every rule of sections 3, 4 and 8 shares."""
    return value >= bound - TOLERANCE


def more_than(value: float, bound: float) -> bool:
    """`value > bound`, with the same tolerance."""
    return value > bound + TOLERANCE
