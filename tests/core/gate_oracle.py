"""A second, independent reading of the question gate (edition 2), for differential tests.

Written from SPEC.md and CONTRACTS.md alone, slowly and literally; it must never import plangate and
never be made to agree with it: where the two differ, one of them (or the text) is wrong. What only
words can tell (PREF-2's net and registry, GATE-13's routine matters) is asked of the caller. Where
the text can be read in two ways a comment says OPEN with a number; the numbers are explained in
docs/decisions/0017-what-edition-2-leaves-open.md.

Arithmetic is exact (fractions of the decimal numbers as written); only the result is floats.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Json = dict[str, Any]

# Section 4: "evaluated in this order"; GATE-17 and GATE-20 stand beside the table.
ORDER = tuple(f"GATE-{n}" for n in (2, 1, 3, 12, 4, 5, 8, 13, 6, 7, 16, 9))

# CONTRACTS: "every comparison in SPEC sections 3, 4 and 8 is inclusive as written, with a tolerance
# of 1e-9".
TOLERANCE = Fraction(1, 10**9)

# VOI-1
MULTIPLIER = {"reversible": Fraction(1), "partial": Fraction(3), "irreversible": Fraction(10)}

# VOI-9: "when a* is irreversible, 0.05"; a one-way ambiguity "together have at least 0.05".
ONE_WAY_SHARE = Fraction(5, 100)

# VOI-2: "share three quarters or more".
NOBODY_SAID = Fraction(3, 4)

# GATE-15: the blocker types that S4 knows, the only ones that can be verified (VOI-8).
S4_BLOCKERS = ("mutually_exclusive_requirements", "missing_external_data", "security_decision")

# CONTRACTS: "a missing or empty list other than `investigation` is incomplete".
NEEDED_EXHAUSTION = ("codebase_search", "similar_features", "infrastructure", "attempted_inference")

DEFAULT_POLICY: Json = {
    "estimator": "regret",  # VOI-2 "the default"
    "evpi_question_threshold": 0.15,  # VOI-5
    "min_prior": 0.15,  # VOI-9
    "evidence_threshold": 0.75,  # GATE-2
    "contradiction_threshold": 0.5,  # GATE-2
    "clarifications": 3,  # GATE-7
    "open_questions": 5,  # GATE-7
    "strict_blockers": False,  # GATE-12
    "blockers_need_evpi": False,  # VOI-8
    "always_ask_one_way": False,  # GATE-14
}

# VOI-3 "Profile `s0` changes the estimator only"; GATE-7 "profile `s4`: 1", "`s4`: 1".
# OPEN 1: whether s4 switches `strict_blockers` on. Read: no.
PROFILES: dict[str, Json] = {
    "s0": {"estimator": "standard"},
    "s4": {"clarifications": 1, "open_questions": 1},
}

# PREF-3: "`more` (bar * 0.5), `normal`, `less` (* 2, two-way only)".
DIAL = {"more": Fraction(1, 2), "normal": Fraction(1), "less": Fraction(2)}

# VOI-8 "outer quote marks": straight, back, typographic and angle ones, blanks around them too.
QUOTE_MARKS = "\"'`\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"

# SPLIT-8, SPLIT-9: `<skill>-split-<slug>`, lower-case ASCII kebab, neither part empty.
KEBAB = "[a-z0-9]+(?:-[a-z0-9]+)*"
SPLIT_ID = re.compile(f"{KEBAB}-split-{KEBAB}")

# The actions that take a reading.
TAKING = ("assume", "infer", "defer")


class Words(NamedTuple):
    """What only words can tell; the caller passes the product's own."""

    one_way_text: Callable[[str], bool] = lambda _text: False
    """PREF-2's net over one text."""
    one_way_id: Callable[[str], bool] = lambda _id: False
    """PREF-2's registry."""
    routine: Callable[[Json], bool] = lambda _ambiguity: False
    """GATE-13: whether an ambiguity is a routine matter."""


class Verdict(NamedTuple):
    action: str
    rule: str
    interpretation: str | None


# Numbers and comparisons


def exact(number: float) -> Fraction:
    """The number as it is written in decimals, so that 0.1 is a tenth."""
    return Fraction(str(number))


def at_least(left: Fraction, right: Fraction) -> bool:
    return left >= right - TOLERANCE


