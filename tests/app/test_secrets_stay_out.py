"""No secret reaches the database, an export, a message or a notice, from end to end (ASK-14).

One life of a session says a secret of another kind at every place where a person may say something,
in a workspace that holds some of its own. Afterwards none of them is anywhere, and everything still
works: where each stood is a reference. The secrets are put together here, so that no tool that
looks for secrets finds one in this file.
"""

from __future__ import annotations

import base64
import json
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import plangate
from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.app.acts import ledger_acts, question_acts
from plangate.app.acts.plans import loops
from plangate.app.log.whole_record import export_lines
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.log.tables import KEYS, Query
from plangate.core.model.nouns import Ambiguity, Interpretation
from tests.conftest import Ran, Runner
from tests.core.redaction_cases import ONCE_MISSED
from tests.forked import run_forked
from tests.interfaces.support import let_time_pass
from tests.person import A_PERSON, at_a_terminal, trust

pytestmark = pytest.mark.rule("ASK-14")

#: What somebody may paste, by where it is said in the life below.
SECRETS: dict[str, str] = {
    "goal": "sk_" + "live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "discussion": "gh" + "p_" + "16C7e42F292c6912E7710c838347Ae178B4a",
    "note": "xo" + "xb-" + "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1",
    "answer": "sk-" + "proj-" + "Zq3v9Kx2Lm8Rt5Yw7Bn4Cd6Fg1Hj0Ps",
    "note of the answer": "AK" + "IA" + "Z5QGXJ7MT4WLN2RC",
    "change": "postgres://shop:" + "pA55w0rd-" + "9xQ7@db.internal:5432/shop",
    "instead": "gl" + "pat-" + "Qx7Zt2Lk9Rm4Wv8Np3Yd",
    "late answer": "hf" + "_" + "QwErTyUiOpAsDfGhJkLzXcVbNm12345678",
    "withdrawal": "Bear" + "er " + "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "turn": "npm" + "_" + "Jk3Lm5Np7Qr9St1Uv3Wx5Yz7Ab9Cd1Ef3Gh5",
    "promotion": "SG"
    + "."
    + "aBcDeFgHiJkLmNoPqRsTuV"
    + "."
    + "wXyZ0123456789AbCdEfGhIjKlMnOpQrStUvWxYz012",
    "deferral": "AI" + "za" + "SyD3xQ7Lm9Rt2Vw5Kp8Nz4Bc6Yh1Jf0Gs",
    "risk": "password = '" + "Tr0ub4dor&" + "3horse'",
    "reading": "sq0" + "atp-" + "Zx8Cv7Bn6Ml5Kj4Hg3Fd2S",
    "id": "dop_" + "v1_" + "5f4dcc3b5aa765d61d8327deb882cf995f4dcc3b",
}
#: What lies in the workspace, by its file.
IN_FILES: dict[str, str] = {
    ".env.example": "sk_" + "test_" + "51H8xQ2eZvKYlo2CkT9mR4wBq",
    "docker-compose.yml": "hunter2-" + "S3cr3t-9Kq7Zx",
    "app/settings.py": "wJalrXUtnFEMI/" + "K7MDENG/" + "bPxRfiCYzQ8LmT4vNsD2",
}


def core_of(secret: str) -> list[str]:
    """The parts of a secret that must not be left over either: what is long and looks random."""
    found = re.split("[':@ ]+", secret)
    return [part for part in found if len(part) >= 16 and any(map(str.isdigit, part))] or [secret]


def forms(secret: str) -> Iterator[bytes]:
    """A secret as bytes: as it is, in JSON, and as base64 would carry it."""
    for part in {secret, *core_of(secret)}:
        yield part.encode()
        yield json.dumps(part)[1:-1].encode()
        yield base64.b64encode(part.encode())


def leaks(raw: bytes, secrets: dict[str, str] = SECRETS | IN_FILES) -> list[str]:
    """Whose secret is found in these bytes; the secret itself is never in a failure message."""
    return [
        where for where, secret in secrets.items() if any(form in raw for form in forms(secret))
    ]


def test_what_is_looked_for_would_be_found() -> None:
    for where, secret in (SECRETS | IN_FILES).items():
        assert leaks(f"before {secret} after".encode()) == [where]
    assert leaks(b"[redacted:stripe-key#1]") == []


# --- one life at the command line -----------------------------------------------------------------


class Said(NamedTuple):
    """A command that was run, and how it ended."""

    arguments: Sequence[str]
    ran: Ran


