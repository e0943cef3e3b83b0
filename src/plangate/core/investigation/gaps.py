"""What the goal rests on and the workspace does not have (STOP-2): found before anything is looked
into, and put to a person like any other blocker.

A wrong stop is worse than none: a file counts as needed only where the goal plainly works on what
is there (“fix the crash in src/a.py”), never where it may be about to come into being (“add
src/a.py”, “rename it to src/a.py”) or its absence is the point (“when a.yaml is missing”).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation
from plangate.core.model.policy.investigation_numbers import GAPS_FAR, GAPS_LONGEST_OBJECT
from plangate.language.words.row_patterns import any_case, any_row
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import verb_of

#: Kinds of facts a survey finds about what the goal names.
MISSING_FILE, UNREADABLE_FILE, MISSING_TESTS = "missing_file", "unreadable_file", "missing_tests"
FORBIDDEN_FILE = "forbidden_file"

#: The ambiguity about a file that the goal works on and the workspace does not have.
MISSING = "missing-file"
#: STOP-2: a refusal of permission needs a person, not an answer.
NEEDS_PERMISSION = "unreadable-file"

_WITHIN = frozenset("in inside of within".split())


def gaps_of(goal: str, evidence: Sequence[Evidence]) -> tuple[Ambiguity, ...]:
    """What a person has to say before there can be a plan; usually nothing."""
    found: list[Ambiguity] = []
    missing = [x.fact for x in evidence if x.kind == MISSING_FILE and needs(goal, x.fact)]
    if missing:
        found.append(_missing_file(missing))
    closed = [x.fact for x in evidence if x.kind == UNREADABLE_FILE and needs(goal, x.fact)]
    if closed:
        found.append(_unreadable_file(closed))
    forbidden = [x for x in evidence if x.kind == FORBIDDEN_FILE and needs(goal, x.fact)]
    if forbidden:
        found.append(_against_the_rules(forbidden))
    if any(x.kind == MISSING_TESTS for x in evidence) and any_case("goal_about_tests").search(goal):
        found.append(_missing_tests())
    return tuple(a._replace(heard=_named(a), catalogued=True) for a in found)


def _named(gap: Ambiguity) -> str:
    """GATE-19: the object of a gap is what is missing, closed or forbidden."""
    return " ".join(sorted(gap.blocker_evidence))[:GAPS_LONGEST_OBJECT] or gap.id


def needs(goal: str, path: str) -> bool:
    """Whether the goal works on this path as something that is there."""
    name = path.rpartition("/")[2]
    if "." not in name[1:]:
        return False  # a folder, a route or a pair of words: nobody can tell
    text = goal.lower()
    place = text.find(path.lower())
    if place < 0 or any_row("is_not_there").match(text[place + len(path) :].lstrip("`'\"”’")):
        return False
    words = text[:place].split()
    return _works_on_what_follows(words)


def _works_on_what_follows(words: Sequence[str]) -> bool:
    """The words before a path, read backwards to the verb that governs it."""
    verb_may_be_far = False  # once “in” or “of” stood before the path
    for distance, raw in enumerate(reversed(words)):
        if raw.endswith((".", "!", "?", ";", ":")) and not re.search(r"\w\.\w", raw):
            return False
        word = raw.strip("`'\"“”‘’(),:")
        if not word or word in group("before_files") or re.search(r"[/.]\w", word):
            continue
        if word in group("not_there_yet") or _brings(word) or distance > GAPS_FAR:
            return False
        if _works(word):
            # “document X in docs/x.md” may well write the page
            return not (verb_may_be_far and word.startswith("document"))
        if not verb_may_be_far:
            if word not in _WITHIN:
                return False
            verb_may_be_far = True
    return False


def _works(word: str) -> bool:
    """Whether a verb changes something that must be there."""
    verb = verb_of(word)
    return verb is not None and (verb.kind in _WORKS_ON or "need_files" in verb.lists)


def _brings(word: str) -> bool:
    """Whether a verb may write the file it names."""
    verb = verb_of(word)
    return verb is not None and "bring_files" in verb.lists


#: Kinds of verbs whose object is there already.
_WORKS_ON = ("fix", "change", "reshape", "tune", "move", "secure", "document")


def sought(ambiguity: Ambiguity) -> str:
    """What is looked for: the readings, or what the goal names and the workspace does not have."""
    if ambiguity.id == MISSING:
        return ", ".join(ambiguity.blocker_evidence)
    return ", ".join(reading.label for reading in ambiguity.interpretations)


def _reading(
    name: str, label: str, then: str, prior: float, effort: float, *touches: str
) -> Interpretation:
    return Interpretation(name, label, then, prior, effort, "reversible", touches)


def _gap(
    name: str, prompt: str, lacks: Sequence[str], harmless: str, *readings: Interpretation
) -> Ambiguity:
    """What the goal rests on and is not there; the first reading is the harmless one."""
    return Ambiguity(
        id=name,
        interpretations=readings,
        blocker_type="missing_external_data",
        blocker_evidence=tuple(lacks),
        safe_default=readings[0].id,
        safe_default_reason=harmless,
        prompt=prompt,
    )


_WITHOUT = "the rest of the goal is planned without it"
_LEAVE_OUT = _reading(
    "leave-out", "Leave that part out", _WITHOUT, 0.2, 0.1, "the rest of the goal"
)


def _missing_file(paths: Sequence[str]) -> Ambiguity:
    named, be = _listed(paths)
    finds, writes = (
        "the plan begins by finding it, then works there",
        "a new file is written at that place",
    )
    meant = "the file that is meant"
    return _gap(
        MISSING,
        f"The goal names {named}, which {be} not in the workspace: what is meant?",
        paths,
        "looking for it changes nothing",
        _reading(
            "elsewhere", "It is elsewhere or has another name", finds, 0.5, 0.2, *paths, meant
        ),
        _reading("create", f"Create {named}", writes, 0.3, 0.3, *paths),
        _LEAVE_OUT,
    )


def _unreadable_file(paths: Sequence[str]) -> Ambiguity:
    named, be = _listed(paths)
    waits = "the plan waits for it and begins by reading it"
    rests = "the plan rests on what the goal says about it"
    return _gap(
        NEEDS_PERMISSION,
        f"The goal names {named}, which {be} not to be read from here: how to go on?",
        [f"permission to read {path}" for path in paths],
        "nothing is done to what could not be read",
        _reading("grant", "I will make it readable", waits, 0.5, 0.2, *paths),
        _reading("unread", "Plan without reading it", rests, 0.3, 0.3, "what the goal says"),
        _LEAVE_OUT,
    )


def _against_the_rules(forbidden: Sequence[Evidence]) -> Ambiguity:
    """INV-7: a goal against the workspace's own rules is for a person to settle, at once."""
    paths = tuple(entry.fact for entry in forbidden)
    named, be = _listed(paths)
    said = ", ".join(dict.fromkeys(str(entry.locator) for entry in forbidden))
    around = "Leave the file alone and reach the goal another way"
    made_from = "the plan changes what the file is made from, or what stands beside it"
    page = "the plan begins with the page that forbids it"
    breaks = f"the plan changes {named} against {said}"
    return _gap(
        "against-the-rules",
        f"The goal changes {named}, which {be} not to be changed ({said}): how to go on?",
        [f"leave to change {entry.fact}, which {entry.locator} forbids" for entry in forbidden],
        "no rule of the workspace is broken",
        _reading("keep-out", around, made_from, 0.5, 0.4, "what the file is made from"),
        _reading("allow", "Change it all the same, this once", breaks, 0.3, 0.2, *paths),
        _reading("new-rule", "Change the rule first", page, 0.2, 0.3, said, *paths),
    )


def _missing_tests() -> Ambiguity:
    brings, writes = (
        "the plan begins by bringing them in",
        "a runner is set up and tests are written",
    )
    by_hand = "the plan checks its result by hand"
    kept = "The tests are kept elsewhere"
    return _gap(
        "missing-tests",
        "The goal is about tests and the workspace has none: which tests are meant?",
        ["the tests the goal is about"],
        "asking for them changes nothing",
        _reading("elsewhere", kept, brings, 0.5, 0.2, "the tests that exist"),
        _reading("write", "Write a first test suite", writes, 0.3, 0.4, "a new test suite"),
        _reading("without", "Go on without tests", by_hand, 0.2, 0.1, "checks by hand"),
    )


def _listed(paths: Sequence[str]) -> tuple[str, str]:
    *most, last = paths[:3]
    return (f"{', '.join(most)} and {last}" if most else last), ("are" if most else "is")