def below(left: Fraction, right: Fraction) -> bool:
    return not at_least(left, right)


def above(left: Fraction, right: Fraction) -> bool:
    return left > right + TOLERANCE


# The document as the rules see it


def squeezed(label: str) -> str:
    # VOI-2: "the same label (case and space ignored)".
    # OPEN 2: all white space is dropped, or runs of it count as one blank. Read: dropped.
    return "".join(label.split()).casefold()


def survivors(readings: Sequence[Json]) -> dict[str, str]:
    """VOI-2: each reading's id to the id that stands for all readings of its label."""
    # OPEN 3: which id stands for them. Read: the lowest, never by the given order.
    lowest: dict[str, str] = {}
    for reading in readings:
        label = squeezed(reading["label"])
        lowest[label] = min(lowest.get(label, reading["id"]), reading["id"])
    return {r["id"]: lowest[squeezed(r["label"])] for r in readings}


def prepared_readings(readings: Sequence[Json]) -> list[Json]:
    """Same labels are one, priors added; then the priors are exact and sum to 1."""
    # CONTRACTS: "a sum of 0.9 to 1.1 is renormalised with a note".
    # OPEN 4: before the rules look at them, or only inside the estimates. Read: before everything.
    total = sum((exact(r["prior"]) for r in readings), Fraction(0))
    stands_for = survivors(readings)
    prepared = []
    for reading in readings:
        if stands_for[reading["id"]] == reading["id"]:
            alike = [r for r in readings if stands_for[r["id"]] == reading["id"]]
            prior = sum((exact(r["prior"]) for r in alike), Fraction(0)) / total
            prepared.append({**reading, "prior": prior})
    return prepared


def prepared_ambiguity(ambiguity: Json) -> Json:
    stands_for = survivors(ambiguity["interpretations"])
    found = {**ambiguity, "interpretations": prepared_readings(ambiguity["interpretations"])}
    if "safe_default" in ambiguity:
        found["safe_default"] = stands_for[ambiguity["safe_default"]]
    if "groups" in ambiguity:
        found["groups"] = [sorted({stands_for[i] for i in g}) for g in ambiguity["groups"]]
    return found


def prepared_document(document: Json) -> Json:
    stands_for = {a["id"]: survivors(a["interpretations"]) for a in document["ambiguities"]}
    evidence = [
        {**entry, "supports": stands_for[entry["ambiguity"]][entry["supports"]]}
        for entry in document.get("evidence", [])
    ]
    ambiguities = [prepared_ambiguity(a) for a in document["ambiguities"]]
    for ambiguity in ambiguities:
        for reading in ambiguity["interpretations"]:
            if "settles" in reading:
                reading["settles"] = {
                    about: stands_for[about][named] for about, named in reading["settles"].items()
                }
    return {**document, "ambiguities": ambiguities, "evidence": evidence}


def policy_in_force(document: Json) -> Json:
    # OPEN 5: a profile beside an explicit key. Read: the key wins, a profile only presets.
    given = document.get("policy", {})
    return {**DEFAULT_POLICY, **PROFILES.get(given.get("profile", ""), {}), **given}


class Quota(NamedTuple):
    asked: int
    clarifications: int
    open_in_workspace: int
    open_questions: int
    open_in_session: int
    attempts: int


def quota_in_force(document: Json) -> Quota:
    given = document.get("quota", {})
    policy = policy_in_force(document)
    attempts = given.get("attempts", 0)
    # CONTRACTS: "any boolean makes it old: `used` = asked 1 (else 0) of 1, `open_in_workspace` = 1
    # (else 0) of 1, both decided by GATE-7".
    if any(isinstance(value, bool) for value in given.values()):
        used = int(given.get("used", False))
        return Quota(used, 1, int(given.get("open_in_workspace", False)), 1, 0, attempts)
    return Quota(
        given.get("asked", 0),
        policy["clarifications"],
        given.get("open_in_workspace", 0),
        policy["open_questions"],
        given.get("open_in_session", 0),
        attempts,
    )


def exhaustion_complete(document: Json) -> bool:
    # CONTRACTS: "Absent `exhaustion` means complete (the caller vouches)".
    if "exhaustion" not in document:
        return True
    return all(document["exhaustion"].get(part) for part in NEEDED_EXHAUSTION)


