"""The database behind the pages: one look at it per thread, one planner per act (WEB-1).

Looking is done through a planner that a thread keeps open, because opening one costs more than most
pages; acting opens one of its own as the person who logged in. Whoever looks settles first what is
overdue (ASK-8), as every other reader does.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from plangate.app.acts.question_acts import expire_readable
from plangate.app.naming.lookup import overdue_sessions
from plangate.app.planner import Planner
from plangate.app.team.roster import team_in
from plangate.core.guard.acts import Actor
from plangate.core.log.team import Team
from plangate.core.model.errors import BadInput, StoreBusy, StoreReadOnly
from plangate.interfaces.own_files import owners_file, written
from plangate.interfaces.web.serving.access import Access, Login
from plangate.interfaces.web.serving.guard import Address
from plangate.interfaces.web.serving.whereabouts import web_folder
from plangate.settings import Database, Settings
from plangate.wiring.databases import Changes, changes
from plangate.wiring.measuring import Measured, unmeasured
from plangate.wiring.members import holder_of
from plangate.wiring.notices import presence
from plangate.wiring.planners import open_planner
from plangate.wiring.this_machine import system_clock

T = TypeVar("T")

SURFACE: Final = "web"
_MOST_SAID = 200


class Said(NamedTuple):
    """What an act came to, shown once on the next page; `undo` is the address that undoes it."""

    text: str
    undo: str = ""
    undo_label: str = ""


class Desk:
    """What the pages of one server work with."""

    def __init__(self, settings: Settings, person: str, address: Address) -> None:
        self.settings = settings
        self.person = person
        self.address = address
        self.access = Access(web_folder(settings.db))
        self.measured: Measured = unmeasured
        #: Called when the server begins to stop: whoever listens is let go.
        self.leaving: list[Callable[[], None]] = []
        self._clock = system_clock()
        self._presence = presence(settings)
        self._here = threading.local()
        self._settled = (-1, 0)
        self._kept: dict[str, tuple[int, Any]] = {}
        self._changes: Changes | None = None
        self._said: OrderedDict[str, Said] = OrderedDict()

    def now(self) -> datetime:
        return self._clock.now()

    def note_presence(self) -> None:
        """NOTE-1: a person who looks at a page needs no message."""
        self._presence.note()

    # --- looking and acting -----------------------------------------------------------------------

    def look(self) -> Planner:
        """This thread's planner, for looking only; opened again when the file is another one."""
        file = _identity(self.settings.db)
        if getattr(self._here, "planner", None) is None or self._here.file != file:
            self._let_go()
            stack = ExitStack()
            self._here.planner = stack.enter_context(
                open_planner(self.settings, actor=Actor("script", "the web page"))
            )
            self._here.stack = stack
            self._here.file = _identity(self.settings.db)
        planner: Planner = self._here.planner
        return planner

    def _let_go(self) -> None:
        if (stack := getattr(self._here, "stack", None)) is not None:
            stack.close()
            self._here.stack = None

    @contextmanager
    def act(self, login: Login) -> Iterator[Planner]:
        """A planner for what a person who logged in does (ACT-1)."""
        person = Actor(SURFACE, login.by, "the login", token=login.token)
        with open_planner(self.settings, actor=person) as planner:
            yield planner

    def holder_of(self, token: str) -> tuple[str, str] | None:
        """TEAM-3: the person of the team whose token this is, and the token's id."""
        return holder_of(self.settings, token)

    def team(self) -> Team:
        """TEAM-3: who is in the team now."""
        return self.while_unwritten("team", lambda: team_in(self.look().store))

    def holds(self, login: Login) -> bool:
        """TEAM-3: whether a login still counts: in a team as long as its token does."""
        team = self.team()
        return not team.has_people or team.person(login.token) is not None

    def settle(self) -> None:
        """ASK-8: what is overdue is settled by whoever looks; where that cannot be, it is shown."""
        planner = self.look()
        now = (self.mark(), int(self.now().timestamp()))
        if self._settled == now:
            return  # somebody looked this very second, and nothing was written since
        self._settled = now
        if not overdue_sessions(planner.store, self._clock):
            return
        try:
            with open_planner(self.settings, actor=Actor("script", "the web page")) as acting:
                expire_readable(acting)
        except (StoreReadOnly, StoreBusy):
            return

    def while_unwritten(self, name: str, make: Callable[[], T]) -> T:
        """What is found by looking through much, kept until something is written."""
        mark = self.mark()
        kept = self._kept.get(name)
        if kept is None or kept[0] != mark:
            kept = self._kept[name] = (mark, make())
        found: T = kept[1]
        return found

    # --- what a person has seen -------------------------------------------------------------------

    def seen(self) -> str | None:
        """Until when a person has seen what happened; None when they have not said so yet."""
        try:
            return str(json.loads(owners_file(self._seen_file, "what was seen"))["until"])
        except (BadInput, ValueError, TypeError, KeyError):
            return None

    def see(self, until: str) -> None:
        written(self._seen_file, json.dumps({"until": until}).encode())

    @property
    def _seen_file(self) -> Path:
        return self.access.folder / "seen.json"

    def pause(self) -> None:
        """Until something may have been written; a second at most, so that a server can stop."""
        if self._changes is None:
            self._changes = changes(self.settings)
        self._changes.wait(1.0)

    def mark(self) -> int:
        """How many events there are: as long as it is the same, nothing was written."""
        return self.look().store.total().events

    # --- what was said on the way -----------------------------------------------------------------

    def say(self, said: Said) -> str:
        """Keep a sentence for the next page; the name under which it is fetched, once."""
        name = secrets.token_urlsafe(9)
        self._said[name] = said
        while len(self._said) > _MOST_SAID:
            self._said.popitem(last=False)
        return name

    def said(self, name: str) -> Said | None:
        return self._said.pop(name, None)


def _identity(path: Database) -> tuple[int, int] | None:
    if not isinstance(path, Path):
        return None  # a server is the same one, whenever it is asked
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino
