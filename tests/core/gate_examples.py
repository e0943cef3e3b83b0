"""Worked examples of edition 2's gate: a document, what the text says about it, and the sentence.

Worked out by hand from SPEC.md and CONTRACTS.md before any code was run on them. Each stands on
one sentence; `open` numbers the reading of docs/decisions/0017 it depends on, if any. The words
"drop the users table" stand for PREF-2's net, the ids "style" and "schema-migration" for GATE-13
and the registry; no other example uses such words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.core.gate_documents import (
    COMPLETE,
    EXCLUSIVE,
    LOGIN,
    MISSING,
    SECURITY,
    Json,
    ambiguity,
    document,
    fact,
    loud,
    one_way,
    quiet,
    reading,
)

Verdict = tuple[str, str, str | None]


class Example(NamedTuple):
    name: str
    document: Json
    expected: tuple[Verdict, ...]
    """One verdict per ambiguity, in given order: action, rule, interpretation."""
    follows_from: str
    """The rule's id, and its sentence or the arithmetic."""
    also: Mapping[str, Any] = {}
    """Further fields of the first decision."""
    open: int | None = None


ASK: Verdict = ("ask", "GATE-9", None)
WAIT: Verdict = ("wait", "GATE-16", None)
LOOK: Verdict = ("investigate", "GATE-6", None)
DROP = "Drop the users table"


def assume(rule: str, name: str) -> Verdict:
    return ("assume", rule, name)


def infer(name: str) -> Verdict:
    return ("infer", "GATE-2", name)


def defer(name: str) -> Verdict:
    return ("defer", "GATE-5", name)


def park(rule: str) -> Verdict:
    return ("park", rule, None)


def reversible(name: str, prior: float, complexity: float, **more: Any) -> Json:
    return reading(name, prior, complexity, "reversible", **more)


def never(name: str, prior: float, complexity: float, **more: Any) -> Json:
    """A reading that can never be undone."""
    return reading(name, prior, complexity, "irreversible", **more)


def pair(first: float, complexity: float, **more: Any) -> Json:
    """Two reversible readings that share nothing: regret (1 - first) * complexity."""
    second = round(1 - first, 10)
    return ambiguity(
        reversible("a", first, complexity), reversible("b", second, complexity), **more
    )


def both_never(name: str = "q", **more: Any) -> Json:
    """VOI-4, regret 0.4 * 5 = 2, and nothing that can be undone."""
    return ambiguity(never("a", 0.6, 0.5), never("b", 0.4, 0.5), name=name, **more)


def three_ways(complexity: float, name: str = "q") -> Json:
    """Asked as "a, or one of b and c"."""
    return ambiguity(
        reversible("a", 0.4, complexity),
        reversible("b", 0.3, complexity),
        reversible("c", 0.3, complexity),
        name=name,
        groups=[["a"], ["b", "c"]],
    )


STRICT: Json = {"strict_blockers": True}
DEEP: Json = {"focus": "deep"}
SHARED = ["s1", "s2", "s3", "s4", "s5"]

