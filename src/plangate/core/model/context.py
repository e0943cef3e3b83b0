"""What lies outside a session and still bears on its next move."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from plangate.core.model.nouns import Answer, Focus, Preference, Question


class Standing(NamedTuple):
    """GATE-19: a question of another session as it stands, with the last word said about it."""

    question: Question
    answer: Answer | None


class Surroundings(NamedTuple):
    """What lies outside a session and still bears on its next move."""

    now: datetime
    focus: Focus = "ambient"
    interrupt_ewma: float = 0.0
    open_in_workspace: bool = False
    chain_used: bool = False
    next_number: int = 1
    preferences: Mapping[str, Preference] = {}
    #: Whether there is somebody to ask what was decided before.
    recalls: bool = False
    #: REC-8: where this workspace keeps what it knows.
    places: tuple[str, ...] = ()
    #: GATE-19: the open questions of other sessions here, and those this session waits for.
    open_here: tuple[Question, ...] = ()
    joined: Mapping[str, Standing] = {}
