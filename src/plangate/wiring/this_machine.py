"""Who acts through this process, what time it is, and what the settings say whatever it says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plangate.settings import Database, read_settings
from plangate.user_folders import data_directory, environment

if TYPE_CHECKING:
    from plangate.adapters.kept.rights import Rights
    from plangate.app.ports import Clock
    from plangate.app.session_options import InForce
    from plangate.core.guard.acts import Actor, Right


def system_clock() -> Clock:
    from plangate.adapters.machine.system import SystemClock

    return SystemClock()


def acting() -> Actor:
    """Who acts through this process's terminal or pipe (ACT-1)."""
    from plangate.adapters.machine.acting import at_this_end

    return at_this_end(environment(), _presented())


def acting_program() -> Actor:
    """Who acts through the library: a program, wherever it runs (ACT-1)."""
    from plangate.adapters.machine.acting import as_program

    return as_program(environment(), _presented())


def user_name() -> str:
    """Whose process this is, by the system's word."""
    from plangate.adapters.machine.acting import user_name

    return user_name()


def kept_rights() -> Rights:
    """Where rights that were handed on are kept: with the user's data, in no workspace."""
    from plangate.adapters.kept.rights import Rights

    return Rights(data_directory(environment()) / "rights")


def _presented() -> Right | str | None:
    """The right of the token in the environment, why it carries none, or None without a token."""
    from plangate.adapters.machine.acting import TOKEN_VARIABLE

    token = environment().get(TOKEN_VARIABLE, "")
    if not token:
        return None
    from plangate.core.log.chain import moment

    return kept_rights().presented(token, moment(system_clock().now()))


def in_force(workspace: str) -> InForce:
    """What holds in a workspace by its settings alone, whatever the environment says (ACT-1)."""
    from plangate.app.session_options import InForce

    settings = read_settings({**_unswayed(), "PLANGATE_DB": ":unused:"}, Path(workspace))
    return InForce(settings.policy, settings.plan_policy, settings.on_timeout)


def usual_database(workspace: Path | None) -> Database:
    """The database of the settings, whatever this call or the environment names."""
    return read_settings(_unswayed(), workspace).db


def _unswayed() -> dict[str, str]:
    """The environment without what it says to plangate."""
    return {
        name: value for name, value in environment().items() if not name.startswith("PLANGATE_")
    }


def private_directory(path: Path) -> None:
    """Make a directory that nobody else can look into."""
    from plangate.adapters.machine.private import private_directory

    private_directory(path)
