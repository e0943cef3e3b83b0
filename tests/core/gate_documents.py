"""Gate documents for tests: a hypothesis strategy over the whole input space, and small builders.

`documents()` leans on boundaries. They are valid documents: nothing here is refused.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]

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
