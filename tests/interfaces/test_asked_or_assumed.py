"""Which goals are asked about, waved through, looked into and planned: a needless question is dear,
an assumption that stands there to be overturned is cheap (UND-4, UND-6, UND-7, INT-2, INT-3)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

FILES = {
    "pyproject.toml": '[project]\nname = "library"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
    "README.md": (
        "# Library\n\nLends books.\n\n```just\n[no-quiet] books:\n  echo not quiet\n```\n"
    ),
    "AGENTS.md": (
        "- Never add loan titles to log lines; titles are shared by the request id.\n"
        "- Readers are never shown other readers' loans.\n"
    ),
    "library/models.py": (
        "class Book:\n    title: str\n\n\nclass Loan:\n    due: str\n\n\n"
        "class Reader:\n    name: str\n"
    ),
    "library/settings.py": "LOANS_PER_PAGE = 50\nREMINDER_DAYS = 3\nlinkExpirationDays = 3\n",
    "library/loans.py": (
        "from library.models import Loan\n\n\n"
        "def export_loans_csv(loans):\n"
        '    """Export the loans as CSV."""\n'
        '    print("Loans exportd")\n'
        "    return [loan.due for loan in loans]\n\n\n"
        "def remind(loan):\n"
        '    """Remind a reader of a loan."""\n'
        "    print(loan)\n"
    ),
    "library/lists.py": (
        "def list_books(quiet=False):\n"
        '    """Print the books, and a summary of the shelves unless quiet."""\n'
        '    print("Books:")\n'
    ),
    "tests/test_loans.py": "def test_loans_are_exported():\n    pass\n",
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "library" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "library"


def planned(user: Runner, library: Path, goal: str) -> Any:
    return user("plan", goal, "--workspace", library, "--json").json


def question_of(told: Any) -> str:
    return str(told["question"]["prompt"]) if told["question"] else ""


# --- both hold ------------------------------------------------------------------------------------


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "The reminder should use the title of the book and keep the full title in the subject",
        "List the loans of a reader, and the due date must not be empty",
        "When there are no loans, the export prints a heading and nothing else. It should say so.",
        "Show the loan as late if the book is due and no reader returned it",
        "The mail server drops the title, so nobody can read it. Make the title configurable.",
        "I set the reminder to 0 because it is late, and no loan is sent. Try once, don't repeat.",
    ],
)
def test_a_bound_that_says_how_a_wish_is_meant_is_not_asked_about(
    user: Runner, library: Path, goal: str
) -> None:
    assert "Do both hold" not in question_of(planned(user, library, goal))


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Loans must never be shown to anybody but the reader. Every librarian must see all loans.",
        "The loan export has to stay exactly as it is. Add the title to every exported loan.",
        "Nobody but the reader may see a loan, no exceptions. Librarians need to read the loans.",
    ],
)
def test_two_sentences_that_insist_on_both_are_asked_about(
    user: Runner, library: Path, goal: str
) -> None:
    asked = question_of(planned(user, library, goal))
    assert "Do both hold" in asked or "Which of the two holds" in asked
    assert "““" not in asked, "no quotes in quotes"


@pytest.mark.rule("UND-6", "GATE-11")
def test_what_may_exclude_each_other_stands_as_an_assumption_that_can_be_overturned(
    user: Runner, library: Path
) -> None:
    goal = "Retry mails three times, but never retry a letter"
    told = planned(user, library, goal)
    assert told["question"] is None
    both = "“Retry mails three times” and “never retry a letter” both hold"
    [held] = [entry for entry in told["assumptions"] if entry["decision"] == both]
    first = "“never retry a letter” goes first"
    user("wrong", held["id"], first, "--workspace", library)
    left = user("show", "--workspace", library, "--json").json
    assert first in [entry["decision"] for entry in left["assumptions"]]


# --- already there --------------------------------------------------------------------------------


@pytest.mark.rule("UND-4")
def test_something_alike_is_extended_and_nothing_is_asked(user: Runner, library: Path) -> None:
    told = planned(user, library, "Export the loans of one reader as a PDF with their titles")
    assert "seems to do this already" not in question_of(told)
    assert told["plan"]["tasks"]


@pytest.mark.rule("UND-4", "ASK-3")
def test_what_a_name_says_in_full_is_asked_about_and_silence_builds_it(
    user: Runner, library: Path
) -> None:
    told = planned(user, library, "Export loans as CSV")
    assert "seems to do this already" in question_of(told)
    default = told["question"]["default"]
    [taken] = [one["label"] for one in told["question"]["options"] if default in one.values()]
    assert taken.startswith("Extend")


# --- pages ----------------------------------------------------------------------------------------


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Add the loan titles to the export",  # AGENTS.md tells how log lines are written
        "It should say when there are no books, unless quiet",  # the README shows a sample
    ],
)
def test_how_the_program_is_worked_on_and_samples_rule_no_wish_out(
    user: Runner, library: Path, goal: str
) -> None:
    assert "Does it still hold" not in question_of(planned(user, library, goal))


# --- go-aheads ------------------------------------------------------------------------------------


@pytest.mark.rule("INT-2", "INT-9")
@pytest.mark.parametrize(
    "goal",
    [
        "Show 25 instead of 50 loans per page",
        "Default number of loans on a page: 25 rather than 50",
        "settings: linkExpirationDays default should be 7 days not 3",
        'It says "exportd", the loans are Exported',
        "there's a leftover print(loan) in remind, remove it please",
    ],
)
def test_one_value_or_one_slip_whose_place_is_found_is_a_go_ahead(
    user: Runner, library: Path, goal: str
) -> None:
    assert planned(user, library, goal)["outcome"] == "proceed"


@pytest.mark.rule("INT-2")
def test_a_value_by_which_data_goes_sooner_is_no_go_ahead(user: Runner, library: Path) -> None:
    told = planned(user, library, "Keep the loan history 30 days, not 90")
    assert told["outcome"] != "proceed"


# --- loops ----------------------------------------------------------------------------------------


@pytest.mark.rule("INT-3")
@pytest.mark.parametrize(
    "goal",
    [
        "Half of the reminders are sent twice. Can you tell me why?",
        "A few of my loans have vanished after the import. Where are they thrown away?",
        "The export stops half way. Any idea what is behind it?",
        "Some loans are listed twice although the code checks for it. Investigate.",
    ],
)
def test_a_question_about_how_things_are_opens_a_loop(
    user: Runner, library: Path, goal: str
) -> None:
    assert planned(user, library, goal)["outcome"] == "loop"


# --- vague and one-way ----------------------------------------------------------------------------


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "`library:tidy` should skip books and say how many loans it removed",
        "In library/loans.py, remind must no longer clean up old loans",
        "I'd sleep better if the server made a copy of its books every night",
        "Improve the list of books. Print the title of each book in list_books.",
        "List the oldest loans first",
        "The export should return 422 with a readable message if a loan has no title",
        "When the export is rejected because a loan has no title, the message should say which",
        "Delete exported loans from the cache automatically after 14 days",
        "Remove the deprecated quiet option of list_books",
    ],
)
def test_what_says_plainly_what_it_wants_is_not_asked_for_more(
    user: Runner, library: Path, goal: str
) -> None:
    assert planned(user, library, goal)["question"] is None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Our loans are full of empty titles. Get rid of all of them.",
        "Removing a reader should also remove all of their loans",
        "After each export only the last five loans should be left",
        "Deleting a reader should leave nothing of the loans on the server",
    ],
)
def test_what_takes_all_of_something_away_is_asked_about(
    user: Runner, library: Path, goal: str
) -> None:
    told = planned(user, library, goal)
    assert told["outcome"] == "question"
    assert any(
        option.get("reversibility") == "irreversible" for option in told["question"]["options"]
    )


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Spread the jobs: import at 1, prune at 3, reminders at 5 in the morning",
        "Show how many loans the export removed",
        "We have a job that wipes the loans and twice somebody hit it. It should ask first.",
        "Check the versions of the books before publishing",
    ],
)
def test_what_is_only_told_of_takes_nothing_away(user: Runner, library: Path, goal: str) -> None:
    asked = question_of(planned(user, library, goal))
    assert "gone for good" not in asked
    assert "cannot be taken back" not in asked


# --- what is done again and again, and plans that are there ---------------------------------------


@pytest.mark.rule("UND-6", "PLAN-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Delete loans automatically after 14 days without a change",
        "Delete loans 90 days after the reader left",
    ],
)
def test_what_goes_again_and_again_stays_a_job_when_it_is_kept(
    user: Runner, library: Path, goal: str
) -> None:
    told = planned(user, library, goal)
    kept = next(o["label"] for o in told["question"]["options"] if "recoverable" in o["label"])
    assert user("answer", told["question"]["id"], kept, "--json").code == 0
    tasks = user("show", told["session"], "--json").json["plan"]["tasks"]
    titles = " / ".join(task["title"] for task in tasks)
    assert "Archive loans" in titles
    assert "Start it at the right moment" in titles
    assert "Bring back from the archive" in titles
    assert "List what is meant" not in titles


@pytest.mark.rule("UND-7", "PLAN-12")
def test_a_plan_that_is_there_says_what_its_title_leaves_open(user: Runner, library: Path) -> None:
    plan = library / "plan.md"
    plan.write_text(
        "# Improve and clean up the old loans\n\n"
        "- [ ] Set an archived_at column on Loan in library/models.py\n"
        "- [ ] Leave archived loans out of library/lists.py\n",
        encoding="utf-8",
    )
    told = user("adopt", plan, "--workspace", library, "--json").json
    assert told["question"] is None


@pytest.mark.rule("UND-6", "PLAN-12")
def test_a_plan_that_is_there_is_asked_about_what_its_tasks_destroy(
    user: Runner, library: Path
) -> None:
    plan = library / "plan.md"
    plan.write_text(
        "# Make room for new loans\n\n- [ ] Delete all loans of readers in library/loans.py\n",
        encoding="utf-8",
    )
    told = user("adopt", plan, "--workspace", library, "--json").json
    assert "gone for good" in question_of(told) or "delet" in question_of(told).lower()


@pytest.mark.rule("UND-9")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("Fix: add a --limit option to the list of books", "Add a --limit option"),
        (
            "Admins need a way to limit how many loans are exported, with a proper error",
            "Let admins limit how many loans",
        ),
    ],
)
def test_a_wish_is_no_repair_whatever_stands_before_it(
    user: Runner, library: Path, goal: str, title: str
) -> None:
    first = planned(user, library, goal)["plan"]["tasks"][0]
    assert first["title"].startswith(title)


@pytest.mark.rule("UND-6")
def test_what_is_sent_every_night_is_built_and_not_sent_now(user: Runner, library: Path) -> None:
    told = planned(user, library, "Remind readers of a loan by mail every night")
    assert "go out at once" not in question_of(told)


@pytest.mark.rule("UND-6")
def test_what_is_removed_at_once_is_not_announced_first(user: Runner, library: Path) -> None:
    told = planned(user, library, "Drop support for the quiet option of list_books")
    now = next(o["label"] for o in told["question"]["options"] if "now" in o["label"])
    assert user("answer", told["question"]["id"], now, "--json").code == 0
    tasks = user("show", told["session"], "--json").json["plan"]["tasks"]
    titles = " / ".join(task["title"] for task in tasks)
    assert "Warn a release ahead" not in titles
    assert "Drop support for the quiet option" in titles


# --- what is told, and what only sounds like a deed -----------------------------------------------


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Loans that are late don't come over from the export. They should become empty loans.",
        "On the list of books there is a strange empty strip below the books of each reader",
        "I turned the reminder on, still the list shows some books without a title",
        "README, about loans: it tells you to edit .loanrc, that file is called loans.py now",
        "Add a Nord title to the books, same as the other ones",
    ],
)
def test_what_is_told_and_what_sounds_like_a_deed_is_not_asked_about(
    user: Runner, library: Path, goal: str
) -> None:
    (library / "README.md").write_text("# Library\n\nOne binary with no extra dependencies.\n")
    assert not question_of(planned(user, library, goal))


@pytest.mark.rule("UND-2")
def test_an_order_that_names_nothing_speaks_of_what_was_told_before(
    user: Runner, library: Path
) -> None:
    told = planned(
        user, library, "The export of the loans forgets to mention the due date. Add it."
    )
    assert told["outcome"] != "stop"
    assert told["grasp"] > 0


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Limit the length of loan titles to 80 characters",
        "Readers can have at most 5 loans",
        "Max 3 reminders per reader",
        "Remind readers after 10 days",
        "Frobnicate the zorgle of library/loans.py",
    ],
)
def test_a_bound_nobody_has_set_yet_and_a_deed_nobody_knows_are_no_go_ahead(
    user: Runner, library: Path, goal: str
) -> None:
    assert planned(user, library, goal)["outcome"] != "proceed"


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "AGENTS.md says readers are shown loans, it is books",
        "The README lists books twice, remove one",
        "Wrong name in the README, it's Lending library",
        "REMINDER_DAYS = 5",
        "LOANS_PER_PAGE default 80",
        "Remind readers every 5 days instead of 3",
    ],
)
def test_a_page_put_right_and_a_value_by_its_name_are_a_go_ahead(
    user: Runner, library: Path, goal: str
) -> None:
    assert planned(user, library, goal)["outcome"] == "proceed"


@pytest.mark.rule("INT-2")
def test_a_page_that_promises_more_than_there_is_is_no_slip(user: Runner, library: Path) -> None:
    goal = "The README says loans are printed, but they are not. Add it"
    assert planned(user, library, goal)["outcome"] != "proceed"


@pytest.mark.rule("UND-6")
def test_what_the_maintainers_say_they_do_not_want_is_asked_about(
    user: Runner, library: Path
) -> None:
    page = library / "docs" / "setup.md"
    page.parent.mkdir()
    page.write_text("# Setup\n\nWe don't support `npm` or any other tool than yarn.\n")
    assert "docs/setup.md:3" in question_of(planned(user, library, "Use npm instead of yarn"))


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize("goal", ["Could we drop MySQL?", "Remove the CSV export"])
def test_what_a_program_is_run_with_or_gives_out_is_not_taken_away_in_silence(
    user: Runner, library: Path, goal: str
) -> None:
    assert "others may use it" in question_of(planned(user, library, goal))


@pytest.mark.rule("UND-7")
def test_a_new_name_beside_the_old_one_breaks_nobody(user: Runner, library: Path) -> None:
    goal = "Rename the API field due but keep the old one as an alias"
    assert "others may use the old name" not in question_of(planned(user, library, goal))


@pytest.mark.rule("PLAN-1")
def test_what_goes_is_named_without_how_it_goes(user: Runner, library: Path) -> None:
    told = planned(user, library, "Delete the overdue loans for good")
    assert user("answer", told["question"]["id"], "a", "--json").code == 0
    tasks = user("show", told["session"], "--json").json["plan"]["tasks"]
    assert "Mark or archive instead of removing: the overdue loans" in {x["title"] for x in tasks}
    assert not any("for good" in task["title"] for task in tasks)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A program whose own words are those of the goals, so that a place is found for each."""
    files = {
        "app/notes.py": (
            'DEFAULT_VISIBILITY = "private"\n\n\n'
            "def visible_notes(user, notes):\n"
            '    """Private notes are visible to their owner, public notes to everyone."""\n'
            '    return [n for n in notes if n.visibility == "public" or n.owner == user]\n'
        ),
        "app/runs.py": (
            "def run_windows(name):\n"
            '    """Run in the windows of a terminal on Linux, and support several of them."""\n'
            "    return name\n"
        ),
    }
    for name, text in files.items():
        path = tmp_path / "notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "notes"


@pytest.mark.rule("INT-2", "UND-6")
def test_a_value_that_contradicts_the_rest_of_its_goal_is_no_small_change(
    user: Runner, notes: Path
) -> None:
    told = planned(user, notes, "Notes are private by default and visible to everyone")
    assert question_of(told).startswith("The goal says both")


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize("goal", ["Run on Windows", "Support Windows", "Make it run on Linux too"])
def test_a_system_to_run_on_is_never_a_go_ahead(user: Runner, notes: Path, goal: str) -> None:
    told = planned(user, notes, goal)
    assert told["outcome"] != "proceed"
    assert told["complexity"] > 3


@pytest.mark.rule("UND-6")
def test_a_page_is_held_against_an_order_that_speaks_of_something_wrong(
    user: Runner, tmp_path: Path
) -> None:
    """A word of trouble makes a report of what orders nothing, and of nothing else."""
    repository = Path(__file__).parents[1] / "sets" / "repos" / "tally"
    tally = Path(shutil.copytree(repository, tmp_path / "tally"))
    told = planned(user, tally, "Add `tally delete NUMBER` to remove a wrong invoice")
    assert "an issued invoice is neither deleted" in json.dumps(told, ensure_ascii=False)
