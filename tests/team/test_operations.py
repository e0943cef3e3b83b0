"""What those who run a team's database rely on (TEAM-6)."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
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


MEASURED = (
    "from plangate.wiring.measuring import measuring\nwith measuring(print)('advance'): pass\n"
)


def measured(**variables: str) -> str:
    """What is said by a process that measures something under these variables."""
    environment = {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    command = [sys.executable, "-c", MEASURED]
    return subprocess.run(command, check=True, env=environment, capture_output=True).stdout.decode()


def test_variables_that_ask_for_more_than_is_installed_are_one_line_and_stop_nothing() -> None:
    assert measured() == ""
    assert measured(OTEL_SERVICE_NAME="plangate") == ""
    said = measured(
        OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1", PYTHONPATH=os.pathsep.join(sys.path)
    )
    if find_spec("opentelemetry.sdk") is None:
        assert len(said.splitlines()) == 1
        assert "OTEL_EXPORTER_OTLP_ENDPOINT is set and nothing is sent: pip install" in said
    off = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"}
    assert measured(**off) == ""


def test_with_the_kit_what_is_measured_goes_where_the_standard_variable_says() -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    heard: dict[str, bytes] = {}

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"]))
            packed = self.headers.get("content-encoding") == "gzip"
            heard[self.path] = gzip.decompress(raw) if packed else raw
            self.send_response(200)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{collector.server_port}"
        assert measured(OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_SERVICE_NAME="our-gate") == ""
        collector.shutdown()
    assert set(heard) == {"/v1/traces", "/v1/metrics"}
    assert b"plangate advance" in heard["/v1/traces"]
    assert b"plangate.jobs" in heard["/v1/metrics"]
    assert b"our-gate" in heard["/v1/traces"]
