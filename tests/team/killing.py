"""Workers that are stopped in the middle of a job and killed there, and what the record says."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg

from plangate.app.naming.addresses import Address
from tests.patience import HANGS, until

Noted = Callable[[str, object], None]
Start = Callable[..., subprocess.Popen[bytes]]


def rows(db: Address, sql: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(db.url) as connection:
        return connection.execute(sql.encode()).fetchall()


def state(db: Address, session: str) -> str:
    about = f"WHERE plan_session_id = '{session}'"
    return str(rows(db, f"SELECT state FROM plangate.plan_sessions {about}")[0][0])


def jobs(db: Address, status: str) -> int:
    sql = f"SELECT count(*) FROM plangate.procrastinate_jobs WHERE status = '{status}'"
    return int(rows(db, sql)[0][0])


#: What is held so that a job stands still in its middle: writing, or reading the log.
WRITING = b"SELECT * FROM plangate.log_total FOR UPDATE"
READING = b"LOCK TABLE plangate.plan_events IN ACCESS EXCLUSIVE MODE"


def taken_over(
    team_db: Address,
    holding: bytes,
    start: Start,
    folder: Path,
    first: subprocess.Popen[bytes] | None = None,
) -> float:
    """Kill a worker with -9 in the middle of a job while another runs; how long until that one
    took the job over, in seconds."""
    with psycopg.connect(team_db.url) as held:
        held.execute(holding)
        first = first or start(folder)
        until(lambda: jobs(team_db, "doing") > 0)
        other = start(folder)
        first.send_signal(signal.SIGKILL)
        first.wait(HANGS)
        killed = monotonic()
        assert other.stdout is not None
        while b"taken over from a worker that died" not in other.stdout.readline():
            assert other.poll() is None
        return monotonic() - killed


def times(db: Address, session: str, *types: str) -> int:
    """How often something of these types is in the log of a session."""
    named = ", ".join(f"'{name}'" for name in types)
    about = f"WHERE stream = '{session}' AND type IN ({named})"
    return int(rows(db, f"SELECT count(*) FROM plangate.plan_events {about}")[0][0])
