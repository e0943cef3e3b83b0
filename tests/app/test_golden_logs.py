"""Logs written by released versions fold, replay and audit as they did then (REC-2, REC-5)."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from plangate.adapters.memory import MemoryStore
from plangate.adapters.sql.schema import shipped_migrations
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.log.whole_record import export_lines, import_lines
from plangate.core.log.tables import KEYS, Query
from tests.conftest import Runner

GOLDEN = Path(__file__).parents[1] / "golden"


def unpacked(name: str) -> bytes:
    return gzip.decompress((GOLDEN / f"{name}.gz").read_bytes())


@pytest.fixture
def old_file(db: Path) -> Path:
    """The database of somebody who upgrades from 0.1.0."""
    db.write_bytes(unpacked("0.1.0.db"))
    return db


def then() -> Any:
    """What the audit of 0.1.0 itself said."""
    return json.loads((GOLDEN / "0.1.0.audit.json").read_bytes())


@pytest.mark.rule("REC-5", "REC-2")
def test_a_database_of_0_1_0_is_copied_upgraded_and_audited(cli: Runner, old_file: Path) -> None:
    before = old_file.read_bytes()
    ran = cli("audit", "--json")
    assert ran.code == 0, ran
    found = ran.json
    assert {name: found[name] for name in then()} == then()
    (copy,) = old_file.parent.glob("*.before-schema-*")
    with sqlite3.connect(copy) as was:
        assert was.execute("PRAGMA user_version").fetchone() == (3,)
        assert was.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    was.close()
    assert len(before) > 0


@pytest.mark.rule("REC-4", "REC-5")
def test_the_upgraded_database_exports_what_0_1_0_exported(cli: Runner, old_file: Path) -> None:
    assert cli("sessions").code == 0
    with SQLiteStore(old_file) as store:
        lines = [line.encode() for line in export_lines(store)]
    old = unpacked("0.1.0.jsonl").splitlines()
    assert lines[: len(old)] == old


@pytest.mark.rule("REC-1", "REC-5")
def test_tables_of_0_1_0_are_those_made_again_from_its_log(old_file: Path) -> None:
    store = MemoryStore()
    import_lines(store, unpacked("0.1.0.jsonl").splitlines())
    with SQLiteStore(old_file) as upgraded:
        for table, keys in KEYS.items():
            query = Query(table, order=keys)
            assert upgraded.rows(query) == store.rows(query), table


@pytest.mark.rule("REC-5", "ERR-1")
def test_a_file_of_a_newer_plangate_is_refused_by_name(cli: Runner, old_file: Path) -> None:
    with sqlite3.connect(old_file) as made:
        made.execute(f"PRAGMA user_version = {shipped_migrations()[-1].number + 1}")
    made.close()
    before = old_file.read_bytes()
    for command in ("inbox", "audit", "sessions"):
        ran = cli(command)
        assert ran.code == 1
        assert "newer plangate" in ran.err
        assert str(old_file) in ran.err
    assert old_file.read_bytes() == before
