"""Gate documents for tests: a hypothesis strategy over the whole input space, and worked examples.

`documents()` leans on boundaries. `EXAMPLES` were worked out by hand from SPEC.md and CONTRACTS.md,
before any code was run on them; each says why. They are valid documents: nothing here is refused.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from hypothesis import strategies as st

Json = dict[str, Any]
Verdict = tuple[str, str, str | None]

# Part 1: any valid document

# Each goal with the clauses a blocker may quote from it.
GOALS: dict[str, tuple[str, ...]] = {
    "Add authentication; passwordless, and users set strong passwords": (
        "passwordless",
        "users set strong passwords",
    ),
    "Keep every record forever and Forget users on request": (
        "Keep every record forever",
        "Forget users on request",
    ),
    "Build the export": ("Build", "the export"),
}

# The last three look like chain ids: two have the form of SPLIT-9, one has not.
IDS = (
    "auth-method",
    "storage",
    "cache-size",
    "retention",
    "export-format",
    "qa-split-e1",
    "plan-review-split-chat-bot",
    "qa-splitscreen-test",
)

FILES = ("app/a.py", "app/b.py", "app/c.py", "app/d.py", "app/e.py", "app/f.py")

# Harmless and one-way wordings, each complete in itself.
LABELS = ("Use the first way", "Use the second way", "Keep it as it is", "Truncate a label")
ONE_WAY_LABELS = ("Drop the users table", "git push --force", "Wipe the cache volume")
CONSEQUENCES = ("adds 3 files", "changes one setting", "adds a form", "rotate log files")
ONE_WAY_CONSEQUENCES = ("runs terraform destroy", "purge all rows of the archive")

REVERSIBILITIES = ("reversible", "partial", "irreversible")
COMPLEXITIES = (0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)

# Priors that meet a boundary, by number of readings. 0.15 ± 1e-10 lies within the tolerance.
BOUNDARY_PRIORS: dict[int, tuple[tuple[float, ...], ...]] = {
    1: ((1.0,), (0.99,), (0.995,)),
    2: (
        (0.5, 0.5),
        (0.85, 0.15),
        (0.86, 0.14),
        (0.84, 0.16),
        (0.8500000001, 0.1499999999),
        (0.849999, 0.150001),
        (0.850001, 0.149999),
        (0.7, 0.3),
        (0.71, 0.29),
        (0.55, 0.45),
        (0.99, 0.01),
        (0.855, 0.15),
        (0.85, 0.14),
        (0.86, 0.15),
        (0.505, 0.505),
        (0.495, 0.495),
    ),
    3: (
        (0.34, 0.33, 0.33),
        (0.33, 0.33, 0.33),
        (1 / 3, 1 / 3, 1 / 3),
        (0.7, 0.15, 0.15),
        (0.425, 0.425, 0.15),
        (0.72, 0.14, 0.14),
        (0.5, 0.35, 0.15),
        (0.8, 0.15, 0.06),
    ),
    4: (
        (0.25, 0.25, 0.25, 0.25),
        (0.55, 0.15, 0.15, 0.15),
        (0.58, 0.14, 0.14, 0.14),
        (0.4, 0.3, 0.15, 0.15),
    ),
    5: ((0.2, 0.2, 0.2, 0.2, 0.2), (0.4, 0.15, 0.15, 0.15, 0.15)),
    6: (
        (0.25, 0.15, 0.15, 0.15, 0.15, 0.15),
        (0.17, 0.17, 0.17, 0.17, 0.16, 0.16),
        (0.3, 0.14, 0.14, 0.14, 0.14, 0.14),
    ),
    7: (
        (0.1, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15),
        (0.143, 0.143, 0.143, 0.143, 0.143, 0.143, 0.142),
        (0.16, 0.14, 0.14, 0.14, 0.14, 0.14, 0.14),
    ),
}


def weighted(*choices: tuple[int, Any]) -> st.SearchStrategy[Any]:
    """One of the values, each as often as its weight says; the first is what shrinking aims at."""
    return st.sampled_from([value for weight, value in choices for _ in range(weight)])


@st.composite
def priors(draw: st.DrawFn, count: int) -> list[float]:
    """Positive priors that sum to within 0.01 of 1."""
    if count == 1 or draw(st.booleans()):
        return list(draw(st.permutations(draw(st.sampled_from(BOUNDARY_PRIORS[count])))))
    total = draw(weighted((6, 1000), (1, 990), (1, 995), (1, 1005), (1, 1010)))
    # The ends keep clear of the edges: no prior passes 1, however much the sum does.
    cut = st.integers(11, total - 11)
    cuts = draw(st.lists(cut, min_size=count - 1, max_size=count - 1, unique=True))
    edges = [0, *sorted(cuts), total]
    return [(high - low) / 1000 for low, high in pairwise(edges)]


@st.composite
def touched(draw: st.DrawFn) -> list[str]:
    """What a reading touches: nothing known, or files that often overlap by 4 of 5 or 5 of 6."""
    return list(
        draw(
            st.one_of(
                st.just(()),
                st.sampled_from((FILES[:4], FILES[:5], FILES, FILES[1:5])),
                st.lists(st.sampled_from(FILES), min_size=1, max_size=4, unique=True),
            )
        )
    )


@st.composite
def interpretations(draw: st.DrawFn, count: int) -> list[Json]:
    alike = draw(weighted((4, ""), (2, "all"), (1, "touches"), (2, "reversibility")))
    common: Json = {
        "complexity": draw(st.sampled_from(COMPLEXITIES)),
        "reversibility": draw(st.sampled_from(REVERSIBILITIES)),
        "touches": draw(touched()),
    }
    # At most one reading is worded as one-way, so that it is often an implausible one.
    worded = draw(weighted((3, None), (1, 0), (1, count - 1)))
    readings: list[Json] = []
    for index, prior in enumerate(draw(priors(count))):
        name = f"r{index + 1}"
        label = draw(st.sampled_from(LABELS))
        consequence = draw(st.sampled_from(CONSEQUENCES))
        if index == worded and draw(st.booleans()):
            label = draw(st.sampled_from(ONE_WAY_LABELS))
        elif index == worded:
            consequence = draw(st.sampled_from(ONE_WAY_CONSEQUENCES))
        reading: Json = {
            "id": name,
            "label": f"{label} ({name})",
            "consequence": consequence,
            "prior": prior,
            "complexity": draw(st.sampled_from(COMPLEXITIES)),
            "reversibility": draw(st.sampled_from(REVERSIBILITIES)),
        }
        if draw(weighted((4, True), (1, False))):
            reading["touches"] = draw(touched())
        if alike in ("all", "reversibility"):
            reading["reversibility"] = common["reversibility"]
        if alike in ("all", "touches"):
            reading["touches"] = common["touches"]
        if alike == "all":
            # Equal, or apart by what is just, not quite and more than a divergence of 0.2.
            apart = draw(weighted((6, 0.0), (2, 0.2), (1, 0.19), (1, 0.3), (1, -0.2)))
            complexity = round(common["complexity"] + apart, 2)
            reading["complexity"] = complexity if 0 < complexity <= 1 else common["complexity"]
        if draw(weighted((2, False), (1, True))):
            reading["strictness"] = draw(st.integers(0, 10))
        readings.append(reading)
    return readings


@st.composite
def at_the_threshold(draw: st.DrawFn) -> list[Json]:
    """Two disjoint readings whose regret is 0.15, 0.225 or a hair away: p(b) * cost(a)."""
    second, complexity = draw(
        st.sampled_from(
            (
                (0.3, 0.5),  # 0.15
                (0.5, 0.3),  # 0.15, and a tie
                (0.15, 1.0),  # 0.15, at the floor
                (0.29, 0.5),  # 0.145
                (0.45, 0.5),  # 0.225 = 0.15 * 1.5
                (0.44, 0.5),  # 0.22
                (0.299999, 0.5),  # 5e-7 short
                (0.2999999998, 0.5),  # 1e-10 short: within the tolerance
                (0.300001, 0.5),
            )
        )
    )
    kind = draw(weighted((3, "reversible"), (1, "partial"), (1, "irreversible")))
    divisor = {"reversible": 1.0, "partial": 3.0, "irreversible": 10.0}[kind]
    return [
        reading("r1", round(1 - second, 10), complexity / divisor, kind, ["app/a.py"]),
        reading("r2", second, complexity / divisor, kind, ["app/b.py"]),
    ]


@st.composite
def quoted(draw: st.DrawFn, clause: str) -> str:
    """The clause in another case and between outer quote marks, or as it is."""
    changed = draw(st.sampled_from((clause, clause.upper(), clause.lower(), clause.title())))
    marks = draw(st.sampled_from(("", '""', "''", "\u201c\u201d")))
    return f"{marks[:1]}{changed}{marks[1:]}"


@st.composite
def blocker_entries(draw: st.DrawFn, blocker: str, clauses: Sequence[str]) -> list[str]:
    if blocker != "mutually_exclusive_requirements":
        named = (("the SMTP host",), ("rule 4.2", "rule 7"), ("", "rule 4.2"))
        unnamed = ((), ("",), (" ",))
        return list(draw(st.sampled_from(named + unnamed)))
    chosen = draw(
        st.sampled_from(
            (
                (clauses[0], clauses[1]),
                (clauses[1], clauses[0]),
                (clauses[0], clauses[0]),
                (clauses[0],),
                (clauses[0], "never said"),
                (clauses[0], clauses[1], "never said"),
                (clauses[0], ""),
                (),
            )
        )
    )
    return [draw(quoted(clause)) for clause in chosen]


@st.composite
def an_ambiguity(draw: st.DrawFn, name: str, clauses: Sequence[str]) -> Json:
    count = draw(weighted((6, 2), (4, 3), (2, 4), (2, 5), (1, 6), (1, 7), (1, 1)))
    readings = draw(st.one_of(interpretations(count), interpretations(count), at_the_threshold()))
    found: Json = {"id": name, "interpretations": readings}
    blocker = draw(
        weighted(
            (6, None),
            (1, "ambiguous_goal"),
            (1, "none"),
            (2, "mutually_exclusive_requirements"),
            (2, "missing_external_data"),
            (2, "security_decision"),
        )
    )
    if blocker is not None:
        found["blocker_type"] = blocker
        if draw(weighted((5, True), (1, False))):
            found["blocker_evidence"] = draw(blocker_entries(blocker, clauses))
    if draw(weighted((3, False), (1, True))):
        found["none_fits"] = draw(st.sampled_from((0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)))
    if draw(weighted((2, False), (1, True))):
        found["safe_default"] = draw(st.sampled_from([r["id"] for r in readings]))
    return found


@st.composite
def evidence(draw: st.DrawFn, ambiguities: Sequence[Json]) -> list[Json]:
    entries: list[Json] = []
    for number in range(draw(weighted((4, 1), (3, 2), (1, 3), (1, 5), (1, 0)))):
        about = draw(st.sampled_from(ambiguities))
        entries.append(
            {
                "id": f"e{number + 1}",
                "ambiguity": about["id"],
                "source": draw(st.sampled_from(("repo_facts", "memory", "prior_session"))),
                "supports": draw(st.sampled_from([r["id"] for r in about["interpretations"]])),
                "confidence": draw(
                    st.one_of(
                        st.sampled_from((0.4, 0.1, 0.74, 0.749999)),
                        st.sampled_from((0.7499999999, 0.75, 0.76, 0.9, 1.0)),
                    )
                ),
                "locator": "app/models.py:12",
            }
        )
    return entries


@st.composite
def exhaustion(draw: st.DrawFn, entries: Sequence[Json]) -> Json:
    """Each part missing, empty or naming evidence that exists."""
    names = [entry["id"] for entry in entries]
    parts: Json = {}
    for part in (
        "codebase_search",
        "similar_features",
        "infrastructure",
        "attempted_inference",
        "investigation",
    ):
        state = draw(weighted((6, "named"), (1, "empty"), (1, "missing")))
        if state != "missing":
            parts[part] = [draw(st.sampled_from(names))] if state == "named" and names else []
    return parts


@st.composite
def policies(draw: st.DrawFn) -> Json:
    """Any subset of the policy keys."""
    return draw(
        st.fixed_dictionaries(
            {},
            optional={
                "estimator": st.sampled_from(("regret", "standard")),
                "evpi_question_threshold": st.sampled_from((0.1, 0.15, 0.2, 0.225, 0.45, 0.6, 1.0)),
                "min_prior": st.sampled_from((0.05, 0.1, 0.15, 0.2, 0.3)),
                "min_divergence": st.sampled_from((0.1, 0.2, 0.3, 0.5, 1.0)),
                "evidence_threshold": st.sampled_from((0.4, 0.75, 0.9, 1.0)),
                "strict_blockers": st.booleans(),
                "blockers_need_evpi": st.booleans(),
                "always_ask_one_way": st.booleans(),
                "profile": st.just("s0"),
            },
        )
    )


@st.composite
def documents(draw: st.DrawFn) -> Json:
    """A valid gate document; everything optional is absent about as often as it is given."""
    goal = draw(st.sampled_from(sorted(GOALS)))
    count = draw(weighted((6, 1), (4, 2), (2, 3), (1, 4), (1, 5)))
    names = draw(st.lists(st.sampled_from(IDS), min_size=count, max_size=count, unique=True))
    ambiguities = [draw(an_ambiguity(name, GOALS[goal])) for name in names]
    if len(ambiguities) > 1 and draw(weighted((3, False), (1, True))):
        # The same readings twice: equal values, so that GATE-16 comes down to the given order.
        ambiguities[-1] = {**ambiguities[0], "id": names[-1]}
    document: Json = {"goal": goal, "ambiguities": ambiguities}
    entries: list[Json] = []
    given = draw(weighted((4, ""), (4, "evidence"), (4, "both"), (1, "exhaustion")))
    if given in ("evidence", "both"):
        entries = draw(evidence(ambiguities))
        document["evidence"] = entries
    if given in ("both", "exhaustion"):
        document["exhaustion"] = draw(exhaustion(entries))
    if draw(weighted((2, False), (1, True))):
        document["budget_left"] = draw(st.booleans())
    if draw(st.booleans()):
        document["phase"] = draw(weighted((5, "planning"), (1, "execution")))
    if draw(st.booleans()):
        document["attention"] = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "focus": weighted((3, "ambient"), (3, "focused"), (1, "deep")),
                    "budget": weighted(
                        (4, "normal"), (4, "high_load"), (1, "critical"), (1, "cost_exceeded")
                    ),
                    "interrupt_ewma": st.sampled_from((0.0, 0.5, 0.8, 0.8000001, 0.81, 0.99)),
                },
            )
        )
    if draw(st.booleans()):
        document["quota"] = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "used": weighted((4, False), (1, True)),
                    "open_in_workspace": weighted((4, False), (1, True)),
                    "attempts": st.one_of(st.integers(0, 6), st.sampled_from((2, 3, 5))),
                },
            )
        )
    if draw(st.booleans()):
        # One value for every question, or some questions only and now and then a stranger.
        values = st.sampled_from(("never-ask", "ask-only-for-one-way", "always-ask"))
        some = weighted((4, names[0]), (3, names[-1]), (1, "some-other-question"))
        document["preferences"] = draw(
            st.one_of(
                values.map(lambda value: dict.fromkeys(names, value)),
                st.dictionaries(some, values, max_size=2),
            )
        )
    if draw(weighted((3, True), (2, False))):
        document["policy"] = draw(policies())
    return document


# Part 2: worked examples


class Example(NamedTuple):
    """A document and what the text says about it: one verdict per ambiguity, in given order."""

    name: str
    document: Json
    expected: tuple[Verdict, ...]
    reason: str
    also: Mapping[str, Any] = {}
    """Further fields of the first decision."""


def net_of_the_examples(text: str) -> bool:
    """Stands in for PREF-2's word net; the examples use no other one-way wording."""
    return "drop the users table" in text.lower()