# One reading, two readings


def multiplier(reading: Json) -> Fraction:
    return MULTIPLIER[reading["reversibility"]]


def cost(reading: Json) -> Fraction:
    # VOI-1: "Path cost = complexity * multiplier".
    return exact(reading["complexity"]) * multiplier(reading)


def irreversible(reading: Json) -> bool:
    # Section 1: "`irreversible` for the field".
    # OPEN 6: whether a reading only the net catches is irreversible in VOI-2, VOI-4, VOI-9 and
    # GATE-2's own sentence too. Read: no; GATE-20 says so for itself, and VOI-9 sets "irreversible
    # readings" beside "or PREF-2's registry or words".
    return bool(reading["reversibility"] == "irreversible")


def cannot_be_undone(reading: Json, words: Words) -> bool:
    # GATE-20: "(declared, or its label or consequence caught by PREF-2's net)".
    return (
        irreversible(reading)
        or words.one_way_text(reading["label"])
        or words.one_way_text(reading["consequence"])
    )


def divergence(one: Json, other: Json) -> Fraction:
    # VOI-2: "1 when reversibility differs, when both are irreversible, when either touches nothing
    # known, or when they share three quarters or more".
    if one["reversibility"] != other["reversibility"]:
        return Fraction(1)
    if irreversible(one) and irreversible(other):
        return Fraction(1)
    first, second = set(one.get("touches", [])), set(other.get("touches", []))
    if not first or not second:
        return Fraction(1)
    jaccard = Fraction(len(first & second), len(first | second))
    if at_least(jaccard, NOBODY_SAID):
        return Fraction(1)
    # VOI-2: "else max(1 - Jaccard of what the two touch, |difference of complexity|)".
    return max(1 - jaccard, abs(exact(one["complexity"]) - exact(other["complexity"])))


# Blockers


def bare(quote: str) -> str:
    # VOI-8: "case and outer quote marks ignored".
    return quote.strip().strip(QUOTE_MARKS).strip().casefold()


def verified_blocker(document: Json, ambiguity: Json) -> bool:
    blocker = ambiguity.get("blocker_type", "ambiguous_goal")
    entries = ambiguity.get("blocker_evidence", [])
    if blocker == "mutually_exclusive_requirements":
        # VOI-8: "two different quotes that occur in the goal".
        # OPEN 7: of three entries two are enough; an entry occurs as a part of the text.
        goal = document["goal"].casefold()
        return len({bare(e) for e in entries if bare(e) and bare(e) in goal}) >= 2
    if blocker in S4_BLOCKERS:
        # VOI-8: "the other two, one non-empty entry"; blanks alone are empty.
        return any(entry.strip() for entry in entries)
    return False


def effective_blocker(document: Json, ambiguity: Json) -> str:
    # VOI-8: "An unverified one is treated as `ambiguous_goal`": everywhere (OPEN 8).
    blocker: str = ambiguity.get("blocker_type", "ambiguous_goal")
    if blocker in S4_BLOCKERS and not verified_blocker(document, ambiguity):
        return "ambiguous_goal"
    return blocker


# Which reading


def strictness(reading: Json) -> Fraction:
    # OPEN 9: a reading without one. Read: below every reading that has one, a 0 included.
    return exact(reading.get("strictness", -1))


def best(readings: list[Json], key: Callable[[Json], Fraction]) -> list[Json]:
    """Those that have the highest key, within the tolerance."""
    highest = max(key(r) for r in readings)
    return [r for r in readings if at_least(key(r), highest)]


def careful_first(readings: list[Json], ambiguity: Json, blocker: str, words: Words) -> list[Json]:
    """GATE-10 without its last step: those that are left when only the id can tell."""
    left = readings
    if blocker == "security_decision":
        # "for `security_decision` the highest `strictness` comes first".
        left = best(left, strictness)
    # "A `safe_default` that can be undone comes first, except for a `security_decision`, where
    # strictness does".
    # OPEN 10: whether it comes second for a security decision, or not at all. Read: second.
    named = [
        r
        for r in left
        if r["id"] == ambiguity.get("safe_default") and not cannot_be_undone(r, words)
    ]
    left = named or left
    # "lowest reversibility multiplier, then lowest cost, then highest prior".
    left = best(left, lambda r: -multiplier(r))
    left = best(left, lambda r: -cost(r))
    return best(left, lambda r: r["prior"])


