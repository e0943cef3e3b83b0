"""plangate: the planning gate between a goal and the work.

Importing this package does nothing: no directory is made, no environment read, no library loaded.
Each name below is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plangate._version import __version__

if TYPE_CHECKING:
    from plangate.api import ask_first as ask_first
    from plangate.api import ask_human as ask_human
    from plangate.api import brief as brief
    from plangate.api import check as check
    from plangate.api import explore as explore
    from plangate.api import gate as gate
    from plangate.api import open_planner as open_planner
    from plangate.api import value_of as value_of
    from plangate.app.acts.human import Answered as Answered
    from plangate.app.acts.human import Assumed as Assumed
    from plangate.app.acts.human import Declined as Declined
    from plangate.app.acts.human import Held as Held
    from plangate.app.acts.human import TimedOut as TimedOut
    from plangate.app.acts.human import Waiting as Waiting
    from plangate.app.planner import Advanced as Advanced
    from plangate.app.planner import Planner as Planner
    from plangate.app.session_options import SessionOptions as SessionOptions
    from plangate.core.model.errors import BadInput as BadInput
    from plangate.core.model.errors import PlangateError as PlangateError
    from plangate.core.model.nouns import Question as Question

_HOMES = {
    "Advanced": "plangate.app.planner",
    "Answered": "plangate.app.acts.human",
    "Assumed": "plangate.app.acts.human",
    "BadInput": "plangate.core.model.errors",
    "Declined": "plangate.app.acts.human",
    "Held": "plangate.app.acts.human",
    "PlangateError": "plangate.core.model.errors",
    "Planner": "plangate.app.planner",
    "Question": "plangate.core.model.nouns",
    "TimedOut": "plangate.app.acts.human",
    "Waiting": "plangate.app.acts.human",
    "SessionOptions": "plangate.app.planner",
    "ask_first": "plangate.api",
    "ask_human": "plangate.api",
    "brief": "plangate.api",
    "check": "plangate.api",
    "explore": "plangate.api",
    "gate": "plangate.api",
    "open_planner": "plangate.api",
    "value_of": "plangate.api",
}

__all__ = [
    "Advanced",
    "Answered",
    "Assumed",
    "BadInput",
    "Declined",
    "Held",
    "PlangateError",
    "Planner",
    "Question",
    "SessionOptions",
    "TimedOut",
    "Waiting",
    "__version__",
    "ask_first",
    "ask_human",
    "brief",
    "check",
    "explore",
    "gate",
    "open_planner",
    "value_of",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'plangate' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
