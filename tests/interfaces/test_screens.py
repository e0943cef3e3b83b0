"""The screens a person sees, word by word: each scene is compared with its file in `screens`.

`python scripts/screens.py` writes the files anew; what changed is then read in the diff.
"""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
from pathlib import Path

import pytest

from plangate.core.investigation.stops import _REASONS
from plangate.core.model.nouns import Ambiguity, Task
from plangate.interfaces.cli.command_list import COMMANDS, GROUPS
from plangate.interfaces.screens.outcomes import outcome_text
from plangate.interfaces.screens.plans import _odds
from plangate.interfaces.screens.screen import PLAIN, STYLES, Screen
from plangate.interfaces.screens.session_states import ENDINGS, STATES, standing_word
from plangate.interfaces.screens.stats import stats_lines
from tests.conftest import Ran, Runner
from tests.interfaces.support import ASKED, ONE_WAY, PLANNED, reading, scene

SCREENS = Path(__file__).parent / "screens"
#: The ids the screens show, in the order sessions are begun.
SHOWN_IDS = ("k3v9xq2m", "w7c4n8tz", "h5r2y6bd", "p9g3m7vx")
_TIME = re.compile(r"\((?:\w{3} \d{1,2} \w{3}(?: \d{4})?, )?\d\d:\d\d\)")

#: Read now: a test has an environment of its own.
_WRITES = bool(os.environ.get("PLANGATE_WRITE_SCREENS"))

OTHER = "Add a health check to the public API"
_DELETE = "plan 'Let users delete their account'"
SCENES = {
    "begin": ["", f"plan '{PLANNED}'", ""],
    "go-ahead": ["plan 'Fix a typo in the tooltip'"],
    "help": ["--help"],
    "ledger": [f"plan '{PLANNED}'", "wrong a2 gateway", "confirm a1", "assumptions"],
    "loop": ["plan 'Why does the API time out on Mondays?'", "ooda observe 'a lock is held'"],
    "not-understood": ["plan 'Frobnicate the zorgle'"],
    "answered": [f"plan '{ASKED}'", "answer D1 b"],
    "question": [_DELETE, "inbox", "", "show D1 -v", "answer D1 b"],
    "sessions": [f"plan '{PLANNED}'", _DELETE, "plan 'Frobnicate the zorgle'", "sessions"],
    "work": [
        f"plan '{PLANNED}'",
        "ready",
        "start t1",
        "done t1 --proof 'exit 0: pytest'",
        "status",
        "show t2",
        "fail t2 --why 'no Redis in the tests'",
    ],
}