def takeable(readings: Sequence[Json]) -> list[Json]:
    # GATE-10: "A reading of prior 0 is offered but never taken".
    return [r for r in readings if r["prior"] > 0]


def most_conservative(
    readings: Sequence[Json], ambiguity: Json, blocker: str, words: Words
) -> Json:
    left = careful_first(takeable(readings), ambiguity, blocker, words)
    return min(left, key=lambda r: str(r["id"]))


def regret_of_taking(taken: Json, readings: Sequence[Json]) -> Fraction:
    # VOI-2: "Σ over every other b of p(b) * cost(a*) * divergence(a*,b)".
    waste = Fraction(0)
    for other in readings:
        if other is not taken:
            waste += other["prior"] * cost(taken) * divergence(taken, other)
    return waste


def act_on_reading(readings: Sequence[Json], ambiguity: Json, blocker: str, words: Words) -> Json:
    # Section 1: "the most probable, ties by GATE-10"; GATE-10: "broken the same way, with highest
    # regret before id; never by the given order".
    likeliest = best(list(readings), lambda r: r["prior"])
    left = careful_first(likeliest, ambiguity, blocker, words)
    left = best(left, lambda r: regret_of_taking(r, readings))
    return min(left, key=lambda r: str(r["id"]))


# Worth


def renormalised(readings: Sequence[Json]) -> list[Json]:
    total = sum((r["prior"] for r in readings), Fraction(0))
    return [{**r, "prior": r["prior"] / total} for r in readings] if total else []


def standard_of(readings: Sequence[Json], policy: Json) -> Fraction:
    # VOI-3: "max(costs) - prior-weighted mean(costs)", "over readings with prior ≥ `min_prior`,
    # renormalised, 0 when there is none".
    counted = renormalised(
        [r for r in readings if at_least(r["prior"], exact(policy["min_prior"]))]
    )
    if not counted:
        return Fraction(0)
    mean = sum((r["prior"] * cost(r) for r in counted), Fraction(0))
    return max(cost(r) for r in counted) - mean


