"""Seeded random gate documents of edition 2, and a way to make a failing one small.

Why seeded and not drawn: a property over 20,000 documents must cost seconds. Everything is made
from one `random.Random`, so a seed names a document. Each is valid by CONTRACTS. Numbers lean on
the boundaries of the rules; circumstances are rare enough that every rule of the table decides
often (test_gate_oracle.py counts). `cases()` is the same as a hypothesis strategy.

It must never import plangate: the net's words below are examples of PREF-2's own list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]

GOALS: dict[str, tuple[str, str]] = {
    "Add authentication; passwordless, and users set strong passwords": (
        "passwordless",
        "users set strong passwords",
    ),
    "Keep every record forever and Forget users on request": (
        "Keep every record forever",
        "Forget users on request",
    ),
}

#: The last three look like parts of a scope (SPLIT-9): two have the form, one has not.
NAMES = (
    "auth-method",
    "storage",
    "cache-size",
    "retention",
    "export-format",
    "qa-split-e1",
    "plan-review-split-chat-bot",
    "qa-splitscreen-test",
)

#: GATE-13's own list, as ids.
ROUTINE_NAMES = ("continue", "proceed", "approve", "test-framework", "parallelism", "style")

#: PREF-2's kinds, as an id of the registry.
REGISTERED_NAMES = ("schema-migration",)

FILES = tuple(f"app/{name}.py" for name in "abcdefgh")

HARMLESS = ("Use it as it is", "Add a form", "Keep the file", "Truncate a label", "Ask each time")
ONE_WAY = ("Drop the users table", "git push --force", "Destroy the volume", "Purge the archive")

REVERSIBILITIES = ("reversible", "partial", "irreversible")

#: Whole hundredths of prior by number of readings; each meets a boundary of VOI-9 or a tie.
PRIORS: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((100,),),
    2: (
        (50, 50),
        (60, 40),
        (70, 30),
        (85, 15),
        (86, 14),
        (90, 10),
        (95, 5),
        (96, 4),
        (99, 1),
        (100, 0),
    ),
    3: ((34, 33, 33), (50, 50, 0), (50, 45, 5), (90, 5, 5), (92, 4, 4), (80, 16, 4), (60, 38, 2)),
    4: ((25, 25, 25, 25), (85, 5, 5, 5), (97, 1, 1, 1), (40, 40, 16, 4), (50, 30, 20, 0)),
    5: ((20, 20, 20, 20, 20), (88, 3, 3, 3, 3), (40, 25, 15, 16, 4)),
    7: ((16, 14, 14, 14, 14, 14, 14), (22, 13, 13, 13, 13, 13, 13), (94, 1, 1, 1, 1, 1, 1)),
    9: ((12, 11, 11, 11, 11, 11, 11, 11, 11), (84, 2, 2, 2, 2, 2, 2, 2, 2)),
}


def stand_in_net(text: str) -> bool:
    """PREF-2's net over the words of this module; for tests of the oracle alone."""
    return any(words.lower() in text.lower() for words in ONE_WAY)


def stand_in_registry(name: str) -> bool:
    return name in REGISTERED_NAMES


def stand_in_routine(ambiguity: Json) -> bool:
    return ambiguity["id"] in ROUTINE_NAMES


