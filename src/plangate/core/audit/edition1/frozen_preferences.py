"""Frozen: what preferences meant to edition 1's gate, for replaying old logs only (REC-2)."""

from __future__ import annotations

from typing import NamedTuple

from plangate.core.audit.edition1.model import PREFERENCES
from plangate.core.audit.edition1.oneway import is_registered_one_way, is_split_id, one_way_cues


class Verdict(NamedTuple):
    """Whether a preference decides, and what a person should know about it."""

    auto: bool
    note: str | None = None


def verdict(question_id: str, preference: str | None, one_way: str | None) -> Verdict:
    """What a preference means for a question; `one_way` says why it cannot be undone, if so."""
    if preference is None:
        return Verdict(False)
    if preference not in PREFERENCES:
        known = ", ".join(PREFERENCES)
        note = f"the stored preference {preference[:40]!r} is not known ({known})"
        return Verdict(False, f"{note}; asked as if there were none")
    if preference == "always-ask":
        return Verdict(False, "preference always-ask")
    if is_split_id(question_id):
        note = f"your {preference} is passed over: {question_id} is part of a chain, and an"
        return Verdict(False, f"{note} option set is never decided for you (SPLIT-9)")
    if one_way is not None:
        return Verdict(False, f"your {preference} is passed over: one-way, {one_way}")
    return Verdict(
        True, f"decided by your preference {preference}; `plangate assumptions wrong` overturns it"
    )


def one_way_by_words(question_id: str, *texts: str) -> str | None:
    """PREF-2 for a question known only by its id and its words."""
    if is_registered_one_way(question_id):
        return f"{question_id} is registered"
    for text in texts:
        if cues := one_way_cues(text):
            return f"the words “{cues[0].saw}” ({cues[0].kind})"
    return None