class Life:
    """A workspace with secrets in it, a database, and everything that was said and printed."""

    def __init__(self, environment: dict[str, str], workspace: Path, notices: Path) -> None:
        self.said: list[Said] = []
        self.notices = notices
        self.environment = environment
        self._workspace = workspace

    def run(self, *arguments: str, code: int = 0) -> Ran:
        if "--timeout-secs" in arguments:  # a minute, for anybody else (ASK-8)
            ran = self._by_a_person(arguments)
            self.said.append(Said(arguments, ran))
            return ran
        if arguments[0] == "answer":  # else it would only be relayed
            ran = self._by_a_person(arguments)
            self.said.append(Said(arguments, ran))
            assert ran.code == code, f"expected exit {code} of answer, got {ran.code}"
            return ran
        ran = Ran(*run_forked(arguments, self.environment, cwd=self._workspace))
        if "ACT-1" in ran.err:
            ran = self._by_a_person(arguments)
        self.said.append(Said(arguments, ran))
        assert ran.code == code, f"expected exit {code} of {arguments[0]}, got {ran.code}"
        return ran

    def _by_a_person(self, arguments: Sequence[str]) -> Ran:
        """What only a person may do (ACT-1)."""
        there = self._workspace
        return Ran(*at_a_terminal(arguments, self.environment, apart=True, cwd=there))

    def plan(self, goal: str, *more: str, code: int) -> dict[str, Any]:
        document: dict[str, Any] = self.run("plan", goal, "--json", *more, code=code).json
        return document


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """Everything a person may do, with a secret in it each time."""
    folder = tmp_path_factory.mktemp("life")
    shop = folder / "shop"
    (shop / "app").mkdir(parents=True)
    notices = folder / "notices"
    (shop / "plangate.toml").write_text(
        f'notify = ["sh", "-c", "cat >> {notices}; echo >> {notices}"]\n', encoding="utf-8"
    )
    (shop / ".env.example").write_text(
        f"STRIPE_TEST_KEY={IN_FILES['.env.example']}\n", encoding="utf-8"
    )
    (shop / "docker-compose.yml").write_text(
        "services:\n  cache:\n    image: redis:7\n  db:\n    image: postgres:16\n    environment:\n"
        f"      POSTGRES_PASSWORD: {IN_FILES['docker-compose.yml']}\n",
        encoding="utf-8",
    )
    (shop / "app" / "settings.py").write_text(
        f'aws_secret_access_key = "{IN_FILES["app/settings.py"]}"\n', encoding="utf-8"
    )
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment = {
        **kept,
        "HOME": str(folder),
        "PLANGATE_DB": str(folder / "plangate.db"),
        "PYTHONUTF8": "1",
        "PYTHONPATH": str(Path(plangate.__file__).parents[1]),
    }
    assert trust(shop, environment).code == 0
    life = Life(environment, shop, notices)
    _lead(life)
    return life


def _lead(life: Life) -> None:
    secret = SECRETS
    # A question with everything that can be said about one, answered in own words, changed, undone.
    asked = life.plan(
        f"Add login with session cookies, using {secret['goal']} for the audit call", code=3
    )
    question = asked["question"]["id"]
    life.run("discuss", question, f"does {secret['discussion']} have the scope?")
    life.run("note", question, f"the bot is {secret['note']}")
    life.run(
        "answer",
        question,
        f"Call our login service with {secret['answer']}",
        "--note",
        f"or with {secret['note of the answer']}",
    )
    life.run("answer", question, f"with {secret['answer']}", code=4)
    life.run("answer", question, f"Keep it all in {secret['change']}", "--change")
    life.run("undo", question)
    # A plan whose facts come from files with secrets in them, overturned in words with one.
    planned = life.plan("Add rate limiting to the public API", code=0)
    entry = planned["assumptions"][-1]["id"]
    life.run("assumptions", "wrong", entry, "--reading", secret["reading"], code=2)
    life.run("assumptions", "wrong", entry, "--instead", f"in the store of {secret['instead']}")
    paid = life.plan("Take payments with Stripe in the checkout flow", "--json", code=0)
    assert paid["plan"] is not None, "the example settings decide it"
    # Withdrawn, looped, promoted, put off and renewed.
    asked = life.plan("Let users delete their account", code=3)
    life.run("withdraw", asked["question"]["id"], "--why", f"use {secret['withdrawal']} instead")
    loop = life.plan("Find out why the API tests are flaky", code=0)
    life.run("ooda", loop["session"], "observe", f"it fails with {secret['turn']}")
    promoted = f"rotate {secret['promotion']} first"
    life.run("ooda", loop["session"], "promote", promoted, code=3)  # INT-10: little was understood
    put_off = life.plan("Let admins delete user accounts", "--budget-signal", "critical", code=0)
    deferral = put_off["deferrals"][0]["id"]
    life.run("deferrals", "renew", deferral, "--risk", f"{secret['risk']} is in the ticket")
    life.run("deferrals", "resolve", deferral, "--how", f"settled with {secret['deferral']}")
    # Late, and what is mistaken for an id.
    asked = life.plan("Let guests upload pictures", code=3)
    late = asked["question"]["id"]
    let_time_pass(Path(life.environment["PLANGATE_DB"]), late)
    life.run("wait", late)
    life.run("answer", late, f"Ask the service of {secret['late answer']}")
    life.run("show", secret["id"], code=2)
    life.run("answer", secret["id"], "a", code=2)
    # And every way to look at it.
    for view in (
        ["inbox"],
        ["inbox", "--json"],
        ["sessions", "--json"],
        ["assumptions"],
        ["assumptions", "--json"],
        ["deferrals", "--all", "--json"],
        ["show", question],
        ["show", question, "--markdown"],
        ["show", question.partition("-")[0], "--log"],
        ["show", question.partition("-")[0], "--log", "--json"],
        ["show", loop["session"], "--json"],
        ["export"],
        ["audit"],
        ["doctor"],
    ):
        life.run(*view)


