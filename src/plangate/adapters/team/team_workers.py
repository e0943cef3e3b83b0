"""Workers on Procrastinate: its queue, its locks, its heartbeats; nothing of that is ours (TEAM-2).

A worker asks the record what there is to do and puts it down as jobs, each under a name that is the
same whoever finds it. A job is one session moved on (with the calls of its model), one deadline,
one plan published or one thing told. A worker that dies in the middle stops beating; the others see
that within seconds and its jobs go round again. One whose server goes away waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import procrastinate
import psycopg
from procrastinate import exceptions, jobs
from procrastinate.manager import JobManager

from plangate.adapters.sql.connections import NAMESPACE, connect
from plangate.adapters.sql.listening import Listening
from plangate.adapters.team.metrics import measured
from plangate.adapters.team.serving import Serving
from plangate.adapters.team.team_notices import sweep
from plangate.app.naming.addresses import Address
from plangate.app.team.jobs import Work
from plangate.core.model.digests import sha256
from plangate.core.model.errors import StoreError

#: Every worker takes deadlines, those who can tell what nobody told; a workspace's sessions are
#: taken by those who have it.
DEADLINES, NEWS = "deadlines", "news"
_BEAT = 1.0
#: Without a beat for so long a worker is dead.
_DEAD = 4.0
_LOOK = 1.0
_GAP = 0.2
_SCHEMA_LOCK = 0x706C616F
_AWAY = (StoreError, psycopg.Error, exceptions.ConnectorException)
_ANYBODYS = {"expire": DEADLINES, "tell": NEWS}

Found = Callable[[], Iterable[Work]]
Done = Callable[[str, str, str], str]


class Worker:
    """One worker process: it serves workspaces, found by what they are (REC-8)."""

    def __init__(
        self,
        address: Address,
        served: Mapping[str, str],
        find: Found,
        do: Done,
        say: Callable[[str], None],
        *,
        concurrency: int = 2,
        tells: bool = False,
    ) -> None:
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"
        self._address = address
        self._find = find
        self._do = do
        self._say = say
        self._concurrency = concurrency
        self._queues = [DEADLINES, *([NEWS] if tells else []), *map(queue_of, served)]
        self._serving = Serving(address, self.name, served)
        self._put_down: set[str] = set()
        self._doing: list[str] = []
        self._engine_id: int | None = None
        self._stopping = asyncio.Event()

    def run(self) -> None:
        """Until a signal says stop: then what is under way is finished and nothing new begun."""
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
        _tables(self._address)
        asyncio.run(self._work())

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, self._stopping.set)
        self._say(f"worker {self.name} is ready")
        is_broken = False
        while not self._stopping.is_set():
            with suppress(*_AWAY):
                await asyncio.to_thread(self._serving.beat)
                if is_broken:
                    self._say(f"{self._address} is back")
                is_broken = False
                await self._serve()
            if not (is_broken or self._stopping.is_set()):
                is_broken = True
                self._say(f"the connection to {self._address} broke; it is tried again")
            await self._pause(_LOOK)
        with suppress(*_AWAY):
            await asyncio.to_thread(self._serving.end)
            await asyncio.to_thread(sweep, self._address)
        self._say(f"worker {self.name} has stopped")

    async def _serve(self) -> None:
        """Until somebody says stop, or the server is gone: the engine ends by itself then."""
        app = self._made()
        async with app.open_async():
            engine = asyncio.create_task(self._engine(app))
            beside = [asyncio.create_task(each(app)) for each in (self._look, self._take_over)]
            stop = asyncio.create_task(self._stopping.wait())
            try:
                await asyncio.wait((engine, stop), return_when=asyncio.FIRST_COMPLETED)
            finally:
                await _ended(stop, *beside)
                engine.cancel()  # it finishes its jobs and begins none
                await self._drained(app, engine)

    async def _drained(self, app: procrastinate.App, engine: asyncio.Task[None]) -> None:
        """What is under way is ours until it ends: the heart goes on beating for it."""
        if self._doing:
            self._say(f"worker {self.name} finishes {', '.join(self._doing)}")
        while not (await asyncio.wait((engine,), timeout=_BEAT))[0]:
            with suppress(*_AWAY):
                await asyncio.to_thread(self._serving.beat, ", ".join(self._doing))
                if self._engine_id is not None:
                    await app.job_manager.update_heartbeat(self._engine_id)
        with suppress(asyncio.CancelledError):
            await engine

    async def _engine(self, app: procrastinate.App) -> None:
        await app.run_worker_async(
            queues=self._queues,
            name=self.name,
            concurrency=self._concurrency,
            fetch_job_polling_interval=_LOOK,
            update_heartbeat_interval=_BEAT,
            stalled_worker_timeout=_DEAD,
            delete_jobs="always",
            install_signal_handlers=False,
        )

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    async def _look(self, app: procrastinate.App) -> None:
        """Put down what there is to do, whenever something was written and once a second."""
        heard: Listening | None = None
        while True:
            with suppress(*_AWAY):
                heard = heard or await asyncio.to_thread(Listening, self._address)
                await asyncio.to_thread(self._serving.beat, ", ".join(self._doing))
                found = await asyncio.to_thread(lambda: list(self._find()))
                for work in found:
                    await self._defer(app, work)
                self._put_down &= {work.once for work in found}
            await asyncio.sleep(_GAP)  # one look for all that is written at once
            if heard is not None:
                await asyncio.to_thread(heard.wait, _LOOK - _GAP)

    async def _defer(self, app: procrastinate.App, work: Work) -> None:
        if work.once in self._put_down:
            return
        queue = _ANYBODYS.get(work.kind) or queue_of(work.place)
        task = app.configure_task(
            "plangate.work",
            queue=queue,
            lock=work.session,
            queueing_lock=work.once,
            schedule_at=work.at,
        )
        with suppress(exceptions.AlreadyEnqueued):
            await task.defer_async(kind=work.kind, session=work.session, about=work.about)
        self._put_down.add(work.once)

    async def _take_over(self, app: procrastinate.App) -> None:
        """TEAM-2: jobs of workers that stopped beating go round again."""
        while True:
            with suppress(*_AWAY):
                manager = app.job_manager
                for job in await manager.get_stalled_jobs(seconds_since_heartbeat=_DEAD):
                    await self._put_down_again(manager, job)
            await asyncio.sleep(_BEAT)

    async def _put_down_again(self, manager: JobManager, job: jobs.Job) -> None:
        """A dead worker's job goes round again, unless the same was put down meanwhile."""
        assert job.id is not None, "it comes from the table"
        try:
            await manager.retry_job(job)
        except exceptions.ConnectorException:
            await manager.finish_job_by_id_async(job.id, jobs.Status.FAILED, delete_job=True)
        told = f"{job.task_kwargs['kind']} {job.task_kwargs['session']}"
        self._say(f"taken over from a worker that died: {told}")

    def _made(self) -> procrastinate.App:
        options = f"-c search_path={NAMESPACE}"
        connector = procrastinate.PsycopgConnector(
            conninfo=self._address.url,
            kwargs={"options": options, "application_name": "plangate worker"},
            min_size=1,
            max_size=self._concurrency + 3,
        )
        app = procrastinate.App(connector=connector)
        retry = procrastinate.RetryStrategy(max_attempts=100, wait=1)

        @app.task(name="plangate.work", retry=retry, pass_context=True)
        def work(context: procrastinate.JobContext, kind: str, session: str, about: str) -> None:
            self._engine_id = context.job.worker_id
            doing = f"{kind} {session}"
            self._doing.append(doing)
            try:
                with measured(kind):
                    self._say(self._do(kind, session, about))
            finally:
                self._doing.remove(doing)

        return app


async def _ended(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def queue_of(place: str) -> str:
    """The queue of a workspace."""
    return f"place-{sha256(place)[:24]}"


def _tables(address: Address) -> None:
    """The engine's own tables, in our namespace, made once."""
    with connect(address) as db, db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
        found = db.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
        if found is None or found[0] is None:
            db.execute(procrastinate.schema.SchemaManager.get_schema().encode())


def jobs_of(db: psycopg.Connection[Any]) -> list[tuple[str, str, str]]:
    """What is under way and what waits: state, kind and session."""
    there = db.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
    if there is None or there[0] is None:
        return []
    return db.execute(
        "SELECT status::text, args->>'kind', args->>'session' FROM procrastinate_jobs "
        "WHERE status IN ('todo', 'doing') ORDER BY id LIMIT 200"
    ).fetchall()
