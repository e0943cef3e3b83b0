"""Settings: the environment and plangate.toml, read once into a frozen value.

Precedence (INV-1): what the caller says, then the environment, then the workspace's plangate.toml,
then the defaults. A value out of range is refused by its name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from plangate.core.errors import BadInput
from plangate.core.model import DEFAULT_TIMEOUT_SECS, ON_TIMEOUT, OnTimeout
from plangate.core.plan_policy import (
    DEFAULT_PLAN_POLICY,
    PLAN_POLICY_SHAPES,
    PlanPolicy,
    plan_policy_from,
)
from plangate.core.policy import DEFAULT_POLICY, POLICY_SHAPE, Budget, Policy, policy_from
from plangate.core.shapes import Choice, ListOf, Record, Text, Whole

FILE_NAME = "plangate.toml"

#: INV-1.
BUDGET_SHAPE = Record(
    required={},
    optional={
        "iterations": Whole(1, 20),
        "calls": Whole(0, 30),
        "seconds": Whole(60, 1800),
    },
)
PRESETS: Mapping[str, Budget] = {
    "standard": Budget(),
    "quick": Budget(3, 2, 120),
    "deep": Budget(10, 15, 900),
    "research": Budget(7, 20, 600),
}
#: ASK-8, and the contract's bounds of `--timeout-secs`.
TIMEOUT_SECS = Whole(1, 2_592_000)

_FILE_SHAPE = Record(
    required={},
    optional={
        "db": Text(4_096),
        "timeout_secs": TIMEOUT_SECS,
        "on_timeout": Choice(ON_TIMEOUT),
        "notify": ListOf(Text(4_096), most=100),
        "budget": BUDGET_SHAPE,
        "policy": Record(required={}, optional={**POLICY_SHAPE.optional, **PLAN_POLICY_SHAPES}),
    },
)


class Settings(NamedTuple):
    """Everything that can be set from outside a call."""

    db: Path
    timeout_secs: int = DEFAULT_TIMEOUT_SECS
    on_timeout: OnTimeout = "assume"
    notify: tuple[str, ...] = ()
    budget: Budget = Budget()
    policy: Policy = DEFAULT_POLICY
    plan_policy: PlanPolicy = DEFAULT_PLAN_POLICY


def read_settings(
    environ: Mapping[str, str], workspace: Path | None, db: Path | None = None
) -> Settings:
    """The settings for one workspace; `db` is what the caller named."""
    given = _workspace_file(workspace) if workspace is not None else {}
    policy = given.get("policy", {})
    budget = Budget()._replace(**{**given.get("budget", {}), **_budget_from(environ)})
    return Settings(
        db=db or _database(environ, given, workspace),
        timeout_secs=_whole(environ, "PLANGATE_TIMEOUT_SECS", TIMEOUT_SECS)
        or given.get("timeout_secs", DEFAULT_TIMEOUT_SECS),
        on_timeout=_choice(environ, "PLANGATE_ON_TIMEOUT", ON_TIMEOUT)
        or given.get("on_timeout", "assume"),
        notify=given.get("notify", ()),
        budget=budget,
        policy=policy_from({k: v for k, v in policy.items() if k in POLICY_SHAPE.optional}),
        plan_policy=_plan_policy(environ, policy),
    )


def _plan_policy(environ: Mapping[str, str], given: Mapping[str, Any]) -> PlanPolicy:
    """REF-4: the environment may switch refusal on or off over what the file says."""
    enforce = _flag(environ, "PLANGATE_PLAN_ADEQUACY_ENFORCE")
    policy = plan_policy_from(given)
    return policy if enforce is None else policy._replace(plan_adequacy_enforce=enforce)


def data_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this platform expects a user's data."""
    home = Path(environ.get("HOME") or Path.home())
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return (Path(local) if local else home / "AppData" / "Local") / "plangate"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "plangate"
    xdg = environ.get("XDG_DATA_HOME", "")
    # The XDG specification: a relative path is invalid and is to be ignored.
    return (Path(xdg) if xdg.startswith("/") else home / ".local" / "share") / "plangate"


def config_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this platform expects what a user configures by hand."""
    if platform in ("win32", "darwin"):
        return data_directory(environ, platform)
    xdg = environ.get("XDG_CONFIG_HOME", "")
    home = Path(environ.get("HOME") or Path.home())
    return (Path(xdg) if xdg.startswith("/") else home / ".config") / "plangate"


def cache_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this platform expects what can be made again at any time."""
    home = Path(environ.get("HOME") or Path.home())
    if platform == "win32":
        return data_directory(environ, platform) / "cache"
    if platform == "darwin":
        return home / "Library" / "Caches" / "plangate"
    xdg = environ.get("XDG_CACHE_HOME", "")
    return (Path(xdg) if xdg.startswith("/") else home / ".cache") / "plangate"


def _database(environ: Mapping[str, str], given: Mapping[str, Any], workspace: Path | None) -> Path:
    if named := environ.get("PLANGATE_DB"):
        return Path(named)
    if workspace is not None and "db" in given:
        return workspace / str(given["db"])
    return data_directory(environ) / "plangate.db"


def _workspace_file(workspace: Path) -> dict[str, Any]:
    path = workspace / FILE_NAME
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise BadInput(str(path), f"cannot be read ({error.strerror})") from None
    import tomllib  # lazy: most workspaces have no such file

    try:
        document = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(str(path), f"is not TOML: {error}", "a TOML file in UTF-8") from None
    try:
        return _FILE_SHAPE.read(document, "")
    except BadInput as error:
        raise BadInput(f"{FILE_NAME}: {error.field}", error.problem, error.accepted) from None


def _budget_from(environ: Mapping[str, str]) -> dict[str, int]:
    found = {
        name: _whole(environ, f"PLANGATE_MAX_{name.upper()}", shape)
        for name, shape in BUDGET_SHAPE.optional.items()
        if isinstance(shape, Whole)
    }
    return {name: value for name, value in found.items() if value is not None}


def _whole(environ: Mapping[str, str], name: str, shape: Whole) -> int | None:
    text = environ.get(name, "")
    if not text:
        return None
    digits = text[1:] if text[0] in "+-" else text
    value: Any = int(text) if digits.isascii() and digits.isdigit() and len(text) < 20 else text
    return shape.read(value, name)


def _choice(environ: Mapping[str, str], name: str, words: tuple[str, ...]) -> Any:
    text = environ.get(name, "")
    return Choice(words).read(text, name) if text else None


_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def _flag(environ: Mapping[str, str], name: str) -> bool | None:
    text = environ.get(name, "").strip().lower()
    if not text:
        return None
    return Choice((*_YES, *_NO)).read(text, name) in _YES


def environment() -> Mapping[str, str]:
    """The process's environment; the one place that looks at it."""
    return os.environ
