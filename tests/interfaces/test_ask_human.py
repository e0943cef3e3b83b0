"""`ask_human`: one question of somebody's own program, as durable as every other."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import plangate
from plangate import (
    Answered,
    Assumed,
    Declined,
    Held,
    Question,
    TimedOut,
    Waiting,
    ask_first,
    ask_human,
)
from plangate.app.acts.question_acts import answer
from tests.conftest import Runner
from tests.interfaces.support import let_time_pass

PROMPT = "Which region does the new customer go to?"
OPTIONS = ("eu-west", "us-east")


@pytest.fixture
def put(cli: Runner, workspace: Path, db: Path) -> Any:
    """Ask without waiting, in the environment of a person who has only just arrived."""
    del cli  # its environment is what the library runs in

    def asked(**more: Any) -> Any:
        given = {"prompt": PROMPT, "options": OPTIONS, "key": "region", "wait_secs": 0, **more}
        return ask_human(given.pop("prompt"), given.pop("options"), workspace=workspace, db=db,
                         tell=None, **given)  # fmt: skip

    return asked


@pytest.mark.rule("ASK-7")
def test_a_program_that_runs_again_finds_its_question_and_then_its_answer(
    put: Any, cli: Runner, person: Runner
) -> None:
    first = put()
    again = put()
    assert isinstance(first, Waiting)
    assert again == first, "never asked twice"
    assert [q["id"] for q in cli("inbox", "--json").json["questions"]] == [first.question.id]
    assert person("answer", str(first.question.id), "us").code == 0
    done = put()
    assert isinstance(done, Answered)
    assert (done.value, done.provenance, done.late) == ("us-east", "choice", False)
    assert put() == done
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-7", "ASK-8")
def test_a_program_killed_while_it_waits_asks_nobody_again(
    environment: dict[str, str], workspace: Path, db: Path, cli: Runner, person: Runner
) -> None:
    script = (
        "import plangate\n"
        f"print(plangate.ask_human({PROMPT!r}, {OPTIONS!r}, key='region', "
        f"workspace={str(workspace)!r}, db={str(db)!r}).value)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        shown = "".join(iter(process.stderr.readline, "")) if process.poll() else ""
        while "Answer with:" not in shown:
            shown += process.stderr.readline()
        process.send_signal(signal.SIGKILL)
    name = shown.partition("plangate answer ")[2].split()[0]
    assert "a) eu-west" in shown
    assert person("answer", name, "a").code == 0
    again = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert (again.stdout, again.stderr) == ("eu-west\n", "")
    assert len(cli("sessions", "--json").json["sessions"]) == 1


@pytest.mark.rule("ASK-11", "ASK-12")
def test_a_persons_own_words_are_an_answer(put: Any, person: Runner) -> None:
    person("answer", str(put().question.id), "neither, ask again in spring")
    done = put()
    assert (done.value, done.provenance) == ("neither, ask again in spring", "custom")


@pytest.mark.rule("ASK-7")
def test_a_person_may_hold_it_and_take_it_back(put: Any, cli: Runner, person: Runner) -> None:
    name = str(put(default="eu-west").question.id)
    cli("hold", name)
    assert isinstance(put(default="eu-west"), Held)
    cli("resume", name)
    person("withdraw", name, "--why", "decided in the meeting")
    done = put(default="eu-west")
    assert isinstance(done, Declined)
    assert done.value == "eu-west"


@pytest.mark.rule("ASK-9", "ASK-10")
def test_silence_is_the_default_assumed_and_a_late_answer_is_an_answer(
    put: Any, person: Runner, db: Path
) -> None:
    let_time_pass(db, str(put(default="us-east").question.id))
    done = put(default="us-east", wait_secs=None)
    assert isinstance(done, TimedOut)
    assert done.value == "us-east"
    person("answer", str(done.question.id), "eu-west")
    late = put(default="us-east")
    assert isinstance(late, Answered)
    assert (late.value, late.late) == ("eu-west", True)


@pytest.mark.rule("ASK-9")
def test_nothing_that_cannot_be_undone_is_taken_on_silence(put: Any, db: Path) -> None:
    let_time_pass(db, str(put(one_way=OPTIONS).question.id))
    done = put(one_way=OPTIONS, wait_secs=None)
    assert isinstance(done, TimedOut)
    assert done.value is None


@pytest.mark.rule("GATE-5", "ATT-1")
def test_the_gate_decides_whether_a_person_is_interrupted(put: Any, person: Runner) -> None:
    person("focus", "deep")
    done = put(one_way=["us-east"])
    assert isinstance(done, Assumed)
    assert (done.value, done.rule) == ("eu-west", "GATE-5")


@pytest.mark.rule("ASK-2")
def test_twenty_options_are_as_good_as_two(put: Any) -> None:
    done = put(options={f"region {n}": f"the data goes to place {n}" for n in range(20)})
    assert isinstance(done, Waiting)
    assert len(done.question.options) == 20
    assert done.question.options[3].consequence == "the data goes to place 3"


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"prompt": " "}, "prompt: is empty"),
        ({"prompt": 7}, "prompt: 7 is not text"),
        ({"prompt": "Shall I proceed?"}, "GATE-13"),
        ({"key": ""}, "key: is empty"),
        ({"options": ["only one"]}, "options: 1 entries"),
        ({"options": "ab"}, "options: is one text"),
        ({"options": ["a", "A"]}, "each option once"),
        ({"options": ["yes", "Yes "]}, "each option once"),
        ({"options": ["the first", " The  first"]}, "each option once"),
        ({"default": "nowhere"}, "default: 'nowhere' is not an option"),
        ({"one_way": ["nowhere"]}, "one_way: 'nowhere' is not an option"),
        ({"timeout_secs": 0}, "timeout_secs: 0 is out of range"),
        ({"on_timeout": "panic"}, 'on_timeout: "panic" is not known'),
    ],
    ids=str,
)
def test_what_cannot_be_asked_is_one_typed_line(
    put: Any, cli: Runner, more: dict[str, Any], said: str
) -> None:
    with pytest.raises(plangate.BadInput) as refusal:
        put(**more)
    assert said in str(refusal.value)
    assert cli("sessions", "--json").json["sessions"] == []


@pytest.mark.rule("ERR-1", "ASK-7")
def test_a_key_is_for_one_question(put: Any) -> None:
    put()
    with pytest.raises(plangate.BadInput, match="key: was used to ask"):
        put(prompt="Which colour?")
    with pytest.raises(plangate.BadInput, match="key: was used to ask"):
        put(options=("red", "blue"))


@pytest.mark.rule("ASK-14")
def test_a_question_is_told_once_and_holds_no_secret(
    cli: Runner, workspace: Path, db: Path
) -> None:
    del cli
    told: list[Question] = []
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    for _ in range(2):
        ask_human(f"Use {secret} or the other one?", OPTIONS, key="k", workspace=workspace, db=db,
                  tell=told.append, wait_secs=0)  # fmt: skip
    assert len(told) == 2, "each run tells its own onlookers"
    assert told[0].id == told[1].id
    assert secret not in told[0].prompt


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("field", "value"),
    [("wait_secs", float("nan")), ("wait_secs", -1), ("wait_secs", "1"), ("options", None)],
)
def test_an_argument_no_question_can_have_is_named(
    put: Any, cli: Runner, field: str, value: Any
) -> None:
    with pytest.raises(plangate.BadInput, match=f"^{field}: "):
        put(**{field: value})
    assert cli("sessions", "--json").json["sessions"] == []


@pytest.fixture
def delete(cli: Runner, workspace: Path, db: Path) -> Any:
    """A function that asks first, without waiting."""
    del cli

    @ask_first(
        "What happens to the bucket {name}?", do="Delete it", instead="Keep it",
        key="bucket-{name}", wait_secs=0, workspace=workspace, db=db, tell=None,
    )  # fmt: skip
    def delete(name: str, force: bool = False) -> str:
        """Take a bucket away."""
        return f"{name} is gone{', by force' if force else ''}"

    return delete


@pytest.mark.rule("ASK-7", "ASK-9")
def test_a_function_runs_once_a_person_said_so(delete: Any, person: Runner) -> None:
    waiting = delete("logs")
    assert isinstance(waiting, Waiting)
    assert waiting.question.prompt == "What happens to the bucket logs?"
    assert (delete.__name__, delete.__doc__) == ("delete", "Take a bucket away.")
    letter = next(o.key for o in waiting.question.options if o.label == "Delete it")
    assert person("answer", str(waiting.question.id), letter).code == 2
    assert person("answer", str(waiting.question.id), "delete it").code == 0
    assert delete("logs", force=True) == "logs is gone, by force"
    other = delete("images")
    assert isinstance(other, Waiting), "what was said about one holds for that one"
    assert person("answer", str(other.question.id), "Keep it").code == 0
    kept = delete("images")
    assert isinstance(kept, Answered)
    assert kept.value == "Keep it"


@pytest.mark.rule("GATE-19", "ASK-9")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("logs", "LOGS"),
        ("logs", "../logs"),
        ("logs", "logs!"),
        ("logs", "lögs"),
        ("prod/db", "prod-db"),
        ("s3://a", "s3:a"),
        ("x" * 100, "x" * 100 + "y"),
    ],
)
def test_what_was_said_about_one_key_runs_nothing_under_another(
    delete: Any, person: Runner, one: str, other: str
) -> None:
    """Not even where the two differ by a sign, a case or what lies beyond the length of an id."""
    first, second = delete(one), delete(other)
    assert isinstance(first, Waiting)
    assert isinstance(second, Waiting)
    assert first.question.id != second.question.id
    assert person("answer", str(first.question.id), "Delete it").code == 0
    assert delete(one) == f"{one} is gone"
    assert delete(other) == second, "it is still to be said"


@pytest.mark.rule("GATE-19", "ASK-9")
def test_a_program_is_not_answered_by_what_a_plan_was_told(
    put: Any, cli: Runner, person: Runner, workspace: Path
) -> None:
    """Even where its key is the name of the plan's question."""
    cli("plan", "Let users delete their account", "--workspace", workspace)
    (asked,) = cli("inbox", "--json").json["questions"]
    options = ("Keep everything", "Remove for good")
    mine = put(prompt="What happens to the account?", options=options, key=asked["question_id"])
    assert isinstance(mine, Waiting)
    assert person("answer", str(asked["id"]), "Remove for good").code == 0
    again = put(prompt="What happens to the account?", options=options, key=asked["question_id"])
    assert isinstance(again, Waiting)


