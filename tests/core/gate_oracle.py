"""A second, independent reading of the question gate, for differential tests.

Written from SPEC.md sections 1 to 5 and CONTRACTS.md alone, slowly and literally; it must never
import plangate and never be made to agree with it: where the two differ, one of them (or the
text) is wrong. Where the text allows two readings the literal one is taken and marked AMBIGUOUS,
with a number.

Arithmetic is exact (fractions of the decimal numbers as written); only the result is floats.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Json = dict[str, Any]

# CONTRACTS: "every comparison in SPEC sections 3, 4 and 8 is inclusive as written, with a tolerance
# of 1e-9".
TOLERANCE = Fraction(1, 10**9)

# VOI-1
MULTIPLIER = {"reversible": Fraction(1), "partial": Fraction(3), "irreversible": Fraction(10)}

# GATE-15: the blocker types that S4 knows, the only ones that can be verified (VOI-8).
S4_BLOCKERS = ("mutually_exclusive_requirements", "missing_external_data", "security_decision")

# ASK-6 / CONTRACTS: the parts of exhaustion that may not be missing or empty ("other than
# `investigation`").
NEEDED_EXHAUSTION = ("codebase_search", "similar_features", "infrastructure", "attempted_inference")

DEFAULT_POLICY: Json = {
    "estimator": "regret",  # VOI-2 "the default"
    "evpi_question_threshold": 0.15,  # VOI-5
    "min_prior": 0.15,  # VOI-3, GATE-1
    "min_divergence": 0.2,  # GATE-1
    "evidence_threshold": 0.75,  # GATE-2
    "strict_blockers": False,  # GATE-12 "(off)"
    "blockers_need_evpi": False,  # VOI-8 "(off)"
    "always_ask_one_way": False,  # GATE-14 "(off)"
}

# AMBIGUOUS 1: VOI-8 "outer quote marks" names no characters. Read: straight, back, typographic and
# angle quotes, any number at either end, blanks around them too. Other reading: one matching pair,
# straight only.
QUOTE_MARKS = "\"'`\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"

# SPLIT-8, SPLIT-9: `<skill>-split-<slug>`, lower-case ASCII kebab, neither part empty.
# AMBIGUOUS 2: whether an id longer than 64 characters, or with capitals, still has "the form".
# Read: the length is no part of the form, lower case is. Other reading: the reverse of either.
KEBAB = "[a-z0-9]+(?:-[a-z0-9]+)*"
SPLIT_ID = re.compile(f"{KEBAB}-split-{KEBAB}")


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


# Policy and circumstances


def policy_in_force(document: Json) -> Json:
    given = document.get("policy", {})
    policy = dict(DEFAULT_POLICY)
    # VOI-3: the standard estimator is selectable as profile s0.
    # AMBIGUOUS 3: a document with profile s0 and another explicit `estimator`. Read: the explicit
    # key wins, a profile only presets. Other reading: the profile wins.
    # AMBIGUOUS 4: whether profile s0 changes anything but the estimator. Read: no.
    if given.get("profile") == "s0":
        policy["estimator"] = "standard"
    for key, value in given.items():
        if key != "profile":
            policy[key] = value
    return policy


def threshold_in_force(document: Json, policy: Json) -> Fraction:
    # VOI-5: "`interrupt_ewma` > 0.8 multiplies it by 1.5"; ATT defaults: ambient, normal, 0.
    threshold = exact(policy["evpi_question_threshold"])
    ewma = exact(document.get("attention", {}).get("interrupt_ewma", 0))
    if above(ewma, Fraction(8, 10)):
        threshold = threshold * Fraction(3, 2)
    return threshold


def exhaustion_complete(document: Json) -> bool:
    # CONTRACTS: "Absent `exhaustion` means complete (the caller vouches); present, a missing or
    # empty list other than `investigation` is incomplete". The complexity rule of ASK-6 "applies in
    # sessions only".
    if "exhaustion" not in document:
        return True
    exhaustion = document["exhaustion"]
    return all(exhaustion.get(part) for part in NEEDED_EXHAUSTION)


# One reading, two readings


def prior(reading: Json) -> Fraction:
    return exact(reading["prior"])


def multiplier(reading: Json) -> Fraction:
    return MULTIPLIER[reading["reversibility"]]


def cost(reading: Json) -> Fraction:
    # VOI-1: "Path cost = complexity * multiplier".
    return exact(reading["complexity"]) * multiplier(reading)


def divergence(one: Json, other: Json) -> Fraction:
    # VOI-2: "1 when reversibility differs or either touches nothing known".
    if one["reversibility"] != other["reversibility"]:
        return Fraction(1)
    first, second = set(one.get("touches", [])), set(other.get("touches", []))
    if not first or not second:
        return Fraction(1)
    # VOI-2: "else max(1 - Jaccard of what the two touch, |difference of complexity|)".
    jaccard = Fraction(len(first & second), len(first | second))
    return max(1 - jaccard, abs(exact(one["complexity"]) - exact(other["complexity"])))


def materially_different(one: Json, other: Json, policy: Json) -> bool:
    # GATE-1: not "divergence < 0.2".
    return at_least(divergence(one, other), exact(policy["min_divergence"]))


def plausible_readings(readings: list[Json], policy: Json) -> list[Json]:
    # VOI-3 "(prior ≥ 0.15)"; CONTRACTS: "Priors are taken as given, the 0.15 floor applies to them
    # before renormalising".
    return [r for r in readings if at_least(prior(r), exact(policy["min_prior"]))]


# Blockers


def bare(quote: str) -> str:
    # VOI-8: "case and outer quote marks ignored".
    return quote.strip().strip(QUOTE_MARKS).strip().casefold()


def verified_blocker(document: Json, ambiguity: Json) -> bool:
    blocker = ambiguity.get("blocker_type", "ambiguous_goal")
    entries = ambiguity.get("blocker_evidence", [])
    if blocker == "mutually_exclusive_requirements":
        # VOI-8: "two different quotes that occur in the goal". An empty quote is no quote.
        # AMBIGUOUS 5: three entries of which two occur. Read: two that occur are enough. Other
        # reading: every entry has to occur (or there have to be exactly two).
        # AMBIGUOUS 6: "occur" as a substring (read) or as whole words; "different" after ignoring
        # case and quote marks (read) or as written.
        goal = document["goal"].casefold()
        found = {bare(entry) for entry in entries if bare(entry) and bare(entry) in goal}
        return len(found) >= 2
    if blocker in S4_BLOCKERS:
        # VOI-8: "the other two, one non-empty entry".
        # AMBIGUOUS 7: an entry of blanks only. Read: it is empty. Other reading: it is an entry.
        return any(entry.strip() for entry in entries)
    return False


def effective_blocker(document: Json, ambiguity: Json) -> str:
    # VOI-8: "An unverified one is treated as `ambiguous_goal`".
    # AMBIGUOUS 8: how far "treated as" reaches. Read: everywhere, so an unverified
    # security_decision has no strictness order (GATE-10) either. Other reading: GATE-10 looks at
    # the declared type.
    blocker: str = ambiguity.get("blocker_type", "ambiguous_goal")
    if blocker in S4_BLOCKERS and not verified_blocker(document, ambiguity):
        return "ambiguous_goal"
    return blocker


# Which reading


def most_conservative(readings: list[Json], blocker: str) -> Json:
    """GATE-10, each step keeping those that are best within the tolerance."""
    left = list(readings)
    if blocker == "security_decision":
        # GATE-10: "for `security_decision` the highest `strictness` comes first".
        # AMBIGUOUS 9: a reading without strictness. Read: after every reading that has one, a 0
        # included. Other reading: it counts as 0.
        strictest = max(exact(r.get("strictness", -1)) for r in left)
        left = [r for r in left if at_least(exact(r.get("strictness", -1)), strictest)]
    # GATE-10: "lowest reversibility multiplier"
    lowest = min(multiplier(r) for r in left)
    left = [r for r in left if at_least(lowest, multiplier(r))]
    # GATE-10: "then lowest cost"
    cheapest = min(cost(r) for r in left)
    left = [r for r in left if at_least(cheapest, cost(r))]
    # GATE-10: "then highest prior"
    likeliest = max(prior(r) for r in left)
    left = [r for r in left if at_least(prior(r), likeliest)]
    # GATE-10: "then given order"
    return left[0]


def act_on_reading(readings: list[Json], blocker: str) -> Json:
    # Section 1: "the most probable, ties by GATE-10". It is taken from all readings, so there is
    # one even when none is plausible.
    # AMBIGUOUS 10: whether priors within 1e-9 of each other tie. Read: they do (every comparison
    # has the tolerance). Other reading: only equal ones.
    likeliest = max(prior(r) for r in readings)
    return most_conservative([r for r in readings if at_least(prior(r), likeliest)], blocker)


# Worth


def shares(readings: list[Json]) -> list[Fraction]:
    # VOI-3: "priors renormalised" over the plausible ones.
    total = sum((prior(r) for r in readings), Fraction(0))
    return [prior(r) / total for r in readings]


def regret_of(plausible: list[Json], blocker: str) -> Fraction:
    # VOI-2: "with a* the act-on reading, Σ over b≠a* of p(b) * cost(a*) * divergence(a*,b)".
    # AMBIGUOUS 11: no reading is plausible. Read: the sums are empty, both estimates 0. Other
    # reading: all readings are used then.
    if not plausible:
        return Fraction(0)
    taken = act_on_reading(plausible, blocker)
    regret = Fraction(0)
    for share, reading in zip(shares(plausible), plausible, strict=True):
        if reading is not taken:
            regret += share * cost(taken) * divergence(taken, reading)
    return regret


def standard_of(plausible: list[Json]) -> Fraction:
    # VOI-3: "max(costs) - prior-weighted mean(costs)".
    if not plausible:
        return Fraction(0)
    mean = Fraction(0)
    for share, reading in zip(shares(plausible), plausible, strict=True):
        mean += share * cost(reading)
    return max(cost(r) for r in plausible) - mean


def estimate_of(plausible: list[Json], blocker: str, policy: Json) -> Fraction:
    if policy["estimator"] == "standard":
        return standard_of(plausible)
    return regret_of(plausible, blocker)


def value_of_question(ambiguity: Json, blocker: str, policy: Json) -> Fraction:
    # VOI-7: "(1 - q) * (estimate - Σ over options o of P(o) * estimate within o)". The question of
    # the gate has one option per reading (ASK-2), so within an option there is one reading and
    # nothing to be learned.
    plausible = plausible_readings(ambiguity["interpretations"], policy)
    left_over = Fraction(0)
    for share, reading in zip(shares(plausible), plausible, strict=True):
        left_over += share * estimate_of([reading], blocker, policy)
    q = exact(ambiguity.get("none_fits", 0))
    return (1 - q) * (estimate_of(plausible, blocker, policy) - left_over)


def voi_4(ambiguity: Json, blocker: str, policy: Json) -> bool:
    # VOI-4: "when the act-on reading is irreversible and another, materially different reading is
    # plausible".
    readings = ambiguity["interpretations"]
    taken = act_on_reading(readings, blocker)
    if taken["reversibility"] != "irreversible":
        return False
    return any(
        other is not taken and materially_different(taken, other, policy)
        for other in plausible_readings(readings, policy)
    )


# Preferences


def preference_of(document: Json, ambiguity: Json) -> str | None:
    value: str | None = document.get("preferences", {}).get(ambiguity["id"])
    # SPLIT-9: "A stored never-ask or ask-only-for-one-way is passed over".
    # AMBIGUOUS 12: SPLIT-9 also says that no focus, budget or quota rule answers a part. Read (by
    # the brief): in a gate document only the preference is passed over. Other reading: GATE-5 and
    # GATE-7 do not take a reading for such an id either.
    if SPLIT_ID.fullmatch(ambiguity["id"]) and value != "always-ask":
        return None
    return value


def two_way(
    ambiguity: Json,
    policy: Json,
    one_way_text: Callable[[str], bool],
    one_way_id: Callable[[str], bool],
) -> bool:
    readings = ambiguity["interpretations"]
    # GATE-8: "no plausible reading declared irreversible"
    if any(r["reversibility"] == "irreversible" for r in plausible_readings(readings, policy)):
        return False
    # GATE-8: "id not in the registry"
    if one_way_id(ambiguity["id"]):
        return False
    # GATE-8: "the word net silent over prompt, labels and consequences; the goal is not searched".
    # AMBIGUOUS 13: the prompt. A gate document has none, so it is left out here; a prompt built by
    # the implementation from the id, labels or goal may say more.
    # AMBIGUOUS 14: of which readings, and in one piece or each alone. Read: of every reading (all
    # are offered, ASK-2), each text alone. Other readings: of the plausible ones; all texts joined
    # (PREF-2 "the whole text").
    for reading in readings:
        if one_way_text(reading["label"]) or one_way_text(reading["consequence"]):
            return False
    return True


# The rules


def supported_reading(document: Json, ambiguity: Json, policy: Json) -> str | None:
    # CONTRACTS: "GATE-2 infers exactly when all entries of an ambiguity at 0.75 and above name one
    # and the same reading".
    named = set()
    for entry in document.get("evidence", []):
        strong = at_least(exact(entry["confidence"]), exact(policy["evidence_threshold"]))
        if entry["ambiguity"] == ambiguity["id"] and strong:
            named.add(entry["supports"])
    return str(named.pop()) if len(named) == 1 else None


def ladder(document: Json, ambiguity: Json, blocker: str) -> str:
    # GATE-7: "by attempts so far: 0-2 the act-on reading; 3 and 4 the most conservative; 5 and more
    # the most conservative and a plan of one task group".
    attempts = document.get("quota", {}).get("attempts", 0)
    if attempts <= 2:
        return str(act_on_reading(ambiguity["interpretations"], blocker)["id"])
    return str(most_conservative(ambiguity["interpretations"], blocker)["id"])


def default_option(ambiguity: Json, blocker: str) -> str:
    # ASK-3: "the ambiguity's `safe_default` when it names one and that is not irreversible, else
    # the most conservative option (GATE-10)".
    named = ambiguity.get("safe_default")
    for reading in ambiguity["interpretations"]:
        if reading["id"] == named and reading["reversibility"] != "irreversible":
            return str(named)
    return str(most_conservative(ambiguity["interpretations"], blocker)["id"])


def decide_alone(
    document: Json,
    ambiguity: Json,
    one_way_text: Callable[[str], bool],
    one_way_id: Callable[[str], bool],
) -> tuple[str, str, str | None]:
    """(action, rule, interpretation) of one ambiguity, before GATE-16."""
    policy = policy_in_force(document)
    readings = ambiguity["interpretations"]
    blocker = effective_blocker(document, ambiguity)
    verified = verified_blocker(document, ambiguity)
    plausible = plausible_readings(readings, policy)
    act_on = act_on_reading(readings, blocker)["id"]
    # AMBIGUOUS 15: of which readings the most conservative is taken. Read: of all. Other reading:
    # of the plausible ones.
    conservative = most_conservative(readings, blocker)["id"]
    preference = preference_of(document, ambiguity)
    attention = document.get("attention", {})
    quota = document.get("quota", {})

    # GATE-14: "an ambiguity with any plausible irreversible reading is never decided by GATE-1 or
    # GATE-3".
    kept_open = policy["always_ask_one_way"] and any(
        r["reversibility"] == "irreversible" for r in plausible
    )

    # GATE-2: "Never settles a verified `mutually_exclusive_requirements`".
    supported = supported_reading(document, ambiguity, policy)
    if supported is not None and not (verified and blocker == "mutually_exclusive_requirements"):
        return "infer", "GATE-2", supported

    # GATE-1: "fewer than two interpretations with prior ≥ 0.15, or no two of them materially
    # different (divergence < 0.2 everywhere); never for a verified blocker".
    # AMBIGUOUS 16: with `blockers_need_evpi`. Read: it switches off only that the blocker counts as
    # at the threshold (VOI-8's first sentence); the blocker stays verified here, in GATE-2, GATE-12
    # and GATE-16. Other reading: with it on, a verified blocker is an ambiguity like any other.
    some_differ = any(
        one is not other and materially_different(one, other, policy)
        for one in plausible
        for other in plausible
    )
    if (len(plausible) < 2 or not some_differ) and not verified and not kept_open:
        return "assume", "GATE-1", act_on

    # GATE-3: "value below the threshold, VOI-4 and VOI-8 silent, preference not `always-ask`".
    value = value_of_question(ambiguity, blocker, policy)
    if (
        below(value, threshold_in_force(document, policy))
        and value_rule_of(document, ambiguity) is None
        and preference != "always-ask"
        and not kept_open
    ):
        return "assume", "GATE-3", act_on

    # GATE-12: "policy `strict_blockers` (off) and the blocker is `ambiguous_goal` or `none`".
    if policy["strict_blockers"] and blocker in ("ambiguous_goal", "none"):
        return "assume", "GATE-12", act_on

    # GATE-4: "not in the planning phase": "decide with the act-on reading".
    if document.get("phase", "planning") != "planning":
        return "assume", "GATE-4", act_on

    # GATE-5: "focus Deep, or budget signal Critical or CostExceeded".
    if attention.get("focus", "ambient") == "deep":
        return "defer", "GATE-5", conservative
    if attention.get("budget", "normal") in ("critical", "cost_exceeded"):
        return "defer", "GATE-5", conservative

    # GATE-7: "a question is open (pending or held) in this workspace, or this session's one
    # clarification is used (answered or timed out)".
    if quota.get("open_in_workspace", False) or quota.get("used", False):
        return "assume", "GATE-7", ladder(document, ambiguity, blocker)

    # GATE-8, PREF-1: never-ask and ask-only-for-one-way "decide two-way questions".
    # AMBIGUOUS 17: an unknown value: PREF-1 says ask (as if there were none, or as always-ask),
    # ERR-1 refuses an unknown enum. Read: as if there were none.
    decides = preference in ("never-ask", "ask-only-for-one-way")
    if decides and two_way(ambiguity, policy, one_way_text, one_way_id):
        return "assume", "GATE-8", act_on

    # GATE-6: "exhaustion evidence incomplete (ASK-6) and budget left": "investigate first".
    # AMBIGUOUS 18: the interpretation of `investigate`. Read: none is taken yet. Other reading: the
    # act-on reading, as nothing is asked.
    if not exhaustion_complete(document) and document.get("budget_left", True):
        return "investigate", "GATE-6", None

    # GATE-9: "otherwise": "ask".
    return "ask", "GATE-9", None


def value_rule_of(document: Json, ambiguity: Json) -> str | None:
    # CONTRACTS: "`value_rule` names the first of VOI-8, VOI-4 that applies, needed or not, else
    # null".
    policy = policy_in_force(document)
    # VOI-8: "Policy `blockers_need_evpi` (off) switches this off".
    if verified_blocker(document, ambiguity) and not policy["blockers_need_evpi"]:
        return "VOI-8"
    if voi_4(ambiguity, effective_blocker(document, ambiguity), policy):
        return "VOI-4"
    return None


def the_one_that_asks(document: Json, asking: list[Json]) -> Json:
    """GATE-16, each step keeping those that come first."""
    policy = policy_in_force(document)
    left = list(asking)
    # GATE-16: "verified blockers (VOI-8)"
    # AMBIGUOUS 16 again: with `blockers_need_evpi` verified blockers still come first here.
    blockers = [a for a in left if verified_blocker(document, a)]
    left = blockers or left
    # GATE-16: "then VOI-4"
    # AMBIGUOUS 19: two verified blockers, of which VOI-4 also applies to one. Read: steps one after
    # the other, that one asks. Other reading: three classes by value_rule; within the blockers the
    # value decides.
    lifted = [a for a in left if voi_4(a, effective_blocker(document, a), policy)]
    left = lifted or left
    # GATE-16: "then the highest value" (the value of VOI-7, as the gate compares it)
    # AMBIGUOUS 20: value as VOI-7 (read) or the estimate in force.
    values = [value_of_question(a, effective_blocker(document, a), policy) for a in left]
    left = [a for a, v in zip(left, values, strict=True) if at_least(v, max(values))]
    # GATE-16: "then given order"
    return left[0]


def decide(
    document: Json,
    one_way_text: Callable[[str], bool] = lambda _text: False,
    one_way_id: Callable[[str], bool] = lambda _id: False,
) -> list[Json]:
    """What the gate decides for a valid document, one dict per ambiguity, in given order."""
    policy = policy_in_force(document)
    ambiguities = document["ambiguities"]
    verdicts = [decide_alone(document, a, one_way_text, one_way_id) for a in ambiguities]

    # GATE-16: "at most one asks"; "the others that would have asked are decided by GATE-7 as if its
    # clarification were used".
    asking = [a for a, v in zip(ambiguities, verdicts, strict=True) if v[0] == "ask"]
    if len(asking) > 1:
        first = the_one_that_asks(document, asking)
        for index, ambiguity in enumerate(ambiguities):
            if verdicts[index][0] == "ask" and ambiguity is not first:
                reading = ladder(document, ambiguity, effective_blocker(document, ambiguity))
                verdicts[index] = ("assume", "GATE-7", reading)

    decisions: list[Json] = []
    for ambiguity, (action, rule, interpretation) in zip(ambiguities, verdicts, strict=True):
        readings = ambiguity["interpretations"]
        blocker = effective_blocker(document, ambiguity)
        plausible = plausible_readings(readings, policy)
        # CONTRACTS: "`requires_approval` is true when that reading is irreversible".
        approval = any(
            r["id"] == interpretation and r["reversibility"] == "irreversible" for r in readings
        )
        decisions.append(
            {
                "ambiguity": ambiguity["id"],
                "action": action,
                "rule": rule,
                "interpretation": interpretation,
                "standard": float(standard_of(plausible)),
                "regret": float(regret_of(plausible, blocker)),
                # CONTRACTS: "`in_force` stays the estimate".
                "in_force": float(estimate_of(plausible, blocker, policy)),
                "estimator": policy["estimator"],
                "threshold": float(threshold_in_force(document, policy)),
                "value": float(value_of_question(ambiguity, blocker, policy)),
                "value_rule": value_rule_of(document, ambiguity),
                "requires_approval": approval,
                "default": default_option(ambiguity, blocker) if action == "ask" else None,
            }
        )
    return decisions