@pytest.mark.rule("CLI-5", "CLI-6")
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_reads_as_its_file_says(
    name: str, cli: Runner, workspace: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    told = ""
    for line in SCENES[name]:
        ran = cli(*shlex.split(line))
        told += f"$ plangate {line}".rstrip() + f"\n{ran.out}{ran.err}\n"
    told = _TIME.sub("(hh:mm)", _shown_ids(told, db))
    file = SCREENS / f"{name}.txt"
    if _WRITES:
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")


@pytest.mark.rule("CLI-5")
def test_every_file_of_screens_belongs_to_a_scene() -> None:
    assert {file.stem for file in SCREENS.glob("*")} == set(SCENES)


def _shown_ids(text: str, db: Path) -> str:
    if not db.exists():
        return text
    with sqlite3.connect(db) as connection:
        query = "SELECT stream FROM plan_events WHERE type = 'GoalReceived' ORDER BY position"
        found = [stream for (stream,) in connection.execute(query)]
    connection.close()
    for real, shown in zip(found, SHOWN_IDS, strict=False):
        text = text.replace(real, shown)
    return text


# --- CLI-5 ----------------------------------------------------------------------------------------


def _task(number: int) -> Task:
    return Task(
        f"t{number}",
        f"Move the {number}. table of the shop to the new store",
        "Write the migration, run it on a copy, compare the counts of rows before and after",
        files=(f"shop/migrations/{number:04}_move.py",),
        depends_on=(f"t{number - 1}",) if number > 1 else (),
        check="pytest tests/test_move.py passes and the counts of both stores are the same",
    )


@pytest.mark.rule("CLI-5", "UND-8")
def test_a_proposal_is_looked_at_first_and_commands_are_as_they_were_called(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = "def list_notes(page):\n    return NOTES[page:]\n"
    (workspace / "notes.py").write_text(notes, encoding="utf-8")
    monkeypatch.chdir(workspace)
    goal = f"{PLANNED} and full text search over the notes"
    told = " ".join(cli("plan", goal).out.split())
    assert "Check it before anybody starts: of plans like this about " in told
    assert told.endswith(" in 10 have the right place and decisions. Next: plangate show t1")
    assert told.count("plangate start") == 0, "one thing is next"
    shown = cli("show", "t1").out
    assert "\nIs app/api.py the right place? It was taken because:\n  - line 1, in" in shown
    assert "speak of “public” and “API”: “def public_api(request):”" in " ".join(shown.split())
    assert f"plan it again: plangate plan '{goal}, in path/to/the/file'" in " ".join(shown.split())
    assert shown.endswith("Next: plangate start t1\n"), "it has been looked at"
    monkeypatch.setenv("PLANGATE_CALLED_AS", "./plangate")
    told = " ".join(cli("show").out.split())
    assert "(wrong? ./plangate wrong a1 'what holds instead')" in told
    assert told.endswith("decisions. Next: ./plangate show t1")
    published = " ".join(cli("publish").out.split())
    assert published.endswith("come back with the next `./plangate publish`.")
    monkeypatch.setenv("PLANGATE_CALLED_AS", "rm -rf /; plangate")
    assert cli("show").out.endswith("Next: plangate show t1\n")


@pytest.mark.rule("CLI-5")
def test_every_command_is_said_as_plangate_was_called_and_no_line_grows_by_it(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    goal = "Add rate limiting to what plangate plan serves on the public API"
    long = f"/srv/{'deep/' * 6}plangate"
    monkeypatch.setenv("PLANGATE_CALLED_AS", long)
    begun = cli().out.splitlines()[-3:]
    assert [line.split(": ")[1].startswith(f"{long} ") for line in begun] == [True] * 3
    for words in ((), ("start",), ("scope", "start")):
        helped = cli(*words, "--help").out
        assert f"Usage: {' '.join((long, *words))} [OPTIONS]" in helped
        assert f"Example: {long} " in helped
    assert cli("plans-of-mine").err.endswith(f"; all of them: {long} --help\n")
    cli("plan", goal)
    told = cli("show").out
    assert f"\nNext: {long} " in told
    assert f"(wrong? {long} wrong a1 'what holds instead')" in " ".join(told.split())
    bare = " ".join(told.replace("plangate plan serves", "").split())
    assert " plangate " not in bare, "but in the goal, which is as it was said"
    monkeypatch.setenv("PLANGATE_CALLED_AS", "../checkout/plangate")
    for command in ("show", "status", "ready", "sessions"):
        told = cli(command).out
        assert "../checkout/plangate " in told
        assert "../checkout/plangate plan serves" not in told, "a goal is as it was said"
        if command != "sessions":  # where a session is a line
            assert max(map(len, told.splitlines())) <= 88
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("PLANGATE_CALLED_AS", "/home/ann/src/plangate")
    assert cli("show").out.splitlines()[-1].startswith("Next: ~/src/plangate ")


@pytest.mark.rule("CLI-6", "UND-2")
def test_what_was_not_understood_is_offered_to_nobody_as_a_plan(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    assert cli("plan", "Frobnicate the zorgle").code == 3
    for words in ((), ("status",), ("ready",)):
        told = cli(*words).out
        assert "It was not understood, so nothing was planned" in told, words
        assert "Ready:" not in told


@pytest.mark.rule("CLI-5")
def test_a_command_that_several_checks_name_is_said_once() -> None:
    tasks = [
        _task(1)._replace(check="the new test passes: `pytest tests/test_move.py`"),
        _task(2)._replace(check="both counts are the same: `pytest tests/test_move.py`"),
        _task(3)._replace(check="the page says so"),
    ]
    clear = Ambiguity("row-store", (reading("local", 0.97), reading("remote", 0.03)))
    planner, _clock = scene(clear, tasks=tasks)
    advanced = planner.start("Move the shop to the new store", "/shop")
    text = outcome_text(advanced, Screen(here=advanced.session.id))
    assert "Tasks (test with pytest tests/test_move.py):\n" in text
    assert "      check: the new test passes\n" in text
    assert "      check: both counts are the same\n" in text
    assert "      check: the page says so\n" in text


@pytest.mark.rule("CLI-5", "UND-9")
def test_a_folder_without_code_and_a_goal_in_another_language_are_said_to_be_that(
    cli: Runner, tmp_path: Path
) -> None:
    folder = tmp_path / "nothing"
    folder.mkdir()
    told = " ".join(cli("plan", PLANNED, "--workspace", folder).out.split())
    assert "No code was found in this folder. Only a skeleton" in told
    assert "Name a file, a function or a page in the goal and plan it again" in told
    for goal in ("Добавить поиск по заметкам", "Füge eine Suche nach Notizen hinzu"):
        told = cli("plan", goal, "--workspace", folder).out
        assert "It is not in English" in told
        assert told.endswith("Next: plangate plan 'the goal in English'\n")


@pytest.mark.rule("CLI-6", "CLI-7")
def test_alone_it_counts_the_plans_it_does_not_list_and_names_a_state_as_the_list_does(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    for number in range(7):
        assert cli("plan", f"{PLANNED} of shop {number}").code == 0
    told = cli().out
    assert told.count("Also open here") == 4
    assert "and 2 more plans here: plangate sessions\n" in told
    stands = cli("sessions").out.splitlines()[0].split("  ")[1]
    assert f"done, {stands}\n" in cli("status").out


@pytest.mark.rule("CLI-5")
def test_a_plan_of_five_tasks_fits_on_a_screen_and_ends_in_the_next_command() -> None:
    clear = Ambiguity("row-store", (reading("local", 0.97), reading("remote", 0.03)))
    planner, _clock = scene(clear, tasks=[_task(number) for number in range(1, 6)])
    advanced = planner.start("Move the shop to the new store", "/shop")
    text = outcome_text(advanced, Screen(here=advanced.session.id))
    lines = text.splitlines()
    assert len(lines) <= 25, text
    assert lines[-1] == "Next: plangate start t1"
    assert lines[2] == "Decided without you (wrong? plangate wrong a1 'what holds instead'):"
    assert text.index("Decided without you") < text.index("\nTasks")
    for rule in ("GATE-", "auto_expanded", "stop_reason", "confidence:"):
        assert rule not in text
    assert len(outcome_text(advanced, Screen(verbose=True)).splitlines()) > len(lines)


@pytest.mark.rule("CLI-5")
def test_colour_repeats_what_the_words_say_and_is_only_at_a_terminal_that_has_it(
    person: Runner, cli: Runner, workspace: Path
) -> None:
    in_a_pipe = cli("plan", PLANNED, "--workspace", workspace)
    coloured = person("show", "--workspace", workspace, env={"NO_COLOR": ""})
    assert STYLES["assumed"] in coloured.out
    assert "\033" not in in_a_pipe.out
    plain = person("show", "--workspace", workspace)
    assert "\033" not in plain.out
    assert _words(coloured) == _words(plain)
    assert "\033" not in person("show", "-w", workspace, env={"TERM": "dumb", "NO_COLOR": ""}).out


def _words(ran: Ran) -> list[str]:
    text = ran.out
    for sequence in (PLAIN, *STYLES.values()):
        text = text.replace(sequence, "")
    return [word for word in text.split() if "…" not in word]


@pytest.mark.rule("CLI-5")
def test_a_goal_cannot_bring_its_own_colours(person: Runner, workspace: Path) -> None:
    goal = "Add \x1b[7mrate limiting\x1b[0m to the API"
    ran = person("plan", goal, "--workspace", workspace, env={"NO_COLOR": ""})
    assert "\x1b[7m" not in ran.out + ran.err


# --- CLI-6 ----------------------------------------------------------------------------------------


@pytest.mark.rule("CLI-6")
def test_everyday_commands_stand_on_top_of_the_help_and_the_rest_in_five_groups() -> None:
    first, *others = GROUPS.values()
    assert list(first) == "plan inbox answer ready start done wrong status".split()
    assert len(others) == 5
    assert sum(len(group) for group in GROUPS.values()) == len(COMMANDS)


@pytest.mark.rule("CLI-6")
def test_a_question_is_answered_by_its_number_by_a_key_alone_or_by_its_id(
    person: Runner, cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    name = cli("plan", ASKED, "--json").json["question"]["id"]
    assert cli("show", "d1", "--json").json["question"]["id"] == name
    assert cli("show", name[:4] + name[4:], "--json").json["question"]["id"] == name
    assert person("answer", "D1", "b").code == 0
    none = "plangate: ID: is missing, and no question is open here; accepted: a question"
    assert cli("answer", "c").err.startswith(none)
    assert cli("show", "D1", "--json").json["question"]["answer"]["option"] == "b"
    assert person("answer", "D1", "c", "--change").code == 0


@pytest.mark.rule("CLI-6")
def test_what_is_not_known_here_is_said_and_nothing_is_guessed(
    cli: Runner, tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    assert cli("plan", PLANNED).code == 0
    ran = cli("show", "t99")
    assert ran.code == 2
    assert "task id: 't99' is not a task of " in ran.err
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for command in (("ready",), ("start", "t1"), ("show",), ("status",)):
        ran = cli(*command)
        assert ran.code == 2, command
        assert "nothing was planned here" in ran.err
    assert "not known here" in cli("wrong", "a1").err
    assert cli("ready", "--workspace", workspace).out.startswith("Plan v1 for ")


@pytest.mark.rule("CLI-6", "ERR-1")
def test_the_name_of_a_question_is_no_answer_to_it(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    asked = cli("plan", ASKED, "--json").json["question"]
    for name in ("D1", "d1", "q1", asked["id"]):
        ran = cli("answer", name)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert asked["prompt"] in ran.err
        assert f"plangate answer {name} a|b|c" in ran.err
    assert cli("show", asked["id"], "--json").json["question"]["status"] == "pending"


@pytest.mark.rule("CLI-6")
def test_a_key_alone_answers_nothing_while_two_questions_are_open(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    names = [cli("plan", goal, "--json").json["question"]["id"] for goal in (ASKED, ONE_WAY)]
    ran = cli("answer", "b")
    assert ran.code == 2
    assert "several could be meant" in ran.err
    assert all(name in ran.err for name in names)
    listed = cli("inbox").out
    assert "plangate answer D1 a" in listed
    assert "plangate answer D2 a" in listed


@pytest.mark.rule("CLI-6")
def test_a_task_without_an_id_is_begun_in_the_latest_plan_and_the_others_are_named(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    older, latest = (cli("plan", goal, "--json").json["session"] for goal in (PLANNED, OTHER))
    begun = cli("start", "t1").out
    assert OTHER in begun.partition("Another plan meant?")[0]
    assert f"plangate start {older} t1 (“{PLANNED}”)" in " ".join(begun.split())
    assert cli("sessions").out.count(f"* {latest}") == 1
    assert f"plangate status {older}" in " ".join(cli().out.split())


@pytest.mark.rule("CLI-6")
def test_no_star_stands_on_a_session_without_a_plan(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    for goal in ("Fix a typo in the tooltip", "Frobnicate the zorgle"):
        cli("plan", goal)
        assert "*" not in cli("sessions").out
    latest = cli("plan", PLANNED, "--json").json["session"]
    assert [line.split()[1] for line in cli("sessions").out.splitlines() if "* " in line] == [
        latest,
        "marks",
    ]


@pytest.mark.rule("CLI-8")
@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (1, "It took 10 s"),
        (2, "They took 10 s and 40 s"),
        (3, "Half of your answers came within 20 s; the fastest took 10 s, the slowest 40 s"),
    ],
)
def test_how_long_answers_took_is_told_of_several_together(answers: int, told: str) -> None:
    slowest = 40.0 if answers > 1 else 10.0
    found = {
        "asked": answers,
        "answered": answers,
        "avoided": 0,
        "auto_decided": 0,
        "timed_out": 0,
        "withdrawn": 0,
        "open": 0,
        "regretted": {"count": 0, "of": 0},
        "followed_recommendation": {"count": 0, "of": answers},
        "free_text_by_options": {},
        "seconds_to_answer": {"median": 20.0, "fastest": 10.0, "slowest": slowest},
        "calibration": {},
    }
    assert list(stats_lines(Screen(), found))[-1] == told


@pytest.mark.rule("CLI-6")
def test_a_task_without_an_id_is_done_where_it_was_begun_and_never_guessed(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    older, latest = (cli("plan", goal, "--json").json["session"] for goal in (PLANNED, OTHER))
    assert cli("start", older, "t1").code == 0
    assert cli("start", latest, "t1").code == 0
    torn = cli("done", "t1")
    assert torn.code == 2
    assert "'t1' is under way in 2 plans here" in torn.err
    assert f"{older} t1 (“{PLANNED}”)" in torn.err
    assert f"{latest} t1 (“{OTHER}”)" in torn.err
    assert cli("done", latest, "t1").code == 0
    assert cli("done", "t1", "--json").json["session"] == older


@pytest.mark.rule("ERR-1")
def test_what_is_missing_or_too_much_is_said_with_what_to_type(cli: Runner) -> None:
    missing = cli("fail", "t1")
    assert missing.code == 2
    assert "Missing option '--why'. Example: plangate fail t2 --why" in missing.err
    both = cli("start", "t1", "t2")
    assert (both.code, both.err) == (2, "plangate: TASK: two are named; accepted: one at a time\n")


@pytest.mark.rule("CLI-6")
def test_names_are_long_where_the_short_ones_would_mean_something_else(
    cli: Runner, tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli("plan", PLANNED, "--workspace", workspace)
    session = re.search(r"session (\w+)\)", ran.out)
    assert session is not None
    assert f"wrong? plangate wrong {session[1]}-a1" in ran.out
    assert ran.out.endswith(f"Next: plangate start {session[1]} t1\n")
    assert cli("start", session[1], "t1").code == 0


# --- CLI-7 ----------------------------------------------------------------------------------------


@pytest.mark.rule("CLI-7")
def test_every_state_and_ending_has_one_word_on_every_screen() -> None:
    said_by_state = {"plan", "question", "scope", "interview", "held", "aborted", "blocked"}
    assert set(_REASONS) - said_by_state - {"entrusted", "elsewhere"} == set(ENDINGS)
    for state, word in STATES.items():
        assert standing_word({"state": state, "ending": None}) == word


@pytest.mark.rule("CLI-7")
def test_sessions_and_status_call_a_state_the_same(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    cli("plan", PLANNED)
    for step, word in (((), STATES["planning_complete"]), (("start", "t1"), STATES["executing"])):
        if step:
            assert cli(*step).code == 0
        assert f"  {word}  " in cli("sessions").out
        assert f"done, {word}\n" in cli("status").out


@pytest.mark.rule("CLI-7")
def test_wrong_takes_a_choice_as_answer_does_and_the_names_of_version_0_1_still_work(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    cli("plan", PLANNED)
    by_label = cli("wrong", "a2", "In the gate", "--json").json
    assert by_label["entry"]["decision"] == "In the gateway"
    in_own_words = cli("wrong", "a3", "In the load balancer", "--json").json
    assert in_own_words["entry"]["user_response"] == "custom: In the load balancer"
    old = cli("assumptions", "wrong", "a1", "--reading", "per-address", "--json")
    assert old.json["entry"]["decision"] == "Per address", old


@pytest.mark.rule("UND-8")
def test_how_sure_a_plan_is_stands_as_odds() -> None:
    assert _odds(0.65) == "of plans like this about 6 in 10 have the right place and decisions"
    assert _odds(0.05).endswith("hardly any has the right place and decisions")
