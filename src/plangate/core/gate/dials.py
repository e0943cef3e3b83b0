"""What another dial would have asked, from what the log recorded (PREF-3).

Every recorded call of the gate is decided again with the dial turned; nothing else is different,
neither what was known then nor how much attention there was.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import NamedTuple

from plangate.core.events.decision_events import GateDecided
from plangate.core.gate.decide import EDITION, decide
from plangate.core.gate.document import read_session_document
from plangate.core.gate.seen_words import Words
from plangate.core.model.nouns import DIALS, Dial


class Turned(NamedTuple):
    """What a dial would have put to a person, and what it would not have; by the question's id."""

    more: tuple[str, ...] = ()
    fewer: tuple[str, ...] = ()


def turned(calls: Iterable[GateDecided]) -> dict[Dial, Turned]:
    """For each position of the dial what it would have changed, in the order of the calls."""
    more: dict[Dial, dict[str, None]] = {dial: {} for dial in DIALS}
    fewer: dict[Dial, dict[str, None]] = {dial: {} for dial in DIALS}
    for call in calls:
        if call.edition != EDITION:
            continue  # an older gate had no dial
        was = {d["ambiguity"] for d in call.decisions if d["action"] == "ask"}
        document = read_session_document(call.document)
        for dial in DIALS:
            words = Words(deepcopy(call.heard or {}))
            found = decide(document._replace(dial=dial), words)
            asked = {d.ambiguity for d in found if d.action == "ask"}
            more[dial] |= dict.fromkeys(sorted(asked - was))
            fewer[dial] |= dict.fromkeys(sorted(was - asked))
    return {dial: Turned(tuple(more[dial]), tuple(fewer[dial])) for dial in DIALS}