class Worth:
    """Everything section 3 says about one ambiguity of a prepared document."""

    def __init__(self, document: Json, ambiguity: Json, words: Words) -> None:
        self.document = document
        self.ambiguity = ambiguity
        self.words = words
        self.policy = policy_in_force(document)
        self.readings: list[Json] = ambiguity["interpretations"]
        self.verified = verified_blocker(document, ambiguity)
        self.blocker = effective_blocker(document, ambiguity)
        self.none_fits = exact(ambiguity.get("none_fits", 0))
        self.act_on = self.act_on_of(self.readings)
        self.regret = regret_of_taking(self.act_on, self.readings)
        self.standard = standard_of(self.readings, self.policy)
        self.threshold = exact(self.policy["evpi_question_threshold"])

    def act_on_of(self, readings: Sequence[Json]) -> Json:
        return act_on_reading(readings, self.ambiguity, self.blocker, self.words)

    # VOI-9

    def others_than(self, taken: Json) -> Fraction:
        # VOI-7: "`none_fits` q counts as one more reading".
        # OPEN 11: whether it is one more in VOI-9 as well. Read: yes.
        share: Fraction = (1 - self.none_fits) * taken["prior"]
        return 1 - share

    def others_plausible(self, taken: Json) -> bool:
        # VOI-9: "at least the smallest of `min_prior`, the policy's own threshold (before VOI-5,
        # VOI-10, dial) and, when a* is irreversible, 0.05".
        # OPEN 12: VOI-9 speaks of the others than a*, GATE-20 of the others than the reading a rule
        # would take. Read: of the others than the one taken; for a* both are the same.
        bounds = [exact(self.policy["min_prior"]), self.threshold]
        # OPEN 27: a bound of 0 (`min_prior` 0) is met by nothing at all. Read: literally.
        if irreversible(taken):
            bounds.append(ONE_WAY_SHARE)
        return at_least(self.others_than(taken), min(bounds))

    @property
    def one_way(self) -> bool:
        # VOI-9: "its irreversible readings together have at least 0.05, or PREF-2's registry or
        # words say so"; GATE-8: "the word net silent over prompt, labels and consequences".
        # OPEN 13: priors as they are, `none_fits` does not thin them.
        share = sum((r["prior"] for r in self.readings if irreversible(r)), Fraction(0))
        if at_least(share, ONE_WAY_SHARE) or self.words.one_way_id(self.ambiguity["id"]):
            return True
        texts = [self.ambiguity.get("prompt", "")]
        for reading in self.readings:
            texts += [reading["label"], reading["consequence"]]
        return any(self.words.one_way_text(text) for text in texts)

    # VOI-2, VOI-3, VOI-7

    def estimate_within(self, readings: Sequence[Json]) -> Fraction:
        """The estimate in force were these the only readings, `none_fits` out of the question."""
        left = renormalised(readings)
        if not left:
            return Fraction(0)
        if self.policy["estimator"] == "standard":
            return standard_of(left, self.policy)
        return regret_of_taking(self.act_on_of(left), left)

    @property
    def estimate(self) -> Fraction:
        if self.policy["estimator"] == "standard":
            # VOI-3: "S0's formula to the letter": it knows no `none_fits` (OPEN 14).
            return self.standard
        # VOI-7: "estimate = (1 - q) * regret + q * cost(a*)".
        return (1 - self.none_fits) * self.regret + self.none_fits * cost(self.act_on)

    @property
    def question(self) -> Fraction:
        # VOI-7: "max(0, estimate - Σ over groups o of P(o) * estimate within o)".
        # OPEN 15: `none_fits` is a group of its own (nothing is left open within it), so P(o) is
        # (1 - q) times the priors of the group and q does not appear within.
        left_open = Fraction(0)
        for group in self.ambiguity.get("groups", []):
            members = [r for r in self.readings if r["id"] in group]
            share = sum((r["prior"] for r in members), Fraction(0))
            left_open += (1 - self.none_fits) * share * self.estimate_within(members)
        value: Fraction = max(Fraction(0), self.estimate - left_open)
        # VOI-7: "one worth 0 is not asked (all readings are offered instead)".
        return value if above(value, Fraction(0)) else self.estimate

    # VOI-5, VOI-10

    @property
    def dial(self) -> Fraction:
        # PREF-3: "`less` (* 2, two-way only)".
        # OPEN 16: how a document carries the dial. Read: preferences["*"].
        dial = self.document.get("preferences", {}).get("*", "normal")
        return DIAL["normal"] if dial == "less" and self.one_way else DIAL[dial]

    @property
    def bar(self) -> Fraction:
        # VOI-10: "threshold * dial * the larger of VOI-5's 1.5 and the rising factor: 1 for the
        # first two questions of a session, 2 from the third".
        ewma = exact(self.document.get("attention", {}).get("interrupt_ewma", 0))
        interrupted = Fraction(3, 2) if above(ewma, Fraction(8, 10)) else Fraction(1)
        rising = Fraction(2) if quota_in_force(self.document).asked >= 2 else Fraction(1)
        return self.threshold * self.dial * max(interrupted, rising)

    # VOI-4, VOI-8

    @property
    def voi_4(self) -> bool:
        # "when the act-on reading is irreversible and the others together are plausible".
        return irreversible(self.act_on) and self.others_plausible(self.act_on)

    @property
    def voi_8(self) -> bool:
        # "Policy `blockers_need_evpi` (off) switches this off": the lifting, while the blocker
        # stays verified in GATE-1, GATE-2, GATE-12 and GATE-16 (OPEN 17).
        return self.verified and not self.policy["blockers_need_evpi"]

    @property
    def value_rule(self) -> str | None:
        # CONTRACTS: "the first of VOI-8, VOI-4 that applies, needed or not, else null".
        if self.voi_8:
            return "VOI-8"
        return "VOI-4" if self.voi_4 else None

    @property
    def most_conservative(self) -> Json:
        return most_conservative(self.readings, self.ambiguity, self.blocker, self.words)

    def irreversible_by_rule(self, reading: Json) -> bool:
        """GATE-20: what no rule takes: it cannot be undone and the others are plausible."""
        return cannot_be_undone(reading, self.words) and self.others_plausible(reading)


# The rules


