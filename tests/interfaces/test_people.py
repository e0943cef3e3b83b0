"""Who is in a team and what they may do, through the command line (TEAM-3)."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from plangate.adapters.kept.own_token import OwnToken
from plangate.adapters.machine.system import SystemClock
from plangate.adapters.memory import ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.planner import Planner
from plangate.app.team.people import add
from plangate.settings import place_of
from tests.conftest import Ran, Runner
from tests.interfaces.support import PLANNED
from tests.interfaces.test_whose_act import COMMANDS, Scene, words
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("TEAM-3")

GOAL = "Delete inactive accounts every night"


def put_in(person: Runner, name: str, *roles: str, agent: bool = False) -> str:
    words = [word for role in roles for word in ("--role", role)] + ["--agent"] * agent
    ran = person("people", "add", name, *words)
    assert ran.code == 0, ran.out + ran.err
    return ran.out.split()[0]


def asked(cli: Runner, workspace: Path) -> dict[str, Any]:
    cli("plan", GOAL, "-w", workspace)
    found: dict[str, Any] = cli("inbox", "--json").json["questions"][0]
    return found


def payloads(db: Path, kind: str) -> list[str]:
    with sqlite3.connect(db) as connection:
        found = connection.execute("SELECT payload FROM plan_events WHERE type = ?", (kind,))
        return [text for (text,) in found]


@pytest.fixture
def ada(person: Runner) -> str:
    """The first person of a team, who entered her token at this terminal."""
    token = put_in(person, "ada", "answer", "people")
    ran = person("people", "enter", token)
    assert "You are ada here" in ran.out, ran.err
    return token


def test_a_token_is_shown_once_and_kept_as_its_digest(person: Runner, db: Path) -> None:
    token = put_in(person, "ada", "people")
    assert token.startswith("pgp_")
    assert token.encode() not in db.read_bytes()
    assert token not in person("people").out
    assert "ada (person): people" in person("people").out


def test_the_first_person_is_one_who_says_who_else_is_in(person: Runner) -> None:
    ran = person("people", "add", "ada", "--role", "answer")
    assert ran.code == 2
    assert "people" in ran.err


@pytest.mark.parametrize("wrong", [["a b"], [""], ["ada", "--role", "king"]])
def test_what_is_no_member_is_refused_by_name(person: Runner, wrong: list[str]) -> None:
    ran = person("people", "add", *wrong)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


def test_what_a_person_answers_is_theirs_by_name(
    ada: str, person: Runner, cli: Runner, workspace: Path, db: Path
) -> None:
    assert ada
    question = asked(cli, workspace)
    ran = person("answer", question["id"], "a")
    assert ran.code in (0, 3), ran.err
    assert '"by":"ada"' in payloads(db, "QuestionAnswered")[0]


def test_roles_say_who_may_answer_and_who_may_set_policy(
    ada: str, person: Runner, cli: Runner, workspace: Path
) -> None:
    assert ada
    question = asked(cli, workspace)
    refused = person("prefs", "set", "rate-limit-store", "never-ask", "--user")
    assert (refused.code, "TEAM-3" in refused.err) == (5, True), refused.err
    bob = put_in(person, "bob", "policy")
    person("people", "enter", bob)
    refused = person("answer", question["id"], "a")
    assert refused.code == 5
    assert "bob may not answer" in refused.err
    assert cli("inbox", "--json").json["questions"][0]["status"] == "pending"


def test_whoever_is_not_in_the_team_may_look_and_nothing_else(
    ada: str, person: Runner, cli: Runner, workspace: Path, environment: dict[str, str]
) -> None:
    assert ada
    question = asked(cli, workspace)
    (token_file,) = (Path(environment["XDG_DATA_HOME"]) / "plangate" / "team").iterdir()
    token_file.unlink()
    ran = person("answer", question["id"], "a")
    assert (ran.code, "is not known to this team" in ran.err) == (5, True), ran.err
    assert cli("inbox").code == 0


def test_a_token_taken_back_counts_for_nothing_at_once(
    ada: str, person: Runner, cli: Runner, workspace: Path
) -> None:
    question = asked(cli, workspace)
    bob = put_in(person, "bob", "answer")
    assert person("people", "revoke", bob.split("_")[1]).code == 0
    assert person("people", "enter", bob).code == 2
    person("people", "enter", ada)
    assert person("people", "revoke", ada.split("_")[1]).code == 0
    ran = person("answer", question["id"], "a")
    assert (ran.code, "TEAM-3" in ran.err) == (5, True)


def test_an_agent_has_a_name_in_the_record_and_is_never_a_person(
    ada: str, person: Runner, process: Runner, workspace: Path, db: Path
) -> None:
    assert ada
    token = put_in(person, "claude-1", agent=True)
    assert token.startswith("pga_")
    known = {"PLANGATE_AGENT_TOKEN": token}
    process("plan", GOAL, "-w", workspace, env=known)
    assert '"by":"agent claude-1"' in payloads(db, "GoalReceived")[0]
    assert process("people", "add", "eve", "--role", "people", env=known).code == 5
    assert person("people", "enter", token).code == 2
    assert person("people", "add", "x", "--agent", "--role", "answer").code == 2


def test_a_script_puts_nobody_in(cli: Runner) -> None:
    ran: Ran = cli("people", "add", "eve", "--role", "people")
    assert (ran.code, "ACT-1" in ran.err) == (5, True)


@pytest.mark.rule("ASK-7")
def test_a_question_is_somebodys_and_the_first_answer_wins_all_the_same(
    ada: str, person: Runner, cli: Runner, workspace: Path
) -> None:
    assert ada
    question = asked(cli, workspace)
    bob = put_in(person, "bob", "answer")
    assert "anybody's to answer: plangate claim" in cli("inbox").out
    assert "is bob's to answer" in person("assign", question["id"], "bob").out
    listed = cli("inbox").out
    assert "bob's to answer: plangate assign" in listed
    assert "NAME hands it over" in listed
    assert cli("inbox", "--json").json["assigned"] == {question["id"]: "bob"}
    assert person("assign", question["id"], "eve").code == 2
    assert "is ada's to answer" in person("claim", question["id"]).out
    assert f"a person runs: plangate claim {question['id']}" in cli("claim", question["id"]).err
    person("people", "enter", bob)
    assert person("answer", question["id"], "a").code in (0, 3)
    person("people", "enter", ada)
    late = person("answer", question["id"], "b")
    assert late.code == 4
    assert cli("audit").code == 0


def test_somebody_taken_out_is_out_and_the_last_who_says_so_stays(ada: str, person: Runner) -> None:
    assert ada
    put_in(person, "bob", "answer")
    assert person("people", "remove", "ada").code == 5
    assert person("people", "remove", "bob").code == 0
    assert "bob" not in person("people").out


# --- every act ------------------------------------------------------------------------------------

#: What is done without a planner, and what a planner of one database does about another.
_DEFAULT = ("rebuild", "quarantine", "accept-restore", "forget", "trust", "allow", "assign")


@pytest.fixture
def scene(cli: Runner, person: Runner, workspace: Path, db: Path) -> Scene:
    return Scene(cli, person, workspace, db)


def be_somebody_without_a_role(db: Path, environment: dict[str, str]) -> None:
    """A team: ada says who is in; bob, at this terminal, is in without a role."""
    with SQLiteStore(db) as store:
        planner = Planner(
            actor=A_PERSON,
            store=store,
            clock=SystemClock(),
            proposer=ScriptedProposer(),
            investigator=ScriptedInvestigator(),
            new_id=lambda: "unused",
        )
        add(planner, "ada", "person", ["people"], by="ada")
        planner.actor = A_PERSON._replace(member="ada", roles=frozenset(["people"]))
        _, token = add(planner, "bob", "person", [], by="ada")
    OwnToken(place_of(db), Path(environment["XDG_DATA_HOME"]) / "plangate").write(token)


@pytest.mark.parametrize(
    "act",
    [*_DEFAULT, *(pytest.param(a, marks=pytest.mark.full) for a in COMMANDS if a not in _DEFAULT)],
)
def test_in_a_team_every_act_of_a_person_needs_its_role(
    act: str, scene: Scene, environment: dict[str, str]
) -> None:
    command = words(scene, act)
    be_somebody_without_a_role(scene.db, environment)
    before = scene.events()
    ran = scene.person(*command, says=[("Type yes to trust them: ", "yes")])
    assert ran.code == 5, ran.out + ran.err
    assert "TEAM-3: bob may not" in ran.out + ran.err
    assert scene.events() == before, "nothing was written"


def test_a_stranger_to_the_team_neither_moves_publishes_nor_sets_policy(
    ada: str, person: Runner, cli: Runner, workspace: Path, db: Path, environment: dict[str, str]
) -> None:
    assert ada
    session = cli("plan", PLANNED, "-w", workspace, "--json").json["session"]
    (workspace / "policy.json").write_text("{}", encoding="utf-8")
    (token_file,) = (Path(environment["XDG_DATA_HOME"]) / "plangate" / "team").iterdir()
    token_file.unlink()
    for command in (
        ("move", "--from", db, "--to", workspace / "other.db"),
        ("publish", session, "-w", workspace),
        ("policy", "set", workspace / "policy.json"),
        ("login",),
    ):
        ran = person(*command)
        assert (ran.code, "is not known to this team" in ran.out + ran.err) == (5, True), ran.err
    assert not (workspace / "other.db").exists()
    assert not (workspace / ".plangate" / "plans").exists()


def test_nobody_hands_on_a_right_that_is_not_theirs(ada: str, person: Runner) -> None:
    assert ada
    token = put_in(person, "bob", "policy")
    person("people", "enter", token)
    ran = person("allow", "withdraw", "--for", "1h")
    assert (ran.code, "bob may not withdraw" in ran.err) == (5, True), ran.out + ran.err
    assert person("allow", "policy", "--for", "1h").code == 0


def test_what_is_erased_or_set_aside_is_signed_by_the_member(
    ada: str, person: Runner, cli: Runner, workspace: Path, db: Path
) -> None:
    assert ada
    session = cli("plan", PLANNED, "-w", workspace, "--json").json["session"]
    assert person("forget", "--session", session).code == 0
    assert '"by":"ada"' in payloads(db, "PayloadsErased")[0]