VALUE: list[Example] = [
    Example(
        "the example of CONTRACTS",
        document(
            ambiguity(
                reading("passwordless", 0.55, 0.5, touches=["app/auth.py", "app/mail.py"]),
                reading("password", 0.45, 0.4, touches=["app/auth.py", "migrations"]),
                name="auth-method",
                **EXCLUSIVE,
            ),
            goal=LOGIN,
            phase="planning",
            evidence=[fact("password", 0.4, about="auth-method")],
            exhaustion={**COMPLETE, "investigation": []},
            budget_left=True,
            attention={"focus": "ambient", "budget": "normal", "interrupt_ewma": 0.0},
            quota={"asked": 0, "open_in_session": 0, "open_in_workspace": 0, "attempts": 0},
            preferences={},
            policy={"estimator": "regret", "evpi_question_threshold": 0.15},
        ),
        (ASK,),
        "CONTRACTS: 1.5 - (0.55*1.5 + 0.45*1.2) = 0.135; 0.45 * 1.5 * (1 - 1/3) = 0.45",
        {
            "standard": 0.135,
            "regret": 0.45,
            "in_force": 0.45,
            "estimator": "regret",
            "threshold": 0.15,
            "bar": 0.15,
            "question": 0.45,
            "value_rule": "VOI-8",
            "requires_approval": False,
            "default": "password",
        },
    ),
    Example(
        "seven equally likely irreversible readings ask",
        document(
            ambiguity(*(never(f"r{n}", 0.142 if n == 7 else 0.143, 0.5) for n in range(1, 8)))
        ),
        (ASK,),
        "VOI-2: seven equally likely readings are more doubt than two: (1 - 0.143) * 5 = 4.285",
        {"regret": 4.285, "in_force": 4.285, "standard": 0.0, "value_rule": "VOI-4"},
    ),
    Example(
        "seven equally likely reversible readings ask as well",
        document(
            ambiguity(*(reversible(f"r{n}", 0.142 if n == 7 else 0.143, 0.3) for n in range(1, 8)))
        ),
        (ASK,),
        "VOI-2: no reading is cut off: 0.857 * 0.3 = 0.2571",
        {"regret": 0.2571, "standard": 0.0, "value_rule": None},
    ),
    Example(
        "readings under 0.15 count in the regret and not in the standard estimate",
        document(ambiguity(reading("a", 0.5, 0.5), reading("b", 0.38, 0.2), never("c", 0.12, 1.0))),
        (ASK,),
        "VOI-2, VOI-3: 0.5 * 1.5 = 0.75; 1.5 - (0.5*1.5 + 0.38*0.6) / 0.88",
        {"regret": 0.75, "standard": 1.5 - 0.978 / 0.88},
    ),
    Example(
        "equal touches are no reason not to ask",
        document(ambiguity(reading("a", 0.5, touches=["x"]), reading("b", 0.5, touches=["x"]))),
        (ASK,),
        "VOI-2: sharing three quarters or more means nobody said what differs: 0.5 * 1.5",
        {"regret": 0.75},
    ),
    Example(
        "exactly three quarters shared diverges wholly",
        document(
            ambiguity(reading("a", 0.6, touches=SHARED[:4]), reading("b", 0.4, touches=SHARED[:3]))
        ),
        (ASK,),
        "VOI-2: Jaccard >= 0.75 is divergence 1: 0.4 * 1.5",
        {"regret": 0.6},
    ),
    Example(
        "just under three quarters is measured",
        document(
            ambiguity(
                reading("a", 0.6, touches=[*SHARED, "x"]), reading("b", 0.4, touches=[*SHARED, "y"])
            )
        ),
        (ASK,),
        "VOI-2: 1 - 5/7 = 2/7; 0.4 * 1.5 * 2/7",
        {"regret": 1.2 / 7},
    ),
    Example(
        "the larger of what is touched and how much it is",
        document(
            ambiguity(
                reversible("a", 0.6, 0.9, touches=["x", "y"]),
                reversible("b", 0.4, 0.2, touches=["x"]),
            )
        ),
        (ASK,),
        "VOI-2: max(1 - 1/2, 0.9 - 0.2) = 0.7; 0.4 * 0.9 * 0.7",
        {"regret": 0.252},
    ),
    Example(
        "two irreversible readings diverge wholly whatever they touch",
        document(
            ambiguity(
                never("a", 0.6, 0.1, touches=["x", "y"]), never("b", 0.4, 0.1, touches=["y", "z"])
            )
        ),
        (ASK,),
        "VOI-2: divergence 1 when both are irreversible: 0.4 * 1",
        {"regret": 0.4},
    ),
    Example(
        "other reversibility diverges wholly",
        document(
            ambiguity(reading("a", 0.6, touches=["x"]), reversible("b", 0.4, 0.5, touches=["x"]))
        ),
        (ASK,),
        "VOI-2: divergence 1 when reversibility differs: 0.4 * 1.5",
        {"regret": 0.6},
    ),
    Example(
        "touching nothing known diverges wholly",
        document(ambiguity(reading("a", 0.5, touches=[]), reading("b", 0.5, touches=["x"]))),
        (ASK,),
        "VOI-2: divergence 1 when either touches nothing known: 0.5 * 1.5",
        {"regret": 0.75},
    ),
    Example(
        "readings of one label are one",
        document(
            ambiguity(
                reading("s2", 0.3, touches=["x"], label="Soft delete", consequence="adds a flag"),
                reading("s1", 0.3, touches=["x"], label="soft  DELETE", consequence="adds a flag"),
                reading("h", 0.4),
            ),
            phase="execution",
        ),
        (assume("GATE-4", "s1"),),
        "VOI-2: same label, priors added: 0.6 against 0.4; regret 0.4 * 1.5",
        {"regret": 0.6},
        open=3,
    ),
    Example(
        "a sum of 0.9 is renormalised before the value",
        document(ambiguity(reversible("a", 0.63, 0.5), reversible("b", 0.27, 0.5))),
        (ASK,),
        "CONTRACTS: 0.27 / 0.9 = 0.3; 0.3 * 0.5 = 0.15, compared with >=",
        {"regret": 0.15},
    ),
    Example(
        "a sum of 1.1 is renormalised before plausibility",
        document(ambiguity(reading("a", 0.946), reading("b", 0.154))),
        (assume("GATE-1", "a"),),
        "CONTRACTS: 0.154 / 1.1 = 0.14 < 0.15",
        {"regret": 0.21},
        open=4,
    ),
    Example(
        "value exactly at the bar",
        document(pair(0.7, 0.5)),
        (ASK,),
        "VOI-5: compared with >=: 0.3 * 0.5",
        {"regret": 0.15},
    ),
    Example(
        "value just below the bar",
        document(pair(0.71, 0.5)),
        (assume("GATE-3", "a"),),
        "GATE-3: value below the bar: 0.29 * 0.5 = 0.145",
        {"value_rule": None},
    ),
    Example(
        "short of the bar by less than the tolerance",
        document(pair(0.7000000002, 0.5)),
        (ASK,),
        "VOI-5: a tolerance of 1e-9",
    ),
    Example(
        "s0 weighs by S0's formula",
        document(loud(), policy={"profile": "s0"}),
        (ASK,),
        "VOI-3: 1.5 - (0.6*1.5 + 0.4*0.9) = 0.24",
        {"standard": 0.24, "in_force": 0.24, "estimator": "standard", "regret": 0.6},
    ),
    Example(
        "s0 gives nothing for equally dear readings",
        document(ambiguity(reading("a", 0.6), reading("b", 0.4)), policy={"profile": "s0"}),
        (assume("GATE-3", "a"),),
        "VOI-3: max - mean = 0",
        {"in_force": 0.0, "regret": 0.6},
    ),
    Example(
        "s0 still asks before two equally dear irreversible ways",
        document(both_never(), policy={"profile": "s0"}),
        (ASK,),
        "VOI-4: under either estimator",
        {"in_force": 0.0, "value_rule": "VOI-4"},
    ),
    Example(
        "s0 has the same plausibility",
        document(
            ambiguity(
                reading("a", 0.84),
                *(reversible(f"b{n}", 0.04, 1.0) for n in range(4)),
            ),
            policy={"profile": "s0"},
        ),
        (assume("GATE-3", "a"),),
        "VOI-3: s0 changes the estimator only; 0.16 is plausible, one reading at 0.15: value 0",
        {"in_force": 0.0, "regret": 0.24},
    ),
    Example(
        "an irreversible act-on reading counts as at the bar",
        document(ambiguity(never("a", 0.8, 0.01), never("b", 0.2, 0.01))),
        (ASK,),
        "VOI-4: 0.2 * 0.1 = 0.02 counts as at the bar",
        {"regret": 0.02, "bar": 0.15, "value_rule": "VOI-4", "default": "a"},
    ),
    Example(
        "an irreversible reading that is not acted on lifts nothing",
        document(ambiguity(reversible("a", 0.8, 0.2), never("b", 0.2, 0.2))),
        (assume("GATE-3", "a"),),
        "VOI-4: when the act-on reading is irreversible; 0.2 * 0.2 = 0.04",
        {"value_rule": None},
    ),
    Example(
        "nothing may fit: one more reading of divergence 1",
        document(quiet(none_fits=0.75)),
        (ASK,),
        "VOI-7: 0.25 * 0.04 + 0.75 * 0.2 = 0.16",
        {"in_force": 0.16, "regret": 0.04, "question": 0.16},
        open=24,
    ),
    Example(
        "nothing may fit, but rarely",
        document(quiet(none_fits=0.5)),
        (assume("GATE-3", "a"),),
        "VOI-7: 0.5 * 0.04 + 0.5 * 0.2 = 0.12",
        {"in_force": 0.12},
    ),
    Example(
        "a single reading that may not fit is doubtful",
        document(ambiguity(reading("a", 1.0), none_fits=0.5)),
        (ASK,),
        "VOI-7: none_fits counts as one more reading: 0.5 * 1.5",
        {"in_force": 0.75, "regret": 0.0},
        open=11,
    ),
    Example(
        "a question that groups readings is worth what it tells apart",
        document(three_ways(0.5)),
        (ASK,),
        "VOI-7: 0.6 * 0.5 = 0.3; within b and c 0.5 * 0.5, at 0.6: 0.3 - 0.15",
        {"in_force": 0.3, "question": 0.15},
    ),
    Example(
        "the estimate is compared with the bar, not the question's value",
        document(three_ways(0.4)),
        (ASK,),
        "VOI-7: estimate 0.24 >= 0.15 although the question is worth 0.24 - 0.6 * 0.2 = 0.12",
        {"in_force": 0.24, "question": 0.12},
    ),
    Example(
        "a question worth nothing offers all readings instead",
        document(loud(groups=[["a", "b"]])),
        (ASK,),
        "VOI-7: 0.6 - 1 * 0.6 = 0 is not asked; one option each is worth 0.6",
        {"question": 0.6},
    ),
    Example(
        "a verified blocker counts as at the bar",
        document(quiet(**MISSING)),
        (ASK,),
        "VOI-8: the missing item is named",
        {"value_rule": "VOI-8", "regret": 0.04},
    ),
    Example(
        "an unverified one does not",
        document(quiet(blocker_type="missing_external_data", blocker_evidence=[" "])),
        (assume("GATE-3", "a"),),
        "VOI-8: an unverified one is treated as ambiguous_goal",
        {"value_rule": None},
    ),
    Example(
        "two quotes that differ in case and quote marks only are one",
        document(
            quiet(
                blocker_type="mutually_exclusive_requirements",
                blocker_evidence=["passwordless", '"Passwordless"'],
            ),
            goal=LOGIN,
        ),
        (assume("GATE-3", "a"),),
        "VOI-8: two different quotes that occur in the goal (case and outer quote marks ignored)",
        {"value_rule": None},
    ),
    Example(
        "blockers may have to earn their question",
        document(quiet(**MISSING), policy={"blockers_need_evpi": True}),
        (assume("GATE-3", "a"),),
        "VOI-8: blockers_need_evpi switches this off",
        {"value_rule": None},
    ),
]

