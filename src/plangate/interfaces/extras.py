"""Optional parts of plangate: whether one is installed, and the one line when it is not.

The packages behind an extra are never imported here: finding one takes no time, importing it may
take a second.
"""

from __future__ import annotations

from importlib.util import find_spec

from plangate.core.model.errors import MissingExtra

#: The extras of pyproject.toml, each with the package that shows whether it is there.
EXTRAS = {
    "llm": "pydantic_ai",
    "mcp": "mcp",
    "web": "jinja2",
    "notify": "apprise",
    "team": "procrastinate",
}


def is_installed(extra: str) -> bool:
    # A folder of that name on the path is not the package: it has no loader of its own.
    found = find_spec(EXTRAS[extra])
    return found is not None and found.origin is not None


def require_extra(extra: str, command: str) -> None:
    """Raise one line that says what to install when `command` cannot run without it."""
    if not is_installed(extra):
        raise MissingExtra(command, extra)
