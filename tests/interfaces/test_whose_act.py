"""Whose act it is, through the real command line: a person, a script, an agent, a token (ACT-1)."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plangate import PlangateError, SessionOptions, ask_human, open_planner
from plangate.core.guard.acts import ACTS
from plangate.core.model.errors import PersonsAct
from tests.conftest import Ran, Runner
from tests.interfaces.support import ASKED, ONE_WAY, PLANNED, question_of, refused

pytestmark = pytest.mark.rule("ACT-1")

#: As a client's shell tool runs a command, but at a terminal that the client made for it.
AGENT = {"CLAUDECODE": "1"}


class Scene:
    """A workspace, a script's command line, a person's, and what the record holds."""

    def __init__(self, cli: Runner, person: Runner, workspace: Path, db: Path) -> None:
        self.cli, self.person, self.workspace, self.db = cli, person, workspace, db

    @property
    def where(self) -> tuple[str, Path]:
        return "--workspace", self.workspace

    def session(self) -> str:
        return str(self.cli("plan", PLANNED, *self.where, "--json").json["session"])

    def question(self, goal: str = ASKED) -> str:
        return question_of(self.cli, self.workspace, goal)

    def entry(self) -> str:
        self.session()
        return str(self.cli("assumptions", "--json").json["assumptions"][0]["id"])

    def deferral(self) -> str:
        self.person("focus", "deep")
        planned = self.cli("plan", ASKED, *self.where, "--json").json
        return str(planned["deferrals"][0]["id"])

    def events(self) -> int:
        if not self.db.exists():
            return 0
        with sqlite3.connect(self.db) as connection:
            (count,) = connection.execute("SELECT count(*) FROM plan_events").fetchone()
        connection.close()
        return int(count)


@pytest.fixture
def scene(cli: Runner, person: Runner, workspace: Path, db: Path) -> Scene:
    return Scene(cli, person, workspace, db)


def one_way_steps(scene: Scene) -> str:
    """A session with a step that waits for approval."""
    session = scene.session()
    tasks = scene.cli("show", session, "--json").json["plan"]["tasks"]
    tasks[0]["reversibility"] = "irreversible"
    edited = json.dumps({"tasks": tasks})
    assert scene.cli("plan-edit", session, "--from-stdin", "--json", stdin=edited).code == 0
    return session


def kept_memory(scene: Scene) -> str:
    text = ("We count in Redis", "--about", "rate-limit-store")
    return str(scene.person("remember", *text, *scene.where, "--json").json["id"])


def exported(scene: Scene) -> Path:
    scene.session()
    file = scene.workspace.parent / "record.jsonl"
    scene.cli("export", "--output", file, "--json")
    return file


def held(scene: Scene) -> str:
    name = scene.question()
    assert scene.cli("hold", name).code == 0, "anybody may hold: nothing is decided by it"
    return name


def last_part(scene: Scene) -> str:
    options = [{"key": f"E{n}", "label": f"Item {n}"} for n in range(1, 6)]
    decision = {"decision": "What ships?", "kind": "independent", "options": options}
    started = scene.cli("scope", "start", *scene.where, "--json", stdin=json.dumps(decision))
    for _ in options:
        scene.cli("scope", "answer", started.json["id"], "include")
    return str(started.json["id"])


def waiting_workspace(scene: Scene) -> str:
    (scene.workspace / "plangate.toml").write_text('on_timeout = "wait"\n', encoding="utf-8")
    return ""


def strange_workspace(scene: Scene) -> str:
    (scene.workspace / "plangate.toml").write_text("timeout_secs = 60\n", encoding="utf-8")
    return ""


def damaged(scene: Scene) -> str:
    session = scene.session()
    with sqlite3.connect(scene.db) as raw:
        raw.execute("DROP TRIGGER plan_events_are_never_changed")
        raw.execute(
            "UPDATE plan_events SET payload = substr(payload, 2) WHERE stream = ? AND seq = 1",
            (session,),
        )
    raw.close()
    return session


def nothing(_scene: Scene) -> str:
    return ""


#: For every act that has a command: what it needs, and the command with {} for what that is.
COMMANDS: dict[str, tuple[Callable[[Scene], object], str]] = {
    "preference": (nothing, "prefs set rate-limit-store never-ask --workspace WORKSPACE"),
    "focus": (nothing, "focus deep"),
    "policy": (nothing, "plan GOAL --workspace WORKSPACE --profile s0"),
    "attention": (nothing, "plan GOAL --workspace WORKSPACE --budget-signal critical"),
    "route": (nothing, "plan GOAL --workspace WORKSPACE --route plan"),
    "on-timeout": (waiting_workspace, "plan GOAL --workspace WORKSPACE --on-timeout assume"),
    "findings": (nothing, "plan GOAL --workspace WORKSPACE --allow-findings --reason tried"),
    "budget": (Scene.question, "resume {} --calls 12"),
    "remember": (nothing, "remember Redis --about rate-limit-store --workspace WORKSPACE"),
    "forget": (kept_memory, "forget {}"),
    "withdraw": (Scene.question, "withdraw {} --why unneeded"),
    "confirm": (Scene.entry, "confirm {}"),
    "revise": (held, "resume {}"),
    "renew": (Scene.deferral, "deferrals renew {} --risk Friday"),
    "approve": (one_way_steps, "approve {} t1"),
    "rebuild": (Scene.session, "doctor --rebuild"),
    "import": (exported, "import {}"),
    "one-way": (lambda scene: scene.question(ONE_WAY), "answer {} a"),
    "ship": (last_part, "scope answer {} ship"),
    "allow": (nothing, "allow focus --for 8h"),
    "assign": (Scene.question, "assign {}"),
    "people": (nothing, "people add ada --role people"),
    "trust": (strange_workspace, "trust --workspace WORKSPACE"),
    "accept-restore": (Scene.session, "audit --accept-restore"),
    "quarantine": (damaged, "doctor --quarantine {}"),
}


def words(scene: Scene, act: str) -> list[str]:
    prepare, command = COMMANDS[act]
    made = str(prepare(scene))
    places = {"{}": made, "WORKSPACE": str(scene.workspace), "GOAL": PLANNED}
    return [places.get(word, word) for word in command.split()]


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize("act", COMMANDS)
def test_a_persons_act_is_done_by_a_person_and_by_nobody_else(act: str, scene: Scene) -> None:
    command = words(scene, act)
    before = scene.events()
    by_script = scene.cli(*command, "--json")
    by_agent = scene.person(*command, "--json", env=AGENT)
    for ran, surface in ((by_script, "a script or a pipe"), (by_agent, "a coding agent's shell")):
        assert (ran.code, ran.json["schema"], ran.json["rule"], ran.json["act"]) == (
            *(5, "plangate.refused/1", "ACT-1", act),
        )
        assert ran.json["command"].startswith(f"plangate {command[0]}")
        assert ACTS[act].what in ran.json["message"]
        assert surface in ran.json["message"]
    refused(scene.cli(*command), "only a person may", "(ACT-1); a person runs: plangate", code=5)
    assert scene.events() == before, "nothing was written"
    done = scene.person(*command, "--json", says=[("Type yes to trust them: ", "yes")])
    assert done.code in (0, 3) or (act, done.code) == ("quarantine", 1), "a person may"
    assert act != "quarantine" or "is in no table" in done.out


def test_every_act_without_a_command_yet_is_known_by_name() -> None:
    built_elsewhere = {"login", "provider"}
    assert set(ACTS) - set(COMMANDS) == {"plan", "publish", "stricter", "answer", *built_elsewhere}


# --- what a script may do -------------------------------------------------------------------------


@pytest.mark.rule("ASK-12")
def test_an_answer_by_a_script_is_kept_as_passed_on_whatever_the_environment_claims(
    process: Runner, cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    claims = {"USER": "the-boss", "LOGNAME": "the-boss", "PLANGATE_BY": "the-boss"}
    ran = process("answer", name, "b", "--json", env=claims)
    given = ran.json["question"]["answer"]
    assert (ran.code, given["provenance"], given["surface"]) == (0, "relayed", "script")
    assert "the-boss" not in given["by"]
    assert given["by"].startswith("a script of ")


def test_an_agents_answer_says_which_agent_it_was(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    given = person("answer", name, "b", "--json", env=AGENT).json["question"]["answer"]
    assert (given["provenance"], given["surface"]) == ("relayed", "agent")
    assert given["by"].startswith("Claude Code, an agent of ")


def test_what_a_person_answered_is_a_persons_to_change(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    assert person("answer", name, "b").code == 0
    ran = cli("answer", name, "a", "--change", "--json")
    assert (ran.code, ran.json["act"]) == (5, "revise")
    assert cli("show", name, "--json").json["question"]["answer"]["option"] == "b"


def test_what_was_passed_on_can_be_corrected_by_another_relay(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace)
    assert cli("answer", name, "b").code == 0
    changed = cli("answer", name, "a", "--change", "--json")
    assert (changed.code, changed.json["result"]) == (0, "changed")
    assert changed.json["question"]["answer"]["provenance"] == "relayed"


@pytest.mark.rule("PREF-3")
def test_a_preference_that_asks_more_is_anybodys(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    where = ("rate-limit-store", "--workspace", workspace)
    assert cli("prefs", "set", "rate-limit-store", "always-ask", *where[1:]).code == 0
    refused(cli("prefs", "clear", *where), "ACT-1", "plangate prefs clear", code=5)
    person("prefs", "set", "rate-limit-store", "never-ask", *where[1:])
    assert cli("prefs", "clear", *where).code == 0


@pytest.mark.rule("ASK-8")
def test_a_scripts_deadline_is_raised_to_a_minute_and_a_persons_is_not(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    short = ("plan", ASKED, "--workspace", workspace, "--timeout-secs", "5", "--json")
    ran = cli(*short)
    assert ran.json["question"]["timeout_secs"] == 60
    assert ran.err == (
        "a deadline of 5 s is raised to 60 s: a script's question waits at least that long "
        "(ASK-8)\n"
    )
    cli("hold", ran.json["question"]["id"])
    elsewhere = workspace / "app"
    own = person("plan", ASKED, "--workspace", elsewhere, "--timeout-secs", "5", "--json")
    assert own.json["question"]["timeout_secs"] == 5


def test_yes_answers_nothing_and_makes_nobody_a_person(cli: Runner, workspace: Path) -> None:
    ran = cli("plan", ASKED, "--workspace", workspace, "--yes", "--json")
    assert (ran.code, ran.json["question"]["status"]) == (3, "pending")
    refused(cli("approve", ran.json["session"], "--yes"), "only a person may approve", code=5)


@pytest.mark.rule("REF-4")
def test_the_environment_loosens_nothing_for_a_script(process: Runner, workspace: Path) -> None:
    (workspace / "plangate.toml").write_text(
        'on_timeout = "wait"\n[policy]\nplan_adequacy_enforce = true\n', encoding="utf-8"
    )
    plan = ("plan", PLANNED, "--workspace", workspace, "--json")
    for name, value, act in (
        ("PLANGATE_PLAN_ADEQUACY_ENFORCE", "0", "policy"),
        ("PLANGATE_ON_TIMEOUT", "assume", "on-timeout"),
    ):
        ran = process(*plan, env={name: value})
        assert (ran.code, ran.json["act"]) == (5, act)


def test_an_entry_overturned_by_a_script_is_passed_on_and_confirms_nothing(scene: Scene) -> None:
    ran = scene.cli("assumptions", "wrong", scene.entry(), "--instead", "a file", "--json")
    assert ran.code == 0
    entry = ran.json["entry"]
    assert (entry["source"], entry["status"], entry["confidence"]) == ("relayed", "open", "medium")


@pytest.mark.rule("GATE-19")
def test_a_script_that_joined_a_question_does_not_leave_it(scene: Scene) -> None:
    goal = "Let users delete their account"
    name = scene.question(goal)
    joined = scene.cli("plan", goal, *scene.where, "--again", "--json").json
    assert joined["question"]["id"] == name
    leave = ("withdraw", name, "--session", joined["session"], "--why", "unneeded", "--json")
    before = scene.events()
    ran = scene.cli(*leave)
    assert (ran.code, ran.json["act"]) == (5, "withdraw")
    assert scene.events() == before
    assert scene.person(*leave).json["result"] == "withdrawn"


@pytest.mark.rule("PLAN-6")
def test_a_script_cannot_make_a_step_that_cannot_be_undone_look_harmless(scene: Scene) -> None:
    name = scene.question("Let users delete their account")
    session = name.partition("-")[0]
    assert scene.person("answer", name, "Remove for good").code == 0
    tasks = scene.cli("show", session, "--json").json["plan"]["tasks"]
    step = next(task for task in tasks if task["reversibility"] == "irreversible")
    step |= {"rests_on": [], "title": "Tidy the table", "reversibility": "reversible"}
    step |= {"description": "Handle the rows of users in app/api.py"}
    edit = ("plan-edit", session, "--from-stdin", "--json")
    ran = scene.cli(*edit, stdin=json.dumps({"tasks": tasks}))
    assert (ran.code, ran.json["act"]) == (5, "revise")
    assert step["id"] in ran.json["message"]
    assert scene.cli("start", session, step["id"]).code == 5
    file = scene.workspace.parent / "edited.json"
    file.write_text(json.dumps({"tasks": tasks}), encoding="utf-8")
    assert scene.person("plan-edit", session, "--file", file, "--json").code == 0


def test_the_command_for_the_person_can_be_pasted_as_it_stands(scene: Scene) -> None:
    odd = scene.workspace.parent / "my shop; touch pwned"
    odd.mkdir()
    (odd / "plangate.toml").write_text("timeout_secs = 60\n", encoding="utf-8")
    where = ("--workspace", odd, "--json")
    for command in (
        ("trust",),
        ("trust", "--revoke"),
        ("prefs", "set", "rate-limit-store", "never-ask"),
        ("forget",),
        ("plan", PLANNED, "--route", "plan"),
    ):
        ran = scene.cli(*command, *where)
        assert ran.code == 5
        assert str(odd) in shlex.split(ran.json["command"])


# --- a terminal -----------------------------------------------------------------------------------


def test_one_end_at_a_terminal_is_not_enough(environment: dict[str, str], person: Runner) -> None:
    """What `plangate focus deep | cat` and `< file` look like from inside."""
    master, slave = os.openpty()
    try:
        for closed in ("stdin", "stdout"):
            streams: dict[str, Any] = {"stdin": slave, "stdout": slave, closed: subprocess.PIPE}
            done = subprocess.run(
                [sys.executable, "-m", "plangate", "focus", "deep"],
                **streams,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=True,
                check=False,
            )
            assert done.returncode == 5
            assert b"is not a terminal" in done.stderr
    finally:
        os.close(master)
        os.close(slave)
    assert person("focus", "--json").json["focus"] == "ambient"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_coding_agents_program_above_the_command_is_seen_without_any_mark(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """A client that marks nothing, with a terminal: its program is in the terminal's session."""
    client = tmp_path / "opencode"
    client.symlink_to(sys.executable)
    inside = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))"
    command = [sys.executable, "-m", "plangate", "focus", "deep"]
    login = "import os, sys; os.login_tty(0); os.execv(sys.argv[1], sys.argv[1:])"
    for above, code in ((str(client), 5), (sys.executable, 0)):
        master, slave = os.openpty()
        done = subprocess.Popen(
            [sys.executable, "-c", login, above, "-c", inside, *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={
                **environment,
                "PYTHONHOME": sys.base_prefix,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
        )
        assert done.wait(60) == code, os.read(master, 4_096)
        os.close(slave)
        os.close(master)


def test_an_act_in_another_database_names_it(
    cli: Runner, person: Runner, workspace: Path, tmp_path: Path, process: Runner
) -> None:
    other = tmp_path / "other.db"
    assert person("focus", "deep", "--db", other).err == f"database: {other}\n"
    planned = process("plan", PLANNED, "-w", workspace, env={"PLANGATE_DB": str(other)})
    assert planned.err == f"database: {other}\n"
    assert cli("plan", PLANNED, "--workspace", workspace).err == ""


# --- rights handed on -----------------------------------------------------------------------------


def token_for(person: Runner, *right: str | Path) -> str:
    handed = person("allow", *right, "--for", "8h", "--json")
    assert handed.code == 0, handed
    return str(handed.json["token"])


def test_a_token_is_shown_once_kept_hashed_and_the_owners_alone(
    person: Runner, cli: Runner, workspace: Path, db: Path
) -> None:
    token = token_for(person, "focus", "--workspace", workspace)
    (file,) = (db.parent / "rights").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = token.split("_", 2)[2]
    assert secret not in file.read_text(encoding="utf-8")
    listed = cli("allow", "--list", "--json")
    assert secret not in listed.out
    (right,) = listed.json["rights"]
    assert (right["act"], right["workspace"]) == ("focus", str(workspace))
    assert "digest" not in right


def test_a_script_uses_the_right_it_was_handed_and_the_record_says_whose(
    person: Runner, cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    token = token_for(person, "withdraw", "--workspace", workspace)
    withdraw = ("withdraw", name, "--why", "unneeded")
    refused(cli(*withdraw), "ACT-1", code=5)
    os.environ["PLANGATE_TOKEN"] = token
    try:
        refused(cli("focus", "deep"), "PLANGATE_TOKEN does not count: it is for withdraw", code=5)
        assert cli(*withdraw).code == 0
    finally:
        del os.environ["PLANGATE_TOKEN"]
    events = cli("show", name.partition("-")[0], "--log", "--json").json["events"]
    (withdrawn,) = [event for event in events if event["type"] == "QuestionWithdrawn"]
    assert f"'s token {token.split('_')[1]}" in json.dumps(withdrawn, ensure_ascii=False)


def presented(process: Runner, token: str, **more: str) -> Ran:
    return process("focus", "deep", env={"PLANGATE_TOKEN": token, **more})


def test_a_token_that_does_not_count_is_refused_in_one_line_that_says_why(
    person: Runner, process: Runner, db: Path, monkeypatch: pytest.MonkeyPatch, workspace: Path
) -> None:
    monkeypatch.chdir(workspace)
    token = token_for(person, "focus")
    name = token.split("_")[1]
    refused(presented(process, token, **AGENT), "refused in a coding agent's", code=5)
    refused(presented(process, f"pgt_{name}_{'x' * 32}"), "it is not known here", code=5)
    refused(presented(process, "open sesame"), "it is not known here", code=5)
    monkeypatch.chdir(workspace.parent)
    refused(presented(process, token), f"it is for {workspace}", code=5)
    monkeypatch.chdir(workspace)
    file = db.parent / "rights" / f"{name}.json"
    file.chmod(0o644)
    refused(presented(process, token), "its file is open to others", code=5)
    file.chmod(0o600)
    assert presented(process, token).code == 0
    ended = {**json.loads(file.read_text(encoding="utf-8")), "until": "2020-01-01T00:00:00Z"}
    kept = file.read_text(encoding="utf-8")
    file.write_text(json.dumps(ended), encoding="utf-8")
    refused(presented(process, token), "it ended at 2020-01-01", code=5)
    file.write_text(kept, encoding="utf-8")
    assert process("allow", "--revoke", name).out == f"{name}: revoked\n"
    refused(presented(process, token), "it was revoked at", code=5)


@pytest.mark.rule("PLAN-6")
def test_approval_is_handed_on_for_named_tasks_of_one_version(
    scene: Scene, process: Runner
) -> None:
    session = one_way_steps(scene)
    task = ("--task", f"{session}-v2/t1", *scene.where)
    token = token_for(scene.person, "approve", *task)
    ran = process("approve", session, "t1", "--json", env={"PLANGATE_TOKEN": token})
    assert (ran.code, ran.json["approved"]) == (0, ["t1"])
    events = scene.cli("show", session, "--log", "--json").json["events"]
    assert '"surface": "token"' in json.dumps(events)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("one-way", "--for", "8h"), "is never handed on"),
        (("ship", "--for", "8h"), "is never handed on"),
        (("approve", "--for", "8h"), "--task: is missing"),
        (("focus",), "--for: is missing"),
        ((), "RIGHT: is missing or one too many"),
        (("focus", "--list"), "RIGHT: is missing or one too many"),
        (("--revoke", "../../etc"), "is not known"),
    ],
)
def test_what_cannot_be_handed_on_is_refused_in_one_line(
    given: tuple[str, ...], said: str, person: Runner
) -> None:
    refused(person("allow", *given), said)


