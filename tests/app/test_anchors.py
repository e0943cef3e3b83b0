"""Anchors: whoever rewrites the log has them against them, up to the last one (REC-6)."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.log.whole_record import rebuild
from plangate.core.log.anchors import Total, link_of
from plangate.core.log.chain import BEGINNING, PERSON, Entry, entry_digest
from tests.app.test_notify import Pipe
from tests.conftest import Runner
from tests.interfaces.support import PLANNED, TRIVIAL, question_of
from tests.person import trust

pytestmark = pytest.mark.rule("REC-6")


@pytest.fixture
def anchored(cli: Runner, workspace: Path) -> None:
    """A log of several sessions and preferences, with an anchor behind the last of them."""
    cli("prefs", "set", "rate-limit-store", "always-ask", "--workspace", workspace)
    cli("prefs", "set", "auth-method", "always-ask")
    cli("answer", question_of(cli, workspace), "a")
    for goal in (PLANNED, TRIVIAL):
        assert cli("plan", goal, "--workspace", workspace).code in (0, 3)


def anchors(home: Path) -> list[dict[str, Any]]:
    (file,) = (home / ".local/state/plangate/anchors").glob("*.jsonl")
    return [json.loads(line) for line in file.read_text().splitlines()]


def entries_of(db: Path) -> list[Entry]:
    with SQLiteStore(db) as store:
        return list(store.entries())


def resealed(entries: Iterable[Entry]) -> list[Entry]:
    """Entries with fresh numbers and digests that fit, as somebody makes them who knows how."""
    sealed: list[Entry] = []
    heads: dict[str, Entry] = {}
    for entry in entries:
        before = heads.get(entry.stream)
        seq, previous = (before.seq + 1, before.digest) if before else (1, BEGINNING)
        bound = entry._replace(seq=seq, previous=previous)
        bound = bound._replace(digest=entry_digest(*bound[:7]))
        heads[entry.stream] = bound
        sealed.append(bound)
    return sealed


def forge(db: Path, entries: list[Entry]) -> None:
    """The log replaced, its kept total and its tables made to fit: only the anchors are left."""
    with sqlite3.connect(db) as raw:
        for (name,) in raw.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'plan_events'"
        ).fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("DELETE FROM plan_events")
        raw.executemany(
            "INSERT INTO plan_events (stream, seq, type, version, at, payload, previous, digest) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            entries,
        )
        total = Total().plus(map(link_of, entries))
        raw.execute("UPDATE log_total SET events = ?, sum = ?", (total.events, total.hex))
    raw.close()
    with SQLiteStore(db) as store:
        rebuild(store)


# --- what somebody may do to a log ----------------------------------------------------------------

Harm = Callable[[list[Entry], random.Random], list[Entry]]


def cut_the_tail(entries: list[Entry], dice: random.Random) -> list[Entry]:
    stream = dice.choice(sessions(entries))
    last = max(entry.seq for entry in entries if entry.stream == stream)
    kept = dice.randint(1, last - 1)
    return [entry for entry in entries if entry.stream != stream or entry.seq <= kept]


def remove_a_session(entries: list[Entry], dice: random.Random) -> list[Entry]:
    stream = dice.choice(sessions(entries))
    return [entry for entry in entries if entry.stream != stream]


def rewrite_a_goal(entries: list[Entry], dice: random.Random) -> list[Entry]:
    return edited(entries, dice, "GoalReceived", lambda p: p.update(by=f"eve{dice.random()}"))


def forge_an_answer(entries: list[Entry], dice: random.Random) -> list[Entry]:
    def other(payload: dict[str, Any]) -> None:
        payload["answer"]["by"] = f"eve{dice.random()}"

    return edited(entries, dice, "QuestionAnswered", other)


def change_a_task(entries: list[Entry], dice: random.Random) -> list[Entry]:
    def other(payload: dict[str, Any]) -> None:
        dice.choice(payload["plan"]["tasks"])["description"] += f" {dice.random()}"

    return edited(entries, dice, "PlanDrafted", other)


def set_the_clock_back(entries: list[Entry], dice: random.Random) -> list[Entry]:
    stream = dice.choice(sessions(entries))
    at = f"20{dice.randint(10, 24)}-01-01T00:00:00.000Z"
    return [entry._replace(at=at) if entry.stream == stream else entry for entry in entries]


def remove_a_preference(entries: list[Entry], dice: random.Random) -> list[Entry]:
    lost = dice.choice([entry for entry in entries if entry.stream == PERSON])
    return [entry for entry in entries if entry != lost]


def slip_in_a_preference(entries: list[Entry], dice: random.Random) -> list[Entry]:
    place = next(n for n, entry in enumerate(entries) if entry.stream == PERSON)
    never = {"question_id": f"q{dice.random()}", "value": "never-ask", "workspace": None}
    payload = json.dumps({**never, "note": None, "by": "ada"})
    return [*entries[: place + 1], entries[place]._replace(payload=payload), *entries[place + 1 :]]


def swap_two_sessions(entries: list[Entry], dice: random.Random) -> list[Entry]:
    """The order in which two sessions happened; both end with an anchor."""
    one, other = dice.sample(sessions(entries), 2)
    places = [n for n, entry in enumerate(entries) if entry.stream in (one, other)]
    first = entries[places[0]].stream
    moved = sorted(places, key=lambda n: entries[n].stream == first)
    swapped = list(entries)
    for place, source in zip(places, moved, strict=True):
        swapped[place] = entries[source]
    return swapped


def say_it_was_another_time(entries: list[Entry], dice: random.Random) -> list[Entry]:
    chosen = dice.choice([entry for entry in entries if entry.type == "QuestionAnswered"])
    at = f"2026-01-{dice.randint(10, 28)}T00:00:00.000Z"
    return [entry._replace(at=at) if entry == chosen else entry for entry in entries]


def choose_another_option(entries: list[Entry], dice: random.Random) -> list[Entry]:
    def other(payload: dict[str, Any]) -> None:
        payload["answer"]["value"] = f"The other one {dice.random()}"

    return edited(entries, dice, "QuestionAnswered", other)


def remove_an_answer(entries: list[Entry], dice: random.Random) -> list[Entry]:
    lost = dice.choice([entry for entry in entries if entry.type == "QuestionAnswered"])
    return [entry for entry in entries if entry != lost]


def say_it_twice(entries: list[Entry], dice: random.Random) -> list[Entry]:
    place = dice.choice([n for n, entry in enumerate(entries) if entry.stream == PERSON])
    return [*entries[: place + 1], *entries[place:]]


HARMS: tuple[Harm, ...] = (
    choose_another_option,
    remove_an_answer,
    say_it_twice,
    cut_the_tail,
    remove_a_session,
    rewrite_a_goal,
    forge_an_answer,
    change_a_task,
    set_the_clock_back,
    remove_a_preference,
    slip_in_a_preference,
    swap_two_sessions,
    say_it_was_another_time,
)


def sessions(entries: list[Entry]) -> list[str]:
    return sorted({entry.stream for entry in entries if entry.type == "GoalReceived"})


def edited(
    entries: list[Entry], dice: random.Random, kind: str, edit: Callable[[dict[str, Any]], None]
) -> list[Entry]:
    chosen = dice.choice([entry for entry in entries if entry.type == kind])
    payload = json.loads(chosen.payload)
    edit(payload)
    text = json.dumps(payload, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return [entry._replace(payload=text) if entry == chosen else entry for entry in entries]


@pytest.mark.usefixtures("anchored")
@pytest.mark.parametrize("times", [40, pytest.param(200, marks=pytest.mark.full)])
def test_every_rewritten_log_is_found_by_its_anchor(cli: Runner, db: Path, times: int) -> None:
    """Digests, tables and the kept total all fit again; only the file outside knows better."""
    whole, dice = entries_of(db), random.Random(7)
    backup = Path(shutil.copy(db, f"{db}.whole"))
    missed: list[str] = []
    for number in range(times):
        harm = HARMS[number % len(HARMS)]
        shutil.copy(backup, db)
        forge(db, resealed(harm(list(whole), dice)))
        document = cli("audit", "--json").json
        assert document["chain"]["ok"], "whoever does this makes the digests fit"
        if document["ok"] or document["anchor"]["ok"]:
            missed.append(harm.__name__)
    assert missed == []
    shutil.copy(backup, db)
    assert cli("audit").code == 0


@pytest.mark.usefixtures("anchored")
def test_what_came_after_the_last_anchor_is_counted(cli: Runner, person: Runner) -> None:
    before = cli("audit", "--json").json
    assert before["anchor"] == {"ok": True, "events": before["events"], "after": 0}
    person("focus", "focused")
    after = cli("audit", "--json").json["anchor"]
    assert after == {"ok": True, "events": before["events"], "after": 1}
    assert f"{before['events']} events as anchored, 1 after it" in cli("audit").out


@pytest.mark.usefixtures("anchored")
def test_an_anchor_is_kept_where_only_its_owner_can_read_it(home: Path, db: Path) -> None:
    kept = anchors(home)
    assert [one["events"] for one in kept] == sorted(one["events"] for one in kept)
    assert kept[-1]["events"] == len(entries_of(db))
    (file,) = (home / ".local/state/plangate/anchors").glob("*.jsonl")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_the_first_writer_of_a_day_anchors(person: Runner, home: Path) -> None:
    person("focus", "deep")
    (first,) = anchors(home)
    assert first["events"] == 1
    person("focus", "ambient")
    assert anchors(home) == [first], "the second writer of the day does not"


@pytest.mark.usefixtures("anchored")
def test_a_missing_anchor_is_said(cli: Runner, db: Path, tmp_path: Path) -> None:
    """A copy elsewhere has none, and none is missed there."""
    copy = Path(shutil.copy(db, tmp_path / "copy.db"))
    ran = cli("audit", "--json", "--db", copy)
    assert ran.code == 0
    found = ran.json["anchor"]
    assert (found["ok"], found["says"]) == (None, "no anchor to compare with")
    assert "no anchor to compare with" in cli("audit", "--db", copy).out
    assert "no anchor to compare with" in cli("doctor", "--db", copy).out


@pytest.mark.usefixtures("anchored")
@pytest.mark.parametrize("harm", ["removed", "emptied", "cut", "removed and written again"])
def test_an_anchor_file_that_is_gone_is_missed_until_a_person_accepts_it(
    cli: Runner, person: Runner, home: Path, workspace: Path, harm: str
) -> None:
    person("focus", "focused")
    (file,) = (home / ".local/state/plangate/anchors").glob("*.jsonl")
    if harm.startswith("removed"):
        file.unlink()
    else:
        kept = file.read_text().splitlines(keepends=True)[:1] if harm == "cut" else []
        file.write_text("".join(kept))
    if harm.endswith("again"):
        cli("plan", "Fix a typo in the title", "--workspace", workspace)
        assert file.exists()
    found = cli("audit", "--json")
    gone = "anchors are gone" if harm == "cut" or harm.endswith("again") else "or holds no anchor"
    assert (found.code, found.json["anchor"]["ok"]) == (5, False)
    assert gone in found.json["anchor"]["broken"]
    assert gone in cli("doctor").out
    assert person("audit", "--accept-restore").code == 0
    assert cli("audit").code == 0
    cli("plan", "Fix a typo in the footer", "--workspace", workspace)
    assert cli("audit").code == 0


# --- the person's own witness ---------------------------------------------------------------------


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Pipe]:
    made = Pipe(tmp_path / "witness", "plangate.anchor/1")
    yield made
    made.close()


def set_command(folder: Path, command: list[str], name: str = "config.toml") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"anchor_command = {json.dumps(command)}\n")


def test_a_persons_own_command_is_told_of_every_anchor(
    cli: Runner, home: Path, db: Path, workspace: Path, witness: Pipe
) -> None:
    set_command(home / ".config/plangate", witness.command)
    assert cli("plan", TRIVIAL, "--workspace", workspace).code == 0
    for kept in anchors(home):
        told = witness.next()
        assert told == {"schema": "plangate.anchor/1", "db": str(db), **kept}
    assert "ok      anchor_command" in cli("doctor").out


@pytest.mark.rule("ACT-2")
@pytest.mark.parametrize("trusted", [False, True])
def test_a_workspace_never_names_the_command(
    cli: Runner,
    environment: dict[str, str],
    home: Path,
    workspace: Path,
    tmp_path: Path,
    trusted: bool,
) -> None:
    ran = tmp_path / "ran"
    set_command(workspace, ["touch", str(ran)], "plangate.toml")
    if trusted:
        trust(workspace, environment)
    planned = cli("plan", TRIVIAL, "--workspace", workspace, "--json")
    assert planned.code == 0
    assert "anchor_command" in str(planned.json["workspace_rules"]["passed_over"])
    # A command that is the person's runs after that one would have, and is waited for here.
    witness = Pipe(tmp_path / "witness", "plangate.anchor/1")
    set_command(home / ".config/plangate", witness.command)
    assert cli("plan", "Fix a typo in the title", "--workspace", workspace).code == 0
    witness.next()
    witness.close()
    assert not ran.exists()


@pytest.mark.rule("ACT-2")
@pytest.mark.parametrize("command", [["told"], ["./told"], ["no-such-program-anywhere"]])
def test_a_command_that_cannot_be_started_harms_nothing_and_doctor_names_it(
    cli: Runner,
    home: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
) -> None:
    """A program of the workspace's is none, though its folder comes first on the path."""
    (workspace / "told").write_text("#!/bin/sh\ntouch ran\n")
    (workspace / "told").chmod(0o755)
    monkeypatch.setenv("PATH", f"{workspace}:{os.environ['PATH']}")
    monkeypatch.chdir(workspace)
    set_command(home / ".config/plangate", command)
    ran = cli("plan", TRIVIAL, "--workspace", workspace)
    assert (ran.code, ran.err) == (0, "")
    assert anchors(home)
    told = cli("doctor")
    assert told.code == 1
    assert "BROKEN  anchor_command" in told.out
    assert cli("audit").code == 0
    assert not (workspace / "ran").exists()