@pytest.mark.rule("ASK-7", "CLI-6")
def test_what_a_program_says_on_stderr_can_be_typed(
    workspace: Path, db: Path, capsys: pytest.CaptureFixture[str], person: Runner
) -> None:
    """What cannot be undone is said to be, and is answered in the words that are accepted."""
    ask_human("What becomes of it?", ("Keep it", "Wipe it"), key="it", one_way=("Wipe it",),
              wait_secs=0, workspace=workspace, db=db)  # fmt: skip
    told = capsys.readouterr().err
    assert "Wipe it  [cannot be undone" in told
    typed = shlex.split(told.rpartition("plangate answer ")[2].replace("|", " "))
    assert typed[1:] == ["a", "Wipe it"]
    assert person("answer", typed[0], typed[2]).code == 0


@pytest.mark.rule("MCP-6", "ASK-13")
def test_what_nobody_said_runs_nothing(delete: Any, person: Runner) -> None:
    waiting = delete("logs")
    assert person("withdraw", str(waiting.question.id), "--why", "moot").code == 0
    assert isinstance(delete("logs"), Declined)
    assert person("focus", "deep").code == 0
    assert isinstance(delete("images"), Assumed)


@pytest.mark.rule("ACT-1", "MCP-6", "ASK-12")
def test_what_an_agent_would_pass_on_is_refused_and_runs_nothing(
    delete: Any, workspace: Path, db: Path
) -> None:
    waiting = delete("logs")
    with (
        plangate.open_planner(workspace=workspace, db=db) as planner,
        pytest.raises(plangate.PlangateError, match="only a person may answer"),
    ):
        answer(
            planner,
            str(waiting.question.id),
            "Delete it",
            by="an agent",
            surface="mcp",
            provenance="relayed",
        )
    assert isinstance(delete("logs"), Waiting), "it is still the person's to answer"