PLAUSIBLE: list[Example] = [
    Example(
        "another reading at exactly 0.15",
        document(ambiguity(reading("a", 0.85), reading("b", 0.15))),
        (ASK,),
        "VOI-9: at least min_prior; 0.15 * 1.5 = 0.225",
        {"regret": 0.225},
    ),
    Example(
        "another reading at 0.14",
        document(ambiguity(reading("a", 0.86), reading("b", 0.14))),
        (assume("GATE-1", "a"),),
        "GATE-1: the other readings are not plausible",
    ),
    Example(
        "four unlikely readings are plausible together",
        document(ambiguity(reading("a", 0.84), *(reading(f"b{n}", 0.04) for n in range(4)))),
        (ASK,),
        "VOI-9: the readings other than a* together: 0.16; 0.16 * 1.5 = 0.24",
        {"regret": 0.24},
    ),
    Example(
        "one in twenty is enough before what cannot be undone",
        document(ambiguity(never("a", 0.95, 0.1), reversible("b", 0.05, 0.1))),
        (ASK,),
        "VOI-9: when a* is irreversible, 0.05",
        {"value_rule": "VOI-4", "regret": 0.05, "default": "b"},
    ),
    Example(
        "one in twenty-five is not",
        document(ambiguity(never("a", 0.96, 0.1), reversible("b", 0.04, 0.1))),
        (assume("GATE-1", "a"),),
        "GATE-1; CONTRACTS: requires_approval when that reading is irreversible",
        {"requires_approval": True, "value_rule": None},
    ),
    Example(
        "the policy's own threshold is a bound as well",
        document(
            ambiguity(reading("a", 0.88), reading("b", 0.12)),
            policy={"evpi_question_threshold": 0.1},
        ),
        (ASK,),
        "VOI-9: the smallest of min_prior and the threshold; 0.12 * 1.5 = 0.18",
        {"bar": 0.1, "regret": 0.18},
    ),
    Example(
        "a higher min_prior does not pass the threshold",
        document(ambiguity(reading("a", 0.8), reading("b", 0.2)), policy={"min_prior": 0.3}),
        (ASK,),
        "VOI-9: the smallest of 0.3 and 0.15; 0.2 * 1.5 = 0.3",
    ),
    Example(
        "a verified blocker is never assumed for want of a rival",
        document(ambiguity(reading("a", 0.9), reading("b", 0.1), **SECURITY)),
        (ASK,),
        "GATE-1: never for a verified blocker",
        {"value_rule": "VOI-8"},
    ),
    Example(
        "a single reading is assumed",
        document(ambiguity(reading("a", 1.0))),
        (assume("GATE-1", "a"),),
        "GATE-1: nothing else is plausible",
        {"regret": 0.0, "standard": 0.0},
    ),
    Example(
        "always-ask does not make an implausible rival plausible",
        document(ambiguity(reading("a", 0.9), reading("b", 0.1)), preferences={"q": "always-ask"}),
        (assume("GATE-1", "a"),),
        "PREF-1: always-ask switches GATE-3 off",
    ),
]