def supported_reading(worth: Worth) -> Json | None:
    # CONTRACTS: "GATE-2 infers when an entry at 0.75 or more names a reading and no entry at 0.5 or
    # more names another".
    # OPEN 18: with an evidence threshold below the contradiction threshold two readings may both be
    # named. Read: then neither is inferred.
    strong, against = set(), set()
    for entry in worth.document["evidence"]:
        if entry["ambiguity"] != worth.ambiguity["id"]:
            continue
        if at_least(exact(entry["confidence"]), exact(worth.policy["evidence_threshold"])):
            strong.add(entry["supports"])
        if at_least(exact(entry["confidence"]), exact(worth.policy["contradiction_threshold"])):
            against.add(entry["supports"])
    if len(strong) != 1 or against - strong:
        return None
    return next(r for r in worth.readings if r["id"] in strong)


def inferred(worth: Worth) -> Json | None:
    # GATE-2: "Never settles a verified `mutually_exclusive_requirements`".
    if worth.blocker == "mutually_exclusive_requirements":
        return None
    reading = supported_reading(worth)
    # GATE-10: "A reading of prior 0 is offered but never taken". "Never infers an irreversible
    # reading"; GATE-20: "GATE-2 leaves it as a suggestion and the table goes on".
    if reading is None or reading["prior"] == 0 or irreversible(reading):
        return None
    if worth.irreversible_by_rule(reading):
        return None
    # "nor a `security_decision` below the strictest".
    # OPEN 19: when no reading has a strictness none is below another. Read: then it is inferred.
    if worth.blocker == "security_decision":
        highest = max(strictness(r) for r in worth.readings)
        if below(strictness(reading), highest):
            return None
    return reading


def guarded(worth: Worth, action: str, rule: str, reading: Json) -> Verdict:
    """GATE-20: what a rule takes when it would take `reading`."""
    if not worth.irreversible_by_rule(reading):
        return Verdict(action, rule, reading["id"])
    # "they take the most conservative reading that can be undone; where there is none, the decision
    # parks (`park`, `rule` = the one that would have taken it, `interpretation` null)".
    undoable = [r for r in takeable(worth.readings) if not cannot_be_undone(r, worth.words)]
    if not undoable:
        return Verdict("park", rule, None)
    careful = most_conservative(undoable, worth.ambiguity, worth.blocker, worth.words)
    return Verdict(action, rule, careful["id"])


def preference_of(worth: Worth) -> str | None:
    value: str | None = worth.document.get("preferences", {}).get(worth.ambiguity["id"])
    # SPLIT-9: "A stored never-ask or ask-only-for-one-way is passed over with a note".
    # OPEN 20: SPLIT-9 keeps focus, budget and quota from answering a part as well. Read: in a
    # document only the preference is passed over.
    if SPLIT_ID.fullmatch(worth.ambiguity["id"]) and value != "always-ask":
        return None
    return value


