"""Which workspace a directory is: looked up by who reads, recorded by who writes (REC-8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plangate.core.events.log_events import WorkspaceMet
from plangate.core.log.chain import PLACE_PREFIX, seal_all
from plangate.core.log.tables import Query
from plangate.core.model.digests import sha256_of_bytes
from plangate.core.model.errors import Conflict, StoreBusy
from plangate.core.model.places import Here, Identity, here_from, lone, place_for, with_adopted

if TYPE_CHECKING:
    from plangate.app.ports import Clock, Store

Identify = Callable[[str], Identity]
Roots = Callable[[str], tuple[str, ...]]

_TRIES = 100
#: Whatever may be kept under a path alone.
_KEPT = ("plan_sessions", "scopes", "memories", "preferences", "agent_calls")


def by_path(workspace: str) -> Identity:
    """The identity of a workspace of which nothing but its path is known."""
    return Identity(workspace, workspace)


def here(store: Store, identity: Identity) -> Here:
    """A workspace as it is looked up; nothing is written."""
    if identity.is_path:
        return lone(identity.path)
    return here_from(identity, store.rows(Query("workspaces", equals={"identity": identity.key})))


def here_again(store: Store, path: str, place: str) -> Here:
    """The workspace a session was begun in, whatever lies at its path today; one of 0.1.0 belongs
    to what its path was met as since."""
    if place == path:
        met = store.rows(Query("workspaces", equals={"path": path}, order=("at",)))
        if not met:
            return lone(path)
        place = str(met[0]["place"])
    adopted = store.rows(Query("workspaces", equals={"place": place, "adopts": 1}))
    return with_adopted(path, place, adopted)


class Places:
    """The workspaces of one store."""

    def __init__(self, store: Store, clock: Clock, identify: Identify, roots: Roots) -> None:
        self._store = store
        self._clock = clock
        self._identify = identify
        self._roots = roots

    def here(self, workspace: str) -> Here:
        return here(self._store, self._identify(workspace))

    def met(self, workspace: str) -> Here:
        """The same, for whoever is about to write: a path is recorded when it is first met."""
        identity = self._identify(workspace)
        if identity.is_path:
            return lone(workspace)
        for _ in range(_TRIES):
            rows = self._store.rows(Query("workspaces", equals={"identity": identity.key}))
            if any(row["path"] == identity.path for row in rows):
                return here_from(identity, rows)
            roots = self._roots(workspace)
            event = WorkspaceMet(
                path=identity.path,
                identity=identity.key,
                place=place_for(identity.key, roots, rows),
                roots=roots,
                adopts=self._keeps_something(identity.path),
            )
            self._record(event)
        raise StoreBusy("this workspace keeps being recorded by other processes; try again")

    def _keeps_something(self, path: str) -> bool:
        return any(
            self._store.rows(Query(table, equals={"place": path}, limit=1)) for table in _KEPT
        )

    def _record(self, event: WorkspaceMet) -> None:
        from plangate.core.audit.projection import workspace_rows  # noqa: PLC0415  # lazy: looking up needs none

        digest = sha256_of_bytes(event.path.encode("utf-8", "surrogateescape"))
        stream = f"{PLACE_PREFIX}{digest[:16]}"
        before = list(self._store.read(stream))
        added = seal_all(stream, before[-1] if before else None, (event,), self._clock.now())
        try:
            self._store.append(added, workspace_rows(stream, [*before, *added]))
        except Conflict:
            return  # somebody else has met it meanwhile