BAR: list[Example] = [
    Example(
        "the second question has the same bar",
        document(pair(0.6, 0.7), quota={"asked": 1}),
        (ASK,),
        "VOI-10: 1 for the first two questions; 0.4 * 0.7 = 0.28",
        {"bar": 0.15, "regret": 0.28},
    ),
    Example(
        "the third has twice the bar",
        document(pair(0.6, 0.7), quota={"asked": 2}),
        (assume("GATE-3", "a"),),
        "VOI-10: 2 from the third; 0.28 < 0.3",
        {"bar": 0.3, "threshold": 0.15},
    ),
    Example(
        "interruptions raise the bar",
        document(pair(0.56, 0.5), attention={"interrupt_ewma": 0.81}),
        (assume("GATE-3", "a"),),
        "VOI-5: interrupt_ewma > 0.8 multiplies it by 1.5; 0.22 < 0.225",
        {"bar": 0.225, "threshold": 0.15},
        open=24,
    ),
    Example(
        "an average of exactly 0.8 raises nothing",
        document(pair(0.56, 0.5), attention={"interrupt_ewma": 0.8}),
        (ASK,),
        "VOI-5: > 0.8",
        {"bar": 0.15},
    ),
    Example(
        "the larger of the two factors, not both",
        document(pair(0.6, 0.8), quota={"asked": 2}, attention={"interrupt_ewma": 0.9}),
        (ASK,),
        "VOI-10: the larger of 1.5 and 2; 0.32 >= 0.3",
        {"bar": 0.3},
    ),
    Example(
        "what cannot be undone asks at the risen bar too",
        document(ambiguity(never("a", 0.8, 0.01), reversible("b", 0.2, 0.1)), quota={"asked": 2}),
        (ASK,),
        "VOI-10: VOI-4 counts as at the bar",
        {"bar": 0.3, "value_rule": "VOI-4"},
    ),
    Example(
        "always-ask counts as at the bar",
        document(quiet(), preferences={"q": "always-ask"}),
        (ASK,),
        "PREF-1: always-ask switches GATE-3 off",
        {"value_rule": None},
    ),
    Example(
        "dial more halves the bar",
        document(pair(0.8, 0.5), preferences={"*": "more"}),
        (ASK,),
        "PREF-3: more (bar * 0.5); 0.1 >= 0.075",
        {"bar": 0.075},
        open=16,
    ),
    Example(
        "dial less doubles it",
        document(pair(0.6, 0.5), preferences={"*": "less"}),
        (assume("GATE-3", "a"),),
        "PREF-3: less (* 2); 0.2 < 0.3",
        {"bar": 0.3},
        open=16,
    ),
    Example(
        "dial less does not touch what is one-way",
        document(
            ambiguity(reversible("a", 0.6, 0.5), never("b", 0.4, 0.5)), preferences={"*": "less"}
        ),
        (ASK,),
        "PREF-3: less is for two-way only; 0.4 * 0.5 = 0.2 >= 0.15",
        {"bar": 0.15},
        open=16,
    ),
]

