"""plangate: the planning gate between a goal and the work.

Importing this package does nothing: no directory is made, no environment read, no library loaded.
Each name below is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plangate._version import __version__

if TYPE_CHECKING:
    from plangate.api import gate as gate
    from plangate.api import open_planner as open_planner
    from plangate.app.planner import Advanced as Advanced
    from plangate.app.planner import Planner as Planner
    from plangate.app.planner import Wish as Wish
    from plangate.core.errors import BadInput as BadInput
    from plangate.core.errors import PlangateError as PlangateError

_HOMES = {
    "Advanced": "plangate.app.planner",
    "BadInput": "plangate.core.errors",
    "PlangateError": "plangate.core.errors",
    "Planner": "plangate.app.planner",
    "Wish": "plangate.app.planner",
    "gate": "plangate.api",
    "open_planner": "plangate.api",
}

__all__ = [
    "Advanced",
    "BadInput",
    "PlangateError",
    "Planner",
    "Wish",
    "__version__",
    "gate",
    "open_planner",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'plangate' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
