"""What lies outside a session and still bears on its next move."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from plangate.core.model import Focus, Preference


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
