"""What is done to the log itself: erasing, quarantine, reading without writing (REC-7, 9, 10)."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import plangate
from plangate.adapters.memory import MemoryStore
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.log.audits import audit_document, run_audit
from plangate.app.log.whole_record import export_lines, import_lines, rebuild
from plangate.core.log.chain import Entry, is_erased
from plangate.core.log.tables import KEYS, Query
from tests.app.test_golden_logs import unpacked
from tests.conftest import Ran, Runner
from tests.interfaces.support import ASKED, OPEN, PLANNED, question_of, recorded
from tests.interfaces.test_identity import repository

SECRET = "Zanzibarocity"


def entries_of(db: Path) -> list[Entry]:
    with SQLiteStore(db) as store:
        return list(store.entries())


@contextmanager
def by_hand(db: Path) -> Iterator[sqlite3.Connection]:
    """The file in the hands of somebody who knows SQL."""
    raw = sqlite3.connect(db)
    guards = raw.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'plan_events'"
    ).fetchall()
    for name, _ in guards:
        raw.execute(f"DROP TRIGGER {name}")
    with raw:
        yield raw
    for _, sql in guards:
        raw.execute(sql)
    raw.close()


def bytes_beside(db: Path) -> bytes:
    """Everything the database, its WAL and its copies hold."""
    return b"".join(path.read_bytes() for path in db.parent.glob(f"{db.name}*"))


# --- erasing --------------------------------------------------------------------------------------


@pytest.fixture
def secret(cli: Runner, workspace: Path) -> str:
    """A session whose goal, note and memory hold what should never have been written."""
    question = question_of(cli, workspace, f"{ASKED} for {SECRET}")
    cli("note", question, f"{SECRET} said so")
    cli("remember", f"{SECRET} counts in Redis", "--workspace", workspace)
    cli("answer", question, "a")
    return question.partition("-")[0]


@pytest.mark.rule("REC-10")
def test_an_erased_session_is_gone_from_every_byte_and_the_audit_says_who(
    cli: Runner, db: Path, secret: str, workspace: Path, person: Runner
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    before = entries_of(db)
    assert SECRET.encode() in bytes_beside(db)

    refused = cli("forget", "--session", secret)
    assert (refused.code, refused.err.count("\n")) == (5, 1)
    assert f"plangate forget {secret}" in refused.err
    assert entries_of(db) == before

    (memory,) = [m for m in cli("memories", "--json").json["memories"] if m["kind"] == "memory"]
    assert person("forget", "--session", secret).code == 0
    assert person("forget", memory["id"], "--erase").code == 0

    assert SECRET.encode() not in bytes_beside(db)
    after = entries_of(db)
    assert [x.digest for x in after[: len(before)]] == [x.digest for x in before]
    ran = cli("audit", "--json")
    assert ran.code == 0, ran
    acts = {act["session"]: act for act in ran.json["erased"]["by"]}
    assert set(acts) == {secret, memory["id"]}
    assert acts[secret]["events"] == sum(entry.stream == secret for entry in before)
    assert ran.json["erased"]["decisions"] > 0
    assert ran.json["anchor"]["ok"] is True
    assert "erased by" in cli("audit").out


@pytest.mark.rule("REC-10")
def test_an_erased_session_is_one_bare_line_and_nothing_goes_on_with_it(
    cli: Runner, secret: str, person: Runner
) -> None:
    assert person("forget", secret).code == 0
    (row,) = [x for x in cli("sessions", "--json").json["sessions"] if x["session"] == secret]
    assert (row["goal"], row["workspace"], row["state"]) == ("(erased)", "", "erased")
    assert cli("assumptions", "--json").json["assumptions"] == []
    shown = cli("show", secret)
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert "was erased" in shown.err
    log = cli("show", secret, "--log", "--json").json["events"]
    assert all(event["erased"] for event in log)


@pytest.mark.rule("REC-10")
def test_one_note_is_erased_alone_and_what_others_rest_on_is_not(
    cli: Runner, db: Path, secret: str, person: Runner
) -> None:
    (note,) = [entry for entry in entries_of(db) if entry.type == "NoteAdded"]
    assert person("forget", f"{secret}/{note.seq}").code == 0
    assert [x.type for x in entries_of(db) if is_erased(x)] == ["NoteAdded"]
    assert cli("audit").code == 0
    assert cli("show", secret, "--json").json["outcome"] == "plan"
    goal = person("forget", f"{secret}/1")
    assert goal.code == 2
    assert "others rest on it" in goal.err


@pytest.mark.rule("REC-10")
def test_a_workspace_is_erased_with_its_preferences_and_another_stays(
    cli: Runner, db: Path, secret: str, workspace: Path, tmp_path: Path, person: Runner
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    cli("prefs", "set", "auth-method", "always-ask", "--workspace", workspace)
    kept = cli("plan", PLANNED, "--workspace", other, "--json").json["session"]
    assert person("forget", "--workspace", workspace).code == 0
    for path in db.parent.glob(f"{db.name}*"):
        assert SECRET.encode() not in path.read_bytes()
        assert str(workspace).encode() not in path.read_bytes()
    left = {entry.stream for entry in entries_of(db) if not is_erased(entry)}
    assert left == {kept, "log"}
    assert secret not in left
    assert cli("audit").code == 0
    assert cli("doctor").code == 0


@pytest.mark.rule("REC-10", "REC-8")
def test_a_workspace_known_by_its_remote_is_erased_with_its_clones(
    cli: Runner, person: Runner, db: Path, tmp_path: Path
) -> None:
    """Its memories, preferences and where it lay are kept under the remote, not under a path."""
    one, two = repository(tmp_path / "one"), tmp_path / "two"
    shutil.copytree(one, two)
    cli("plan", f"{PLANNED} for {SECRET}", "--workspace", one)
    person("remember", f"{SECRET} counts in Redis", "--workspace", two)
    cli("prefs", "set", "auth-method", "always-ask", "--workspace", one)
    assert person("forget", "--workspace", two).code == 0
    assert {entry.stream for entry in entries_of(db) if not is_erased(entry)} == {"log"}
    for gone in (SECRET, str(one), str(two), "git.example.org"):
        assert gone.encode() not in bytes_beside(db)
    assert cli("audit").code == cli("doctor").code == 0
    assert cli("plan", PLANNED, "--workspace", two).code == 0, "and it can be met again"
    assert cli("audit").code == 0


@pytest.mark.rule("REC-10", "REC-4")
def test_an_export_carries_what_was_erased_as_erased(
    cli: Runner, db: Path, secret: str, tmp_path: Path, person: Runner
) -> None:
    whole = tmp_path / "whole.jsonl"
    cli("export", "--output", whole)
    person("forget", secret)
    lines = cli("export").out.splitlines()
    store = MemoryStore()
    import_lines(store, [line.encode() for line in lines])
    assert list(export_lines(store)) == lines
    assert audit_document(run_audit(store))["ok"]
    back = person("import", whole)
    assert back.code == 0, "an older export says the same, and brings nothing back"
    assert all(is_erased(x) for x in entries_of(db) if x.stream == secret)


@pytest.mark.rule("REC-10", "REC-4")
def test_an_erasure_that_is_imported_erases_what_is_still_here(
    cli: Runner, db: Path, secret: str, tmp_path: Path, person: Runner
) -> None:
    other = Path(shutil.copy(db, tmp_path / "other.db"))
    person("forget", secret)
    person("export", "--output", tmp_path / "after.jsonl")
    assert SECRET.encode() in bytes_beside(other)
    assert person("import", tmp_path / "after.jsonl", "--db", other).code == 0
    assert all(is_erased(x) for x in entries_of(other) if x.stream == secret)
    assert cli("audit", "--db", other).code == 0
    assert cli("show", secret, "--db", other).out == cli("show", secret).out


@pytest.mark.rule("REC-10")
def test_what_cannot_be_erased_is_named(
    cli: Runner, db: Path, secret: str, tmp_path: Path, person: Runner, workspace: Path
) -> None:
    """Exports that hold it, and a copy made before an upgrade that cannot be opened."""
    before, gone, other = (tmp_path / name for name in ("before.jsonl", "gone.jsonl", "o.jsonl"))
    for path in (before, gone):
        assert cli("export", "--output", path).code == 0
    gone.unlink()
    copy = db.with_name(f"{db.name}.before-schema-4")
    copy.write_text(f"no database, and {SECRET} in it")
    told = person("forget", secret)
    assert told.code == 0
    lines = " ".join(told.out.split())  # however long the path is, the line is wrapped
    assert f"{before} still holds it" in lines
    assert f"{copy} still holds it" in lines
    assert str(gone) not in told.out
    cli("export", "--output", other)
    session = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    cli("export", "--output", before)
    left = person("forget", session, "--json")
    assert json.loads(left.out)["still_in"] == [str(copy), str(before)]


@pytest.mark.rule("REC-10", "REC-1")
def test_tables_made_again_after_erasing_are_the_same(
    db: Path, secret: str, person: Runner
) -> None:
    person("forget", secret)
    with SQLiteStore(db) as store:
        before = {table: store.rows(Query(table, order=keys)) for table, keys in KEYS.items()}
        rebuild(store)
        assert before == {t: store.rows(Query(t, order=keys)) for t, keys in KEYS.items()}


@pytest.mark.rule("REC-10", "REC-5")
def test_a_payload_of_0_1_0_is_erased_with_its_copies_and_the_sum_vouches(
    cli: Runner, db: Path, person: Runner
) -> None:
    db.write_bytes(unpacked("0.1.0.db"))
    sessions = cli("sessions", "--workspace", "/", "--limit", "500", "--json")
    assert sessions.code == 0
    with SQLiteStore(db) as store:
        row = next(r for r in store.rows(Query("plan_sessions")) if "guests" in r["goal"])
    assert b"guests set strong passwords" in bytes_beside(db)
    told = person("forget", row["plan_session_id"], "--json")
    (quoting,) = json.loads(told.out)["quoted_in"]
    assert person("forget", quoting).code == 0
    assert b"guests set strong passwords" not in bytes_beside(db)
    document = cli("audit", "--json").json
    assert document["ok"], document
    erased = document["erased"]
    assert erased["links_not_recomputed"] == erased["events"] > 0
    assert "the anchors' sum vouches" in cli("audit").out


@pytest.mark.rule("REC-10")
@pytest.mark.usefixtures("secret")
def test_a_payload_that_is_gone_without_a_recorded_act_is_found(cli: Runner, db: Path) -> None:
    with by_hand(db) as raw:
        raw.execute("UPDATE plan_events SET payload = 'erased:' WHERE type = 'NoteAdded'")
    document = cli("audit", "--json").json
    assert document["ok"] is False
    assert any("nobody is recorded" in place["what"] for place in document["chain"]["broken"])


@pytest.mark.rule("REC-10", "REC-1")
@pytest.mark.usefixtures("secret")
def test_the_schema_lets_an_erasing_through_only_once_it_is_recorded(db: Path) -> None:
    raw = sqlite3.connect(db)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute("UPDATE plan_events SET payload = 'erased:' WHERE seq = 1")
    raw.close()


# --- faults stay where they are -------------------------------------------------------------------


@pytest.fixture
def unreadable(db: Path, workspace: Path) -> tuple[str, str]:
    """Two overdue questions in two workspaces; the first session cannot be read any more."""
    with recorded(db, OPEN) as told:
        first = told.planner.start("Build the first store", str(workspace)).session.id
        second = told.planner.start("Build the second store", "/elsewhere").session.id
    with by_hand(db) as raw:
        raw.execute(
            "UPDATE plan_events SET payload = substr(payload, 2) WHERE stream = ? AND seq = 1",
            (first,),
        )
    return first, second


@pytest.mark.rule("REC-9")
def test_an_unreadable_session_is_one_line_and_stops_nothing_else(
    cli: Runner, unreadable: tuple[str, str], workspace: Path
) -> None:
    broken, _ = unreadable
    open_now = question_of(cli, workspace.parent, ASKED)
    for command in ("inbox", "sessions"):
        ran = cli(command)
        assert ran.code == 0, ran
        assert f"session {broken} cannot be read" in ran.out
        assert cli(command, "--json").json["unreadable"] == [broken]
    assert open_now in cli("inbox").out
    for command in ("assumptions", "stats", "deferrals", "memories"):
        assert cli(command).code == 0, command
    shown = cli("show", broken)
    assert (shown.code, shown.err.count("\n")) == (1, 1)


@pytest.mark.rule("REC-9", "GATE-19")
def test_an_unreadable_session_stops_only_who_waits_for_its_question_and_quarantine_frees_them(
    cli: Runner, person: Runner, db: Path, workspace: Path
) -> None:
    """The joined question lives in the session that asked it; another goal needs none of it."""
    question = question_of(cli, workspace)
    asker = question.partition("-")[0]
    joiner = cli("plan", ASKED, "--again", "--workspace", workspace, "--json").json["session"]
    with by_hand(db) as raw:
        raw.execute(
            "UPDATE plan_events SET payload = substr(payload, 2) WHERE stream = ? AND seq = 2",
            (asker,),
        )

    other = cli("plan", PLANNED, "--workspace", workspace, "--json")
    same = cli("plan", ASKED, "--again", "--workspace", workspace)
    waiting = cli("show", joiner)

    assert (other.code, other.json["outcome"]) == (0, "plan")
    assert f"{question} asks the same already, and session {asker}, event 2" in same.err
    for ran in (same, waiting):
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert "plangate doctor" in ran.err
    person("doctor", "--quarantine", asker)
    shown = cli("show", joiner, "--json").json
    assert shown["outcome"] == "question"
    assert shown["question"]["session"] == joiner, "nobody could answer the one it waited for"
    audit = cli("audit", "--json").json
    assert audit["tables"]["ok"]
    assert {check["name"] for check in audit["criteria"] if not check["ok"]} == set()


@pytest.mark.rule("REC-9", "REC-4")
def test_an_export_leaves_out_what_cannot_be_read_and_nothing_else(
    cli: Runner, person: Runner, db: Path, workspace: Path, tmp_path: Path
) -> None:
    broken = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    whole = question_of(cli, workspace).partition("-")[0]
    with by_hand(db) as raw:
        raw.execute(
            "UPDATE plan_events SET payload = substr(payload, 2) WHERE stream = ? AND seq = 3",
            (broken,),
        )
    export = tmp_path / "saved.jsonl"
    ran = cli("export", "--output", export)
    assert ran.code == 1
    assert f"session {broken} cannot be read" in ran.err
    assert cli("export").out.encode() == export.read_bytes()
    lines = [json.loads(line) for line in export.read_text().splitlines()]
    assert [line["seq"] for line in lines if line["stream"] == broken] == [1, 2]
    kept = [entry for entry in entries_of(db) if entry.stream == whole]
    assert len([line for line in lines if line["stream"] == whole]) == len(kept)
    saved = tmp_path / "new.db"
    assert person("import", export, "--db", saved).code == 0
    assert cli("doctor", "--db", saved).code == 0


@pytest.mark.rule("REC-9")
def test_a_damaged_row_is_one_line_in_its_list(cli: Runner, db: Path, workspace: Path) -> None:
    done = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    question = question_of(cli, workspace)
    with by_hand(db) as raw:
        raw.execute("UPDATE assumptions SET document = '{' WHERE session = ?", (done,))
        raw.execute("UPDATE questions SET document = '{' WHERE id = ?", (question,))
    ran = cli("assumptions")
    assert (ran.code, f"session {done} cannot be read" in ran.out) == (0, True)
    assert cli("inbox", "--json").json["unreadable"] == [question.partition("-")[0]]
    assert cli("stats", "--json").json["unreadable"]


@pytest.mark.rule("REC-9", "ERR-1")
def test_a_bottomless_payload_or_row_stops_its_own_session_alone(
    cli: Runner, db: Path, workspace: Path
) -> None:
    done = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    open_now = question_of(cli, workspace.parent, ASKED)
    with by_hand(db) as raw:
        bottomless = "[" * 100_000
        raw.execute(
            "UPDATE plan_events SET payload = ? WHERE stream = ? AND seq = 3", (bottomless, done)
        )
        raw.execute("UPDATE assumptions SET document = ? WHERE session = ?", (bottomless, done))
    for command, code in (("audit", 5), ("doctor", 1), ("show", 1), ("assumptions", 0)):
        ran = cli(command, *([done] if command == "show" else []))
        assert ran.code == code, ran
        assert "defect" not in ran.err
        assert done in ran.out + ran.err
    assert open_now in cli("inbox").out


@pytest.mark.rule("REC-9")
def test_a_session_is_put_in_quarantine_by_a_person_and_released_once_it_reads(
    cli: Runner, db: Path, unreadable: tuple[str, str], person: Runner
) -> None:
    broken, _ = unreadable
    told = cli("doctor")
    assert told.code == 1
    assert f"plangate doctor --quarantine {broken}" in told.out
    assert cli("doctor", "--quarantine", broken).code == 5
    person("doctor", "--quarantine", broken)
    assert "cannot be read" not in cli("inbox").out
    assert f"session {broken} is in quarantine" in cli("sessions").out
    document = cli("audit", "--json").json
    assert (document["quarantined"], document["tables"]["ok"]) == ([broken], True)
    assert person("doctor", "--rebuild").out.startswith("ok      file")
    assert cli("sessions", "--json").json["quarantined"] == [broken]
    assert person("doctor", "--release", broken).code == 2
    with by_hand(db) as raw:
        raw.execute(
            "UPDATE plan_events SET payload = '{' || payload WHERE stream = ? AND seq = 1",
            (broken,),
        )
    assert person("doctor", "--release", broken).code == 0
    assert broken in cli("sessions").out
    assert cli("audit", "--json").json["tables"]["ok"]


@pytest.mark.rule("REC-9")
def test_a_damaged_index_is_called_that(cli: Runner, db: Path, workspace: Path) -> None:
    """The root page of the index over sessions is emptied: events are there and not found."""
    session = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    raw = sqlite3.connect(db)
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (page,) = raw.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_plan_events_1'"
    ).fetchone()
    (size,) = raw.execute("PRAGMA page_size").fetchone()
    raw.close()
    empty = bytes([10, 0, 0, 0, 0, size >> 8, size & 255, 0])
    with db.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(empty.ljust(size, b"\0"))
    told = cli("doctor")
    assert told.code == 1
    assert "an index is damaged" in told.out
    for ran in (cli("audit"), cli("show", session)):
        assert ran.code in (1, 5)
        assert "a defect of plangate" not in ran.err
        assert "index" in ran.out + ran.err
    assert len(cli("export").out.splitlines()) > 5


@pytest.mark.rule("REC-9")
def test_a_session_whose_process_was_killed_is_listed_and_resumed(
    cli: Runner, db: Path, workspace: Path
) -> None:
    with recorded(db, OPEN) as told:
        name = told.planner.begin(PLANNED, str(workspace))
    assert f"Unfinished: {name}; plangate resume ID goes on." in cli("inbox").out
    assert cli("inbox", "--json").json["unfinished"] == [name]
    assert "unfinished" in cli("sessions").out
    assert cli("resume", name).code in (0, 3)
    assert "Unfinished" not in cli("inbox").out


# --- reading needs no writing ---------------------------------------------------------------------

READING = (
    ("inbox",),
    ("sessions",),
    ("audit", "--json"),
    ("export",),
    ("doctor",),
    ("assumptions",),
    ("stats",),
)


@pytest.fixture
def elsewhere(environment: dict[str, str], tmp_path: Path) -> Runner:
    """Commands of somebody whom permissions bind; root has to lay down its power over them."""
    bound: list[str] = []
    if os.geteuid() == 0:
        bound = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
        if shutil.which("setpriv") is None:
            pytest.skip("root is bound by no permission")
    home = tmp_path / "theirs"
    home.mkdir()
    source = str(Path(plangate.__file__).parents[1])
    env = {**environment, "HOME": str(home), "PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*arguments: str | Path, **_more: object) -> Ran:
        done = subprocess.run(
            [*bound, sys.executable, "-m", "plangate", *map(str, arguments)],
            capture_output=True,
            text=True,
            env=env,
            check=False,
            cwd=home,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@contextmanager
def only_readable(folder: Path) -> Iterator[None]:
    """A directory and its files that nobody may write to."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        yield
    finally:
        folder.chmod(0o755)


