"""Before an agent asks: what is passed on, what is answered, what is refused and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Runner
from tests.interfaces.hook.calls import PROCESS, REDIS, STORE, Json, asked, asking, question
from tests.interfaces.support import ASKED, question_of

pytestmark = pytest.mark.rule("HOOK-1")


def passed(ran: Ran, *said: str) -> None:
    """Nothing for the agent, exit 0; on stderr nothing, or one line that says this."""
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.count("\n") == (1 if said else 0), ran.err
    for words in said:
        assert words in ran.err


def decision(ran: Ran, kind: str) -> Json:
    """The decision of the hook, in the documented form."""
    assert ran.code == 0
    assert set(ran.json) == {"hookSpecificOutput"}
    output: Json = ran.json["hookSpecificOutput"]
    assert output["hookEventName"] == "PreToolUse"
    assert output["permissionDecision"] == kind, output
    return output


def refused(ran: Ran, *said: str) -> None:
    reason = decision(ran, "deny")["permissionDecisionReason"]
    for words in said:
        assert words in reason, reason


def pre(cli: Runner, document: str) -> Ran:
    return cli("hook", "claude", "pre-ask", stdin=document)


def post(cli: Runner, document: str) -> Ran:
    return cli("hook", "claude", "post-ask", stdin=document)


# --- nothing speaks -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asks",
    [
        question(),
        question("Which way of logging in should be built?", "Passwords", "Mailed links", "Both"),
        question("How should I proceed with the two failing suites?", "Fix both", "Skip one"),
        question("What should deleting an account do with orders?", "Keep them", "Hide them"),
        question("Welche Datenbank soll es sein?", "PostgreSQL", "SQLite", header="Datenbank"),
        question("どのストアを使いますか？", "Redis", "メモリ", header="保存先"),
        question("Anything else for this page?", "Add a footer"),
        question("Which framework do you prefer for the new panel?", "React", "Vue"),
        question("Which features ship?", "Search", "Export", "Import", "Sharing", several=True),
    ],
)
def test_a_good_question_is_passed_on_in_silence(
    asks: Json, cli: Runner, workspace: Path, db: Path
) -> None:
    passed(pre(cli, asking(workspace, asks)))
    assert not db.exists()  # to look is not to make


def test_fields_nobody_knows_change_nothing(cli: Runner, workspace: Path) -> None:
    asks = {**question(), "preview": {"x": 1}, "annotations": []}
    passed(pre(cli, asking(workspace, asks, effort={"level": "high"}, agent_id="a1", new=[1])))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[1]", "no JSON object"),
        (b"{}", "tool_name"),
        (b'{"tool_name": "Bash", "tool_input": {"command": "ls"}}', "tool_name"),
        (b'{"tool_name": "AskUserQuestion"}', "tool_input"),
        (b'{"tool_name": "AskUserQuestion", "tool_input": {}}', "no text"),
        (b'{"tool_name": "AskUserQuestion", "tool_input": {"questions": 3}}', "questions"),
        (b'{"tool_name": "AskUserQuestion", "tool_input": {"questions": []}}', "questions"),
        (b'{"tool_name": "AskUserQuestion", "tool_input": {"questions": ["x"]}}', "no text"),
        (
            b'{"tool_name": "AskUserQuestion", "tool_input": {"questions": [{"question": "x?",'
            b' "options": [{"description": "no label"}]}]}}',
            "no label",
        ),
        (
            b'{"tool_name": "AskUserQuestion", "tool_input": {"questions": [{"question":'
            b' "\\ud800?", "options": [{"label": "a"}, {"label": "b"}]}]}}',
            "",
        ),
        (b'{"tool_name": "AskUserQuestion", "x": "' + b"x" * 5_000_000 + b'"}', "4 MB"),
    ],
)
def test_what_cannot_be_read_is_passed_on_with_one_line(raw: bytes, said: str, cli: Runner) -> None:
    ran = cli("hook", "claude", "pre-ask", stdin=raw)
    assert (ran.code, ran.out) == (0, "")
    if said:
        passed(ran, said)


def test_a_database_that_is_broken_or_not_ours_never_stops_the_agent(
    cli: Runner, workspace: Path, db: Path
) -> None:
    import sqlite3

    db.write_bytes(b"SQLite format 3\0" + b"\x07" * 4_000)
    passed(pre(cli, asking(workspace, question("Shall I proceed?", "Yes", "No"))), str(db))
    passed(post(cli, asked(workspace, {STORE: PROCESS})), str(db))
    db.unlink()
    foreign = sqlite3.connect(db)
    foreign.execute("CREATE TABLE theirs (x)")
    foreign.commit()
    foreign.close()
    passed(pre(cli, asking(workspace)), "not a plangate database")


def test_a_locked_database_is_not_waited_for(cli: Runner, workspace: Path, db: Path) -> None:
    import sqlite3

    post(cli, asked(workspace, {STORE: PROCESS}))
    writer = sqlite3.connect(db, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    passed(pre(cli, asking(workspace, call="toolu_02")), "locked")  # its answer cannot be recorded
    passed(post(cli, asked(workspace, {STORE: PROCESS}, call="toolu_03")), "locked")
    writer.close()


def test_a_home_that_cannot_be_written_and_a_bad_setting_are_told_in_one_line(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANGATE_DB", "/proc/nowhere/plangate.db")
    passed(pre(cli, asking(workspace)))
    passed(post(cli, asked(workspace, {STORE: PROCESS})), "cannot be used")
    (workspace / "plangate.toml").write_text("nonsense = 1")
    passed(pre(cli, asking(workspace)), "plangate.toml")


# --- answered -------------------------------------------------------------------------------------


@pytest.mark.rule("HOOK-1", "GATE-2")
def test_the_same_question_is_answered_from_what_the_person_said(
    cli: Runner, workspace: Path
) -> None:
    passed(post(cli, asked(workspace, {STORE: PROCESS})))
    again = question(
        "  which store SHOULD the rate limiter keep its counters in ", PROCESS, "Redis"
    )
    document = asking(workspace, again, session="another", call="toolu_07")
    output = decision(pre(cli, document), "allow")
    given = json.loads(document)["tool_input"]
    assert output["updatedInput"] == {**given, "answers": {again["question"]: PROCESS}}
    assert "plangate hook forget" in output["permissionDecisionReason"]


@pytest.mark.rule("HOOK-1", "PREF-4")
def test_an_answer_given_for_the_person_is_logged_and_never_becomes_their_choice(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    person("prefs", "set", "store", "never-ask", "--workspace", workspace)
    output = decision(pre(cli, asking(workspace)), "allow")
    assert output["updatedInput"]["answers"] == {STORE: REDIS}
    assert "never-ask" in output["permissionDecisionReason"]
    passed(post(cli, asked(workspace, {STORE: REDIS})))
    (call,) = cli("hook", "log", "--json").json["calls"]
    assert (call["kind"], call["rule"], call["value"]) == ("settled", "GATE-8", REDIS)


@pytest.mark.rule("HOOK-1", "PREF-1")
def test_always_ask_is_asked_although_an_answer_is_kept(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    post(cli, asked(workspace, {STORE: PROCESS}))
    person("prefs", "set", "store", "always-ask", "--workspace", workspace)
    passed(pre(cli, asking(workspace, session="another")))


def test_a_forgotten_answer_answers_nothing(cli: Runner, workspace: Path) -> None:
    post(cli, asked(workspace, {STORE: PROCESS}))
    (kept,) = cli("hook", "log", "--json").json["calls"]
    assert cli("hook", "forget", kept["id"]).code == 0
    passed(pre(cli, asking(workspace, session="another")))
    assert cli("hook", "log", "--json").json["calls"][0]["forgotten"]
    assert cli("hook", "forget", "ag-nothing").code == 2
    assert cli("audit").code == 0


@pytest.mark.parametrize(
    "now",
    [
        question(STORE, REDIS, PROCESS, "In Postgres"),  # what was not offered then
        question(STORE, REDIS, "On disk"),  # what was chosen is gone
        question("Which store should sessions go to?"),
    ],
)
def test_another_question_is_asked(now: Json, cli: Runner, workspace: Path) -> None:
    post(cli, asked(workspace, {STORE: PROCESS}))
    passed(pre(cli, asking(workspace, now, session="another")))


def test_an_answer_holds_in_its_own_workspace(cli: Runner, workspace: Path, tmp_path: Path) -> None:
    post(cli, asked(workspace, {STORE: PROCESS}))
    other = tmp_path / "other"
    other.mkdir()
    passed(pre(cli, asking(other, session="another")))


def test_the_project_counts_and_not_the_folder_the_agent_is_in(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(cli, asked(workspace, {STORE: PROCESS}))
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(workspace))
    decision(pre(cli, asking(workspace / "app", session="another")), "allow")


def test_several_chosen_at_once_and_own_words_are_answered_as_they_were(
    cli: Runner, workspace: Path
) -> None:
    ships = question("What ships?", "Search, by title", "Export", "Import", several=True)
    post(cli, asked(workspace, {"What ships?": "Search, by title, Import"}, ships))
    output = decision(pre(cli, asking(workspace, ships, session="b")), "allow")
    assert output["updatedInput"]["answers"] == {"What ships?": "Search, by title, Import"}
    post(cli, asked(workspace, {STORE: "a file, for now"}, session="c"))
    output = decision(pre(cli, asking(workspace, session="d")), "allow")
    assert output["updatedInput"]["answers"] == {STORE: "a file, for now"}


@pytest.mark.rule("HOOK-1", "ASK-14")
def test_an_answer_with_a_secret_is_kept_without_it_and_never_given_again(
    cli: Runner, workspace: Path, db: Path
) -> None:
    secret = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    post(cli, asked(workspace, {STORE: f"the one behind {secret}"}))
    assert secret.encode() not in b"".join(p.read_bytes() for p in db.parent.glob("plangate.db*"))
    passed(pre(cli, asking(workspace, session="another")))


@pytest.mark.rule("HOOK-1", "ASK-9", "ASK-13")
@pytest.mark.parametrize(
    "response",
    [
        {"answers": {STORE: REDIS}, "afkTimeoutMs": 60_000},
        {"answers": {STORE: ""}},
        {"answers": {}},
        {"questions": []},
        "Error: the user declined",
        None,
    ],
)
def test_silence_is_not_kept_as_an_answer(response: Any, cli: Runner, workspace: Path) -> None:
    document = {**json.loads(asking(workspace)), "tool_response": response}
    passed(post(cli, json.dumps(document)), "nobody answered")
    assert cli("hook", "log", "--json").json["calls"] == []


def test_a_tool_of_a_server_is_answered_by_its_refusal(cli: Runner, workspace: Path) -> None:
    """Such a tool takes no answers, so that the reason carries it."""
    tool = "mcp__conductor__AskUserQuestion"
    post(cli, asked(workspace, {STORE: PROCESS}, tool=tool))
    refused(pre(cli, asking(workspace, tool=tool, session="b")), f"the answer is “{PROCESS}”")
    single = {"question": "Shall I continue?", "options": ["Yes", "No"]}
    refused(pre(cli, asking(workspace, tool=tool, session="c", tool_input=single)), "GATE-13")


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("Should I proceed?", "GATE-13"),
        ("Would you like me to continue with the next step?", "GATE-13"),
        ("Is this plan okay?", "GATE-13"),
        ("Could you please clarify?", "ASK-5/generic-wording"),
        ("What are your requirements?", "ASK-5/generic-wording"),
    ],
)
def test_a_question_that_is_none_is_refused_with_its_rule(
    prompt: str, rule: str, cli: Runner, workspace: Path
) -> None:
    refused(pre(cli, asking(workspace, question(prompt, "The first", "Another"))), rule, prompt)


@pytest.mark.rule("HOOK-1", "GATE-2")
def test_what_a_manifest_says_is_refused_with_the_line(cli: Runner, workspace: Path) -> None:
    asks = question("Which test framework should I use?", "pytest", "unittest", header="Tests")
    (workspace / "pyproject.toml").write_text('[project]\nname = "x"\ndependencies = ["pytest"]\n')
    refused(pre(cli, asking(workspace, asks)), "pyproject.toml:3", "“pytest”", "GATE-2")
    manager = question("Which package manager does the project use?", "uv", "Poetry")
    refused(pre(cli, asking(workspace, manager)), "answered-by-tool", "pyproject.toml")


def test_what_nothing_in_an_empty_folder_answers_is_asked(cli: Runner, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    passed(pre(cli, asking(empty, question("Which language does the project use?", "Go", "Rust"))))
    passed(pre(cli, asking(empty, question("Who wrote the billing module?", "Ada", "Bob"))))


@pytest.mark.rule("HOOK-1", "GATE-7")
def test_a_second_clarification_is_refused_in_the_same_session_only(
    cli: Runner, workspace: Path
) -> None:
    post(cli, asked(workspace, {STORE: PROCESS}))
    second = question("Where are the limits configured?", "In a file", "In the database")
    refused(pre(cli, asking(workspace, second, call="t2")), "GATE-7", "“In a file”", "assumption")
    passed(pre(cli, asking(workspace, second, call="t2", session="another")))
    # A client that tells its prompts apart has a goal, and a clarification, for each.
    passed(pre(cli, asking(workspace, second, call="t2", prompt_id="p2")))


@pytest.mark.rule("HOOK-1", "GATE-7")
def test_an_open_question_of_plangate_is_passed_on_and_another_one_is_not(
    cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace, ASKED)
    opened = cli("show", name, "--json").json["question"]
    refused(pre(cli, asking(workspace)), "GATE-7", name)
    labels = [option["label"] for option in opened["options"]]
    passed(pre(cli, asking(workspace, question(opened["prompt"], *labels))))
    passed(pre(cli, asking(workspace, question("Passwords or links?", *labels[:3]))))


@pytest.mark.rule("HOOK-1", "GATE-5")
def test_deep_focus_is_not_interrupted(cli: Runner, person: Runner, workspace: Path) -> None:
    person("focus", "deep", "--for", "2h")
    refused(pre(cli, asking(workspace)), "GATE-5", "focus deep")


@pytest.mark.rule("HOOK-1", "SPLIT-1")
@pytest.mark.parametrize(
    "asks",
    [
        question(
            "Which of E1, E2, E3, E4 and E5 do we ship?",
            "E1: bot", "E2: mail", "E3: export", "E5: search",
        ),
        question("Of the top 4 of 6 layouts, which one?", "A grid", "A list", "Cards"),
        question(
            "Which integration comes first?", "Slack", "Teams",
            d0="E4 was dropped to fit the four-option limit",
        ),
    ],
)  # fmt: skip
def test_options_cut_to_fit_are_refused(asks: Json, cli: Runner, workspace: Path) -> None:
    refused(pre(cli, asking(workspace, asks)), "SPLIT-1")


@pytest.mark.rule("HOOK-1", "SPLIT-1", "SPLIT-9")
def test_an_option_of_a_decision_in_progress_may_not_be_left_out(
    cli: Runner, person: Runner, workspace: Path, tmp_path: Path
) -> None:
    names = ["Slack", "Discord", "Teams", "Telegram", "Mattermost"]
    document = {
        "decision": "Which chat platforms ship?",
        "kind": "independent",
        "skill": "plan-review",
        "options": [{"key": f"E{i}", "label": n} for i, n in enumerate(names, start=1)],
    }
    (tmp_path / "scope.json").write_text(json.dumps(document))
    started = cli("scope", "start", tmp_path / "scope.json", "--workspace", workspace, "--json")
    four = question("Which platforms ship?", *names[:4], several=True)
    refused(pre(cli, asking(workspace, four)), "SPLIT-1", "“Mattermost”", started.json["id"])
    group = question("Which comes first?", *names[:3], "None of these, show the rest")
    passed(pre(cli, asking(workspace, group)))
    part = question("D1.1 Slack: what becomes of it?", "Include", "Defer", "Cut", "Hold")
    person("prefs", "set", "store", "never-ask", "--workspace", workspace)
    passed(pre(cli, asking(workspace, part)))
    passed(pre(cli, asking(workspace, question("Include it? <plan-review-split-e1>", "Yes", "No"))))


# --- a decision that cannot be undone, and calls with several questions ---------------------------


@pytest.mark.rule("HOOK-1", "PREF-2")
def test_what_cannot_be_undone_always_reaches_the_person(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    drop = question(
        "Should I proceed?", "Yes", "No", d0="drops the orders table in production", header="Go"
    )
    passed(pre(cli, asking(workspace, drop)), "one-way")
    person("prefs", "set", "go", "never-ask", "--workspace", workspace)
    post(cli, asked(workspace, {"Should I proceed?": "Yes"}, drop))
    passed(pre(cli, asking(workspace, drop, call="t2")), "one-way")
    person("focus", "deep", "--for", "1h")
    passed(pre(cli, asking(workspace, drop, question(), call="t3")), "one-way")


def test_a_call_with_several_questions_is_answered_whole_or_sent_back(
    cli: Runner, workspace: Path
) -> None:
    auth = question("Which way of logging in?", "Passwords", "Links", header="Login")
    passed(pre(cli, asking(workspace, question(), auth)))
    post(cli, asked(workspace, {STORE: PROCESS, auth["question"]: "Links"}, question(), auth))
    both = decision(pre(cli, asking(workspace, auth, question(), session="b")), "allow")
    assert both["updatedInput"]["answers"] == {auth["question"]: "Links", STORE: PROCESS}
    new = question("Where do the docs go?", "The site", "The README", header="Docs")
    mixed = pre(cli, asking(workspace, question(), new, session="c"))
    refused(mixed, f"the answer is “{PROCESS}”", "“Where do the docs go?”: this one may be asked")


def test_a_multi_select_is_never_decided_by_a_preference(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    person("prefs", "set", "store", "never-ask", "--workspace", workspace)
    passed(pre(cli, asking(workspace, question(STORE, "A", "B", "C", several=True))))


def test_the_record_of_a_hook_is_sound(cli: Runner, person: Runner, workspace: Path) -> None:
    post(cli, asked(workspace, {STORE: PROCESS}))
    post(cli, asked(workspace, {STORE: PROCESS}))  # told twice, kept once
    decision(pre(cli, asking(workspace, session="b")), "allow")
    log = cli("hook", "log", "--json", "--workspace", workspace).json
    assert [call["kind"] for call in log["calls"]] == ["settled", "answer"]
    kept = log["calls"][1]
    assert (kept["provenance"], kept["surface"]) == ("choice", "claude-hook")
    assert cli("audit").code == 0
    before = cli("hook", "log", "--json").json
    assert person("doctor", "--rebuild").code == 0
    assert cli("hook", "log", "--json").json == before
    assert "→ In the process" in cli("hook", "log").out