def decide_alone(worth: Worth) -> Verdict:
    """One ambiguity by the table, down to `ask`; GATE-16 between several comes after."""
    document, policy = worth.document, worth.policy
    attention, quota = document.get("attention", {}), quota_in_force(document)
    preference = preference_of(worth)
    act_on = worth.act_on
    # GATE-14: "a one-way ambiguity (VOI-9) is never decided by GATE-1 or GATE-3".
    kept_open = policy["always_ask_one_way"] and worth.one_way

    by_evidence = inferred(worth)
    if by_evidence is not None:
        return Verdict("infer", "GATE-2", by_evidence["id"])

    # GATE-1: "the other readings are not plausible (VOI-9); never for a verified blocker".
    if not worth.others_plausible(act_on) and not worth.verified and not kept_open:
        return Verdict("assume", "GATE-1", act_on["id"])

    # GATE-3: "value below the bar (VOI-10), VOI-4 and VOI-8 silent, preference not `always-ask`".
    silent = not worth.voi_4 and not worth.voi_8 and not kept_open and preference != "always-ask"
    if below(worth.estimate, worth.bar) and silent:
        return guarded(worth, "assume", "GATE-3", act_on)

    # GATE-12: "policy `strict_blockers` (off) and the blocker is `ambiguous_goal` or `none`".
    if policy["strict_blockers"] and worth.blocker in ("ambiguous_goal", "none"):
        return guarded(worth, "assume", "GATE-12", act_on)

    # GATE-4: "in a document: `phase` execution".
    if document.get("phase", "planning") == "execution":
        return guarded(worth, "assume", "GATE-4", act_on)

    # GATE-5: "focus Deep, or budget signal Critical or CostExceeded".
    deep = attention.get("focus", "ambient") == "deep"
    if deep or attention.get("budget", "normal") in ("critical", "cost_exceeded"):
        return guarded(worth, "defer", "GATE-5", worth.most_conservative)

    # GATE-8: "a preference says decide (PREF section) and the decision is two-way by PREF-2".
    if preference in ("never-ask", "ask-only-for-one-way") and not worth.one_way:
        return guarded(worth, "assume", "GATE-8", act_on)

    # GATE-13: "a routine matter"; whether it is one is the caller's to say.
    # OPEN 26: under VOI-4 and VOI-8 too. Read: yes, guarded by GATE-20.
    if worth.words.routine(worth.ambiguity):
        return guarded(worth, "assume", "GATE-13", act_on)

    # GATE-6: "exhaustion evidence incomplete (ASK-6) and budget left".
    if not exhaustion_complete(document) and document.get("budget_left", True):
        return Verdict("investigate", "GATE-6", None)

    # GATE-7: "the session's `clarifications` are used up, or `open_questions` of other sessions are
    # open"; "0-2 the act-on reading; 3 and 4 the most conservative; 5 and more the most
    # conservative and a plan of one task group".
    if quota.asked >= quota.clarifications or quota.open_in_workspace >= quota.open_questions:
        ladder = act_on if quota.attempts <= 2 else worth.most_conservative
        return guarded(worth, "assume", "GATE-7", ladder)

    # GATE-16: "a question of this session is pending or held".
    if quota.open_in_session > 0:
        return Verdict("wait", "GATE-16", None)

    return Verdict("ask", "GATE-9", None)


# Several at once


def the_one_that_asks(asking: list[Worth]) -> Worth:
    """GATE-16, each step keeping those that come first."""
    # "verified blockers (VOI-8), then VOI-4, then the highest value, then id".
    # OPEN 21: steps one after the other; the value is that of the question (VOI-7: "the question's
    # value ranks questions").
    left = [w for w in asking if w.verified] or asking
    left = [w for w in left if w.voi_4] or left
    highest = max(w.question for w in left)
    left = [w for w in left if at_least(w.question, highest)]
    return min(left, key=lambda w: str(w.ambiguity["id"]))


def in_order_of_settling(worths: list[Worth]) -> list[Worth]:
    """Each after all that may settle it or rule it out; GATE-17 refuses cycles when loading."""
    reaches = {
        w.ambiguity["id"]: {
            name for r in w.readings for name in (*r.get("settles", {}), *r.get("rules_out", []))
        }
        for w in worths
    }
    left, ordered = list(worths), []
    while left:
        waiting = {name for w in left for name in reaches[w.ambiguity["id"]]}
        free = [w for w in left if w.ambiguity["id"] not in waiting]
        if not free:
            raise ValueError("settles and rules_out have a cycle")
        ordered += free
        left = [w for w in left if w not in free]
    return ordered


def follows(worth: Worth, taken: list[Json]) -> Verdict | None:
    """GATE-17: what the readings already taken settle here; None when the table has to decide."""
    # "Assumed and timed-out readings settle too"; "never to an irreversible reading (that one is
    # asked); two that differ are a contradiction"; "a settled one-way ambiguity still needs its own
    # answer".
    # OPEN 22: how a document shows it. Read: action assume, rule GATE-17; ruled out, the same with
    # no reading; where GATE-17 may not settle, the ambiguity's own verdict stands.
    name = worth.ambiguity["id"]
    named = {r["settles"][name] for r in taken if name in r.get("settles", {})}
    ruled_out = any(name in r.get("rules_out", []) for r in taken)
    if ruled_out and not named:
        return Verdict("assume", "GATE-17", None)
    if ruled_out or len(named) != 1 or worth.one_way:
        return None
    reading = next(r for r in worth.readings if r["id"] in named)
    if reading["prior"] == 0 or cannot_be_undone(reading, worth.words):
        return None
    return Verdict("assume", "GATE-17", reading["id"])