@pytest.mark.usefixtures("anchored")
def test_an_anchor_taken_out_or_changed_is_found(cli: Runner, home: Path) -> None:
    (file,) = (home / ".local/state/plangate/anchors").glob("*.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) > 2
    file.write_text("".join(lines[:1] + lines[2:]))
    assert "anchor 2 does not follow" in cli("audit", "--json").json["anchor"]["broken"]
    file.write_text("".join([*lines[:-1], lines[-1].replace('"events":', '"events":9')]))
    assert cli("audit").code == 5


@pytest.mark.usefixtures("anchored")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_in_the_place_of_the_anchors_is_said_and_keeps_nobody_waiting(
    process: Runner, home: Path, workspace: Path
) -> None:
    (file,) = (home / ".local/state/plangate/anchors").glob("*.jsonl")
    file.unlink()
    os.mkfifo(file)
    assert process("plan", "Add a cache to public_api", "--workspace", workspace).code == 0
    audit = process("audit")
    assert audit.code == 5
    assert "cannot be read (it is no regular file)" in audit.out


@pytest.mark.usefixtures("anchored")
def test_half_a_line_of_an_anchor_is_none_and_the_next_goes_on(
    cli: Runner, home: Path, workspace: Path
) -> None:
    """A disk that was full while an anchor was written."""
    (file,) = (home / ".local/state/plangate/anchors").glob("*.jsonl")
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:70])
    assert cli("audit", "--json").json["anchor"]["ok"] is True
    cli("plan", "Fix a typo in the title", "--workspace", workspace)
    found = cli("audit", "--json").json
    assert found["anchor"] == {"ok": True, "events": found["events"], "after": 0}
    # A line garbled by somebody is one that the next names, and is missed.
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:1], b"{}\n", *lines[2:]]))
    assert "does not follow" in cli("audit", "--json").json["anchor"]["broken"]


