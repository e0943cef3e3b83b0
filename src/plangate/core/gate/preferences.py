"""Preferences: what a person does not want to be asked, and when that is passed over (section 10).

One function gives the verdict for every surface: the gate, `prefs check`, a hook. One-way beats any
preference (PREF-2), and no preference answers a part of a chain (SPLIT-9).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from plangate.core.guard.redaction import redact
from plangate.core.log.tables import EVERYWHERE
from plangate.core.model.errors import BadInput, Refused
from plangate.core.model.nouns import DIALS, EVERY_QUESTION, PREFERENCES, Dial
from plangate.core.model.places import Here
from plangate.core.model.policy.gate_numbers import LONGEST_NOTE
from plangate.core.model.records import Fields
from plangate.core.model.shapes import Choice, Text
from plangate.core.words.one_way import is_registered_one_way, is_split_id, one_way_cues

_QUESTION_ID = Text(200)

#: Words that speak to a program instead of about a preference (PREF-3).
_INSTRUCTIONS = (
    r"\bplangate ?[:,] ?(?:answer|approve|accept|allow|assume|choose|take|say)\b",
    r"(?:ignore|forget|disregard) (?:\w+ ){0,4}(?:instructions?|prompts?|safety|you were told)\b",
    r"(?:ignore|disregard) (?:all |any |the )*(?:previous|prior|above|earlier|rules?)\b",
    r"(?:system|developer|assistant|user) ?(?:prompt|message)? ?:",
    r"you (?:are|must|should|will) (?:now|always|never|not|act|pretend|obey|answer|approve)\b",
    r"(?:act|behave) as (?:if|an?|the)\b",
    r"(?:do|please|must) not (?:ask|tell|mention|log|record)",
    r"(?:never|don['’]?t) (?:ask|tell) (?:the )?(?:user|person|human)",
    r"from now on,? (?:you|approve|accept|allow|answer)\b",
    r"(?:always|automatically) (?:approve|accept|answer|allow|say yes)",
    r"</?(?:system|instructions?|prompt|tool)[^>]*>",
    r"\b(?:run|execute|call) (?:the )?(?:command|tool|shell|bash|function)\b",
    r"jailbreak|prompt injection|override (?:the |all )?(?:rules?|policy|safety)",
)


class PreferenceVerdict(NamedTuple):
    """Whether a preference decides, and what a person should know about it."""

    auto: bool
    note: str | None = None

    @property
    def word(self) -> str:
        return "AUTO_DECIDE" if self.auto else "ASK_NORMALLY"


def read_question_id(text: str, field: str) -> str:
    """A question id as it may be stored; ASK-14: one that holds a secret is refused."""
    if redact(_QUESTION_ID.read(text, field)) != text:
        raise BadInput(
            field, "looks like a secret", "the id of a question, auth-method for example"
        )
    return text


def in_force(rows: Iterable[Fields], here: Here) -> dict[str, Fields]:
    """The row that holds for each question id (PREF-1): the workspace's over that for everywhere.

    What asks more holds for the workspace wherever it lies (REC-8), what asks less for the one path
    it was set in (ACT-2); of the two the last word counts.
    """
    found: dict[str, Fields] = {}
    for row in rows:
        bound = row["place"] == here.path
        shared = row["place"] in here.places and not asks_less(row["value"])
        if row["value"] is None or not (bound or shared or row["place"] == EVERYWHERE):
            continue
        before = found.get(row["question_id"])
        if before is None or _rank(row) > _rank(before):
            found[row["question_id"]] = row
    return found


def _rank(row: Fields) -> tuple[bool, int]:
    return row["place"] != EVERYWHERE, row["seq"]


def dial_of(preferences: Mapping[str, str]) -> Dial:
    """PREF-3: how much a workspace wants to be asked; what nobody knows is normal."""
    match preferences.get(EVERY_QUESTION):
        case "more":
            return "more"
        case "less":
            return "less"
        case _:
            return "normal"


def asks_less(value: str | None) -> bool:
    """ACT-2: whether a preference makes the gate ask less than it would by itself."""
    return value in ("never-ask", "ask-only-for-one-way", "less")


def verdict(question_id: str, preference: str | None, one_way: str | None) -> PreferenceVerdict:
    """What a preference means for a question; `one_way` says why it cannot be undone, if so."""
    if preference is None:
        return PreferenceVerdict(False)
    if preference not in PREFERENCES:
        known = ", ".join(PREFERENCES)
        note = f"the stored preference {preference[:40]!r} is not known ({known})"
        return PreferenceVerdict(False, f"{note}; asked as if there were none")
    if preference == "always-ask":
        return PreferenceVerdict(False, "preference always-ask")
    if is_split_id(question_id):
        note = f"your {preference} is passed over: {question_id} is part of a chain, and an"
        return PreferenceVerdict(False, f"{note} option set is never decided for you (SPLIT-9)")
    if one_way is not None:
        return PreferenceVerdict(False, f"your {preference} is passed over: one-way, {one_way}")
    return PreferenceVerdict(
        True, f"decided by your preference {preference}; `plangate wrong` overturns it"
    )


def unreadable(why: str) -> PreferenceVerdict:
    """PREF-1: preferences that cannot be read decide nothing."""
    return PreferenceVerdict(
        False, f"your preferences cannot be read ({why}); asked as if there were none"
    )


def one_way_by_words(question_id: str, *texts: str) -> str | None:
    """PREF-2 for a question known only by its id and its words."""
    if is_registered_one_way(question_id):
        return f"{question_id} is registered"
    for text in texts:
        if cues := one_way_cues(text):
            return f"the words “{cues[0].saw}” ({cues[0].kind})"
    return None


def checked_preference(question_id: str, value: str) -> str | None:
    """PREF-3, when one is set: refused when it can never fire; a warning when it is passed over."""
    read_question_id(question_id, "question id")
    if question_id == EVERY_QUESTION:
        Choice(DIALS).read(value, "preference")
        return None
    Choice(PREFERENCES).read(value, "preference")
    if value == "never-ask" and is_registered_one_way(question_id):
        raise Refused(
            f"never-ask on {question_id} could never fire: it is a one-way decision and those are "
            "always asked (PREF-3); nothing was stored"
        )
    if value != "always-ask" and is_split_id(question_id):
        return f"stored, but passed over: {question_id} is part of a chain (SPLIT-9)"
    return None


def flattened_note(text: str) -> str:
    """PREF-3: free text on one line, cut at 300 characters, refused when it gives instructions."""
    line = " ".join(text.split())[:LONGEST_NOTE]
    Text(LONGEST_NOTE).read(line, "--note")
    refuse_instruction(line, "--note", "a reason")
    return line


def refuse_instruction(line: str, field: str, accepted: str) -> None:
    """PREF-3: what speaks to a program instead of about the matter is not kept."""
    if found := instruction_in(line):
        raise BadInput(field, f"reads like an instruction: “{found[:40]}”", accepted)


def instruction_in(line: str) -> str:
    """The words of a line that speak to a program; empty for none."""
    found = _instruction().search(_as_read(line))
    return found.group() if found else ""


def _as_read(text: str) -> str:
    """Text as it is read: wide letters are letters, and what is invisible is not there."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(c for c in plain if unicodedata.category(c) != "Cf").casefold()


@cache
def _instruction() -> re.Pattern[str]:
    return re.compile("|".join(_INSTRUCTIONS))