def reading(
    name: str,
    prior: float,
    complexity: float = 0.5,
    reversibility: str = "partial",
    touches: Sequence[str] | None = None,
    **more: Any,
) -> Json:
    """An interpretation; unless told otherwise it touches one file of its own."""
    return {
        "id": name,
        "label": f"Take way {name}",
        "consequence": f"adds the module of {name}",
        "prior": prior,
        "complexity": complexity,
        "reversibility": reversibility,
        "touches": [f"app/{name}.py"] if touches is None else list(touches),
        **more,
    }


def ambiguity(*readings: Json, name: str = "q", **more: Any) -> Json:
    return {"id": name, "interpretations": list(readings), **more}


def document(*ambiguities: Json, goal: str = "Build the export", **more: Any) -> Json:
    return {"goal": goal, "ambiguities": list(ambiguities), **more}


def fact(supports: str, confidence: float, number: int = 1, about: str = "q") -> Json:
    return {
        "id": f"e{number}",
        "ambiguity": about,
        "source": "repo_facts",
        "supports": supports,
        "confidence": confidence,
        "locator": "app/models.py:12",
    }


def loud(name: str = "q", **more: Any) -> Json:
    """Regret 0.4 * 1.5 * 1 = 0.6: asks unless a rule decides. Most conservative: b (cost 0.9)."""
    return ambiguity(reading("a", 0.6, 0.5), reading("b", 0.4, 0.3), name=name, **more)


