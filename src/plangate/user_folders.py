"""Where a user's own files are: data, settings, state, cache, by the environment alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from plangate.trust.trust_store import TrustStore, lies_in_a_workspace


def trust_store(environ: Mapping[str, str]) -> TrustStore:
    """Where this person's trusted workspaces are remembered (ACT-2)."""
    return TrustStore(data_directory(environ) / "trust", users_home(environ))


def data_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this platform expects a user's data."""
    home = users_home(environ)
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return (Path(local) if local else home / "AppData" / "Local") / "plangate"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "plangate"
    return _by_xdg(environ, "XDG_DATA_HOME", ".local/share")


def _by_xdg(environ: Mapping[str, str], variable: str, otherwise: str) -> Path:
    """The XDG specification: a relative path is invalid and is to be ignored."""
    named = environ.get(variable, "")
    folder = Path(named) if named.startswith("/") else users_home(environ) / otherwise
    return folder / "plangate"


def config_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this platform expects what a user configures by hand."""
    if platform in ("win32", "darwin"):
        return data_directory(environ, platform)
    return _by_xdg(environ, "XDG_CONFIG_HOME", ".config")


def cache_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this platform expects what can be made again at any time."""
    if platform == "win32":
        return data_directory(environ, platform) / "cache"
    if platform == "darwin":
        return users_home(environ) / "Library" / "Caches" / "plangate"
    return _by_xdg(environ, "XDG_CACHE_HOME", ".cache")


def own_dimensions(environ: Mapping[str, str], workspace: Path) -> Path | None:
    """The folder of a person's own dimensions; None when it is part of the workspace (ACT-2)."""
    folder = config_directory(environ) / "dimensions"
    return None if lies_in_a_workspace(folder, workspace, users_home(environ)) else folder


def own_archetypes(environ: Mapping[str, str], workspace: Path) -> Path | None:
    """The folder of a person's own kinds of change, as `own_dimensions` has it."""
    folder = config_directory(environ) / "archetypes"
    return None if lies_in_a_workspace(folder, workspace, users_home(environ)) else folder


def state_directory(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this platform expects what a program keeps about its own work (REC-6)."""
    if platform in ("win32", "darwin"):
        return data_directory(environ, platform) / "state"
    return _by_xdg(environ, "XDG_STATE_HOME", ".local/state")


def users_home(environ: Mapping[str, str]) -> Path:
    """Where a person's files are; a home that is no whole path would be wherever one stands."""
    home = environ.get("HOME") or str(Path.home())
    if os.path.isabs(home):  # noqa: PTH117 - of what is not there
        return Path(home)
    try:
        import pwd  # noqa: PLC0415 - not on every system
    except ImportError:  # Windows
        return Path.home().absolute()
    return Path(pwd.getpwuid(os.getuid()).pw_dir)


def environment() -> Mapping[str, str]:
    """The process's environment; the one place that looks at it."""
    return os.environ