def test_no_secret_is_in_the_database_nor_in_its_log(life: Life) -> None:
    db = next(life.notices.parent.glob("plangate.db"))
    before = b"".join(path.read_bytes() for path in db.parent.glob("plangate.db*"))
    assert leaks(before) == []
    with sqlite3.connect(db) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
    connection.close()
    assert "plan_events" in tables
    after = b"".join(path.read_bytes() for path in db.parent.glob("plangate.db*"))
    assert leaks(after) == []
    assert b"[redacted:" in after


def test_no_secret_is_printed(life: Life) -> None:
    for said in life.said:
        assert leaks(said.ran.out.encode()) == [], f"stdout of plangate {said.arguments[0]}"


def test_no_secret_is_in_a_message(life: Life) -> None:
    for said in life.said:
        assert leaks(said.ran.err.encode()) == [], f"stderr of plangate {said.arguments[0]}"


def test_no_secret_is_in_an_export(life: Life) -> None:
    (exported,) = [said.ran.out for said in life.said if said.arguments[0] == "export"]
    assert leaks(exported.encode()) == []
    assert exported.count("[redacted:") > len(SECRETS)


def test_no_secret_is_in_a_notice(life: Life) -> None:
    """Every notice but those still on their way; each document is written before its command."""
    told = life.notices.read_bytes()
    assert leaks(told) == []
    assert b'"happened":"created"' in told


def test_a_reference_stays_where_a_secret_was_and_everything_still_works(life: Life) -> None:
    printed = [said for said in life.said if said.arguments[0] == "show"]
    (card,) = [said.ran.out for said in printed if "--markdown" in said.arguments]
    assert "Which way of logging in should be built?" in card
    exported = next(said.ran.out for said in life.said if said.arguments[0] == "export")
    lines = [json.loads(line) for line in exported.splitlines()]
    received = [line["payload"]["goal"] for line in lines if line["type"] == "GoalReceived"]
    assert received[0] == (
        "Add login with session cookies, using [redacted:stripe-key#1] for the audit call"
    )
    given = [line["payload"]["answer"] for line in lines if line["type"] == "QuestionAnswered"]
    assert given[0]["value"] == "Call our login service with [redacted:openai-key#1]"
    assert given[0]["provenance"] == "custom"
    plans = [line["payload"]["plan"] for line in lines if line["type"] == "PlanDrafted"]
    # The first was drafted beside the open question (ASK-17), the second with its answer.
    titles = [task["title"] for task in plans[1]["tasks"]]
    assert given[0]["value"] in titles, "the answer is a task"
    (audit,) = [said.ran.out for said in life.said if said.arguments[0] == "audit"]
    assert "BROKEN" not in audit


# --- the library ----------------------------------------------------------------------------------