def quiet(name: str = "q", **more: Any) -> Json:
    """Regret 0.2 * 0.2 * 1 = 0.04: below the threshold."""
    return ambiguity(
        reading("a", 0.8, 0.2, "reversible"),
        reading("b", 0.2, 0.2, "reversible"),
        name=name,
        **more,
    )


def one_way(name: str = "q", **more: Any) -> Json:
    """Regret 0.4 * 5 * 1 = 2 on an irreversible act-on reading: VOI-4. Most conservative: b."""
    return ambiguity(
        reading("a", 0.6, 0.5, "irreversible"),
        reading("b", 0.4, 0.5, "reversible"),
        name=name,
        **more,
    )


EXCLUSIVE: Json = {
    "blocker_type": "mutually_exclusive_requirements",
    "blocker_evidence": ['"passwordless"', '"users set strong passwords"'],
}
LOGIN = "Add authentication; passwordless, and users set strong passwords"
MISSING: Json = {"blocker_type": "missing_external_data", "blocker_evidence": ["the SMTP host"]}
SECURITY: Json = {"blocker_type": "security_decision", "blocker_evidence": ["rule 4.2"]}
SHARED = ["s1", "s2", "s3", "s4"]
COMPLETE: Json = {
    "codebase_search": ["e1"],
    "similar_features": ["e1"],
    "infrastructure": ["e1"],
    "attempted_inference": ["e1"],
}

ASK: Verdict = ("ask", "GATE-9", None)
INVESTIGATE: Verdict = ("investigate", "GATE-6", None)


def assume(rule: str, name: str) -> Verdict:
    return ("assume", rule, name)


