"""What lies outside a session and still bears on its next move."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from plangate.core.model.nouns import Answer, Dial, Focus, Preference, Question
from plangate.core.model.scope_nouns import Chain


class Standing(NamedTuple):
    """GATE-19: a question of another session as it stands, with the last word said about it."""

    question: Question
    answer: Answer | None


class Surroundings(NamedTuple):
    """What lies outside a session and still bears on its next move."""

    now: datetime
    focus: Focus = "ambient"
    interrupt_ewma: float = 0.0
    #: GATE-7: how many questions of other sessions of this asker stand open here.
    open_in_workspace: int = 0
    #: SPLIT-10: how many decisions with many options this session has had shipped.
    chains: int = 0
    next_number: int = 1
    preferences: Mapping[str, Preference] = {}
    #: PREF-3: how much this workspace wants to be asked.
    dial: Dial = "normal"
    #: Whether there is somebody to ask what was decided before.
    recalls: bool = False
    #: Whether there is somebody to look at the workspace for a brief (UND-3).
    scouts: bool = False
    #: PLAN-10: whether there is somebody to look at places again.
    sees_places: bool = False
    #: REC-8: where this workspace keeps what it knows.
    places: tuple[str, ...] = ()
    #: PLAN-9: the scopes of this session, as they stand.
    scopes: Mapping[str, Chain] = {}
    #: GATE-19: the open questions of other sessions here, and those this session waits for.
    open_here: tuple[Question, ...] = ()
    joined: Mapping[str, Standing] = {}
    #: ASK-8: the seconds of quiet hours before a deadline that is set now.
    quiet: int = 0
