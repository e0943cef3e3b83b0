"""The workers of a team: which adapters move sessions on with nobody at them (TEAM-2).

Few calls need it: nothing of the engine is loaded before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plangate.app.naming.addresses import Address
from plangate.core.model.errors import BadInput
from plangate.settings import Settings, read_settings
from plangate.user_folders import environment
from plangate.wiring.databases import open_store
from plangate.wiring.measuring import measuring
from plangate.wiring.notices import tells
from plangate.wiring.plan_files import publish_plan
from plangate.wiring.planners import open_planner
from plangate.wiring.this_machine import system_clock
from plangate.wiring.workspaces import here_in

if TYPE_CHECKING:
    from plangate.adapters.team.serving import Served
    from plangate.app.team.jobs import Work


class AtWork(NamedTuple):
    """What the workers of a database do now, and the workspaces that none of them serves."""

    serving: list[Served]
    jobs: list[tuple[str, str, str]]
    unserved: dict[str, int]


def _server(settings: Settings) -> Address:
    if not isinstance(settings.db, Address):
        raise BadInput("--db", "a worker needs a team's database", "postgresql://…")
    return settings.db


def at_work(settings: Settings) -> AtWork:
    """TEAM-2: who serves what, what is under way, what waits for nobody."""
    address = _server(settings)
    with open_store(settings) as store:
        from plangate.adapters.sql.connections import connect
        from plangate.adapters.team.serving import who_serves
        from plangate.adapters.team.team_workers import jobs_of
        from plangate.app.team.jobs import unserved

        serving = who_serves(address)
        with connect(address) as db:
            jobs = jobs_of(db)
        return AtWork(serving, jobs, unserved(store, {one.place for one in serving}))


def run_worker(
    settings: Settings, folders: Sequence[Path], say: Callable[[str], None], jobs: int
) -> None:
    """TEAM-2: serve these directories until a signal says stop."""
    address = _server(settings)
    with open_store(settings) as store:
        served = {
            place: str(folder) for folder in folders for place in here_in(store, folder).places
        }
    from plangate.adapters.team.team_workers import Worker

    measuring(say)
    tasks = _Tasks(settings, address, served)
    worker = Worker(
        address, served, tasks.find, tasks.do, say, concurrency=jobs, tells=tasks.telling
    )
    worker.run()


class _Tasks:
    """What a worker finds to do, and how it is done."""

    def __init__(self, settings: Settings, address: Address, served: Mapping[str, str]) -> None:
        self._settings = settings
        self._address = address
        self._served = served
        self._clock = system_clock()
        own = (self._own(Path(folder)) for folder in served.values())
        #: NOTE-1: whether somebody hears of anything through this worker.
        self.telling = tells(settings) or any(each.notify for each in own)

    def find(self) -> Iterator[Work]:
        from plangate.adapters.team.holding import at_it
        from plangate.adapters.team.team_notices import untold
        from plangate.app.team import jobs

        with open_store(self._settings) as store:
            waiting = list(jobs.to_advance(store, self._clock, self._served))
            elsewhere = at_it(self._address, [each.session for each in waiting])
            yield from (each for each in waiting if each.session not in elsewhere)
            yield from jobs.to_expire(store, self._clock)
            yield from jobs.to_publish(store, self._clock, self._publishing())
        if self.telling:
            yield from jobs.to_tell(untold(self._address))

    def do(self, kind: str, session: str, about: str) -> str:
        from plangate.app.team.jobs import move_on, tell
        from plangate.core.guard.acts import Actor

        folder = _folder_of(self._settings, session, self._served)
        own = self._own(folder) if folder else self._settings
        actor = Actor("script", "a worker", "it runs by itself")
        with open_planner(own, actor=actor, served=self._served) as planner:
            if kind == "publish" and folder is not None:
                made = publish_plan(own, planner, folder, session)
                return f"publish: session {session}: {made.file} {made.result}"
            if kind == "tell":
                return f"tell: {tell(planner, session, about)}"
            return f"{kind}: {move_on(planner, session)}"

    def _own(self, folder: Path) -> Settings:
        return read_settings(environment(), folder, self._address)

    def _publishing(self) -> list[str]:
        """PUB-1: the workspaces that this machine has whose settings keep their plans in them."""
        own = {folder: self._own(Path(folder)) for folder in self._served.values()}
        return [place for place, folder in self._served.items() if own[folder].publish]


def _folder_of(settings: Settings, session: str, served: Mapping[str, str]) -> Path | None:
    """Where this machine has the workspace of a session; None when it has not."""
    from plangate.core.log.tables import Query

    with open_store(settings) as store:
        rows = store.rows(Query("plan_sessions", equals={"plan_session_id": session}))
    found = [served[row["place"]] for row in rows if row["place"] in served]
    return Path(found[0]) if found else None