EXAMPLES: list[Example] = [
    Example(
        "contracts example",
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
            quota={"used": False, "open_in_workspace": False, "attempts": 0},
            preferences={},
            policy={"estimator": "regret", "evpi_question_threshold": 0.15},
        ),
        (ASK,),
        "1.5 - (0.55*1.5 + 0.45*1.2) = 0.135; 0.45 * 1.5 * 2/3 = 0.45; both clauses are quoted",
        {
            "standard": 0.135,
            "regret": 0.45,
            "in_force": 0.45,
            "estimator": "regret",
            "threshold": 0.15,
            "value": 0.45,
            "value_rule": "VOI-8",
            "requires_approval": False,
            "default": "password",
        },
    ),
    # GATE-2
    Example(
        "evidence at exactly 0.75 infers",
        document(loud(), evidence=[fact("b", 0.75)]),
        (("infer", "GATE-2", "b"),),
        "GATE-2: at or above 0.75, nothing against it",
    ),
    Example(
        "evidence at 0.74 infers nothing",
        document(loud(), evidence=[fact("b", 0.74)]),
        (ASK,),
        "below 0.75; 0.6 is above the threshold",
    ),
    Example(
        "contradicting evidence resolves nothing",
        document(loud(), evidence=[fact("a", 0.95), fact("b", 0.75, 2)]),
        (ASK,),
        "two readings at 0.75 and above",
    ),
    Example(
        "two facts for one reading and a weak one against it",
        document(loud(), evidence=[fact("b", 0.8, 1), fact("b", 0.9, 2), fact("a", 0.7, 3)]),
        (("infer", "GATE-2", "b"),),
        "all entries at 0.75 and above name b",
    ),
    Example(
        "evidence about another ambiguity is not counted",
        document(loud("p"), quiet("q"), evidence=[fact("b", 0.9, about="q")]),
        (ASK, ("infer", "GATE-2", "b")),
        "only q has evidence",
    ),
    Example(
        "an implausible reading can be inferred, and needs approval",
        document(
            ambiguity(reading("a", 0.9), reading("b", 0.1, 0.5, "irreversible")),
            evidence=[fact("b", 0.8)],
        ),
        (("infer", "GATE-2", "b"),),
        "GATE-2 comes before GATE-1 and asks for no prior",
        {"requires_approval": True, "value": 0.0},
    ),
    Example(
        "facts never settle a verified contradiction in the goal",
        document(loud(**EXCLUSIVE), goal=LOGIN, evidence=[fact("b", 1.0)]),
        (ASK,),
        "GATE-2 is not for a verified mutually_exclusive_requirements",
    ),
    Example(
        "facts settle an unverified contradiction",
        document(loud(**EXCLUSIVE), evidence=[fact("b", 1.0)]),
        (("infer", "GATE-2", "b"),),
        "neither quote occurs in the goal: treated as ambiguous_goal",
    ),
    Example(
        "facts settle verified missing data",
        document(loud(**MISSING), evidence=[fact("b", 0.8)]),
        (("infer", "GATE-2", "b"),),
        "the exception of GATE-2 names one blocker type only",
        {"value_rule": "VOI-8"},
    ),
    Example(
        "the evidence threshold is policy",
        document(loud(), evidence=[fact("b", 0.8)], policy={"evidence_threshold": 0.9}),
        (ASK,),
        "0.8 < 0.9",
    ),
    # GATE-1
    Example(
        "one plausible reading",
        document(ambiguity(reading("a", 0.86, 0.5, "irreversible"), reading("b", 0.14))),
        (assume("GATE-1", "a"),),
        "0.14 < 0.15, so fewer than two; VOI-4 finds no other plausible reading",
        {"requires_approval": True, "value_rule": None, "regret": 0.0, "standard": 0.0},
    ),
    Example(
        "a prior of exactly 0.15 is plausible",
        document(ambiguity(reading("a", 0.85), reading("b", 0.15))),
        (ASK,),
        "0.15 * 1.5 = 0.225",
        {"regret": 0.225},
    ),
    Example(
        "the floor looks at the priors as given",
        document(ambiguity(reading("a", 0.85), reading("b", 0.148))),
        (assume("GATE-1", "a"),),
        "0.148 / 0.998 is also below, and 0.148 is what counts",
    ),
    Example(
        "renormalising does not lift a prior over the floor",
        document(ambiguity(reading("a", 0.842), reading("b", 0.149))),
        (assume("GATE-1", "a"),),
        "0.149 / 0.991 = 0.1504, but the floor applies before renormalising",
    ),
    Example(
        "equal in all that counts",
        document(ambiguity(reading("a", 0.5, touches=["x"]), reading("b", 0.5, touches=["x"]))),
        (assume("GATE-1", "a"),),
        "divergence 0; tie of everything, so given order",
    ),
    Example(
        "divergence just below 0.2 although dear",
        document(
            ambiguity(
                reading("a", 0.6, 0.5, "irreversible", [*SHARED, "s5"]),
                reading("b", 0.4, 0.5, "irreversible", [*SHARED, "s5", "s6"]),
            )
        ),
        (assume("GATE-1", "a"),),
        "1 - 5/6 = 0.167; GATE-1 decides before the value 0.4 * 5 / 6 = 0.333 is looked at",
        {"regret": 1 / 3, "value_rule": None, "requires_approval": True},
    ),
    Example(
        "divergence of exactly 0.2 is material",
        document(
            ambiguity(
                reading("a", 0.6, 0.5, touches=SHARED),
                reading("b", 0.4, 0.5, touches=[*SHARED, "s5"]),
            )
        ),
        (assume("GATE-3", "a"),),
        "1 - 4/5 = 0.2 passes GATE-1; 0.4 * 1.5 * 0.2 = 0.12 is below 0.15",
        {"regret": 0.12},
    ),
    Example(
        "a complexity difference of exactly 0.2 is material",
        document(
            ambiguity(
                reading("a", 0.6, 0.7, "irreversible", ["x"]),
                reading("b", 0.4, 0.5, "irreversible", ["x"]),
            )
        ),
        (ASK,),
        "equal touches, |0.7 - 0.5| = 0.2; 0.4 * 7 * 0.2 = 0.56, and VOI-4",
        {"regret": 0.56, "value_rule": "VOI-4", "default": "b"},
    ),
    Example(
        "touching nothing known diverges wholly",
        document(ambiguity(reading("a", 0.5, touches=[]), reading("b", 0.5, touches=[]))),
        (ASK,),
        "divergence 1: 0.5 * 1.5 = 0.75",
        {"regret": 0.75},
    ),
    Example(
        "no reading is plausible",
        document(
            ambiguity(
                reading("a", 0.143),
                reading("b", 0.142, 0.1, "reversible"),
                reading("c", 0.143, 0.9, "reversible"),
                reading("d", 0.143, 0.4, "reversible"),
                reading("e", 0.143, 0.4, "irreversible"),
                reading("f", 0.143, 0.5, "reversible"),
                reading("g", 0.143),
            )
        ),
        (assume("GATE-1", "d"),),
        "tie at 0.143 (not b): reversible c, d, f; the cheapest is d",
    ),
    Example(
        "a single reading",
        document(ambiguity(reading("a", 1.0))),
        (assume("GATE-1", "a"),),
        "fewer than two",
    ),
    Example(
        "a verified blocker is never decided by GATE-1",
        document(ambiguity(reading("a", 0.9), reading("b", 0.1), **SECURITY)),
        (ASK,),
        "one plausible reading, but the rule is named: VOI-8 counts as at the threshold",
        {"value": 0.0, "value_rule": "VOI-8"},
    ),
    Example(
        "min_prior is policy",
        document(loud(), policy={"min_prior": 0.45}),
        (assume("GATE-1", "a"),),
        "0.4 < 0.45",
    ),
    Example(
        "min_divergence is policy",
        document(
            ambiguity(reading("a", 0.6, touches=["x", "y"]), reading("b", 0.4, touches=["x"])),
            policy={"min_divergence": 0.6},
        ),
        (assume("GATE-1", "a"),),
        "1 - 1/2 = 0.5 < 0.6",
    ),
    # GATE-3, VOI-5, VOI-7
    Example(
        "value below the threshold",
        document(quiet()),
        (assume("GATE-3", "a"),),
        "0.2 * 0.2 = 0.04 < 0.15",
        {"regret": 0.04, "value_rule": None},
    ),
    Example(
        "value exactly at the threshold",
        document(
            ambiguity(reading("a", 0.7, 0.5, "reversible"), reading("b", 0.3, 0.5, "reversible"))
        ),
        (ASK,),
        "0.3 * 0.5 = 0.15, compared with >=",
        {"value": 0.15, "default": "a"},
    ),
    Example(
        "value just below the threshold",
        document(
            ambiguity(reading("a", 0.71, 0.5, "reversible"), reading("b", 0.29, 0.5, "reversible"))
        ),
        (assume("GATE-3", "a"),),
        "0.29 * 0.5 = 0.145",
    ),
    Example(
        "value short of the threshold by less than the tolerance",
        document(
            ambiguity(
                reading("a", 0.7000000002, 0.5, "reversible"),
                reading("b", 0.2999999998, 0.5, "reversible"),
            )
        ),
        (ASK,),
        "0.1499999999 is 1e-10 short, the tolerance is 1e-9",
    ),
    Example(
        "many interruptions raise the threshold",
        document(
            ambiguity(reading("a", 0.56, 0.5, "reversible"), reading("b", 0.44, 0.5, "reversible")),
            attention={"interrupt_ewma": 0.81},
        ),
        (assume("GATE-3", "a"),),
        "0.44 * 0.5 = 0.22 < 0.15 * 1.5 = 0.225",
        {"threshold": 0.225},
    ),
    Example(
        "the raised threshold met exactly",
        document(
            ambiguity(reading("a", 0.55, 0.5, "reversible"), reading("b", 0.45, 0.5, "reversible")),
            attention={"interrupt_ewma": 0.81},
        ),
        (ASK,),
        "0.45 * 0.5 = 0.225",
    ),
    Example(
        "an average of exactly 0.8 raises nothing",
        document(
            ambiguity(reading("a", 0.56, 0.5, "reversible"), reading("b", 0.44, 0.5, "reversible")),
            attention={"interrupt_ewma": 0.8},
        ),
        (ASK,),
        "0.8 is not above 0.8: 0.22 >= 0.15",
        {"threshold": 0.15},
    ),
    Example(
        "none_fits lowers the value to exactly the threshold",
        document(loud(none_fits=0.75)),
        (ASK,),
        "(1 - 0.75) * 0.6 = 0.15; in_force stays the estimate",
        {"value": 0.15, "in_force": 0.6},
    ),
    Example(
        "none_fits lowers the value below the threshold",
        document(loud(none_fits=0.8)),
        (assume("GATE-3", "a"),),
        "(1 - 0.8) * 0.6 = 0.12",
    ),
    Example(
        "the threshold is policy",
        document(loud(), policy={"evpi_question_threshold": 0.61}),
        (assume("GATE-3", "a"),),
        "0.6 < 0.61",
    ),
    Example(
        "always-ask switches GATE-3 off",
        document(quiet(), preferences={"q": "always-ask"}),
        (ASK,),
        "PREF-1",
        {"value_rule": None},
    ),
    Example(
        "always-ask does not switch GATE-1 off",
        document(ambiguity(reading("a", 0.9), reading("b", 0.1)), preferences={"q": "always-ask"}),
        (assume("GATE-1", "a"),),
        "PREF-1 names GATE-3 only",
    ),
    # VOI-3
    Example(
        "the standard estimator gives nothing for equally dear readings",
        document(ambiguity(reading("a", 0.6), reading("b", 0.4)), policy={"estimator": "standard"}),
        (assume("GATE-3", "a"),),
        "1.5 - 1.5 = 0 under standard; regret would be 0.6",
        {"in_force": 0.0, "regret": 0.6, "estimator": "standard"},
    ),
    Example(
        "profile s0 selects the standard estimator",
        document(loud(), policy={"profile": "s0"}),
        (ASK,),
        "1.5 - (0.6 * 1.5 + 0.4 * 0.9) = 0.24",
        {"in_force": 0.24, "standard": 0.24, "estimator": "standard"},
    ),
    Example(
        "both estimates are over the plausible readings, renormalised",
        document(
            ambiguity(
                reading("a", 0.5, 0.5),
                reading("b", 0.4, 0.2),
                reading("c", 0.1, 1.0, "irreversible"),
            )
        ),
        (ASK,),
        "shares 5/9 and 4/9: regret 4/9 * 1.5 = 2/3; standard 1.5 - (5/9*1.5 + 4/9*0.6) = 0.4",
        {"regret": 2 / 3, "standard": 0.4, "default": "b"},
    ),
    # VOI-4
    Example(
        "an irreversible act-on reading asks below the threshold",
        document(
            ambiguity(
                reading("a", 0.8, 0.01, "irreversible"), reading("b", 0.2, 0.01, "irreversible")
            )
        ),
        (ASK,),
        "0.2 * 0.1 = 0.02 is below, VOI-4 counts it as at the threshold",
        {"value": 0.02, "value_rule": "VOI-4", "default": "a"},
    ),
    Example(
        "VOI-4 asks even when surely no option fits",
        document(one_way(none_fits=1)),
        (ASK,),
        "value 0, VOI-4 speaks",
        {"value": 0.0, "value_rule": "VOI-4", "default": "b"},
    ),
    Example(
        "VOI-4 is silent for an irreversible reading that is not acted on",
        document(
            ambiguity(reading("a", 0.8, 0.2, "reversible"), reading("b", 0.2, 0.2, "irreversible"))
        ),
        (assume("GATE-3", "a"),),
        "0.2 * 0.2 * 1 = 0.04, act-on is reversible",
        {"value_rule": None},
    ),
    Example(
        "VOI-4 under the standard estimator",
        document(
            ambiguity(
                reading("a", 0.5, 0.3, "irreversible"), reading("b", 0.5, 0.3, "irreversible")
            ),
            policy={"profile": "s0"},
        ),
        (ASK,),
        "standard gives 0 for two equally dear irreversible readings; VOI-4 holds for either",
        {"in_force": 0.0, "value_rule": "VOI-4"},
    ),
    # VOI-8
    Example(
        "verified missing data asks below the threshold",
        document(quiet(**MISSING)),
        (ASK,),
        "one non-empty entry",
        {"value_rule": "VOI-8"},
    ),
    Example(
        "case and outer quote marks are ignored",
        document(
            quiet(
                blocker_type="mutually_exclusive_requirements",
                blocker_evidence=["'PASSWORDLESS'", "\u201cUsers set strong passwords\u201d"],
            ),
            goal=LOGIN,
        ),
        (ASK,),
        "two different quotes that occur in the goal",
        {"value_rule": "VOI-8"},
    ),
    Example(
        "the same quote twice verifies nothing",
        document(
            quiet(
                blocker_type="mutually_exclusive_requirements",
                blocker_evidence=["passwordless", '"Passwordless"'],
            ),
            goal=LOGIN,
        ),
        (assume("GATE-3", "a"),),
        "they differ in case and quote marks only",
        {"value_rule": None},
    ),
    Example(
        "a quote that is not in the goal verifies nothing",
        document(
            quiet(
                blocker_type="mutually_exclusive_requirements",
                blocker_evidence=["passwordless", "biometrics"],
            ),
            goal=LOGIN,
        ),
        (assume("GATE-3", "a"),),
        "one of two occurs",
    ),
    Example(
        "a security decision without its rule",
        document(quiet(blocker_type="security_decision", blocker_evidence=[])),
        (assume("GATE-3", "a"),),
        "unverified, treated as ambiguous_goal",
    ),
    Example(
        "blockers_need_evpi switches VOI-8 off",
        document(quiet(**MISSING), policy={"blockers_need_evpi": True}),
        (assume("GATE-3", "a"),),
        "0.04 < 0.15 and VOI-8 is silent",
        {"value_rule": None},
    ),
    # GATE-14
    Example(
        "always_ask_one_way keeps GATE-3 from deciding",
        document(
            ambiguity(reading("a", 0.8, 0.2, "reversible"), reading("b", 0.2, 0.2, "irreversible")),
            policy={"always_ask_one_way": True},
        ),
        (ASK,),
        "b is plausible and irreversible",
        {"value_rule": None, "default": "a"},
    ),
    Example(
        "always_ask_one_way keeps GATE-1 from deciding",
        document(
            ambiguity(reading("a", 0.9, 0.5, "irreversible"), reading("b", 0.1)),
            policy={"always_ask_one_way": True},
        ),
        (ASK,),
        "the one plausible reading is irreversible",
    ),
    Example(
        "always_ask_one_way needs a plausible irreversible reading",
        document(
            ambiguity(
                reading("a", 0.6, 0.1, "reversible"),
                reading("b", 0.3, 0.1, "reversible"),
                reading("c", 0.1, 0.1, "irreversible"),
            ),
            policy={"always_ask_one_way": True},
        ),
        (assume("GATE-3", "a"),),
        "c is implausible; 1/3 * 0.1 = 0.033",
    ),
    # GATE-12
    Example(
        "strict_blockers assumes an ambiguous goal",
        document(loud(), policy={"strict_blockers": True}),
        (assume("GATE-12", "a"),),
        "the type is ambiguous_goal when absent",
    ),
    Example(
        "strict_blockers assumes where there is no blocker",
        document(loud(blocker_type="none"), policy={"strict_blockers": True}),
        (assume("GATE-12", "a"),),
        "the blocker is none",
    ),
    Example(
        "strict_blockers lets a verified blocker ask",
        document(loud(**SECURITY), policy={"strict_blockers": True}),
        (ASK,),
        "security_decision with its rule named",
    ),
    Example(
        "strict_blockers assumes an unverified blocker",
        document(loud(blocker_type="missing_external_data"), policy={"strict_blockers": True}),
        (assume("GATE-12", "a"),),
        "unverified is treated as ambiguous_goal",
    ),
    Example(
        "GATE-3 comes before GATE-12",
        document(quiet(), policy={"strict_blockers": True}),
        (assume("GATE-3", "a"),),
        "first rule that decides wins",
    ),
    # GATE-4
    Example(
        "nothing asks in execution",
        document(one_way(), phase="execution"),
        (assume("GATE-4", "a"),),
        "the act-on reading, with approval",
        {"requires_approval": True, "value_rule": "VOI-4"},
    ),
    Example(
        "facts still infer in execution",
        document(loud(), phase="execution", evidence=[fact("b", 0.8)]),
        (("infer", "GATE-2", "b"),),
        "GATE-2 comes before GATE-4",
    ),
    Example(
        "execution comes before deep focus",
        document(loud(), phase="execution", attention={"focus": "deep"}),
        (assume("GATE-4", "a"),),
        "GATE-4 comes before GATE-5",
    ),
    # GATE-5
    Example(
        "deep focus defers with the most conservative reading",
        document(loud(), attention={"focus": "deep"}),
        (("defer", "GATE-5", "b"),),
        "both partial, b costs 0.9 against 1.5",
    ),
    Example(
        "a critical budget defers",
        document(one_way(), attention={"budget": "critical"}),
        (("defer", "GATE-5", "b"),),
        "b is reversible",
        {"requires_approval": False},
    ),
    Example(
        "an exceeded cost defers before the quota is looked at",
        document(loud(), attention={"budget": "cost_exceeded"}, quota={"used": True}),
        (("defer", "GATE-5", "b"),),
        "GATE-5 comes before GATE-7",
    ),
    Example(
        "high load and focus still ask",
        document(loud(), attention={"focus": "focused", "budget": "high_load"}),
        (ASK,),
        "GATE-5 names deep, critical and cost_exceeded",
    ),
    Example(
        "a verified security decision defers to the strictest reading",
        document(
            ambiguity(
                reading("a", 0.5, 0.1, "reversible", strictness=3),
                reading("b", 0.3, 0.5, "irreversible", strictness=9),
                reading("c", 0.2, 0.1, "reversible"),
                **SECURITY,
            ),
            attention={"focus": "deep"},
        ),
        (("defer", "GATE-5", "b"),),
        "GATE-10: the highest strictness comes before the multiplier",
        {"requires_approval": True},
    ),
    # GATE-7
    Example(
        "the clarification is used, no attempt yet",
        document(loud(), quota={"used": True}),
        (assume("GATE-7", "a"),),
        "0 to 2 attempts: the act-on reading",
    ),
    Example(
        "the clarification is used, two attempts",
        document(loud(), quota={"used": True, "attempts": 2}),
        (assume("GATE-7", "a"),),
        "0 to 2 attempts: the act-on reading",
    ),
    Example(
        "a question is open, three attempts",
        document(loud(), quota={"open_in_workspace": True, "attempts": 3}),
        (assume("GATE-7", "b"),),
        "3 and 4 attempts: the most conservative",
    ),
    Example(
        "five attempts",
        document(loud(), quota={"used": True, "open_in_workspace": True, "attempts": 5}),
        (assume("GATE-7", "b"),),
        "5 and more: the most conservative and one task group",
    ),
    Example(
        "attempts alone do not use the quota",
        document(loud(), quota={"used": False, "open_in_workspace": False, "attempts": 6}),
        (ASK,),
        "GATE-7 needs an open question or a used clarification",
    ),
    # GATE-8
    Example(
        "never-ask decides a two-way question",
        document(loud(), preferences={"q": "never-ask"}),
        (assume("GATE-8", "a"),),
        "nothing irreversible, net and registry silent",
    ),
    Example(
        "ask-only-for-one-way decides a two-way question",
        document(loud(), preferences={"q": "ask-only-for-one-way"}),
        (assume("GATE-8", "a"),),
        "PREF-1",
    ),
    Example(
        "a plausible irreversible reading beats never-ask",
        document(
            ambiguity(reading("a", 0.6), reading("b", 0.4, 0.5, "irreversible")),
            preferences={"q": "never-ask"},
        ),
        (ASK,),
        "0.4 * 1.5 * 1 = 0.6; PREF-2: one-way beats any preference",
        {"value_rule": None},
    ),
    Example(
        "an implausible irreversible reading does not",
        document(
            ambiguity(reading("a", 0.5), reading("b", 0.4), reading("c", 0.1, 0.5, "irreversible")),
            preferences={"q": "never-ask"},
        ),
        (assume("GATE-8", "a"),),
        "GATE-8: no plausible reading declared irreversible",
    ),
    Example(
        "a one-way wording beats never-ask",
        document(
            ambiguity(reading("a", 0.6), reading("b", 0.4, label="Drop the users table")),
            preferences={"q": "never-ask"},
        ),
        (ASK,),
        "the word net speaks over the labels",
    ),
    Example(
        "a preference for another question is not this one's",
        document(loud(), preferences={"p": "never-ask"}),
        (ASK,),
        "the map is by ambiguity id",
    ),
    Example(
        "never-ask on a chain id is passed over",
        document(loud("qa-split-e1"), preferences={"qa-split-e1": "never-ask"}),
        (ASK,),
        "SPLIT-9",
    ),
    Example(
        "always-ask on a chain id holds",
        document(quiet("qa-split-e1"), preferences={"qa-split-e1": "always-ask"}),
        (ASK,),
        "SPLIT-9 passes over the other two only",
    ),
    Example(
        "an id that only looks like a chain id",
        document(loud("qa-splitscreen-test"), preferences={"qa-splitscreen-test": "never-ask"}),
        (assume("GATE-8", "a"),),
        "SPLIT-9: qa-splitscreen-test is not one",
    ),
    Example(
        "a preference comes before investigating",
        document(loud(), preferences={"q": "never-ask"}, exhaustion={}),
        (assume("GATE-8", "a"),),
        "GATE-8 comes before GATE-6",
    ),
    Example(
        "the quota comes before a preference",
        document(loud(), preferences={"q": "never-ask"}, quota={"used": True, "attempts": 4}),
        (assume("GATE-7", "b"),),
        "GATE-7 comes before GATE-8",
    ),
    # GATE-6
    Example(
        "missing exhaustion is investigated first",
        document(loud(), exhaustion={}),
        (INVESTIGATE,),
        "given but without its lists: incomplete, and budget is left",
    ),
    Example(
        "an empty list is incomplete",
        document(
            loud(), evidence=[fact("a", 0.4)], exhaustion={**COMPLETE, "similar_features": []}
        ),
        (INVESTIGATE,),
        "CONTRACTS: a missing or empty list other than investigation",
    ),
    Example(
        "a missing investigation is not incomplete",
        document(loud(), evidence=[fact("a", 0.4)], exhaustion=COMPLETE),
        (ASK,),
        "ASK-6's rule for complexity applies in sessions only",
    ),
    Example(
        "with the budget spent the question is asked",
        document(loud(), exhaustion={}, budget_left=False),
        (ASK,),
        "GATE-6 needs budget left",
    ),
    Example(
        "absent exhaustion is complete",
        document(loud(), budget_left=True),
        (ASK,),
        "the caller vouches",
    ),
    Example(
        "several ambiguities are investigated alike",
        document(loud("p"), one_way("q"), quiet("r"), exhaustion={}),
        (INVESTIGATE, INVESTIGATE, assume("GATE-3", "a")),
        "none asks, so GATE-16 has nothing to choose",
    ),
    # GATE-16
    Example(
        "a verified blocker asks before VOI-4 and a higher value",
        document(one_way("p"), quiet("q", **MISSING), loud("r")),
        (assume("GATE-7", "a"), ASK, assume("GATE-7", "a")),
        "VOI-8 first although its value 0.04 is the lowest",
        {"requires_approval": True},
    ),
    Example(
        "VOI-4 asks before a higher value",
        document(
            loud("p"),
            ambiguity(
                reading("a", 0.8, 0.01, "irreversible"),
                reading("b", 0.2, 0.01, "irreversible"),
                name="q",
            ),
        ),
        (assume("GATE-7", "a"), ASK),
        "0.02 against 0.6, but VOI-4 comes first",
    ),
    Example(
        "the highest value asks",
        document(
            ambiguity(reading("a", 0.7), reading("b", 0.3), name="p"),
            loud("q"),
            quiet("r"),
        ),
        (assume("GATE-7", "a"), ASK, assume("GATE-3", "a")),
        "0.45 against 0.6; r never would have asked",
    ),
    Example(
        "none_fits lowers the place among several",
        document(loud("p", none_fits=0.5), ambiguity(reading("a", 0.7), reading("b", 0.3))),
        (assume("GATE-7", "a"), ASK),
        "0.3 against 0.45: the value, not the estimate 0.6",
    ),
    Example(
        "equal values ask in given order",
        document(loud("p"), loud("q"), loud("r")),
        (ASK, assume("GATE-7", "a"), assume("GATE-7", "a")),
        "given order",
    ),
    Example(
        "those that lose follow the ladder by attempts",
        document(loud("p"), loud("q"), quota={"attempts": 3}),
        (ASK, assume("GATE-7", "b")),
        "as if the clarification were used: 3 attempts, the most conservative",
    ),
    Example(
        "always-ask has no precedence",
        document(quiet("p"), loud("q"), preferences={"p": "always-ask"}),
        (assume("GATE-7", "a"), ASK),
        "0.04 against 0.6",
    ),
    # GATE-10 and ASK-3
    Example(
        "a tie goes to the lower multiplier",
        document(
            ambiguity(reading("a", 0.5, 0.1, "partial"), reading("b", 0.5, 0.9, "reversible")),
            phase="execution",
        ),
        (assume("GATE-4", "b"),),
        "0.5 * 0.9 * 1 = 0.45 asks; multiplier 1 before cost 0.3",
        {"regret": 0.45},
    ),
    Example(
        "a tie of multipliers goes to the lower cost",
        document(ambiguity(reading("a", 0.5, 0.9), reading("b", 0.5, 0.8)), phase="execution"),
        (assume("GATE-4", "b"),),
        "2.4 against 2.7",
        {"regret": 1.2},
    ),
    Example(
        "the most conservative by prior",
        document(
            ambiguity(reading("a", 0.3), reading("b", 0.4), reading("c", 0.3)),
            attention={"focus": "deep"},
        ),
        (("defer", "GATE-5", "b"),),
        "equal multiplier and cost, highest prior",
    ),
    Example(
        "a tie in a verified security decision goes to the stricter",
        document(
            ambiguity(
                reading("a", 0.5, 0.1, "reversible", strictness=2),
                reading("b", 0.5, 0.9, "partial", strictness=7),
                **SECURITY,
            ),
            phase="execution",
        ),
        (assume("GATE-4", "b"),),
        "strictness comes first; without it a would win",
    ),
    Example(
        "strictness counts for nothing else",
        document(
            ambiguity(
                reading("a", 0.5, 0.5, "reversible", strictness=2),
                reading("b", 0.5, 0.9, "partial", strictness=7),
            ),
            phase="execution",
        ),
        (assume("GATE-4", "a"),),
        "ambiguous_goal: lowest multiplier; 0.5 * 0.5 = 0.25",
    ),
    Example(
        "the safe default is the default",
        document(loud(safe_default="a")),
        (ASK,),
        "ASK-3: named and not irreversible",
        {"default": "a"},
    ),
    Example(
        "an irreversible safe default is not",
        document(one_way(safe_default="a")),
        (ASK,),
        "ASK-3: else the most conservative",
        {"default": "b"},
    ),
    Example(
        "an implausible reading can be the default",
        document(
            ambiguity(reading("a", 0.5), reading("b", 0.4), reading("c", 0.1, 0.1, "reversible"))
        ),
        (ASK,),
        "every interpretation is offered (ASK-2), c is the most conservative option",
        {"default": "c"},
    ),
]