@pytest.mark.rule("REC-7")
@pytest.mark.parametrize("wal", [False, True], ids=["checkpointed", "with a WAL"])
def test_a_read_only_database_can_be_read(
    cli: Runner, db: Path, workspace: Path, tmp_path: Path, elsewhere: Runner, wal: bool
) -> None:
    session = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    folder = tmp_path / "shelf"
    folder.mkdir()
    copy = folder / "kept.db"
    with recorded(db, OPEN) as told:
        late = told.planner.start("Build the store", "/elsewhere").session.id
        if wal:  # it is there, with the last session in it, as long as somebody has the file open
            for ending in ("", "-wal"):
                shutil.copy(f"{db}{ending}", f"{copy}{ending}")
            assert Path(f"{copy}-wal").stat().st_size > 0
    if not wal:
        shutil.copy(db, copy)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with only_readable(folder):
        for command in (*READING, ("show", session), ("show", late)):
            ran = elsewhere(*command, "--db", copy)
            assert ran.code == 0, (command, ran)
            assert "Traceback" not in ran.err
        assert "overdue" in elsewhere("inbox", "--db", copy).out
        assert len(elsewhere("export", "--db", copy).out.splitlines()) == len(entries_of(db))
        refused = elsewhere("prefs", "set", "auth-method", "always-ask", "--db", copy)
        assert (refused.code, refused.err.count("\n")) == (1, 1)
        assert "cannot be opened for writing" in refused.err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.rule("REC-7", "REC-5")
