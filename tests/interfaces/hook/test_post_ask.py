"""After an agent asked: what counts as the person's answer, and what it settles."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from plangate.core.model.nouns import Ambiguity
from tests.conftest import Ran, Runner
from tests.interfaces.hook.calls import (
    PROCESS,
    REDIS,
    STORE,
    Json,
    asked,
    asking,
    chosen,
    question,
    transcribed,
)
from tests.interfaces.hook.test_pre_ask import decision, passed, post, pre
from tests.interfaces.support import ASKED, FINAL, ONE_WAY, question_of, reading, recorded
from tests.interfaces.support import asked as the_question

pytestmark = pytest.mark.rule("HOOK-3")


def kept(cli: Runner) -> list[Json]:
    calls: list[Json] = cli("hook", "log", "--json").json["calls"]
    return calls


def relay(cli: Runner, name: str) -> Json:
    """plangate's own question as an agent shows it in its client's window."""
    opened = cli("show", name, "--json").json["question"]
    return question(opened["prompt"], *(option["label"] for option in opened["options"]))


def status(cli: Runner, name: str) -> str:
    return str(cli("show", name, "--json").json["question"]["status"])


# --- what is no answer ----------------------------------------------------------------------------


@pytest.mark.rule("HOOK-3", "ASK-9", "ASK-13")
@pytest.mark.parametrize(
    "response",
    [
        {"answers": {STORE: REDIS}, "afkTimeoutMs": 60_000},
        {"answers": {STORE: ""}},
        {"answers": {STORE: "   "}},
        {"answers": {}},
        {"questions": []},
        {
            "answers": {STORE: "[User skipped this question]"},
            "annotations": {STORE: {"unanswered": "skipped"}},
        },
        {"answers": {STORE: REDIS}, "annotations": {STORE: {"unanswered": "dismissed"}}},
        {
            "answers": {STORE: "let us talk"},
            "annotations": {STORE: {"unanswered": "replied_in_chat"}},
        },
        {"answers": {STORE: "[User skipped this question]"}},
        {"answers": {STORE: "(No answer provided)"}},
        {"answers": {STORE: "The user did not answer the questions."}},
        {"answers": {}, "response": "[User dismissed]"},
        "Error: the user declined",
        None,
    ],
)  # fmt: skip
def test_silence_is_not_kept_as_an_answer(response: Any, cli: Runner, workspace: Path) -> None:
    passed(pre(cli, asking(workspace)))
    document = {**json.loads(asking(workspace)), "tool_response": response}
    transcribed(workspace, {STORE: REDIS})
    passed(post(cli, json.dumps(document)), "nobody answered")
    assert kept(cli) == []
    passed(pre(cli, asking(workspace, session="another")))


def test_an_option_that_looks_like_a_placeholder_is_still_an_option(
    cli: Runner, workspace: Path
) -> None:
    asks = question("Which mark stands there?", "[open]", "[closed]")
    chosen(cli, workspace, {asks["question"]: "[open]"}, asks)
    assert kept(cli)[0]["provenance"] == "choice"


def test_words_in_place_of_an_answer_are_kept_as_words(cli: Runner, workspace: Path) -> None:
    document = json.loads(asked(workspace, {}))
    words = "Actually, let us talk about it first"
    document["tool_response"] = {"questions": [], "answers": {}, "response": words}
    passed(pre(cli, asking(workspace)))
    passed(post(cli, json.dumps(document)))
    (call,) = kept(cli)
    assert (call["value"], call["provenance"], call["chosen"]) == (words, "custom", [])
    passed(pre(cli, asking(workspace, session="another")))


# --- whose answer it is ---------------------------------------------------------------------------


def test_a_choice_is_the_persons_when_hook_and_transcript_vouch_for_it(
    cli: Runner, workspace: Path
) -> None:
    passed(chosen(cli, workspace, {STORE: PROCESS}))
    (call,) = kept(cli)
    assert (call["provenance"], call["chosen"], call["verified"]) == ("choice", [PROCESS], True)


def test_a_transcript_that_is_written_while_the_next_question_comes_is_waited_for(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed(pre(cli, asking(workspace)))
    passed(post(cli, asked(workspace, {STORE: PROCESS})))
    waited: list[float] = []

    def written_meanwhile(seconds: float) -> None:
        if not waited:
            transcribed(workspace, {STORE: PROCESS})
        waited.append(seconds)

    monkeypatch.setattr(time, "sleep", written_meanwhile)
    assert PROCESS in pre(cli, asking(workspace, call="toolu_02")).out
    assert len(waited) == 1, "and no longer than it takes"


def _no_call_before(_cli: Runner, workspace: Path) -> None:
    transcribed(workspace, {STORE: PROCESS})


def _no_transcript(cli: Runner, workspace: Path) -> None:
    pre(cli, asking(workspace))


def _another_answer(cli: Runner, workspace: Path) -> None:
    pre(cli, asking(workspace))
    transcribed(workspace, {STORE: REDIS})


def _another_session(cli: Runner, workspace: Path) -> None:
    pre(cli, asking(workspace, session="another"))
    transcribed(workspace, {STORE: PROCESS})


def _another_call(cli: Runner, workspace: Path) -> None:
    pre(cli, asking(workspace, call="toolu_77"))
    transcribed(workspace, {STORE: PROCESS}, call="toolu_77")


def _a_mention(cli: Runner, workspace: Path) -> None:
    """The agent's own text in the transcript is no result of a tool."""
    pre(cli, asking(workspace))
    said = f'toolu_01: "{STORE}"="{PROCESS}"'
    line = {"type": "assistant", "message": {"content": [{"type": "text", "text": said}]}}
    (workspace / "transcript.jsonl").write_text(json.dumps(line) + "\n[1]\nnull\n{toolu_01\n")