TABLE: list[Example] = [
    # GATE-2
    Example(
        "evidence at exactly 0.75 infers",
        document(loud(), evidence=[fact("b", 0.75)]),
        (infer("b"),),
        "GATE-2: at >= 0.75 and nothing against it",
    ),
    Example(
        "evidence against it at 0.5 keeps it from inferring",
        document(loud(), evidence=[fact("b", 0.95), fact("a", 0.5, 2)]),
        (ASK,),
        "GATE-2: no source supports another at >= 0.5",
    ),
    Example(
        "evidence against it at 0.49 does not",
        document(loud(), evidence=[fact("b", 0.95), fact("a", 0.49, 2)]),
        (infer("b"),),
        "GATE-2: below contradiction_threshold",
    ),
    Example(
        "no evidence infers what cannot be undone",
        document(one_way(), evidence=[fact("a", 1.0)]),
        (ASK,),
        "GATE-2: never infers an irreversible reading: that is a suggestion",
        {"value_rule": "VOI-4"},
    ),
    Example(
        "not even when nothing else is plausible",
        document(ambiguity(never("a", 0.97, 0.5), reading("b", 0.03)), evidence=[fact("a", 1.0)]),
        (assume("GATE-1", "a"),),
        "GATE-2 passes on; GATE-1 takes it, with approval",
        {"requires_approval": True},
    ),
    Example(
        "nor what its words say cannot be undone",
        document(
            ambiguity(reading("a", 0.6), reading("b", 0.4, label=DROP)), evidence=[fact("b", 0.9)]
        ),
        (ASK,),
        "GATE-20: declared, or caught by PREF-2's net: GATE-2 leaves it as a suggestion",
    ),
    Example(
        "evidence does not loosen a security decision",
        document(
            ambiguity(reading("a", 0.6, strictness=2), reading("b", 0.4, strictness=7), **SECURITY),
            evidence=[fact("a", 1.0)],
        ),
        (ASK,),
        "GATE-2: nor a security_decision below the strictest",
        {"default": "b"},
    ),
    Example(
        "evidence for the strictest infers it",
        document(
            ambiguity(reading("a", 0.6, strictness=2), reading("b", 0.4, strictness=7), **SECURITY),
            evidence=[fact("b", 0.8)],
        ),
        (infer("b"),),
        "GATE-2: b is not below the strictest",
    ),
    Example(
        "facts do not settle what the goal contradicts",
        document(loud(**EXCLUSIVE), goal=LOGIN, evidence=[fact("b", 1.0)]),
        (ASK,),
        "GATE-2: never settles a verified mutually_exclusive_requirements",
    ),
    Example(
        "a reading of prior 0 is never inferred",
        document(
            ambiguity(reading("a", 0.6), reading("b", 0.4), reversible("c", 0, 0.1)),
            evidence=[fact("c", 1.0)],
        ),
        (ASK,),
        "GATE-10: a reading of prior 0 is offered but never taken",
    ),
    # GATE-3 and GATE-20
    Example(
        "a cheap guess is not made on words that cannot be undone",
        document(ambiguity(reversible("a", 0.8, 0.2, label=DROP), reversible("b", 0.2, 0.2))),
        (assume("GATE-3", "b"),),
        "GATE-20: where GATE-3 would, it takes the most conservative reading that can be undone",
        {"requires_approval": False, "value_rule": None},
        open=6,
    ),
    Example(
        "where no reading can be undone it parks",
        document(
            ambiguity(
                reversible("a", 0.8, 0.2, label=DROP), reversible("b", 0.2, 0.2, consequence=DROP)
            )
        ),
        (park("GATE-3"),),
        "GATE-20: where there is none, the decision parks, rule = the one that would have taken it",
        open=6,
    ),
    # GATE-12
    Example(
        "S4 to the letter assumes what is merely ambiguous",
        document(loud(), policy=STRICT),
        (assume("GATE-12", "a"),),
        "GATE-12: ambiguous_goal or none",
    ),
    Example(
        "S4 to the letter lets a verified blocker ask",
        document(loud(**SECURITY), policy=STRICT),
        (ASK,),
        "GATE-12 names ambiguous_goal and none",
    ),
    Example(
        "S4 to the letter takes nothing irreversible",
        document(one_way(), policy=STRICT),
        (assume("GATE-12", "b"),),
        "GATE-20 names GATE-12",
        {"requires_approval": False, "value_rule": "VOI-4"},
    ),
    Example(
        "S4 to the letter parks where nothing can be undone",
        document(both_never(), policy=STRICT),
        (park("GATE-12"),),
        "GATE-20: the decision parks",
    ),
    # GATE-4
    Example(
        "nothing asks once work on it has begun",
        document(loud(), phase="execution", attention=DEEP),
        (assume("GATE-4", "a"),),
        "GATE-4: decide with the act-on reading; it comes before GATE-5",
    ),
    Example(
        "work that has begun takes nothing irreversible",
        document(one_way(), phase="execution"),
        (assume("GATE-4", "b"),),
        "GATE-20 names GATE-4",
        {"requires_approval": False},
    ),
    Example(
        "work that has begun parks where nothing can be undone",
        document(both_never(), phase="execution"),
        (park("GATE-4"),),
        "GATE-20: the decision parks",
    ),
    # GATE-5
    Example(
        "deep focus defers to the most conservative reading",
        document(loud(), attention=DEEP),
        (defer("b"),),
        "GATE-5, GATE-10: both partial, 0.9 against 1.5",
    ),
    Example(
        "spent money defers before preference and quota",
        document(
            loud(),
            attention={"budget": "cost_exceeded"},
            preferences={"q": "never-ask"},
            quota={"asked": 3},
        ),
        (defer("b"),),
        "section 4: GATE-5 before GATE-8 and GATE-7",
    ),
    Example(
        "deep focus parks where nothing can be undone",
        document(both_never(), attention=DEEP),
        (park("GATE-5"),),
        "GATE-20: under GATE-5 the deferral is registered all the same",
    ),
    Example(
        "the strictest way is not taken when it cannot be undone",
        document(
            ambiguity(
                reversible("a", 0.5, 0.1, strictness=3),
                never("b", 0.3, 0.5, strictness=9),
                reversible("c", 0.2, 0.1),
                **SECURITY,
            ),
            attention=DEEP,
        ),
        (defer("a"),),
        "GATE-10 would take b; GATE-20: the most conservative that can be undone, strictest first",
    ),
    # GATE-8
    Example(
        "never-ask decides what is two-way",
        document(loud(), preferences={"q": "never-ask"}, quota={"asked": 3, "attempts": 4}),
        (assume("GATE-8", "a"),),
        "section 4: GATE-8 before GATE-7; the act-on reading",
    ),
    Example(
        "irreversible readings of 0.05 together beat never-ask",
        document(
            ambiguity(
                reading("a", 0.55), reading("b", 0.4), never("c", 0.03, 0.5), never("d", 0.02, 0.5)
            ),
            preferences={"q": "never-ask"},
        ),
        (ASK,),
        "GATE-8, VOI-9: together at least 0.05 is a one-way ambiguity",
    ),
    Example(
        "of 0.04 they do not",
        document(
            ambiguity(reading("a", 0.56), reading("b", 0.4), never("c", 0.04, 0.5)),
            preferences={"q": "ask-only-for-one-way"},
        ),
        (assume("GATE-8", "a"),),
        "GATE-8: two-way by VOI-9",
    ),
    Example(
        "words beat never-ask whatever the prior",
        document(
            ambiguity(reading("a", 0.59), reading("b", 0.4), reading("c", 0.01, label=DROP)),
            preferences={"q": "never-ask"},
        ),
        (ASK,),
        "VOI-9: or PREF-2's registry or words say so",
    ),
    Example(
        "the prompt's words beat it too",
        document(loud(prompt="Shall we drop the users table?"), preferences={"q": "never-ask"}),
        (ASK,),
        "GATE-8: the word net over prompt, labels and consequences",
    ),
    Example(
        "the goal is not searched",
        document(loud(), goal=DROP, preferences={"q": "never-ask"}),
        (assume("GATE-8", "a"),),
        "GATE-8: the goal is not searched",
    ),
    Example(
        "a registered id beats it",
        document(loud("schema-migration"), preferences={"schema-migration": "never-ask"}),
        (ASK,),
        "GATE-8: id not in the registry",
    ),
    Example(
        "a part of a scope passes the preference over",
        document(loud("qa-split-e1"), preferences={"qa-split-e1": "never-ask"}),
        (ASK,),
        "SPLIT-9: a stored never-ask is passed over",
    ),
    # GATE-13, GATE-6
    Example(
        "a routine matter is neither asked nor looked into",
        document(loud("style"), exhaustion={}, quota={"asked": 3, "attempts": 9}),
        (assume("GATE-13", "a"),),
        "section 4: GATE-13 before GATE-6 and GATE-7",
    ),
    Example(
        "a routine matter takes nothing irreversible",
        document(one_way("style")),
        (assume("GATE-13", "b"),),
        "GATE-20 names GATE-13",
        open=26,
    ),
    Example(
        "what was not looked for is looked for before the quota counts",
        document(loud(), exhaustion={}, quota={"asked": 3}),
        (LOOK,),
        "section 4: GATE-6 before GATE-7",
    ),
    Example(
        "an empty list is incomplete",
        document(
            loud(), evidence=[fact("a", 0.4)], exhaustion={**COMPLETE, "similar_features": []}
        ),
        (LOOK,),
        "CONTRACTS: a missing or empty list other than investigation is incomplete",
    ),
    Example(
        "with the budget spent the question is asked",
        document(loud(), exhaustion={}, budget_left=False),
        (ASK,),
        "GATE-6: and budget left",
    ),
    # GATE-7
    Example(
        "three questions are the budget",
        document(loud(), quota={"asked": 3}),
        (assume("GATE-7", "a"),),
        "GATE-7: clarifications (3) are used up; 0 to 2 attempts the act-on reading",
        {"bar": 0.3},
    ),
    Example(
        "three attempts make it careful",
        document(loud(), quota={"asked": 3, "attempts": 3}),
        (assume("GATE-7", "b"),),
        "GATE-7: 3 and 4 the most conservative",
    ),
    Example(
        "the budget takes nothing irreversible",
        document(one_way(), quota={"asked": 3}),
        (assume("GATE-7", "b"),),
        "GATE-20 guards it",
    ),
    Example(
        "the budget parks where nothing can be undone",
        document(both_never(), quota={"asked": 3}),
        (park("GATE-7"),),
        "GATE-20 guards it",
    ),
    Example(
        "five open questions of other sessions are enough",
        document(loud(), quota={"open_in_workspace": 5}),
        (assume("GATE-7", "a"),),
        "GATE-7: open_questions (5)",
    ),
    Example(
        "four are not",
        document(loud(), quota={"open_in_workspace": 4}),
        (ASK,),
        "GATE-7: open_questions (5)",
    ),
    Example(
        "profile s4 has one question",
        document(loud(), quota={"asked": 1}, policy={"profile": "s4"}),
        (assume("GATE-7", "a"),),
        "GATE-7: profile s4: 1",
        {"bar": 0.15, "estimator": "regret"},
    ),
    Example(
        "profile s4 has one open question in the workspace",
        document(loud(), quota={"open_in_workspace": 1}, policy={"profile": "s4"}),
        (assume("GATE-7", "a"),),
        "GATE-7: s4: 1",
    ),
    Example(
        "the old form of the quota is one of one",
        document(loud(), quota={"used": True, "attempts": 3}),
        (assume("GATE-7", "b"),),
        "CONTRACTS: used = asked 1 of 1",
        {"bar": 0.15},
    ),
    Example(
        "the old form's open question is GATE-7's",
        document(loud(), quota={"open_in_workspace": True}),
        (assume("GATE-7", "a"),),
        "CONTRACTS: open_in_workspace = 1 of 1, both decided by GATE-7",
    ),
    Example(
        "the old form with nothing used asks",
        document(loud(), quota={"used": False, "open_in_workspace": False, "attempts": 6}),
        (ASK,),
        "CONTRACTS: asked 0 of 1",
    ),
    # GATE-14
    Example(
        "one-way readings may be asked about at any value",
        document(
            ambiguity(reversible("a", 0.8, 0.2), never("b", 0.2, 0.2)),
            policy={"always_ask_one_way": True},
        ),
        (ASK,),
        "GATE-14: never decided by GATE-3",
        {"value_rule": None},
    ),
    Example(
        "and when nothing else is plausible",
        document(
            ambiguity(reversible("a", 0.94, 0.2), never("b", 0.06, 0.2)),
            policy={"always_ask_one_way": True},
        ),
        (ASK,),
        "GATE-14: never decided by GATE-1; 0.06 is a one-way ambiguity (VOI-9)",
    ),
    Example(
        "but not below 0.05 together",
        document(
            ambiguity(reversible("a", 0.96, 0.2), never("b", 0.04, 0.2)),
            policy={"always_ask_one_way": True},
        ),
        (assume("GATE-1", "a"),),
        "VOI-9: at least 0.05",
    ),
]