def verdicts(worths: list[Worth]) -> dict[str, Verdict]:
    found: dict[str, Verdict] = {}
    taken: list[Json] = []
    for worth in in_order_of_settling(worths):
        verdict = follows(worth, taken) or decide_alone(worth)
        found[worth.ambiguity["id"]] = verdict
        taken += [r for r in worth.readings if r["id"] == verdict.interpretation]
    # GATE-16: "at most one asks at a time"; "The others that would have asked *wait*".
    asking = [w for w in worths if found[w.ambiguity["id"]].action == "ask"]
    if asking:
        first = the_one_that_asks(asking)
        for worth in asking:
            if worth is not first:
                found[worth.ambiguity["id"]] = Verdict("wait", "GATE-16", None)
    return found


def default_of(worth: Worth) -> Json:
    # ASK-3: "else the most conservative option (GATE-10)".
    # OPEN 28: an option only the net catches is shown as irreversible (ASK-11, PREF-2), and silence
    # never takes one (ASK-9). Read: it is no fallback where another can be undone, save the
    # strictest of a security decision (OPEN 25), which then parks.
    if worth.blocker == "security_decision" and any("strictness" in r for r in worth.readings):
        return worth.most_conservative
    undoable = [r for r in takeable(worth.readings) if not cannot_be_undone(r, worth.words)]
    among = undoable or worth.readings
    return most_conservative(among, worth.ambiguity, worth.blocker, worth.words)


def report(worth: Worth, verdict: Verdict) -> Json:
    # CONTRACTS: "`requires_approval` is true when that reading is irreversible".
    # OPEN 23: by GATE-20's sense, so that words count too (PLAN-6 counts a task's words).
    approval = any(
        r["id"] == verdict.interpretation and cannot_be_undone(r, worth.words)
        for r in worth.readings
    )
    return {
        "ambiguity": worth.ambiguity["id"],
        "action": verdict.action,
        "rule": verdict.rule,
        "interpretation": verdict.interpretation,
        "value_rule": worth.value_rule,
        "requires_approval": approval,
        "standard": float(worth.standard),
        # OPEN 24: `regret` is VOI-2's sum, `in_force` the estimate with `none_fits` in it, and
        # `threshold` the policy's own while `bar` is what the gate compares with.
        "regret": float(worth.regret),
        "in_force": float(worth.estimate),
        "estimator": worth.policy["estimator"],
        "threshold": float(worth.threshold),
        "bar": float(worth.bar),
        "question": float(worth.question),
        # ASK-3, by GATE-10 for a security decision (OPEN 25).
        "default": default_of(worth)["id"] if verdict.action == "ask" else None,
    }


def worths_of(document: Json, words: Words) -> list[Worth]:
    prepared = prepared_document(document)
    return [Worth(prepared, ambiguity, words) for ambiguity in prepared["ambiguities"]]


def decide(
    document: Json,
    one_way_text: Callable[[str], bool] = lambda _text: False,
    one_way_id: Callable[[str], bool] = lambda _id: False,
    routine: Callable[[Json], bool] = lambda _ambiguity: False,
) -> list[Json]:
    """What the gate decides for a valid document, one dict per ambiguity, in given order."""
    worths = worths_of(document, Words(one_way_text, one_way_id, routine))
    found = verdicts(worths)
    return [report(worth, found[worth.ambiguity["id"]]) for worth in worths]


def intake(decisions: Sequence[Json]) -> str:
    # CONTRACTS: "RequiresClarification when anything asks or waits; a park alone leaves
    # HierarchicalPlan".
    open_ones = [d for d in decisions if d["action"] in ("ask", "wait")]
    return "RequiresClarification" if open_ones else "HierarchicalPlan"


def exit_code(decisions: Sequence[Json]) -> int:
    # CONTRACTS: "Exit 3 when anything asks, waits or parks, else 0".
    return 3 if any(d["action"] in ("ask", "wait", "park") for d in decisions) else 0


def notes_shared(ambiguity: Json) -> bool:
    """VOI-2: "When over half of a list is shared by all readings, the report carries a note"."""
    lists = [set(r.get("touches", [])) for r in ambiguity["interpretations"]]
    shared = set.intersection(*lists)
    return len(lists) > 1 and any(2 * len(shared & one) > len(one) for one in lists)
