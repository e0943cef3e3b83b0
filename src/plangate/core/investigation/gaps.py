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
_ABSENT = re.compile(
    r"\W*(?:file )?(?:is|are|was|were|does|do|has|have|being)?\s*"
    r"(?:missing|absent|not (?:there|exist|found|present)|gone|n't exist)"
)

_ABOUT_TESTS = re.compile(
    r"\b(?:fix|repair|unbreak|deflake|stabili[sz]e|speed up|debug|un-?flake)\s+"
    r"(?:(?:the|our|all|any|these|those|remaining|failing|flaky|broken|red|slow|unit|integration"
    r"|e2e|end-to-end|existing)\s+)*(?:tests|test suite|test failures?)\b"
    r"|\b(?:the|our|all|unit|integration|existing) tests (?:are|keep|started|all)\b[^.;]*"
    r"\b(?:fail|broken|red|flaky|slow)"
    r"|\bmake (?:the |all |our )*(?:\w+ )?tests (?:pass|green|faster)\b"
    r"|\b(?:the|our) test suite (?:is|fails|keeps|takes)\b",
    re.IGNORECASE,
)


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
    if any(x.kind == MISSING_TESTS for x in evidence) and _ABOUT_TESTS.search(goal):
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
    if place < 0 or _ABSENT.match(text[place + len(path) :].lstrip("`'\"”’")):
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


_LEAVE_OUT = Interpretation(
    "leave-out",
    "Leave that part out",
    "the rest of the goal is planned without it",
    0.2,
    0.1,
    "reversible",
    ("the rest of the goal",),
)


def _missing_file(paths: Sequence[str]) -> Ambiguity:
    named, be = _listed(paths)
    return Ambiguity(
        id=MISSING,
        interpretations=(
            Interpretation(
                "elsewhere",
                "It is elsewhere or has another name",
                "the plan begins by finding it, then works there",
                0.5,
                0.2,
                "reversible",
                (*paths, "the file that is meant"),
            ),
            Interpretation(
                "create",
                f"Create {named}",
                "a new file is written at that place",
                0.3,
                0.3,
                "reversible",
                tuple(paths),
            ),
            _LEAVE_OUT,
        ),
        blocker_type="missing_external_data",
        blocker_evidence=tuple(paths),
        safe_default="elsewhere",
        safe_default_reason="looking for it changes nothing",
        prompt=f"The goal names {named}, which {be} not in the workspace: what is meant?",
    )


def _unreadable_file(paths: Sequence[str]) -> Ambiguity:
    named, be = _listed(paths)
    return Ambiguity(
        id=NEEDS_PERMISSION,
        interpretations=(
            Interpretation(
                "grant",
                "I will make it readable",
                "the plan waits for it and begins by reading it",
                0.5,
                0.2,
                "reversible",
                tuple(paths),
            ),
            Interpretation(
                "unread",
                "Plan without reading it",
                "the plan rests on what the goal says about it",
                0.3,
                0.3,
                "reversible",
                ("what the goal says",),
            ),
            _LEAVE_OUT,
        ),
        blocker_type="missing_external_data",
        blocker_evidence=tuple(f"permission to read {path}" for path in paths),
        safe_default="grant",
        safe_default_reason="nothing is done to what could not be read",
        prompt=f"The goal names {named}, which {be} not to be read from here: how to go on?",
    )


def _against_the_rules(forbidden: Sequence[Evidence]) -> Ambiguity:
    """INV-7: a goal against the workspace's own rules is for a person to settle, at once."""
    paths = tuple(entry.fact for entry in forbidden)
    named, be = _listed(paths)
    said = ", ".join(dict.fromkeys(str(entry.locator) for entry in forbidden))
    return Ambiguity(
        id="against-the-rules",
        interpretations=(
            Interpretation(
                "keep-out",
                "Leave the file alone and reach the goal another way",
                "the plan changes what the file is made from, or what stands beside it",
                0.5,
                0.4,
                "reversible",
                ("what the file is made from",),
            ),
            Interpretation(
                "allow",
                "Change it all the same, this once",
                f"the plan changes {named} against {said}",
                0.3,
                0.2,
                "reversible",
                paths,
            ),
            Interpretation(
                "new-rule",
                "Change the rule first",
                "the plan begins with the page that forbids it",
                0.2,
                0.3,
                "reversible",
                (said, *paths),
            ),
        ),
        blocker_type="missing_external_data",
        blocker_evidence=tuple(
            f"leave to change {entry.fact}, which {entry.locator} forbids" for entry in forbidden
        ),
        safe_default="keep-out",
        safe_default_reason="no rule of the workspace is broken",
        prompt=f"The goal changes {named}, which {be} not to be changed ({said}): how to go on?",
    )


def _missing_tests() -> Ambiguity:
    return Ambiguity(
        id="missing-tests",
        interpretations=(
            Interpretation(
                "elsewhere",
                "The tests are kept elsewhere",
                "the plan begins by bringing them in",
                0.5,
                0.2,
                "reversible",
                ("the tests that exist",),
            ),
            Interpretation(
                "write",
                "Write a first test suite",
                "a runner is set up and tests are written",
                0.3,
                0.4,
                "reversible",
                ("a new test suite",),
            ),
            Interpretation(
                "without",
                "Go on without tests",
                "the plan checks its result by hand",
                0.2,
                0.1,
                "reversible",
                ("checks by hand",),
            ),
        ),
        blocker_type="missing_external_data",
        blocker_evidence=("the tests the goal is about",),
        safe_default="elsewhere",
        safe_default_reason="asking for them changes nothing",
        prompt="The goal is about tests and the workspace has none: which tests are meant?",
    )


def _listed(paths: Sequence[str]) -> tuple[str, str]:
    *most, last = paths[:3]
    return (f"{', '.join(most)} and {last}" if most else last), ("are" if most else "is")