CAREFUL: list[Example] = [
    Example(
        "a safe default that can be undone comes first",
        document(loud(safe_default="a"), attention=DEEP),
        (defer("a"),),
        "GATE-10: a safe_default that can be undone comes first",
    ),
    Example(
        "one that cannot is passed over",
        document(one_way(safe_default="a"), attention=DEEP),
        (defer("b"),),
        "GATE-10: that can be undone",
    ),
    Example(
        "strictness comes before the safe default of a security decision",
        document(
            ambiguity(
                reversible("a", 0.6, 0.5, strictness=1),
                reading("b", 0.4, 0.5, strictness=5),
                safe_default="a",
                **SECURITY,
            ),
            attention=DEEP,
        ),
        (defer("b"),),
        "GATE-10: except for a security_decision, where strictness does",
    ),
    Example(
        "a tie of the act-on reading goes to the one that would waste more",
        document(
            ambiguity(
                reading("a", 0.4, touches=["x"]),
                reading("b", 0.4, touches=["x", "y"]),
                reading("c", 0.2, touches=["x", "y"]),
            ),
            phase="execution",
        ),
        (assume("GATE-4", "b"),),
        "GATE-10: highest regret before id: b 0.4*1.5*0.5 + 0.2*1.5 = 0.6, a 0.45",
        {"regret": 0.6},
    ),
    Example(
        "then to the id, never to the given order",
        document(ambiguity(reading("z", 0.5), reading("k", 0.5)), phase="execution"),
        (assume("GATE-4", "k"),),
        "GATE-10: then id; never by the given order",
    ),
    Example(
        "a tie goes to what is easier to undo before what is cheaper",
        document(ambiguity(reading("a", 0.5, 0.1), reversible("b", 0.5, 0.9)), phase="execution"),
        (assume("GATE-4", "b"),),
        "GATE-10: lowest multiplier, then lowest cost",
        {"regret": 0.45},
    ),
    Example(
        "a reading of prior 0 is never the careful choice",
        document(
            ambiguity(reading("a", 0.5, 0.5), reading("b", 0.5, 0.4), reversible("c", 0, 0.1)),
            attention=DEEP,
        ),
        (defer("b"),),
        "GATE-10: a reading of prior 0 is offered but never taken",
    ),
    Example(
        "strictness counts for nothing else",
        document(
            ambiguity(
                reversible("a", 0.5, 0.5, strictness=2), reading("b", 0.5, 0.9, strictness=7)
            ),
            phase="execution",
        ),
        (assume("GATE-4", "a"),),
        "GATE-10: for security_decision",
    ),
]