@pytest.mark.rule("ERR-1")
def test_a_coroutine_cannot_ask_first() -> None:
    async def work() -> None: ...

    with pytest.raises(plangate.BadInput, match="work: is a coroutine"):
        ask_first("Which way?", do="a", instead="b", key="k")(work)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("template", ["the {bucket}", "the {}", "the {0.name}", "the {bucket[0]}"])
def test_a_template_names_what_the_function_takes(template: str) -> None:
    def remove(name: str, force: bool = False) -> None: ...

    for field in ("prompt", "key"):
        texts = {"prompt": "Remove {name.first}?", "key": "k-{name!r:>9}", field: template}
        with pytest.raises(plangate.BadInput, match=rf"^{field}: .*accepted: {{name}}, {{force}}"):
            ask_first(**texts, do="a", instead="b")(remove)
        with pytest.raises(plangate.BadInput, match=f"^{field}: "):
            ask_first(**{**texts, field: "the {name"}, do="a", instead="b")(remove)


@pytest.mark.rule("ERR-1")
def test_a_folder_that_is_not_there_is_named_by_every_door_of_the_library(
    cli: Runner, tmp_path: Path, db: Path
) -> None:
    """A slip in a path would otherwise be a place of its own, where everybody is asked anew."""
    del cli
    nowhere, wrong = tmp_path / "nowhere", "workspace: .*nowhere' is not a directory"
    with pytest.raises(plangate.BadInput, match=wrong):
        ask_human(PROMPT, OPTIONS, key="region", wait_secs=0, workspace=nowhere)
    with pytest.raises(plangate.BadInput, match=wrong), plangate.open_planner(workspace=nowhere):
        pass
    five: Any = 5
    with pytest.raises(plangate.BadInput, match="workspace: is a int; accepted: a directory"):
        ask_human(PROMPT, OPTIONS, key="region", wait_secs=0, workspace=five)
    assert not db.exists()


@pytest.mark.rule("ERR-1")
def test_a_planner_takes_a_path_and_says_where_it_may_be_used(
    cli: Runner, workspace: Path, db: Path
) -> None:
    del cli
    told: list[str] = []

    def elsewhere(planner: plangate.Planner) -> None:
        try:
            planner.session("k3v9xq2m")
        except plangate.PlangateError as error:
            told.append(str(error))

    with plangate.open_planner(workspace=workspace, db=db) as planner:
        assert planner.start("Add rate limiting to the public API", workspace).session.plan
        other = threading.Thread(target=elsewhere, args=(planner,))
        other.start()
        other.join()
    elsewhere(planner)
    assert [line.removeprefix(f"{db} ") for line in told] == [
        "was opened in another thread; open a planner in each",
        "was closed with the planner that opened it; open another",
    ]


@pytest.mark.rule("ERR-1")
def test_a_value_that_is_no_json_is_called_by_its_own_name() -> None:
    document: Any = b"{}"
    with pytest.raises(plangate.BadInput, match="document: a bytes is not an object"):
        plangate.gate(document)