@pytest.mark.parametrize(
    "before",
    [
        _no_call_before,
        _no_transcript,
        _another_answer,
        _another_session,
        _another_call,
        _a_mention,
    ],
)
def test_a_forged_document_is_relayed_at_most_and_answers_nothing_by_itself(
    before: Any, cli: Runner, workspace: Path
) -> None:
    before(cli, workspace)
    passed(post(cli, asked(workspace, {STORE: PROCESS})))
    (call,) = kept(cli)
    assert call["provenance"] == "relayed"
    passed(pre(cli, asking(workspace, session="later", call="t9")))


def test_a_hook_started_by_the_agents_own_shell_is_no_witness(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything forged, the transcript too: the client marks its agent's shell apart."""
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("CLAUDE_CODE_EXECPATH", "/opt/claude")
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(workspace))
    passed(chosen(cli, workspace, {STORE: PROCESS}))
    (call,) = kept(cli)
    assert call["provenance"] == "relayed"
    name = question_of(cli, workspace, ASKED)
    asks = relay(cli, name)
    chosen(cli, workspace, {asks["question"]: asks["options"][-1]["label"]}, asks, call="t2")
    assert cli("show", name, "--json").json["question"]["answer"]["provenance"] == "relayed"
    monkeypatch.delenv("CLAUDECODE")
    passed(pre(cli, asking(workspace, session="later", call="t9")))


