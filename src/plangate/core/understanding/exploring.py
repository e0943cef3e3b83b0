"""INT-3: goals that want something to be known before anything is to change.

Some words say so wherever they stand (“flaky”, “root cause”). The others are told by what a clause
is: a question about how things are, or a deed of looking whose object is a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.core.model.policy.understanding_numbers import SPEC_FROM
from plangate.language.clauses import Clause, begins_object, parsed_opening, without_lead
from plangate.language.cutting import sentences
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import goal_of
from plangate.language.issues.requirements import requirements
from plangate.language.words.row_patterns import any_case, any_words
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import LOOKING, verb_of

#: Who begins with one of these has nothing definite to build yet.
_LOOSE = LOOKING - {"document"} | {"fix", "tune"}


def exploratory_cue(goal: str) -> str | None:
    """INT-3: the words that make a goal exploratory, None when it builds something definite.

    “Add a page about flaky tests” builds; “fix the flaky test” explores: a goal that opens with a
    building verb is exploratory only when it goes on to ask why.
    """
    if len(requirements(goal)) >= SPEC_FROM:
        return None  # who lists what must hold knows what is to be built
    wanted = [clause for clause in hear(goal_of(goal)).clauses if not clause.background]
    lone = (one for one in sentences(goal_of(goal)) if " " not in one)  # “Investigate.”
    flat = " ".join(". ".join((*(clause.text for clause in wanted), *lone)).split())
    told = any_words("exploratory").finditer(flat.lower())
    found = next((m for m in told if not _is_a_name(flat, m)), None)
    if found is None:
        return _wondered(wanted)
    for at, clause in enumerate(wanted):
        if without_lead(clause.text).lower().startswith(found.group()):
            how = "why" not in found.group() and any(map(_is_definite, wanted[:at]))
            return None if how else found.group()
    verb = verb_of(parsed_opening(flat))
    builds = verb is not None and verb.kind not in _LOOSE and "indefinite" not in verb.lists
    if builds and not found.group().startswith(("why", "find", "figure", "work")):
        return None
    return found.group()


def _wondered(wanted: Sequence[Clause]) -> str | None:
    """What a goal wants to know, when it wants nothing else."""
    asked = [(clause, cue) for clause in wanted if (cue := _wonders(clause))]
    others = (clause for clause in wanted if all(clause is not one for one, _ in asked))
    return asked[0][1] if asked and not any(map(_is_definite, others)) else None


def _wonders(clause: Clause) -> str:
    """The words by which a clause asks how things are; "" when it wants something to be."""
    text = without_lead(clause.text).lower().strip(" \"'“(")
    if found := any_words("wants_to_know").search(text):
        return found.group()
    if any_words("wished_by_asking").match(text):
        return ""
    if text.endswith("?") and (asked := _QUESTION.search(text)):
        wished = any_words("wished_by_asking").match(text, asked.start("word"))
        return "" if wished else asked["word"]
    if asked := _INVERTED.match(text):
        return asked.group()
    looks = clause.kind in ("explore", "verify") and "done_by_programs" not in listed_of(clause)
    if looks and (asked := _WHETHER.search(text)) and not any_words("at_a_time").search(text):
        return text[: asked.end()]
    return ""


def listed_of(clause: Clause) -> frozenset[str]:
    """What else is known of the verb of a clause."""
    verb = verb_of(clause.verb) if clause.verb else None
    return verb.lists if verb else frozenset()


_ASKING = "why|how|what|where|which|who|whose|when"
_BE_OR_DO = "is|are|was|were|does|did|has|(?:do|have) (?:we|i|you|they|the|all|any|people|users)"
#: “…, why?”, “Which endpoints are open?”, “Does it close its files?”
_QUESTION = re.compile(
    rf"(?:^|[,;:–—-]\s+|\b(?:but|and|so)\s+)(?P<word>(?:{_ASKING}|{_BE_OR_DO}|isn't|doesn't)\b)"
)
#: “How is it done” asks, “how it is done” tells.
_INVERTED = re.compile(
    rf"(?:{_ASKING})(?: (?!(?:it|they|we|you|i|he|she|this|that|these|those|the|our)\b)\w+)?"
    rf" (?:{_BE_OR_DO}|do|have|would|could|might)\b"
)
_WHETHER = re.compile(rf"^\w+ (?:out |into |at |up )?(?:whether|if|{_ASKING})\b")


def _is_definite(clause: Clause) -> bool:
    """“Could we have X? Work out where it goes”: X is wanted, and how is part of the work."""
    verb = verb_of(clause.verb) if clause.verb else None
    if verb is None or verb.kind in _LOOSE:
        return False
    ordered = not verb.may_be_noun or begins_object(clause.what)  # “print its path”
    plain = ordered and "indefinite" not in verb.lists
    return plain or clause.obliges or any_case("could_we").match(clause.text) is not None


def _is_a_name(goal: str, found: re.Match[str]) -> bool:
    """“the Explore tab”, “on the explore page”: a capital in the middle of a sentence that is not
    all capitals, or a deed where a noun stands."""
    before = goal[: found.start()].rstrip("\"'“‘([ ")
    first, rest = goal[found.start() : found.start() + 1], goal[found.start() + 1 : found.end()]
    if bool(before) and before[-1] not in ".!?:;-" and first.isupper() and rest.islower():
        return True
    is_deed = verb_of(found.group().split()[0]) is not None
    last = before.lower().split()[-1:]
    return is_deed and bool(last) and last[0] in group("determiners") | group("where")
