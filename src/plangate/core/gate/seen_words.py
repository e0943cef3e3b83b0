"""What the word rules saw of an ambiguity, remembered with the decision (REC-2).

The gate asks three things of words: whether a reading says of itself that it cannot be undone
(GATE-20), whether the decision is one-way by registry or words (PREF-2), and whether it is a
routine matter (GATE-13). Each is asked only when a rule needs it, and what was answered goes into
the record, so that a replay needs no word net and no later net can change what an old log proves.
"""

from __future__ import annotations

from plangate.core.gate.preferences import one_way_by_words
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.model.records import Document
from plangate.core.words.irreversible import says_it_is_final
from plangate.core.words.routine import routine_matter


class Words:
    """What words say, remembered under `heard`; looked up only when it is not there and `live`."""

    def __init__(self, heard: Document | None = None, *, live: bool = True) -> None:
        self.heard: Document = {} if heard is None else heard
        self._live = live

    def is_final(self, ambiguity: Ambiguity, reading: Interpretation) -> bool:
        """GATE-20: whether a reading is irreversible, declared or by its label or consequence."""
        if reading.reversibility == "irreversible":
            return True
        known = self._of(ambiguity).setdefault("final", {})
        if reading.id not in known:
            self._must_be_live(f"{ambiguity.id} {reading.id}")
            known[reading.id] = says_it_is_final(reading)
        return bool(known[reading.id])

    def one_way(self, ambiguity: Ambiguity) -> str | None:
        """PREF-2: why registry or words make this decision one-way; None when they do not."""
        known = self._of(ambiguity)
        if "one_way" not in known:
            self._must_be_live(ambiguity.id)
            known["one_way"] = _caught(ambiguity)
        found: str | None = known["one_way"]
        return found

    def routine(self, ambiguity: Ambiguity) -> str | None:
        """GATE-13: the routine matter this is, if it is one."""
        known = self._of(ambiguity)
        if "routine" not in known:
            self._must_be_live(ambiguity.id)
            known["routine"] = routine_matter(ambiguity.id, ambiguity.prompt)
        found: str | None = known["routine"]
        return found

    def _of(self, ambiguity: Ambiguity) -> Document:
        entry: Document = self.heard.setdefault(ambiguity.id, {})
        return entry

    def _must_be_live(self, about: str) -> None:
        if not self._live:
            raise StoreDamaged(f"the record does not say what words said about {about}")


def _caught(ambiguity: Ambiguity) -> str | None:
    words = [ambiguity.prompt or ""]
    for reading in ambiguity.interpretations:
        is_lifted = reading.undo_why or reading.in_code
        if not is_lifted or says_it_is_final(reading):
            words += (reading.label, reading.consequence)
    return one_way_by_words(ambiguity.id, *words)
