"""What those who run a team's database rely on (TEAM-6)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plangate.app.naming.addresses import Address
from tests.conftest import Runner
from tests.team.server import PASSWORD, programs
from tests.team.test_server import planned, question

pytestmark = [pytest.mark.rule("TEAM-6"), pytest.mark.team]


def test_a_dump_restored_elsewhere_is_the_same_record(
    process: Runner, team_db: Address, workspace: Path, tmp_path: Path
) -> None:
    planned(process, team_db.url, workspace)
    found = programs()
    assert found is not None
    whole, name = tmp_path / "record.dump", f"{team_db.url.rpartition('/')[2]}b"
    other = team_db.url + "b"
    environment = {**os.environ, "PGPASSWORD": PASSWORD}
    for words in (
        ["pg_dump", "--format", "custom", "--file", str(whole), team_db.url],
        ["createdb", "--maintenance-db", team_db.url, name],
        ["pg_restore", "--dbname", other, str(whole)],
    ):
        program = str(found.folder / words[0])
        subprocess.run([program, *words[1:]], check=True, env=environment)
    audits = [process("audit", "--db", db, "--json") for db in (team_db.url, other)]
    assert [ran.code for ran in audits] == [0, 0]
    assert audits[0].json["events"] == audits[1].json["events"]
    assert question(process, other)["status"] == "pending"


def test_what_a_person_erases_is_gone_from_the_tables_of_the_server(
    process: Runner, person_apart: Runner, team_db: Address, workspace: Path
) -> None:
    session = planned(process, team_db.url, workspace)["session"]
    ran = person_apart("forget", "--session", session, "--db", team_db.url)
    assert ran.code == 0, ran.out + ran.err
    assert "inactive accounts" not in process("export", "--db", team_db.url).out
    assert process("audit", "--db", team_db.url).code == 0


def test_a_worker_measures_nothing_unless_somebody_sets_it_up() -> None:
    code = (
        "import sys; from plangate.adapters.team.metrics import measured\n"
        "with measured('advance'): pass\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry.sdk')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