def test_a_hook_of_the_client_is_a_witness_although_the_client_marks_both(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Claude Code 2.1.326 sets CLAUDECODE for its hooks as well."""
    monkeypatch.setenv("CLAUDECODE", "1")
    passed(chosen(cli, workspace, {STORE: PROCESS}))
    assert kept(cli)[0]["provenance"] == "relayed", "neither a hook's mark nor a shell's"
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(workspace))
    passed(chosen(cli, workspace, {STORE: PROCESS}, call="t2"))
    assert kept(cli)[0]["provenance"] == "choice"


def test_a_forged_document_does_not_hide_what_the_person_chose(
    cli: Runner, workspace: Path
) -> None:
    chosen(cli, workspace, {STORE: PROCESS})
    post(cli, asked(workspace, {STORE: REDIS}, session="forged", call="t2"))
    output = decision(pre(cli, asking(workspace, session="later", call="t9")), "allow")
    assert output["updatedInput"]["answers"] == {STORE: PROCESS}


def test_an_answer_of_version_0_1_is_asked_again(
    cli: Runner, person: Runner, workspace: Path, db: Path
) -> None:
    """Nothing vouched for it then; its events fold as they did."""
    from plangate.adapters.memory import FrozenClock
    from plangate.adapters.sql.sqlite import SQLiteStore
    from plangate.core.log.agent_rows import agent_rows
    from plangate.core.log.chain import Entry, entry_digest
    from plangate.core.log.wire import canonical

    names = "workspace goal call question_id key prompt offered chosen value provenance by surface"
    values = [str(workspace), "", "t1", "store", STORE.lower().rstrip("?"), STORE,
              [REDIS, PROCESS], [PROCESS], PROCESS, "choice", "ada", "claude-hook"]  # fmt: skip
    payload = canonical({**dict(zip(names.split(), values, strict=True)), "reusable": True})
    at = FrozenClock().now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    place = ("ag-old", 1, "AgentAnswerKept", 1, at, payload, "0" * 64)
    entry = Entry(*place, entry_digest(*place))
    with SQLiteStore(db) as store:
        store.append([entry], agent_rows("ag-old", [entry]))
    passed(pre(cli, asking(workspace)))
    assert kept(cli)[0]["value"] == PROCESS
    assert person("doctor", "--rebuild").code == 0


# --- a question of ours, shown in the client's window ---------------------------------------------


@pytest.mark.rule("HOOK-3", "HOOK-4", "ASK-7")
def test_the_persons_choice_settles_the_question_an_agent_passed_on(
    cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace, ASKED)
    asks = relay(cli, name)
    label = asks["options"][-1]["label"]
    told = chosen(cli, workspace, {asks["question"]: label}, asks).json
    assert name in told["systemMessage"]
    assert label in told["systemMessage"]
    output = told["hookSpecificOutput"]
    assert output["hookEventName"] == "PostToolUse"
    assert name in output["additionalContext"]
    settled = cli("show", name, "--json").json["question"]
    assert settled["status"] == "answered"
    answer = settled["answer"]
    assert (answer["value"], answer["provenance"]) == (label, "choice")
    assert answer["surface"] == "claude-hook"
    assert name not in cli("inbox").out
    assert cli("audit").code == 0


def test_it_is_known_by_its_id_too(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace, ASKED)
    asks = {**relay(cli, name), "question": f"plangate asks ({name}): which login is it?"}
    label = asks["options"][0]["label"]
    chosen(cli, workspace, {asks["question"]: label}, asks)
    assert status(cli, name) == "answered"


def test_without_a_witness_it_is_settled_as_relayed(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace, ASKED)
    asks = relay(cli, name)
    post(cli, asked(workspace, {asks["question"]: asks["options"][0]["label"]}, asks))
    answer = cli("show", name, "--json").json["question"]["answer"]
    assert answer["provenance"] == "relayed"


@pytest.mark.rule("HOOK-3", "PREF-2")
@pytest.mark.parametrize("goal", [ONE_WAY])
def test_what_cannot_be_undone_is_never_settled_by_a_hook(
    goal: str, cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace, goal)
    asks = relay(cli, name)
    for place, option in enumerate(asks["options"]):
        answers = {asks["question"]: option["label"]}
        told = chosen(cli, workspace, answers, asks, call=f"t{place}").json
        assert f"plangate answer {name}" in told["systemMessage"]
        assert status(cli, name) == "pending"


def test_a_reading_that_is_declared_irreversible_is_never_settled_by_a_hook(
    cli: Runner, workspace: Path, db: Path
) -> None:
    parts = (reading("local", 0.5), reading("remote", 0.5, "irreversible"))
    for ambiguity in (FINAL, Ambiguity("row-store", parts)):
        db.unlink(missing_ok=True)
        with recorded(db, ambiguity) as stage:
            opened = the_question(stage.planner.start("Keep the rows", str(workspace)))
        labels = [option.label for option in opened.options]
        asks = question(opened.prompt, *labels)
        told = post(cli, asked(workspace, {opened.prompt: labels[0]}, asks))
        assert "stays open" in told.json["systemMessage"]


def test_words_about_it_are_a_note_and_leave_it_open(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace, ASKED)
    asks = relay(cli, name)
    document = json.loads(asked(workspace, {}, asks))
    document["tool_response"] = {"answers": {}, "response": "let me sleep on it"}
    pre(cli, asking(workspace, asks))
    assert "note" in post(cli, json.dumps(document)).json["systemMessage"]
    noted = cli("show", name, "--json").json["question"]
    assert noted["status"] == "pending"
    assert any("let me sleep on it" in note for note in noted["notes"])


def test_an_option_the_agent_made_up_settles_nothing(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace, ASKED)
    asks = relay(cli, name)
    asks["options"].append({"label": "A magic link by pigeon", "description": "quick"})
    told = chosen(cli, workspace, {asks["question"]: "A magic link by pigeon"}, asks)
    assert "is not an option of" in told.json["systemMessage"]
    assert status(cli, name) == "pending"


def test_an_unrelated_answer_touches_no_question_of_ours(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace, ASKED)
    labels = [option["label"] for option in relay(cli, name)["options"]]
    asks = question("Which of these has the best documents?", *labels)
    passed(chosen(cli, workspace, {asks["question"]: labels[0]}, asks))
    assert status(cli, name) == "pending"


def test_the_answer_to_a_question_past_its_deadline_is_kept_as_late(
    cli: Runner, workspace: Path, db: Path
) -> None:
    ambiguity = Ambiguity("row-store", (reading("local", 0.6), reading("remote", 0.4)))
    with recorded(db, ambiguity) as stage:
        opened = the_question(stage.planner.start("Keep the rows", str(workspace)))
    asks = question(opened.prompt, *(option.label for option in opened.options))
    told: Ran = chosen(cli, workspace, {opened.prompt: opened.options[1].label}, asks)
    assert "settles" in told.json["systemMessage"]
    assert status(cli, str(opened.id)) == "timed_out"
    assert opened.options[1].label in cli("assumptions").out
