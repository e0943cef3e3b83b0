"""What the record must stand: being asked again, cut, damaged, shared (F3 to F13)."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Ran, Runner
from tests.findings.support import CLASH, DELETE, Client, knife, open_questions, planned, question

PLAIN = "Add rate limiting to the public API"


@pytest.mark.finding("F3")
@pytest.mark.rule("GATE-19", "ASK-16")
def test_asking_again_in_other_words_meets_the_question_that_is_open(
    process: Runner, environment: dict[str, str], workspace: Path
) -> None:
    first = question(planned(process, DELETE, workspace))
    again = planned(process, f"{DELETE}.", workspace)
    assert again["outcome"] in ("question", "wait")
    with Client(workspace, environment) as agent:
        assert agent.plan(f"{DELETE}, please")["outcome"] in ("question", "wait")
    assert open_questions(process) == [first]


@pytest.mark.finding("F4")
@pytest.mark.rule("REC-6", "REC-9")
def test_an_answer_cut_from_the_log_is_missed_and_never_made_good_by_a_rebuild(
    process: Runner, terminal: Runner, workspace: Path, db: Path
) -> None:
    document = planned(process, CLASH, workspace)
    assert terminal("answer", question(document), "a").code in (0, 3)
    with knife(db) as file:
        named = "SELECT min(seq) FROM plan_events WHERE stream = ? AND type = 'QuestionAnswered'"
        (seq,) = file.execute(named, (document["session"],)).fetchone()
        file.execute(
            "DELETE FROM plan_events WHERE stream = ? AND seq >= ?", (document["session"], seq)
        )
    assert "doctor --rebuild" not in process("doctor").out
    terminal("doctor", "--rebuild")
    assert process("audit").code != 0


@pytest.mark.finding("F6")
@pytest.mark.rule("REC-9")
def test_one_unreadable_session_is_one_line_of_the_inbox(
    process: Runner, workspace: Path, tmp_path: Path, db: Path
) -> None:
    broken = planned(process, CLASH, workspace)
    another = tmp_path / "another"
    another.mkdir()
    (another / "models.py").write_text("class User:\n    pass\n")
    whole = question(planned(process, DELETE, another))
    with knife(db) as file:
        file.execute(
            "UPDATE plan_events SET payload = '{' WHERE stream = ? AND seq = 1",
            (broken["session"],),
        )
        file.execute(
            "UPDATE questions SET deadline = '2020-01-01T00:00:00.000Z' WHERE session = ?",
            (broken["session"],),
        )
    ran = process("inbox")
    assert (ran.code, "What should deleting do" in ran.out) == (0, True), ran
    assert whole in process("inbox", "--json").out


@pytest.mark.finding("F8")
@pytest.mark.rule("REC-7")
def test_a_database_somebody_may_only_read_can_be_read(
    process: Runner, environment: dict[str, str], workspace: Path, db: Path, tmp_path: Path
) -> None:
    asked = planned(process, CLASH, workspace)
    copy = tmp_path / "theirs" / "copy.db"
    copy.parent.mkdir()
    with closing(sqlite3.connect(db)) as file, closing(sqlite3.connect(copy)) as whole:
        file.backup(whole)
        whole.execute("PRAGMA journal_mode = WAL")
    for words in (["inbox"], ["audit"], ["show", asked["session"]], ["sessions"], ["export"]):
        ran = as_another(copy, environment, *words, "--db", copy)
        assert ran.code in (0, 3), (words, ran)


def as_another(file: Path, environment: dict[str, str], *words: str | Path) -> Ran:
    """A command of somebody who may write neither the file nor its folder."""
    bound: list[str] = []
    if os.geteuid() == 0:  # root has to lay down its power over permissions
        bound = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
    file.chmod(0o444)
    file.parent.chmod(0o555)
    try:
        done = subprocess.run(
            [*bound, sys.executable, "-m", "plangate", *map(str, words)],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
    finally:
        file.parent.chmod(0o755)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.finding("F9")
@pytest.mark.rule("REC-9")
def test_a_damaged_index_is_called_that(process: Runner, workspace: Path, db: Path) -> None:
    session = planned(process, CLASH, workspace)["session"]
    with closing(sqlite3.connect(db)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = file.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_plan_events_1'"
        ).fetchone()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    with db.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\x0a" + bytes(4) + size.to_bytes(2, "big") + bytes(size - 7))
    for words in (["audit"], ["show", session], ["doctor"]):
        ran = process(*words)
        assert ran.code != 0
        assert "index" in ran.out + ran.err, (words, ran)
        assert "is not known" not in ran.err
        assert "a defect of plangate" not in ran.err


@pytest.mark.finding("F11")
@pytest.mark.rule("REC-7")
def test_no_file_is_anybody_elses_to_read_whatever_the_umask(
    process: Runner, workspace: Path, tmp_path: Path
) -> None:
    shared, before = tmp_path / "shared", os.umask(0)
    try:
        shared.mkdir()
        planned(process, CLASH, workspace, "--db", shared / "p.db")
        assert process("export", "--db", shared / "p.db", "--output", shared / "e.jsonl").code == 0
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in shared.iterdir()}
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}
    assert {"p.db", "e.jsonl"} <= modes.keys()


#: Made up, in the shape each service gives its own; none has a telling word before it.
SECRETS = {
    "Sentry": "sntrys_eyJpYXQiOjE3MDAwMDAwMDAuMTIzfQ==_" + "aB3dE5gH7jK9" * 4,
    "Grafana": "glc_eyJvIjoiMTIzNDU2IiwibiI6InRlc3QiLCJrIjoiYWJjZGVmZ2hpamsifQ==",
    "Notion": "secret_" + "aB3dE5gH7jK9mN1pQ3sT" * 2 + "xyz",
    "PayPal": "access_token$production$" + "h7k2m9p4q1r8s5t3" + "$" + "0123456789abcdef" * 2,
    "Square": "EAAA" + "Eb3dE5gH7jK9mN1pQ3sT" * 3,
    "Fly": "fm2_" + "lJPECAAAAAAAAH3xxBDqZ7" * 4,
    "htpasswd": "bob:$apr1$kLq8yZ1w$9cX0v3Jq5mB7nT2rE4uS61",
}


@pytest.mark.finding("F12")
@pytest.mark.rule("ASK-14")
def test_secrets_without_a_telling_word_reach_neither_the_database_nor_an_export(
    process: Runner, workspace: Path, db: Path
) -> None:
    told = " and ".join(f"{name} with {value}" for name, value in SECRETS.items())
    planned(process, f"{PLAIN}. Then connect {told}", workspace)
    kept = process("export").out + db.read_bytes().decode("utf-8", "replace")
    assert [name for name, value in SECRETS.items() if value[6:] in kept] == []


@pytest.mark.finding("F12")
@pytest.mark.rule("ASK-14")
def test_a_secret_that_is_a_folders_name_stands_in_no_locator(
    process: Runner, workspace: Path
) -> None:
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1bC3dE5"
    folder = workspace / secret
    folder.mkdir()
    shutil.move(workspace / "docker-compose.yml", folder / "docker-compose.yml")
    ran = process("plan", PLAIN, "--workspace", workspace, "--json")
    assert ran.code in (0, 3)
    assert "redis" in ran.out.lower()
    assert secret not in ran.out


@pytest.mark.finding("F13")
@pytest.mark.rule("REC-9")
def test_a_session_whose_process_was_killed_is_mentioned_where_people_look(
    process: Runner, environment: dict[str, str], workspace: Path, db: Path
) -> None:
    process("inbox")  # there is a database
    session = next(filter(None, (killed(n, environment, workspace, db) for n in range(20))))
    ran = process("inbox")
    assert session in ran.out + ran.err, ran


def killed(number: int, environment: dict[str, str], workspace: Path, db: Path) -> str | None:
    """A session whose process was killed once it had begun, or None where it had ended by then."""
    words = ["plan", f"{PLAIN} in place {number}", "--workspace", str(workspace)]
    running = subprocess.Popen(
        [sys.executable, "-m", "plangate", *words],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    begun = "SELECT plan_session_id FROM plan_sessions WHERE goal LIKE ?"
    with closing(sqlite3.connect(db)) as file:
        while running.poll() is None:
            if file.execute(begun, (f"%place {number}",)).fetchone():
                running.kill()
                break
        running.wait()
        unfinished = f"{begun} AND state = 'planning'"
        row = file.execute(unfinished, (f"%place {number}",)).fetchone()
    return row[0] if row else None


@pytest.mark.finding("N5")
@pytest.mark.rule("ASK-14")
def test_a_password_is_redacted_on_the_distributions_own_python_too(tried: Path) -> None:
    """Debian 12's 3.11.2 reads possessive quantifiers wrongly; another one tries the same words."""
    (file,) = (tried / "plangate" / "core").rglob("redaction.py")
    module = ".".join(file.relative_to(tried).with_suffix("").parts)
    says = f"from {module} import redact; print(redact('api_key: abc123, region: eu'))"
    done = subprocess.run(
        [distributions_own(), "-c", says],
        env={"PYTHONPATH": str(tried)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "abc123" in done.stdout) == (0, False), done


def distributions_own() -> str:
    """The system's Python where it is new enough for plangate, otherwise the one in use."""
    asks = "import sys; sys.exit(sys.version_info < (3, 11))"
    own = "/usr/bin/python3"
    fits = Path(own).exists() and subprocess.run([own, "-c", asks], check=False).returncode == 0
    return own if fits else sys.executable


@pytest.mark.finding("N6")
@pytest.mark.rule("REC-1")
def test_a_database_url_that_is_not_supported_is_refused_and_makes_no_folder(
    environment: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plangate", "inbox", "--db", "mysql://u:p@localhost/plans"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert not list(tmp_path.glob("mysql*"))