def test_a_read_only_database_of_0_1_0_can_be_read(tmp_path: Path, elsewhere: Runner) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    old = folder / "old.db"
    old.write_bytes(unpacked("0.1.0.db"))
    with only_readable(folder):
        ran = elsewhere("audit", "--json", "--db", old)
        assert ran.code == 0, ran
        assert json.loads(ran.out)["events"] == 748
    assert [path.name for path in folder.iterdir()] == ["old.db"]


@pytest.mark.rule("REC-7")
def test_every_file_is_its_owners_alone_whatever_the_umask(
    environment: dict[str, str], tmp_path: Path, workspace: Path, home: Path
) -> None:
    """The database, the export, the anchors, and whatever else is kept at home."""
    db = tmp_path / "deep" / "er" / "plangate.db"
    source = str(Path(plangate.__file__).parents[1])
    env = {**environment, "PYTHONPATH": source}
    for arguments in (
        ["plan", PLANNED, "--workspace", str(workspace)],
        ["export", "--output", str(tmp_path / "deep" / "log.jsonl")],
    ):
        subprocess.run(
            [sys.executable, "-m", "plangate", *arguments, "--db", str(db)],
            env=env,
            check=True,
            capture_output=True,
            umask=0,
        )
    assert list(home.glob(".local/state/**/*.jsonl"))
    for path in (*(tmp_path / "deep").rglob("*"), *home.rglob("*")):
        wanted = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path
    assert stat.S_IMODE((tmp_path / "deep").stat().st_mode) == 0o700


@pytest.mark.rule("REC-7", "REC-5")
def test_the_copy_before_a_migration_and_the_migrated_file_are_private(
    cli: Runner, db: Path
) -> None:
    db.write_bytes(unpacked("0.1.0.db"))
    db.chmod(0o644)
    assert cli("sessions").code == 0
    for path in db.parent.glob(f"{db.name}*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
