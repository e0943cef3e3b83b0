"""Whoever wants to know of a question: a command, a person who is away, a team."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.app.naming.addresses import Address
from plangate.settings import Database, Settings, place_of, read_settings
from plangate.user_folders import environment, state_directory
from plangate.wiring.other_packages import is_ours, notifier_in_use
from plangate.wiring.this_machine import system_clock

if TYPE_CHECKING:
    from datetime import datetime

    from plangate.adapters.telling.messages import Presence, Sent
    from plangate.app.ports import Notifier, Store
    from plangate.core.model.nouns import Question


def notices(store: Store, settings: Settings, complain: Callable[[str], None]) -> Notifier:
    """Whoever wants to know of a question: its workspace's command, or the one of the settings."""

    def command_of(question: Question) -> tuple[Sequence[str], Path | None]:
        from plangate.core.log.tables import Query

        about = Query("plan_sessions", equals={"plan_session_id": question.session})
        workspaces = [Path(row["workspace"]) for row in store.rows(about)]
        own = [read_settings(environment(), workspace).notify for workspace in workspaces]
        return next(filter(None, own), settings.notify), next(iter(workspaces), None)

    def tell(happened: str, question: Question) -> None:
        _message(settings, store, happened, question)

    own = notifier_in_use(settings, _Notices(command_of, tell, complain))
    if not (is_ours(settings) and isinstance(settings.db, Address)):
        return own
    return _told_once(settings.db, own, lambda question: tells(settings, command_of(question)[0]))


def tells(settings: Settings, command: Sequence[str] = ()) -> bool:
    """NOTE-1: whether anybody hears of anything by these settings."""
    return bool(
        command or settings.notify or settings.use.notifier != "command" or message_places(settings)
    )


def _told_once(address: Address, own: Notifier, tells: Callable[[Question], bool]) -> Notifier:
    from plangate.adapters.team.team_notices import TellingOnce

    return TellingOnce(address, own, tells)


def _whole_name(db: Database) -> str:
    """A database as another process of this machine opens it."""
    return db.url if isinstance(db, Address) else str(db.absolute())


def presence(settings: Settings) -> Presence:
    """NOTE-1: when a person was last at a surface of the database."""
    from plangate.adapters.telling.messages import Presence

    return Presence(place_of(settings.db), settings.anchors or state_directory(environment()))


def quiet_ahead(settings: Settings) -> Callable[[datetime, float], int]:
    """ASK-8: by how much the quiet hours ahead put a deadline off."""

    def ahead(now: datetime, seconds: float) -> int:
        quiet = settings.quiet_hours
        return quiet.seconds_ahead(now.astimezone(), seconds) if quiet else 0

    return ahead


#: NOTE-1: what a person is told of; their own answer is no news to them.
_NEWS = ("created", "expired", "parked")


def _message(settings: Settings, store: Store, happened: str, question: Question) -> None:
    """NOTE-1: tell a person who is not at a surface, unless it is quiet now or nowhere to go."""
    what = "parked" if happened == "expired" and question.parks else happened
    if what not in _NEWS or not message_places(settings):
        return
    quiet = settings.quiet_hours
    now = system_clock().now().astimezone()
    if (quiet and quiet.cover(now)) or presence(settings).is_here():
        return
    from plangate.adapters.telling.messages import start_sender
    from plangate.core.log.tables import Query
    from plangate.core.log.wire import canonical

    about = Query("plan_sessions", equals={"plan_session_id": question.session})
    row = next(iter(store.rows(about)), {"goal": "", "workspace": ""})
    document = {
        "schema": "plangate.notice/1",
        "what": what,
        "question": question.prompt,
        "number": question.number,
        "project": Path(row["workspace"]).name,
        "goal": row["goal"],
        "id": question.id,
        "db": _whole_name(settings.db),
    }
    start_sender(canonical(document).encode())


def message_places(settings: Settings) -> tuple[str, ...]:
    """Where messages go, without a credential; none when nothing is set and there is no desktop."""
    from plangate.adapters.telling.messages import desktop_command, without_credential

    desktop = settings.notify_desktop and desktop_command(environment(), settings.workspace)
    places = map(without_credential, settings.notify_to)
    return (*(("the desktop",) if desktop else ()), *places)


def send_message(settings: Settings, title: str, body: str) -> Sequence[Sent]:
    """Send a message everywhere now, and say what became of it."""
    from plangate.adapters.telling import messages

    message = messages.Message(title, body)
    sent: list[Sent] = []
    desktop = messages.desktop_command(environment(), settings.workspace)
    if settings.notify_desktop and desktop:
        sent.append(messages.send_to_desktop(desktop, message))
    if settings.notify_to:
        sent += messages.send_by_apprise(settings.notify_to, message)
    return sent


class _Notices:
    """The notifier, loaded when there is something to tell: it brings subprocesses and threads."""

    def __init__(
        self,
        command_of: Callable[[Question], tuple[Sequence[str], Path | None]],
        tell: Callable[[str, Question], None],
        complain: Callable[[str], None],
    ) -> None:
        self._command_of = command_of
        self._tell = tell
        self._complain = complain

    def notify(self, happened: str, question: Question) -> None:
        from plangate.adapters.telling.own_commands import WorkspaceNotifier

        WorkspaceNotifier(self._command_of, self._complain).notify(happened, question)
        self._tell(happened, question)
