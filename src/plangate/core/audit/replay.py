"""A recorded gate decision made again by the edition that made it (REC-2).

Every decision names its edition. Those of an edition that is past are replayed by the copy frozen
for it, those of the one in force by the gate itself; one from the future is said to be just that.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Protocol

from plangate.core.audit.edition1 import frozen_replay as edition1
from plangate.core.events import event as e
from plangate.core.gate.decide import EDITION, WORDING, decide
from plangate.core.gate.document import (
    GateDocument,
    read_session_document,
    session_document,
)
from plangate.core.gate.seen_words import Words
from plangate.core.log.chain import time_of
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.policy import Policy
from plangate.core.model.records import DecisionRecord, Document
from plangate.core.steps.gate_step import decision_record, gate_document


class Recorded(Protocol):
    """One recorded call of the gate, and what its edition makes of it."""

    @property
    def wording(self) -> int:
        """How the traces of this edition are worded now."""

    @property
    def document(self) -> Document:
        """The document in the one form it is compared in."""

    @property
    def policy_version(self) -> str: ...

    @property
    def threshold(self) -> float:
        """The threshold the document's policy gives."""

    def expected(self, session: Session) -> Document:
        """The document as the session knew it, what stood outside taken as recorded."""

    def decisions(self) -> list[DecisionRecord]:
        """What the rules give for the document."""

    def rulings(self, policy: Policy) -> Mapping[str, tuple[str, str]]:
        """REC-3: action and rule for each ambiguity under another policy."""


def recorded(decided: e.GateDecided, at: str) -> Recorded:
    """A gate decision in the hands of the edition that made it; `at` is when it did."""
    if decided.edition == 1:
        return edition1.Recorded(decided.document)
    if decided.edition == EDITION:
        return InForce(decided, at)
    raise StoreDamaged(
        f"decided by edition {decided.edition} of the gate, which this plangate does not know; "
        "a newer one may"
    )


class InForce:
    """The gate in force, replaying itself."""

    wording = WORDING

    def __init__(self, decided: e.GateDecided, at: str) -> None:
        self._document = read_session_document(decided.document)
        self._heard = decided.heard or {}
        self._at = at

    @property
    def document(self) -> Document:
        return session_document(self._document)

    @property
    def policy_version(self) -> str:
        return self._document.policy.version

    @property
    def threshold(self) -> float:
        return self._document.policy.evpi_question_threshold

    def expected(self, session: Session) -> Document:
        return session_document(self._known_to(session))

    def _known_to(self, session: Session) -> GateDocument:
        document = self._document
        around = Surroundings(
            now=time_of(self._at),
            focus=document.attention.focus,
            interrupt_ewma=document.attention.interrupt_ewma,
            open_in_workspace=document.quota.open_in_workspace,
            chains=document.chains,
            preferences=document.preferences,
            dial=document.dial,
        )
        return gate_document(session, around)

    def decisions(self) -> list[DecisionRecord]:
        found = decide(self._document, Words(deepcopy(self._heard), live=False))
        return [decision_record(self._document, decision) for decision in found]

    def rulings(self, policy: Policy) -> Mapping[str, tuple[str, str]]:
        return self._ruled(self._document._replace(policy=policy))

    def rulings_anew(
        self, policy: Policy | None, session: Session
    ) -> Mapping[str, tuple[str, str]]:
        """REC-3: the same by numbers that are others now, from what the session knew."""
        document = self._known_to(session)
        return self._ruled(document if policy is None else document._replace(policy=policy))

    def _ruled(self, document: GateDocument) -> Mapping[str, tuple[str, str]]:
        # Another policy may ask more of the words than the record holds.
        found = decide(document, Words(deepcopy(self._heard)))
        return {each.ambiguity: (each.action, each.rule) for each in found}