def scripted() -> Planner:
    readings = tuple(
        Interpretation(name, f"The {name} way", f"does {name}", prior, 0.5, "partial", (name,))
        for name, prior in (("near", 0.6), ("far", 0.4))
    )
    return Planner(
        actor=A_PERSON,
        store=MemoryStore(),
        clock=FrozenClock(),
        proposer=ScriptedProposer([Ambiguity("row-store", readings)]),
        investigator=ScriptedInvestigator(),
        new_id=lambda: "s1",
    )


def everything(planner: Planner) -> bytes:
    rows = [planner.store.rows(Query(table)) for table in KEYS]
    return "\n".join([*export_lines(planner.store), json.dumps(rows)]).encode()


@pytest.mark.parametrize("secret", sorted(SECRETS.values()), ids=range(len(SECRETS)))
def test_whatever_kind_of_secret_is_said_it_is_kept_nowhere(secret: str) -> None:
    planner = scripted()
    planner.start(f"Keep the rows with {secret}", "/shop", SessionOptions(complexity=6))
    question_acts.add_note(planner, "s1-q1", f"see {secret}", by="ada")
    question_acts.answer(planner, "s1-q1", f"ours: {secret}", by="ada", surface="test", note=secret)
    ledger_acts.overturn(planner, "s1-a1", words=f"rather {secret}", by="ada")
    assert leaks(everything(planner), {"said": secret}) == []
    assert planner.session("s1").in_force[0].decision.startswith("rather ")


def test_an_answer_that_is_nothing_but_a_secret_is_an_answer_still() -> None:
    planner = scripted()
    planner.start("Keep the rows", "/shop", SessionOptions(complexity=6))
    given = question_acts.answer(planner, "s1-q1", SECRETS["answer"], by="ada", surface="test")
    assert given.result == "answered"
    assert given.question.answer is not None
    assert given.question.answer.value == "[redacted:openai-key#1]"
    assert leaks(everything(planner)) == []


def test_two_secrets_in_one_answer_stay_two_references() -> None:
    planner = scripted()
    planner.start("Keep the rows", "/shop", SessionOptions(complexity=6))
    both = f"read with {SECRETS['answer']}, write with {SECRETS['goal']}"
    given = question_acts.answer(planner, "s1-q1", both, by="ada", surface="test")
    assert given.question.answer is not None
    assert given.question.answer.value == (
        "read with [redacted:openai-key#1], write with [redacted:stripe-key#2]"
    )


def test_a_secret_in_a_loop_is_kept_nowhere() -> None:
    planner = scripted()
    planner.start("Keep the rows", "/shop", SessionOptions(route="OodaLoop"))
    loops.take_turn(planner, "s1", "observe", f"it says {SECRETS['turn']}", by="ada")
    loops.promote(planner, "s1", f"rotate {SECRETS['promotion']}", by="ada")
    assert leaks(everything(planner)) == []
    assert planner.session("s1").turns[0].text.startswith("it says [redacted:")


@pytest.mark.rule("ASK-14", "ACT-3")
def test_a_folder_named_like_a_secret_is_named_nowhere(
    cli: Runner, workspace: Path, db: Path
) -> None:
    """Locators, reports, the files an investigation read and the record hold no such name."""
    token = "ghp_" + "9aZ" * 12
    inner = workspace / token
    inner.mkdir()
    (inner / "limits.py").write_text("def limiter():\n    return 'redis rate limit'\n", "utf-8")
    (workspace / "docker-compose.yml").rename(inner / "docker-compose.yml")
    for goal in ("Add rate limiting to the public API", f"Find out why {token}/limits.py is slow"):
        for shown in ("--json", "--again"):
            ran = cli("plan", goal, "--workspace", workspace, shown)
            assert token not in ran.out + ran.err
    assert token not in cli("export").out
    assert token.encode() not in db.read_bytes()


def test_the_kinds_that_version_0_1_kept_are_kept_by_no_command(
    cli: Runner, workspace: Path, db: Path
) -> None:
    """Each of them in a goal of the real command: in no table, no export, no line."""
    said = [f"{case.before}{case.secret}{case.after}" for case in ONCE_MISSED]
    goal = "Connect the shop to its services. " + "\n".join(said)
    ran = cli("plan", goal, "--workspace", workspace, "--json")
    assert ran.code in (0, 3)
    exported = cli("export")
    everywhere = b"".join(path.read_bytes() for path in db.parent.glob(f"{db.name}*"))
    everywhere += f"{ran.out}{ran.err}{exported.out}".encode()
    kept = [case.secret for case in ONCE_MISSED if case.secret.encode() in everywhere]
    assert kept == []
