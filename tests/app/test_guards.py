"""What no row of a database shows: its guards, what acts by itself, what is found (REC-9)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Runner

pytestmark = pytest.mark.rule("REC-9", "REC-5")

GOAL = "Add rate limiting to the public API"


@pytest.mark.parametrize(
    ("done", "told"),
    [
        (
            "CREATE TRIGGER zz AFTER INSERT ON plan_events BEGIN UPDATE focus SET focus = 'x'; END",
            "trigger zz is not plangate's",
        ),
        (
            "DROP TRIGGER plan_events_are_never_changed",
            "trigger plan_events_are_never_changed is missing",
        ),
        ("DROP INDEX questions_one_matter", "index questions_one_matter is missing"),
        (
            "DROP INDEX decisions_number; CREATE INDEX decisions_number ON decisions (place)",
            "index decisions_number is not as plangate makes it",
        ),
        ("UPDATE memory_words SET text = 'nothing'", "the search in memories does not find"),
        ("DELETE FROM memory_places", "the search in memories does not find"),
        ("DELETE FROM log_total", "the sum of the log's events is missing"),
    ],
)
def test_what_was_done_to_a_database_beside_its_rows_is_told_and_put_right(
    cli: Runner, person: Runner, workspace: Path, db: Path, done: str, told: str
) -> None:
    """REC-9: a guard that is gone, a trigger that acts by itself, a search that finds nothing."""
    cli("plan", GOAL, "--workspace", workspace)
    cli("remember", "We count in Redis")
    with closing(sqlite3.connect(db)) as raw:
        raw.executescript(done)
    audited, looked = cli("audit"), cli("doctor")
    assert (audited.code, looked.code) == (5, 1)
    assert f"BROKEN  database: {told}" in audited.out
    assert f"BROKEN  database: {told}" in looked.out
    assert person("doctor", "--rebuild").code == 0
    assert cli("audit").code == 0


def test_a_schema_number_that_was_set_back_is_told_with_the_way_to_set_it_right(
    cli: Runner, workspace: Path, db: Path
) -> None:
    """REC-5: the tables that are there are named, and not made again."""
    cli("plan", GOAL, "--workspace", workspace)
    with closing(sqlite3.connect(db)) as raw:
        (true,) = raw.execute("PRAGMA user_version").fetchone()
        raw.execute("PRAGMA user_version = 0")
    told = cli("doctor")
    assert told.code == 1
    assert f"'PRAGMA user_version = {true}'" in told.out
    assert "plangate doctor" not in told.out
    with closing(sqlite3.connect(db)) as raw:
        raw.execute(f"PRAGMA user_version = {true}")
    assert cli("audit").code == 0