SEVERAL: list[Example] = [
    Example(
        "a question of this session is pending",
        document(loud(), quota={"open_in_session": 1}),
        (WAIT,),
        "GATE-16: a question of this session is pending or held",
    ),
    Example(
        "a used-up budget comes before waiting",
        document(loud(), quota={"open_in_session": 1, "asked": 3}),
        (assume("GATE-7", "a"),),
        "section 4: GATE-7 before GATE-16",
    ),
    Example(
        "what is settled without a question does not wait",
        document(quiet(), quota={"open_in_session": 1}),
        (assume("GATE-3", "a"),),
        "section 4: the first rule that decides wins",
    ),
    Example(
        "a verified blocker asks first, the others wait",
        document(one_way("p"), quiet("q", **MISSING), loud("r"), quiet("s")),
        (WAIT, ASK, WAIT, assume("GATE-3", "a")),
        "GATE-16: verified blockers, then VOI-4, then the highest value",
    ),
    Example(
        "VOI-4 asks before a higher value",
        document(loud("p"), ambiguity(never("a", 0.8, 0.01), never("b", 0.2, 0.01))),
        (WAIT, ASK),
        "GATE-16: then VOI-4: 0.02 against 0.6",
    ),
    Example(
        "the highest value asks",
        document(ambiguity(reading("a", 0.7), reading("b", 0.3), name="p"), loud("q")),
        (WAIT, ASK),
        "GATE-16: 0.45 against 0.6",
    ),
    Example(
        "the question's value ranks, not the estimate",
        document(three_ways(1.0, "p"), pair(0.6, 1.0)),
        (WAIT, ASK),
        "VOI-7: p is estimated 0.6 and worth 0.6 - 0.6 * 0.5 = 0.3; q is worth 0.4",
        {"in_force": 0.6, "question": 0.3},
    ),
    Example(
        "equal values ask by id",
        document(loud("r"), loud("p"), loud("q")),
        (WAIT, ASK, WAIT),
        "GATE-16: then id",
    ),
    Example(
        "the others wait also for the last question",
        document(loud("p"), loud("q"), quota={"asked": 2, "attempts": 5}),
        (ASK, WAIT),
        "GATE-16: also for the last question",
    ),
    Example(
        "always-ask has no precedence",
        document(quiet("p"), loud("q"), preferences={"p": "always-ask"}),
        (WAIT, ASK),
        "GATE-16: 0.04 against 0.6",
    ),
    Example(
        "what is parked keeps nobody waiting",
        document(both_never("p"), quiet("q", **MISSING), policy=STRICT),
        (park("GATE-12"), ASK),
        "GATE-20: only its tasks are withheld, the rest goes on",
    ),
]