#: The example of CONTRACTS, word for word.
CONTRACTS_EXAMPLE: Json = {
    "goal": "Add authentication; passwordless, and users set strong passwords",
    "phase": "planning",
    "ambiguities": [
        {
            "id": "auth-method",
            "blocker_type": "mutually_exclusive_requirements",
            "blocker_evidence": ['"passwordless"', '"users set strong passwords"'],
            "interpretations": [
                {
                    "id": "passwordless",
                    "label": "Passwordless only",
                    "consequence": "adds mail-link login, 3 files",
                    "prior": 0.55,
                    "complexity": 0.5,
                    "reversibility": "partial",
                    "touches": ["app/auth.py", "app/mail.py"],
                },
                {
                    "id": "password",
                    "label": "Passwords only",
                    "consequence": "adds a hash column and a reset flow, 5 files",
                    "prior": 0.45,
                    "complexity": 0.4,
                    "reversibility": "partial",
                    "touches": ["app/auth.py", "migrations"],
                },
            ],
        }
    ],
    "evidence": [
        {
            "id": "e1",
            "ambiguity": "auth-method",
            "source": "repo_facts",
            "supports": "password",
            "confidence": 0.4,
            "locator": "app/models.py:12",
        }
    ],
    "exhaustion": {
        "codebase_search": ["e1"],
        "similar_features": ["e1"],
        "infrastructure": ["e1"],
        "attempted_inference": ["e1"],
        "investigation": [],
    },
    "budget_left": True,
    "attention": {"focus": "ambient", "budget": "normal", "interrupt_ewma": 0.0},
    "quota": {"used": False, "open_in_workspace": False, "attempts": 0},
    "preferences": {},
    "policy": {"estimator": "regret", "evpi_question_threshold": 0.15},
}