@pytest.mark.usefixtures("anchored")
def test_what_a_person_accepted_is_no_fault_any_more(
    cli: Runner, person: Runner, home: Path, db: Path
) -> None:
    """Not an anchor that is missing, nor a total that was wrong."""
    (file,) = (home / ".local/state/plangate/anchors").glob("*.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:1] + lines[2:]))
    with sqlite3.connect(db) as raw:
        raw.execute("UPDATE log_total SET events = events + 3")
    raw.close()
    assert cli("audit").code == 5
    assert person("audit", "--accept-restore").code == 0
    assert cli("audit", "--json").json["anchor"]["ok"] is True
    assert cli("doctor").code == 0


@pytest.mark.usefixtures("anchored")
def test_the_total_kept_in_the_database_is_computed_again(cli: Runner, db: Path) -> None:
    with sqlite3.connect(db) as raw:
        raw.execute("UPDATE log_total SET sum = ?", ("0" * 64,))
    raw.close()
    found = cli("audit", "--json").json["anchor"]
    assert found["broken"] == "the sum kept in the database is not that of its events"


def test_a_home_that_cannot_be_written_stops_nothing(
    cli: Runner, home: Path, workspace: Path
) -> None:
    (home / ".local").write_text("not a directory")
    assert cli("plan", TRIVIAL, "--workspace", workspace).code == 0
    assert cli("audit").code == 0


@pytest.mark.usefixtures("anchored")
def test_a_restored_backup_is_accepted_by_a_person_and_recorded(
    cli: Runner, db: Path, workspace: Path, person: Runner
) -> None:
    backup = Path(shutil.copy(db, f"{db}.backup"))
    cli("plan", "Fix a typo in the title", "--workspace", workspace)
    shutil.copy(backup, db)
    found = cli("audit", "--json")
    assert found.code == 5
    assert "missing: " in found.json["anchor"]["broken"]

    refused = cli("audit", "--accept-restore")
    assert (refused.code, refused.err.count("\n")) == (5, 1)
    assert "only a person may accept" in refused.err
    assert cli("audit").code == 5

    accepted = person("audit", "--accept-restore")
    assert accepted.code == 0, accepted
    assert entries_of(db)[-1].type == "RestoreAccepted"
    assert cli("audit", "--json").json["anchor"]["ok"] is True
    cli("plan", "Fix a typo in the title", "--workspace", workspace)
    assert cli("audit", "--json").json["anchor"]["ok"] is True


@pytest.mark.rule("REC-1", "REC-2")
@pytest.mark.usefixtures("anchored")
def test_two_events_that_changed_places_are_named_though_every_sum_holds(
    cli: Runner, db: Path
) -> None:
    session = sessions(entries_of(db))[0]
    with closing(sqlite3.connect(db)) as raw, raw:
        guards = raw.execute(
            "SELECT name, sql FROM sqlite_master "
            "WHERE type = 'trigger' AND tbl_name = 'plan_events'"
        ).fetchall()
        for name, _ in guards:
            raw.execute(f"DROP TRIGGER {name}")
        (second, third) = (
            raw.execute(
                "SELECT position FROM plan_events WHERE stream = ? AND seq = ?", (session, seq)
            ).fetchone()[0]
            for seq in (2, 3)
        )
        move = "UPDATE plan_events SET position = ? WHERE position = ?"
        for to, place in ((-1, second), (second, third), (third, -1)):
            raw.execute(move, (to, place))
        for _, made_by in guards:
            raw.execute(made_by)
    told = cli("audit", "--json")
    assert told.code != 0
    (broken,) = told.json["chain"]["broken"]
    assert broken == {
        "session": session, "event": 2, "what": "stands behind event 3 in the log"
    }  # fmt: skip
    found = cli("doctor")
    assert found.code == 1
    assert "stands behind event 3 in the log" in found.out


@pytest.mark.rule("REC-9")
@pytest.mark.usefixtures("anchored")
def test_a_rebuild_over_a_cut_log_is_refused_and_would_be_found(
    cli: Runner, person: Runner, db: Path
) -> None:
    whole = entries_of(db)
    answered = next(entry for entry in whole if entry.type == "QuestionAnswered")
    with sqlite3.connect(db) as raw:
        raw.execute("DROP TRIGGER plan_events_are_never_deleted")
        raw.execute(
            "DELETE FROM plan_events WHERE stream = ? AND seq >= ?", (answered.stream, answered.seq)
        )
    raw.close()
    told = cli("doctor")
    assert told.code == 1
    assert "know more than the log" in told.out
    assert "--rebuild" not in told.out
    refused = person("doctor", "--rebuild")
    assert "BROKEN  rebuild: not done" in refused.out
    with SQLiteStore(db) as store:
        rebuild(store)
    assert cli("audit", "--json").json["anchor"]["ok"] is False


@pytest.mark.rule("REC-9")
@pytest.mark.parametrize("harm", ["cut", "changed"])
@pytest.mark.usefixtures("anchored")
def test_tables_are_never_made_to_agree_with_a_log_somebody_changed(
    cli: Runner, person: Runner, db: Path, workspace: Path, harm: str
) -> None:
    """A memory's stream has no head in any table: only the chain or the anchor tells."""
    memory = person("remember", "We count in Redis", "--workspace", workspace, "--json").json["id"]
    if harm == "cut":
        person("forget", memory)
    cli("plan", "Fix a typo in the title", "--workspace", workspace)
    with sqlite3.connect(db) as raw:
        raw.execute("DROP TRIGGER plan_events_are_never_deleted")
        raw.execute("DROP TRIGGER plan_events_are_never_changed")
        raw.execute(
            "DELETE FROM plan_events WHERE type = 'MemoryForgotten'"
            if harm == "cut"
            else "UPDATE plan_events SET payload = replace(payload, 'Redis', 'RAM') "
            "WHERE type = 'MemoryKept'"
        )
    raw.close()
    told = cli("doctor")
    assert told.code == 1
    assert "BROKEN  tables" in told.out
    assert "--rebuild" not in told.out
    before = db.read_bytes()
    assert "BROKEN  rebuild: not done" in person("doctor", "--rebuild").out
    assert db.read_bytes() == before


@pytest.mark.rule("REC-9")
@pytest.mark.usefixtures("anchored")
def test_what_is_wrong_once_is_said_of_one_thing(cli: Runner, db: Path) -> None:
    where, last = (
        "WHERE stream = ? AND seq = ?",
        (entries_of(db)[-1].stream, entries_of(db)[-1].seq),
    )
    with closing(sqlite3.connect(db)) as raw, raw:
        one = "(SELECT min(plan_session_id) FROM plan_sessions)"
        raw.execute(f"UPDATE plan_sessions SET goal = 'another' WHERE plan_session_id = {one}")
    assert "tables: rows that differ: 1, first: " in cli("doctor").out
    with closing(sqlite3.connect(db)) as raw, raw:
        raw.execute("DROP TRIGGER plan_events_are_never_changed")
        raw.execute(f"UPDATE plan_events SET at = '2001-01-01T00:00:00.000Z' {where}", last)
    assert ", 1 broken link, first: session " in cli("doctor").out
    with closing(sqlite3.connect(db)) as raw, raw:
        raw.execute("DROP TRIGGER plan_events_are_never_deleted")
        raw.execute(f"DELETE FROM plan_events {where}", last)
    assert "; missing: 1" in cli("doctor").out
