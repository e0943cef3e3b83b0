"""The workers of a team: which adapters move sessions on with nobody at them (TEAM-2).

Beside wiring.py because few calls need it; nothing of the engine is loaded before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plangate.app.addresses import Address
from plangate.core.model.errors import BadInput
from plangate.settings import Settings, environment, read_settings
from plangate.wiring import (
    here_in,
    open_planner,
    open_store,
    publish_plan,
    system_clock,
    tells,
)

if TYPE_CHECKING:
    from plangate.adapters.team.serving import Served
    from plangate.app.team.work import Work


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
        from plangate.adapters.team.engine import jobs_of
        from plangate.adapters.team.serving import who_serves
        from plangate.app.team.work import unserved

        serving = who_serves(address)
        with connect(address) as db:
            jobs = jobs_of(db)
        return AtWork(serving, jobs, unserved(store, {one.place for one in serving}))


def run_worker(
    settings: Settings, folders: Sequence[Path], say: Callable[[str], None], jobs: int
) -> None:
    """TEAM-2: serve these directories until a signal says stop."""
    address = _server(settings)
    from plangate.app.team.work import (
        move_on,
        tell,
        to_advance,
        to_expire,
        to_publish,
        to_tell,
    )
    from plangate.core.guard.acts import Actor

    with open_store(settings) as store:
        from plangate.adapters.team.engine import Worker
        from plangate.adapters.team.holding import at_it
        from plangate.adapters.team.telling import untold

        served = {
            place: str(folder) for folder in folders for place in here_in(store, folder).places
        }
    clock = system_clock()
    telling = tells(settings) or any(
        read_settings(environment(), folder, address).notify for folder in folders
    )

    def find() -> Iterator[Work]:
        with open_store(settings) as store:
            waiting = list(to_advance(store, clock, served))
            elsewhere = at_it(address, [work.session for work in waiting])
            yield from (work for work in waiting if work.session not in elsewhere)
            yield from to_expire(store, clock)
            yield from to_publish(store, clock, _publishing(served, address))
        if telling:
            yield from to_tell(untold(address))

    def do(kind: str, session: str, about: str) -> str:
        folder = _folder_of(settings, session, served)
        own = read_settings(environment(), folder, address) if folder else settings
        actor = Actor("script", "a worker", "it runs by itself")
        with open_planner(own, actor=actor, served=served) as planner:
            if kind == "publish" and folder is not None:
                made = publish_plan(own, planner, folder, session)
                return f"publish: session {session}: {made.file} {made.result}"
            if kind == "tell":
                return f"tell: {tell(planner, session, about)}"
            return f"{kind}: {move_on(planner, session)}"

    Worker(address, served, find, do, say, concurrency=jobs, tells=telling).run()


def _publishing(served: Mapping[str, str], address: Address) -> list[str]:
    """PUB-1: the workspaces that this machine has whose settings keep their plans in them."""
    own = {
        folder: read_settings(environment(), Path(folder), address) for folder in served.values()
    }
    return [place for place, folder in served.items() if own[folder].publish]


def _folder_of(settings: Settings, session: str, served: Mapping[str, str]) -> Path | None:
    """Where this machine has the workspace of a session; None when it has not."""
    from plangate.core.log.tables import Query

    with open_store(settings) as store:
        rows = store.rows(Query("plan_sessions", equals={"plan_session_id": session}))
    found = [served[row["place"]] for row in rows if row["place"] in served]
    return Path(found[0]) if found else None