def chance(rng: Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def some_priors(rng: Random, count: int) -> list[float]:
    """Priors that sum to 1, or now and then to something from 0.9 to 1.1 (CONTRACTS)."""
    if chance(rng, 60):
        hundredths = [float(h) for h in rng.choice(PRIORS[count])]
    else:
        cuts = sorted(rng.randrange(1000) for _ in range(count - 1))
        edges = [0, *cuts, 1000]
        hundredths = [(edges[i + 1] - edges[i]) / 10 for i in range(count)]
    rng.shuffle(hundredths)
    # A sum away from 1 keeps the largest prior within [0, 1].
    factor = rng.choice((0.9, 0.95, 1.05, 1.1)) if chance(rng, 10) else 1.0
    if max(hundredths) * factor > 100:
        factor = 1.0
    return [round(h * factor / 100, 10) for h in hundredths]


def some_touches(rng: Random, shared: Sequence[str]) -> list[str]:
    """Nothing known, what others touch too, or both with files of its own."""
    kind = rng.randrange(10)
    if kind == 0:
        return []
    if kind <= 2:
        return list(shared)
    own = rng.sample(FILES, rng.randrange(1, 5))
    return sorted({*own, *shared}) if kind <= 5 else own


def readings_of(rng: Random, count: int) -> list[Json]:
    """Alike in what cannot be undone, or mixed; cheap, or dear."""
    common = rng.choice(REVERSIBILITIES) if chance(rng, 45) else None
    cheap = chance(rng, 35)
    shared = rng.sample(FILES, rng.randrange(1, 4))
    strict = chance(rng, 40)
    worded = rng.randrange(count) if chance(rng, 12) else None
    same_cost = rng.choice((0.1, 0.2, 0.5)) if chance(rng, 30) else None
    found = []
    for index, prior in enumerate(some_priors(rng, count)):
        name = f"r{index + 1}"
        complexity = rng.choice((0.01, 0.02, 0.05, 0.1)) if cheap else rng.randrange(1, 11) / 10
        words = rng.choice(ONE_WAY) if index == worded else rng.choice(HARMLESS)
        in_label = chance(rng, 50)
        reading: Json = {
            "id": name,
            "label": f"{words if in_label else HARMLESS[0]} ({name})",
            "consequence": HARMLESS[1] if in_label else words,
            "prior": prior,
            "complexity": complexity if same_cost is None else same_cost,
            "reversibility": common or rng.choice(REVERSIBILITIES),
        }
        if chance(rng, 85):
            reading["touches"] = some_touches(rng, shared)
        if strict and chance(rng, 80):
            reading["strictness"] = rng.randrange(0, 4)
        found.append(reading)
    return found


def twinned(rng: Random, readings: list[Json]) -> list[Json]:
    """One reading told twice under the same label (VOI-2: they are one)."""
    told = rng.choice(readings)
    half = round(told["prior"] / 2, 10)
    label = str(told["label"]).upper().replace(" ", "  ")
    again = {**deepcopy(told), "id": "r0", "label": label, "prior": round(told["prior"] - half, 10)}
    told["prior"] = half
    return [*readings, again]


def partition(rng: Random, names: Sequence[str]) -> list[list[str]]:
    """The names in one to three groups, none of them empty."""
    shuffled = list(names)
    rng.shuffle(shuffled)
    cuts = sorted({0, *(rng.randrange(len(names)) for _ in range(2))})
    return [shuffled[a:b] for a, b in zip(cuts, [*cuts[1:], len(names)], strict=True)]


def blocker_of(rng: Random, clauses: Sequence[str]) -> Json:
    """A blocker that is verified more often than not."""
    kind = rng.choice(
        (
            "mutually_exclusive_requirements",
            "missing_external_data",
            "security_decision",
            "security_decision",
            "none",
            "ambiguous_goal",
        )
    )
    if kind == "mutually_exclusive_requirements":
        first, second = clauses
        evidence = rng.choice(
            (
                [first, second],
                [f'"{first.upper()}"', f"\u201c{second}\u201d"],
                [first, first.title()],
                [first, "never said"],
                [first],
            )
        )
    else:
        evidence = rng.choice((["rule 4.2"], ["", "the SMTP host"], ["rule 7", "rule 8"], [" "]))
    return {"blocker_type": kind, "blocker_evidence": evidence}


def ambiguity_of(rng: Random, name: str, clauses: Sequence[str]) -> Json:
    count = rng.choice((1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 7, 7, 9))
    readings = readings_of(rng, count)
    names = [r["id"] for r in readings]
    found: Json = {"id": name}
    if chance(rng, 30):
        found |= blocker_of(rng, clauses)
    if chance(rng, 25):
        found["none_fits"] = rng.choice((0, 0.05, 0.1, 0.3, 0.5, 1))
    if chance(rng, 25):
        found["safe_default"] = rng.choice(names)
    if chance(rng, 25):
        found["groups"] = partition(rng, names)
    elif chance(rng, 8):
        readings = twinned(rng, readings)
    if chance(rng, 20):
        found["prompt"] = "Shall we purge the archive?" if chance(rng, 20) else "Which one is it?"
    return {**found, "interpretations": readings}


def evidence_of(rng: Random, ambiguities: Sequence[Json]) -> list[Json]:
    """Facts for and against; most ambiguities have none at 0.75."""
    entries: list[Json] = []
    for about in ambiguities:
        if not chance(rng, 30):
            continue
        names = [r["id"] for r in about["interpretations"]]
        for _ in range(rng.choice((1, 1, 2, 3))):
            entries.append(
                {
                    "id": f"e{len(entries) + 1}",
                    "ambiguity": about["id"],
                    "source": rng.choice(("repo_facts", "memory", "prior_session")),
                    "supports": rng.choice(names),
                    "confidence": rng.choice((0.1, 0.4, 0.49, 0.5, 0.7, 0.74, 0.75, 0.8, 0.9, 1)),
                    "locator": "app/models.py:12",
                }
            )
    return entries


def exhaustion_of(rng: Random, entries: Sequence[Json]) -> Json:
    names = [e["id"] for e in entries]
    parts: Json = {"investigation": []} if chance(rng, 50) else {}
    for part in ("codebase_search", "similar_features", "infrastructure", "attempted_inference"):
        if names and chance(rng, 93):
            parts[part] = [rng.choice(names)]
        elif chance(rng, 50):
            parts[part] = []
    return parts


def quota_of(rng: Random) -> Json:
    attempts = rng.choice((0, 0, 1, 2, 3, 4, 5, 9))
    if chance(rng, 15):
        used, opened = chance(rng, 30), chance(rng, 30)
        return {"used": used, "open_in_workspace": opened, "attempts": attempts}
    return {
        "asked": rng.choice((0, 0, 0, 1, 1, 2, 2, 3, 4)),
        "open_in_session": rng.choice((0, 0, 0, 1)),
        "open_in_workspace": rng.choice((0, 0, 0, 1, 4, 5)),
        "attempts": attempts,
    }


def policy_of(rng: Random) -> Json:
    choices: dict[str, tuple[Any, ...]] = {
        "estimator": ("regret", "standard"),
        "evpi_question_threshold": (0.02, 0.1, 0.15, 0.3, 0.6, 1.0),
        "min_prior": (0, 0.05, 0.1, 0.15, 0.3),
        "contradiction_threshold": (0.4, 0.5, 0.7, 0.9),
        "evidence_threshold": (0.4, 0.75, 0.9),
        "clarifications": (1, 2, 3, 10),
        "open_questions": (1, 2, 5),
        "strict_blockers": (True, True, False),
        "blockers_need_evpi": (True, False),
        "always_ask_one_way": (True, True, False),
        "profile": ("s0", "s4"),
    }
    return {key: rng.choice(values) for key, values in choices.items() if chance(rng, 18)}


def attention_of(rng: Random) -> Json:
    return {
        "focus": rng.choice(("ambient", "focused", "focused", "deep")),
        "budget": rng.choice(("normal", "normal", "high_load", "critical", "cost_exceeded")),
        "interrupt_ewma": rng.choice((0, 0.5, 0.8, 0.81, 0.99)),
    }


def preferences_of(rng: Random, names: Sequence[str]) -> Json:
    values = ("never-ask", "ask-only-for-one-way", "always-ask")
    return {name: rng.choice(values) for name in names if chance(rng, 80)}


def names_of(rng: Random) -> list[str]:
    pool = [*NAMES]
    if chance(rng, 25):
        pool = [*ROUTINE_NAMES, *REGISTERED_NAMES, *NAMES[:2]]
    return rng.sample(pool, rng.choice((1, 1, 1, 2, 2, 3, 4)))


def random_case(rng: Random) -> Json:
    """Any valid document without what spreads (GATE-17) and without a dial (PREF-3)."""
    goal = rng.choice(sorted(GOALS))
    names = names_of(rng)
    ambiguities = [ambiguity_of(rng, name, GOALS[goal]) for name in names]
    if len(names) > 1 and chance(rng, 20):
        # The same readings twice, so that GATE-16 comes down to the id.
        ambiguities[0] = {**deepcopy(ambiguities[1]), "id": names[0]}
    document: Json = {"goal": goal, "ambiguities": ambiguities}
    entries = evidence_of(rng, ambiguities)
    if entries:
        document["evidence"] = entries
    if chance(rng, 22):
        document["exhaustion"] = exhaustion_of(rng, entries)
        document["budget_left"] = chance(rng, 70)
    parts: tuple[tuple[str, int, Callable[[], Any]], ...] = (
        ("phase", 14, lambda: rng.choice(("planning", "execution", "execution"))),
        ("attention", 25, lambda: attention_of(rng)),
        ("quota", 45, lambda: quota_of(rng)),
        ("preferences", 25, lambda: preferences_of(rng, names)),
        ("policy", 40, lambda: policy_of(rng)),
    )
    document |= {name: make() for name, percent, make in parts if chance(rng, percent)}
    return document


def random_dialled_case(rng: Random) -> Json:
    """With a dial (PREF-3), carried as the preference of `*`."""
    document = random_case(rng)
    dial = rng.choice(("more", "less", "normal"))
    return {**document, "preferences": {**document.get("preferences", {}), "*": dial}}


def random_spreading_case(rng: Random) -> Json:
    """Some readings settle or rule out ambiguities that stand later (GATE-17), so no cycles."""
    document = random_case(rng)
    ambiguities = document["ambiguities"]
    for index, ambiguity in enumerate(ambiguities):
        later = ambiguities[index + 1 :]
        labels = [r["label"].upper().replace(" ", "") for r in ambiguity["interpretations"]]
        if not later or len(set(labels)) < len(labels):
            continue
        for reading in ambiguity["interpretations"]:
            about = rng.choice(later)
            if chance(rng, 35):
                named = rng.choice(about["interpretations"])["id"]
                reading["settles"] = {about["id"]: named}
            elif chance(rng, 20):
                reading["rules_out"] = [about["id"]]
    return document


def cases(make: Callable[[Random], Json] = random_case) -> st.SearchStrategy[Json]:
    """The same documents as a hypothesis strategy; use `smaller` to shrink one that fails."""
    return st.integers(0, 2**32 - 1).map(lambda seed: make(Random(seed)))


# Making a failing document small


def without_key(document: Json, *path: Any) -> Json:
    changed = deepcopy(document)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return changed


def paths_to_leave_out(document: Json) -> Iterator[tuple[Any, ...]]:
    """Where something optional stands that nothing else names."""
    inner = ("attention", "quota", "preferences", "policy")
    yield from ((key,) for key in ("phase", "exhaustion", "budget_left", *inner))
    yield from ((key, name) for key in inner for name in document.get(key, {}))
    entries = document.get("evidence", [])
    if "exhaustion" not in document:
        yield from (("evidence", index) for index in range(len(entries)))
    named = {entry["ambiguity"] for entry in entries}
    for index, ambiguity in enumerate(document["ambiguities"]):
        if len(document["ambiguities"]) > 1 and ambiguity["id"] not in named:
            yield "ambiguities", index
        for key in ("none_fits", "groups", "safe_default", "prompt", "blocker_type"):
            yield "ambiguities", index, key
        for place in range(len(ambiguity["interpretations"])):
            for key in ("touches", "strictness", "settles", "rules_out"):
                yield "ambiguities", index, "interpretations", place, key


def smaller_by_one(document: Json) -> Iterator[Json]:
    """The document with one optional thing left out."""
    for path in paths_to_leave_out(document):
        try:
            yield without_key(document, *path)
        except KeyError:  # it is not there
            continue


def smaller(document: Json, fails: Callable[[Json], bool]) -> Json:
    """What is left of a failing document when leaving out anything more would make it pass.

    `fails` must be false for a document that is refused.
    """
    for candidate in smaller_by_one(document):
        if fails(candidate):
            return smaller(candidate, fails)
    return document