SPREADING: list[Example] = [
    Example(
        "an assumed reading settles what hangs on it",
        document(
            ambiguity(
                reversible("a", 0.8, 0.2, settles={"q": "b"}), reversible("b", 0.2, 0.2), name="p"
            ),
            loud("q"),
        ),
        (assume("GATE-3", "a"), assume("GATE-17", "b")),
        "GATE-17: assumed readings settle too",
        open=22,
    ),
    Example(
        "a reading that is not taken settles nothing",
        document(
            ambiguity(
                reversible("a", 0.8, 0.2), reversible("b", 0.2, 0.2, settles={"q": "b"}), name="p"
            ),
            loud("q"),
        ),
        (assume("GATE-3", "a"), ASK),
        "GATE-17: an answer reaches what hangs on it",
        open=22,
    ),
    Example(
        "nothing is settled to what cannot be undone",
        document(
            ambiguity(
                reversible("a", 0.8, 0.2, settles={"q": "a"}), reversible("b", 0.2, 0.2), name="p"
            ),
            one_way("q"),
        ),
        (assume("GATE-3", "a"), ASK),
        "GATE-17: never to an irreversible reading (that one is asked)",
        open=22,
    ),
    Example(
        "an open question settles nothing yet",
        document(
            ambiguity(reading("a", 0.6, settles={"q": "b"}), reading("b", 0.4), name="p"),
            pair(0.6, 0.5),
        ),
        (ASK, WAIT),
        "GATE-16: the others that would have asked wait",
        open=22,
    ),
]

EXAMPLES: tuple[Example, ...] = (
    *VALUE,
    *PLAUSIBLE,
    *BAR,
    *TABLE,
    *CAREFUL,
    *SEVERAL,
    *SPREADING,
)


def net_of_the_examples(text: str) -> bool:
    """Stands in for PREF-2's word net."""
    return DROP.lower() in text.lower()


def registry_of_the_examples(name: str) -> bool:
    return name == "schema-migration"


def routine_of_the_examples(given_ambiguity: Json) -> bool:
    return bool(given_ambiguity["id"] == "style")