# --- the library ----------------------------------------------------------------------------------


def test_a_program_is_a_script_whatever_it_says_of_itself(cli: Runner, workspace: Path) -> None:
    with open_planner(workspace=workspace) as planner:
        planner.start(PLANNED, str(workspace), SessionOptions(by="the boss", surface="cli"))
        for wish in (
            SessionOptions(route="ImmediateAction"),
            SessionOptions(budget_signal="critical"),
        ):
            with pytest.raises(PersonsAct):
                planner.start(PLANNED, str(workspace), wish)
    (session,) = cli("sessions", "--json").json["sessions"]
    begun = cli("show", session["session"], "--log", "--json").json["events"][0]
    assert "the boss" not in json.dumps(begun)
    assert '"surface": "script"' in json.dumps(begun)


def test_whatever_a_program_does_is_signed_by_what_it_is(cli: Runner, workspace: Path) -> None:
    from plangate.app.acts.question_acts import add_note, discuss, hold

    name = question_of(cli, workspace)
    with open_planner(workspace=workspace) as planner:
        add_note(planner, name, "a word", by="the boss")
        discuss(planner, name, "another", by="the boss")
        hold(planner, name, by="the boss")
    assert "the boss" not in cli("export").out


def test_a_program_that_asks_a_person_cannot_loosen_what_silence_does(
    cli: Runner, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del cli  # its environment is what the program runs in
    (workspace / "plangate.toml").write_text('on_timeout = "wait"\n', encoding="utf-8")
    options = {"key": "k", "workspace": workspace, "wait_secs": 0}
    with pytest.raises(PlangateError, match="ACT-1"):
        ask_human("Which one is it?", ["This", "That"], on_timeout="assume", **options)  # type: ignore[arg-type]
    ask_human("Which one is it?", ["This", "That"], timeout_secs=2, **options)  # type: ignore[arg-type]
    assert "2 s is raised to 60 s" in capsys.readouterr().err
