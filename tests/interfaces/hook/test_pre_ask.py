"""Before an agent asks: what is passed on, what is answered, what is refused and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Ran, Runner
from tests.interfaces.hook.calls import (
    PROCESS,
    REDIS,
    STORE,
    Json,
    asked,
    asking,
    chosen,
    prefer,
    question,
)
from tests.interfaces.support import ASKED, OPEN, PLANNED, question_of, recorded
from tests.interfaces.support import asked as the_question

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
    assert set(ran.json) == {"systemMessage", "hookSpecificOutput"}
    output: Json = ran.json["hookSpecificOutput"]
    assert output["hookEventName"] == "PreToolUse"
    assert output["permissionDecision"] == kind, output
    for line in (ran.json["systemMessage"], output["additionalContext"]):  # HOOK-4
        assert line
        assert "\n" not in line
    return output


def refused(ran: Ran, *said: str) -> None:
    reason = decision(ran, "deny")["permissionDecisionReason"]
    assert "Take “" not in reason
    assert reason.startswith("No failure")
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
def test_a_good_question_is_passed_on_in_silence(asks: Json, cli: Runner, workspace: Path) -> None:
    passed(pre(cli, asking(workspace, asks)))
    assert cli("hook", "log", "--json").json["calls"] == []


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
    passed(pre(cli, asking(workspace)), str(db))
    passed(post(cli, asked(workspace, {STORE: PROCESS})), str(db))
    db.unlink()
    foreign = sqlite3.connect(db)
    foreign.execute("CREATE TABLE theirs (x)")
    foreign.commit()
    foreign.close()
    passed(pre(cli, asking(workspace)), "not a plangate database")


def test_a_locked_database_is_not_waited_for(cli: Runner, workspace: Path, db: Path) -> None:
    import sqlite3

    chosen(cli, workspace, {STORE: PROCESS})
    writer = sqlite3.connect(db, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    passed(pre(cli, asking(workspace, call="toolu_02")), "locked")  # its answer cannot be recorded
    passed(post(cli, asked(workspace, {STORE: PROCESS}, call="toolu_03")), "locked")
    writer.close()


def test_a_home_that_cannot_be_written_and_a_bad_setting_are_told_in_one_line(
    cli: Runner, workspace: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANGATE_DB", "/proc/nowhere/plangate.db")
    passed(pre(cli, asking(workspace)), "not recorded")
    passed(post(cli, asked(workspace, {STORE: PROCESS})), "cannot be used")
    own = home / ".config" / "plangate" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text("nonsense = 1")
    passed(pre(cli, asking(workspace)), "config.toml")


# --- answered -------------------------------------------------------------------------------------


@pytest.mark.rule("HOOK-1", "HOOK-3", "HOOK-4", "GATE-2")
def test_the_same_question_is_answered_from_what_the_person_chose(
    cli: Runner, workspace: Path
) -> None:
    passed(chosen(cli, workspace, {STORE: PROCESS}))
    again = question(
        "  which store SHOULD the rate limiter keep its counters in ", PROCESS, "Redis"
    )
    document = asking(workspace, again, session="another", call="toolu_07")
    ran = pre(cli, document)
    output = decision(ran, "allow")
    given = json.loads(document)["tool_input"]
    assert output["updatedInput"] == {**given, "answers": {again["question"]: PROCESS}}
    assert "plangate hook forget" in ran.json["systemMessage"]
    assert "answered by plangate" in output["additionalContext"]


@pytest.mark.rule("HOOK-1", "HOOK-3")
def test_a_transcript_written_after_the_hook_vouches_later(cli: Runner, workspace: Path) -> None:
    from tests.interfaces.hook.calls import transcribed

    pre(cli, asking(workspace))
    post(cli, asked(workspace, {STORE: PROCESS}))
    passed(pre(cli, asking(workspace, session="another")))
    transcribed(workspace, {STORE: PROCESS})
    decision(pre(cli, asking(workspace, session="another", call="t3")), "allow")


@pytest.mark.rule("HOOK-1", "PREF-4")
def test_an_answer_given_for_the_person_is_logged_and_never_becomes_their_choice(
    cli: Runner, workspace: Path, db: Path
) -> None:
    prefer(db, workspace, "store", "never-ask")
    ran = pre(cli, asking(workspace))
    output = decision(ran, "allow")
    assert output["updatedInput"]["answers"] == {STORE: REDIS}
    assert "never-ask" in ran.json["systemMessage"]
    passed(post(cli, asked(workspace, {STORE: REDIS})))
    (call,) = cli("hook", "log", "--json").json["calls"]
    assert (call["kind"], call["rule"], call["value"]) == ("settled", "GATE-8", REDIS)


@pytest.mark.parametrize("labels", [("Redis", "In the process"), (REDIS, "Disk (recommended)")])
def test_a_preference_takes_nothing_because_it_stands_first(
    labels: tuple[str, ...], cli: Runner, workspace: Path, db: Path
) -> None:
    prefer(db, workspace, "store", "never-ask")
    passed(pre(cli, asking(workspace, question(STORE, *labels))))


@pytest.mark.rule("HOOK-1", "PREF-1")
def test_always_ask_is_asked_although_an_answer_is_kept(
    cli: Runner, workspace: Path, db: Path
) -> None:
    chosen(cli, workspace, {STORE: PROCESS})
    prefer(db, workspace, "store", "always-ask")
    passed(pre(cli, asking(workspace, session="another")))


def test_a_forgotten_answer_answers_nothing(cli: Runner, workspace: Path) -> None:
    chosen(cli, workspace, {STORE: PROCESS})
    (kept,) = cli("hook", "log", "--json").json["calls"]
    assert cli("hook", "forget", kept["id"]).code == 0
    passed(pre(cli, asking(workspace, session="another")))
    assert cli("hook", "log", "--json").json["calls"][0]["forgotten"]
    assert cli("hook", "forget", "ag-nothing").code == 2
    assert cli("audit").code == 0


def test_forgetting_says_which_questions_and_takes_all_of_them(
    cli: Runner, workspace: Path
) -> None:
    auth = question("Which way of logging in?", "Passwords", "Links", header="Login")
    answers = {STORE: PROCESS, auth["question"]: "Links"}
    chosen(cli, workspace, answers, question(), auth)
    listed = cli("hook", "forget")
    assert listed.code == 0
    assert STORE in listed.out
    assert "Which way of logging in?" in listed.out
    assert len(cli("hook", "forget", "--json").json["answers"]) == 2
    assert cli("hook", "forget", "--all", "ag-x").code == 2
    gone = cli("hook", "forget", "--all", "--workspace", workspace, "--json").json
    assert len(gone["forgotten"]) == 2
    assert cli("hook", "forget").out == "No answer is kept.\n"
    passed(pre(cli, asking(workspace, question(), auth, session="another")))


@pytest.mark.rule("HOOK-1")
def test_an_answer_older_than_90_days_is_asked_again(
    cli: Runner, workspace: Path, db: Path
) -> None:
    from datetime import UTC, datetime, timedelta

    from plangate.adapters.memory import FrozenClock
    from plangate.adapters.sql.sqlite import SQLiteStore
    from plangate.app.agents import record_calls
    from plangate.core.events.agent_events import AgentAnswerKept

    kept = AgentAnswerKept(
        str(workspace), "", "t1", "store", STORE.lower().rstrip("?"), STORE, (REDIS, PROCESS),
        (PROCESS,), PROCESS, "choice", "ada", "claude-hook", seen=True, verified=True,
    )  # fmt: skip
    for age, session in ((91, "old"), (89, "new")):
        with SQLiteStore(db) as store:
            clock = FrozenClock(datetime.now(UTC) - timedelta(days=age))
            record_calls(store, clock, session, [kept])
        ran = pre(cli, asking(workspace, call=f"t-{session}"))
        if session == "old":
            passed(ran)
        else:
            decision(ran, "allow")


@pytest.mark.parametrize(
    "now",
    [
        question(STORE, REDIS, PROCESS, "In Postgres"),  # what was not offered then
        question(STORE, REDIS, "On disk"),  # what was chosen is gone
        question(STORE, PROCESS),  # what was offered then is not
        question("Which store should sessions go to?"),
    ],
)
def test_another_question_is_asked(now: Json, cli: Runner, workspace: Path) -> None:
    offered = question(STORE, REDIS, PROCESS, "On disk")
    chosen(cli, workspace, {STORE: PROCESS}, offered if len(now["options"]) == 1 else question())
    passed(pre(cli, asking(workspace, now, session="another")))


def test_an_answer_holds_in_its_own_workspace(cli: Runner, workspace: Path, tmp_path: Path) -> None:
    chosen(cli, workspace, {STORE: PROCESS})
    other = tmp_path / "other"
    other.mkdir()
    passed(pre(cli, asking(other, session="another")))


def test_the_project_counts_and_not_the_folder_the_agent_is_in(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen(cli, workspace, {STORE: PROCESS})
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(workspace))
    decision(pre(cli, asking(workspace / "app", session="another")), "allow")


def test_several_chosen_at_once_are_answered_as_they_were_and_own_words_are_asked_again(
    cli: Runner, workspace: Path
) -> None:
    ships = question("What ships?", "Search, by title", "Export", "Import", several=True)
    chosen(cli, workspace, {"What ships?": "Search, by title, Import"}, ships)
    output = decision(pre(cli, asking(workspace, ships, session="b")), "allow")
    assert output["updatedInput"]["answers"] == {"What ships?": "Search, by title, Import"}
    chosen(cli, workspace, {STORE: "a file, for now"}, session="c", call="t2")
    passed(pre(cli, asking(workspace, session="d")))


@pytest.mark.rule("HOOK-1", "ASK-14")
def test_an_answer_with_a_secret_is_kept_without_it_and_never_given_again(
    cli: Runner, workspace: Path, db: Path
) -> None:
    secret = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    chosen(cli, workspace, {STORE: f"the one behind {secret}"})
    assert secret.encode() not in b"".join(p.read_bytes() for p in db.parent.glob("plangate.db*"))
    passed(pre(cli, asking(workspace, session="another")))


def test_a_tool_of_a_server_is_answered_by_its_refusal(cli: Runner, workspace: Path) -> None:
    """Such a tool takes no answers, so that the reason carries it."""
    tool = "mcp__conductor__AskUserQuestion"
    chosen(cli, workspace, {STORE: PROCESS}, tool=tool)
    refused(pre(cli, asking(workspace, tool=tool, session="b")), f"the answer is “{PROCESS}”")
    single = {"question": "Shall I continue?", "options": ["Yes", "No"]}
    passed(pre(cli, asking(workspace, tool=tool, session="c", tool_input=single)))


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.rule("HOOK-1", "HOOK-4", "ASK-5")
@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("Could you please clarify?", "ASK-5/generic-wording"),
        ("What are your requirements?", "ASK-5/generic-wording"),
        ("Which store is it? And which cache is used?", "ASK-5/two-questions"),
        ("Which store is it, and which cache is used?", "ASK-5/two-questions"),
    ],
)
def test_wording_is_refused_once_with_its_rule_and_without_an_option(
    prompt: str, rule: str, cli: Runner, workspace: Path
) -> None:
    asks = question(prompt, "The first thing", "Another thing")
    ran = pre(cli, asking(workspace, asks))
    refused(ran, rule, prompt)
    assert "The first thing" not in ran.out
    assert "Another thing" not in ran.out
    (call,) = cli("hook", "log", "--json").json["calls"]
    assert (call["kind"], call["rule"]) == ("refused", rule)
    assert f"sent back by {rule}" in cli("hook", "log").out
    # Whoever insists is let through: a rule of wording never locks a person out.
    passed(pre(cli, asking(workspace, asks, call="t2")))
    refused(pre(cli, asking(workspace, asks, call="t3", session="another")), rule)


@pytest.mark.parametrize(
    "asks",
    [
        question("Which store? Redis?", "Redis", "Disk"),
        question("Which test framework should I use?", "nose", "unittest", header="Tests"),
        question("Which package manager does the project use?", "uv", "Poetry"),
        question("Which language does the project use?", "Go", "Rust"),
        question("Who wrote the billing module?", "Ada", "Bob"),
        question("Which code style is used here?", "Black", "Ruff"),
        question("Should the tests run in parallel or in turn?", "In parallel", "In turn"),
    ],
)
def test_what_nothing_on_record_answers_is_asked(asks: Json, cli: Runner, workspace: Path) -> None:
    """Routine or not: without evidence nothing is refused, and nothing is taken by its place."""
    cli("plan", PLANNED, "--workspace", workspace)
    passed(pre(cli, asking(workspace, asks)))


@pytest.mark.rule("HOOK-1", "GATE-2")
def test_what_planning_found_in_a_file_is_refused_with_the_line(
    cli: Runner, workspace: Path
) -> None:
    """The two brains are one: `plan` infers Redis, and the hook says where that stands."""
    asks = question("Which store should the rate limiter use?", "In memory", "Redis")
    passed(pre(cli, asking(workspace, asks)))  # nothing is on record yet
    cli("plan", PLANNED, "--workspace", workspace)
    ran = pre(cli, asking(workspace, asks, call="t2"))
    refused(ran, "docker-compose.yml:3 answers this", "“Redis”", "ask again")
    assert "docker-compose.yml:3" in ran.json["systemMessage"]
    passed(pre(cli, asking(workspace, asks, call="t3")))  # it was looked up, and does not hold
    for others in (
        question("Which store should the rate limiter use?", "In memory", "Postgres"),
        question("Which store should sessions use?", "Redis", "Postgres"),
        question("Which store should the rate limiter use?", "Redis", "Redis (Recommended)"),
        question("Should I switch the rate limiter's store?", "Redis", "In memory"),
    ):
        passed(pre(cli, asking(workspace, others, session="another")))


@pytest.mark.rule("HOOK-1", "GATE-2")
@pytest.mark.parametrize(
    "asks",
    [
        question("Where should the rate limiter keep its counters?", "In the process", "Redis"),
        question("Where do the counters live?", "In Redis", "In the gateway", header="Limiter"),
    ],
)
def test_a_decision_is_known_by_its_question_and_by_its_readings(
    asks: Json, cli: Runner, workspace: Path
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    refused(pre(cli, asking(workspace, asks)), "docker-compose.yml:3 answers this")
    for others in (
        question("Where should uploads be kept?", "In Redis", "In the gateway", header="Files"),
        question("Where do the counters live?", "In Redis", "On disk", header="Limits"),
        question("Where are the limits set?", "In Redis", "In the process"),
    ):
        passed(pre(cli, asking(workspace, others, session="another")))


@pytest.mark.rule("HOOK-1", "HOOK-4")
def test_how_the_tests_are_run_here_is_not_asked(cli: Runner, workspace: Path) -> None:
    asks = question("Which test framework should I use?", "unittest", "pytest", header="Tests")
    passed(pre(cli, asking(workspace, asks)))
    cli("plan", PLANNED, "--workspace", workspace)
    refused(pre(cli, asking(workspace, asks, call="t2")), "by `pytest`", "ask again")


@pytest.mark.rule("HOOK-1", "PREF-1")
def test_what_the_person_wants_to_be_asked_is_asked_whatever_planning_found(
    cli: Runner, workspace: Path, db: Path
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    prefer(db, workspace, "rate-limit-store", "always-ask")
    asks = question("Which store should the rate limiter use?", "In memory", "Redis")
    passed(pre(cli, asking(workspace, asks)))


@pytest.mark.rule("HOOK-1", "GATE-2")
def test_what_the_person_decided_in_planning_is_refused_as_their_decision(
    cli: Runner, workspace: Path, db: Path
) -> None:
    with recorded(db, OPEN) as stage:
        name = the_question(stage.planner.start("Keep the rows", str(workspace))).id
    asks = question("Which row store is used?", "The local store", "The remote store")
    passed(pre(cli, asking(workspace, asks, session="a")))
    with recorded(db, OPEN) as stage:
        from plangate.app.acts.question_acts import answer

        answer(stage.planner, str(name), "b", by="ada", surface="cli")
    refused(pre(cli, asking(workspace, asks, session="b")), "the person decided", "remote store")


@pytest.mark.rule("HOOK-1", "GATE-7")
def test_a_second_question_of_a_session_is_asked(cli: Runner, workspace: Path) -> None:
    chosen(cli, workspace, {STORE: PROCESS})
    second = question("Where are the limits configured?", "In a file", "In the database")
    passed(pre(cli, asking(workspace, second, call="t2")))


@pytest.mark.rule("HOOK-1", "GATE-16", "ASK-8")
def test_an_open_question_of_plangate_silences_no_other(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace, ASKED)
    opened = cli("show", name, "--json").json["question"]
    passed(pre(cli, asking(workspace)))
    labels = [option["label"] for option in opened["options"]]
    passed(pre(cli, asking(workspace, question(opened["prompt"], *labels), call="t2")))
    dropped = question(opened["prompt"], *labels[:-1])
    refused(pre(cli, asking(workspace, dropped, call="t3")), "SPLIT-1", labels[-1], name)


@pytest.mark.rule("HOOK-1", "ASK-8")
def test_a_question_past_its_deadline_silences_nothing(
    cli: Runner, workspace: Path, db: Path
) -> None:
    with recorded(db, OPEN) as stage:
        asks = the_question(stage.planner.start("Keep the rows", str(workspace)))
    passed(pre(cli, asking(workspace)))
    first = question(asks.prompt, asks.options[0].label, "Another store")
    passed(pre(cli, asking(workspace, first, call="t2")))


@pytest.mark.rule("HOOK-1", "GATE-5")
def test_focus_gives_the_agent_no_option_to_take(cli: Runner, workspace: Path, db: Path) -> None:
    from plangate.adapters.memory import FrozenClock
    from plangate.adapters.sql.sqlite import SQLiteStore
    from plangate.core.audit.projection import person_rows
    from plangate.core.events import event as e
    from plangate.core.log.chain import PERSON, seal_all

    entries = seal_all(PERSON, None, (e.FocusSet("deep", None, "ada"),), FrozenClock().now())
    with SQLiteStore(db) as store:
        store.append(entries, person_rows(entries))
    passed(pre(cli, asking(workspace)))


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
    cli: Runner, workspace: Path, tmp_path: Path
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
    passed(pre(cli, asking(workspace, part)))
    passed(pre(cli, asking(workspace, question("Include it? <plan-review-split-e1>", "Yes", "No"))))


# --- a decision that cannot be undone, and calls with several questions ---------------------------


@pytest.mark.rule("HOOK-1", "PREF-2")
def test_what_cannot_be_undone_always_reaches_the_person(
    cli: Runner, workspace: Path, db: Path
) -> None:
    rows = question(
        "Which rows are kept?", "All (Recommended)", "Those of this year",
        d1="truncates the orders table in production", header="Rows",
    )  # fmt: skip
    passed(chosen(cli, workspace, {rows["question"]: "All (Recommended)"}, rows))
    passed(pre(cli, asking(workspace, rows, call="t2")), "one-way")
    prefer(db, workspace, "rows", "never-ask")
    passed(pre(cli, asking(workspace, rows, call="t3")), "one-way")
    passed(pre(cli, asking(workspace, rows, question(), call="t4")), "one-way")


def test_a_call_with_several_questions_is_answered_whole_or_sent_back(
    cli: Runner, workspace: Path
) -> None:
    auth = question("Which way of logging in?", "Passwords", "Links", header="Login")
    passed(pre(cli, asking(workspace, question(), auth)))
    chosen(cli, workspace, {STORE: PROCESS, auth["question"]: "Links"}, question(), auth)
    both = decision(pre(cli, asking(workspace, auth, question(), session="b")), "allow")
    assert both["updatedInput"]["answers"] == {auth["question"]: "Links", STORE: PROCESS}
    new = question("Where do the docs go?", "The site", "The README", header="Docs")
    mixed = pre(cli, asking(workspace, question(), new, session="c", call="t3"))
    refused(mixed, f"the answer is “{PROCESS}”", "“Where do the docs go?”: this one may be asked")


def test_a_multi_select_is_never_decided_by_a_preference(
    cli: Runner, workspace: Path, db: Path
) -> None:
    prefer(db, workspace, "store", "never-ask")
    passed(pre(cli, asking(workspace, question(STORE, "A", "B", "C", several=True))))


def test_the_record_of_a_hook_is_sound(cli: Runner, person: Runner, workspace: Path) -> None:
    chosen(cli, workspace, {STORE: PROCESS})
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


# --- the other agents -----------------------------------------------------------------------------


@pytest.mark.rule("HOOK-1", "HOOK-4")
@pytest.mark.parametrize(
    ("agent", "tool"),
    [("codex", "request_user_input"), ("gemini", "ask_user"), ("opencode", "question")],
)
def test_every_agents_question_is_looked_at(
    agent: str, tool: str, cli: Runner, workspace: Path
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    asks = question("Which store should the rate limiter use?", "In memory", "Redis")
    ran = cli("hook", agent, "pre-ask", stdin=asking(workspace, asks, tool=tool))
    said = ran.json
    inside = said.get("hookSpecificOutput", {})
    assert said.get("decision", inside.get("permissionDecision")) == "deny"
    reason = said.get("reason", inside.get("permissionDecisionReason"))
    assert "docker-compose.yml:3 answers this" in reason
    assert "docker-compose.yml:3" in said["systemMessage"]
    other = asking(workspace, question("Which colour?", "Blue", "Red"), tool=tool, call="t2")
    passed(cli("hook", agent, "pre-ask", stdin=other))
    leave = question("Should I deploy to production now?", "Deploy", "Wait")
    passed(cli("hook", agent, "pre-ask", stdin=asking(workspace, leave, tool=tool, call="t3")))
    (call,) = cli("hook", "log", "--json").json["calls"]
    assert call["surface"] == f"{agent}-hook"
