"""The question linter (ASK-5, GATE-13): good questions pass, each bad habit has its rule id."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.gate.asking.lint import LINT_RULES, lint_question, read_question
from plangate.core.gate.document import read_gate_document
from plangate.core.gate.report import gate_report
from plangate.core.model.errors import BadInput
from tests.core.gate_documents import Json, document, loud

GENERIC = "ASK-5/generic-wording"
TWO = "ASK-5/two-questions"
TOOL = "ASK-5/answered-by-tool"
ROUTINE = "GATE-13/routine"
ABSTRACT = "ASK-5/abstract-options"
CONSEQUENCE = "ASK-2/no-consequence"
SAME = "ASK-5/same-options"
DROPPED = "SPLIT-1/dropped-options"
FEW = "ASK-5/too-few-options"
DEFAULT = "ASK-5/default-is-no-option"
STAKES = "ASK-4/no-stakes"


def question(prompt: str, *labels: str, **more: Any) -> Json:
    """A question as somebody writes it; sound unless told otherwise."""
    options = [
        {"label": label, "consequence": f"changes what {label} changes"}
        for label in labels or ("Keep the old endpoint", "Remove the old endpoint")
    ]
    return {
        "prompt": prompt,
        "options": options,
        "default": "a",
        "stakes": "One of them breaks old clients.",
        **more,
    }


def rules_of(given_question: Any) -> list[str]:
    return [finding.rule for finding in lint_question(read_question(given_question))]


GOOD: tuple[Json, ...] = (
    question("Where should the rate limiter keep its counters?", "In Redis", "In the process"),
    question(
        "Which way of logging in should be built?", "Passwords", "Mailed links", "Both methods"
    ),
    question("What should deleting an account do with its orders?", "Keep them", "Anonymise them"),
    question("Should old clients keep working after the change?", "Version the API", "Break it"),
    question("Approve refunds automatically up to which sum?", "100 EUR", "None at all"),
    question("Should we run migrations in parallel with the deploy?", "Before it", "Beside it"),
    question("What do you want to happen on overflow?", "Drop the oldest", "Refuse the newest"),
    question("Where are invoices to be stored?", "In the archive", "In the shop database"),
    question("What files have to be kept for ten years?", "Invoices", "Invoices and contracts"),
    question("Should the job continue after an error or stop?", "Continue", "Stop and report"),
    question("Which privacy law do the stored addresses fall under?", "GDPR", "CCPA"),
    question("May the import overwrite rows that exist?", "Overwrite them", "Skip and report them"),
    question("Which of the two currencies is an invoice issued in?", "The seller's", "The buyer's"),
    question("Who may see the salary column?", "Only HR", "HR and the manager"),
    question("What happens to a half-finished upload?", "Delete it after a day", "Keep it"),
    question("How long are audit logs kept?", "90 days", "Ten years"),
    question("Which payment provider's keys will production use?", "Stripe", "Adyen"),
    question("Which mode should the provider be configured in?", "Test mode", "Live mode"),
    question("Should a failed webhook be retried or reported?", "Retried for a day", "Reported"),
    question("Which time zone do daily reports end in?", "UTC", "The customer's own"),
    question("Is a trial user allowed to invite others?", "Yes, up to three", "Not before paying"),
    question('What does “fast” mean for the search: “why so slow?” tickets gone, or p99 below 1 s?',
             "No more tickets", "p99 below 1 s"),
    question("Which rows count as duplicates?", "Same mail address", "Same name and birthday"),
    question("Should the public feed show prices with tax?", "With tax", "Without tax"),
    question("Which branch does the release come from?", "main", "release/2.x"),
    question("What should the export do with private notes?", "Leave them out", "Include them"),
    question("Which of the two contradicting requirements holds: no cookies, or remember the user?",
             "No cookies", "Remember the user with a cookie"),
    question("Which SMTP host should mails be sent through?", "The company relay", "A local stub"),
    question("When a seat is removed, should its data move to the owner?", "Move it", "Archive it"),
    question("Should the migration lock the table or copy it in batches?", "Lock", "Copy"),
    question("Which plan do existing customers get?", "The old one", "The new one for a year"),
    question("Which framework should the new admin page be built with?", "React", "HTMX"),
    question("Which tables may the cleanup job delete from?", "sessions", "sessions and logs"),
    question("What is the connection string of the warehouse?", kind="open_ended", options=[],
             default="use a local SQLite file"),
    {"prompt": "Where do backups go?", "options": ["To S3", "To the NAS"], "default": "To the NAS"},
    {"prompt": "Where do backups go?", "options": ["To S3", "To the NAS"], "default": "B"},
    {
        "prompt": "Where do backups go?",
        "options": [{"key": "x", "label": "To S3"}, {"key": "y", "label": "To the NAS"}],
        "default": "y",
    },
)  # fmt: skip


@pytest.mark.rule("ASK-5", "GATE-13")
@pytest.mark.parametrize("good", [pytest.param(q, id=q["prompt"]) for q in GOOD])
def test_a_good_question_passes(good: Json) -> None:
    assert rules_of(good) == []


BAD: tuple[tuple[str, Json], ...] = (
    (GENERIC, question("Please clarify the requirements.")),
    (GENERIC, question("Could you clarify what is needed?")),
    (GENERIC, question("Can you please elaborate?")),
    (GENERIC, question("Could you be more specific about the export?")),
    (GENERIC, question("I need more information about the export; what is it for?")),
    (GENERIC, question("Please provide more details on the login.")),
    (GENERIC, question("Can you give me some additional context?")),
    (GENERIC, question("What exactly do you mean?")),
    (GENERIC, question("What do you want?")),
    (GENERIC, question("What do you want to do?")),
    (GENERIC, question("What are your requirements?")),
    (GENERIC, question("Any other preferences?")),
    (GENERIC, question("How should this work?")),
    (GENERIC, question("How would you like it to look?")),
    (TWO, question("Which database should it use? And which cache?")),
    (TWO, question("Where do backups go? How long are they kept?")),
    (TWO, question("Which database should it use, and which cache?")),
    (TWO, question("Should it retry; and how often?")),
    (TWO, question("Which format is exported? Also, what about the old one?")),
    (TWO, question("Which format is exported and what about the old one?")),
    (TOOL, question("Which programming language does the project use?")),
    (TOOL, question("What version of Django does this run on?")),
    (TOOL, question("Which package manager is used here?")),
    (TOOL, question("Where is the User model defined?")),
    (TOOL, question("Which file contains the router?")),
    (TOOL, question("Does the codebase already have a logger?")),
    (TOOL, question("How do I run the tests of this? How do I run the suite?")),
    (TOOL, question("How do we build the project?")),
    (TOOL, question("Who wrote the billing module?")),
    (TOOL, question("Which branch are we on?")),
    (TOOL, question("Which test framework does the project use?")),
    (ROUTINE, question("Shall I continue?")),
    (ROUTINE, question("Do you want me to proceed with the implementation?")),
    (ROUTINE, question("Should I go ahead?")),
    (ROUTINE, question("Do you approve the plan?")),
    (ROUTINE, question("Please approve.")),
    (ROUTINE, question("Approve the changes?")),
    (ROUTINE, question("Can I run these tasks in parallel?")),
    (ROUTINE, question("Is this plan okay?")),
    (ROUTINE, question("Ready to start implementing?")),
    (ROUTINE, question("Which test framework should we take?")),
    (ROUTINE, question("Should we run the tests in parallel?")),
    (ROUTINE, question("Which coding style should be followed?")),
    (ROUTINE, question("Tabs or spaces?")),
    (ABSTRACT, question("Where do backups go?", "Option A", "Option B")),
    (ABSTRACT, question("May we?", "Yes", "No")),
    (ABSTRACT, question("How thorough is the check?", "Simple", "Advanced")),
    (ABSTRACT, question("Where do backups go?", "To S3", "Other")),
    (ABSTRACT, question("Where do backups go?", "To S3", "Something else")),
    (ABSTRACT, question("Where do backups go?", "To S3", "(tbd)")),
    (ABSTRACT, {**question("Where do backups go?"), "options": ["To S3", " "]}),
    (CONSEQUENCE, {"prompt": "Where do backups go?", "default": "a",
                   "options": [{"label": "To S3", "consequence": ""}, {"label": "To the NAS"}]}),
    (CONSEQUENCE, {"prompt": "Where do backups go?", "default": "a",
                   "options": [{"label": "To S3", "consequence": None}, {"label": "To the NAS"}]}),
    (SAME, question("Where do backups go?", "To S3", "to  s3")),
    (SAME, question("Where do backups go?", "To the owner’s NAS", "To the owner's NAS")),
    (DROPPED, question("Which of E1, E2, E3 and E4 ship?", "E1: bot", "E2: mail", "E3: feed")),
    (DROPPED, question("Of the top four of six layouts, which?", "A grid", "A list")),
    (DROPPED, {"prompt": "Which platform comes first?", "default": "a", "options": [
        {"label": "Slack", "consequence": "Teams was left out to fit"}, {"label": "Discord"}]}),
    (FEW, question("Where do backups go?", "To S3")),
    (FEW, question("Where do backups go?", options=[])),
    (FEW, {"prompt": "Where do backups go?"}),
    (DEFAULT, question("Where do backups go?", default="c")),
    (DEFAULT, question("Where do backups go?", default="To tape")),
    (DEFAULT, question("Where do backups go?", default=None)),
    (DEFAULT, question("Where do backups go?", default=" ")),
    (DEFAULT, question("What is the host?", kind="open_ended", options=[], default=None)),
    (STAKES, question("Where do backups go?", stakes="")),
    (STAKES, question("Where do backups go?", stakes=None)),
    (STAKES, question("Where do backups go?", stakes=" \n")),
)  # fmt: skip


@pytest.mark.rule("ASK-5", "GATE-13", "ASK-2", "ASK-4")
@pytest.mark.parametrize(
    ("rule", "bad"), [pytest.param(r, q, id=f"{r}: {q['prompt']}") for r, q in BAD]
)
def test_a_bad_habit_is_found_by_its_rule(rule: str, bad: Json) -> None:
    assert rule in rules_of(bad)


@pytest.mark.rule("ASK-5")
def test_every_rule_has_several_bad_examples() -> None:
    for rule, _ in LINT_RULES:
        assert sum(name == rule for name, _ in BAD) >= 2, rule


@pytest.mark.rule("ASK-5")
@pytest.mark.parametrize(
    ("prompt", "source"),
    [
        ("Which package manager is used here?", "pyproject.toml"),
        ("Where is the User model defined?", "a search of the code"),
        ("How do we build the project?", "the README"),
        ("Who wrote the billing module?", "git log"),
        ("Which branch are we on?", "git status"),
        ("Which test framework does the project use?", "the test configuration"),
    ],
)
def test_what_a_tool_answers_names_the_tool(prompt: str, source: str) -> None:
    (found,) = [f for f in lint_question(question(prompt)) if f.rule == TOOL]
    assert source in found.saw
    assert source in found.cure


@pytest.mark.rule("ASK-5")
@pytest.mark.parametrize(("rule", "bad"), [pytest.param(r, q, id=q["prompt"]) for r, q in BAD])
def test_a_finding_says_what_it_saw_and_what_would_cure_it(rule: str, bad: Json) -> None:
    for found in lint_question(read_question(bad)):
        assert found.saw
        assert found.cure
        assert "\n" not in found.saw + found.cure
    assert rule in dict(LINT_RULES)


@pytest.mark.rule("ASK-5")
@pytest.mark.parametrize(
    "prompt",
    [
        "What should the page say for `what now?` and `why?`?",
        "Which text replaces “Really? Are you sure?” on the button?",
        'Should "Any questions?" stay in the footer?',
        "Is https://example.com/a?b=c?d the address to call?",
        "Which of them, tea and coffee, is free?",
        "Should the word “clarification” be shown?",
    ],
)
def test_question_marks_in_quoted_words_code_and_addresses_are_not_ours(prompt: str) -> None:
    assert rules_of(question(prompt)) == []


@pytest.mark.rule("ASK-5", "ERR-1")
@pytest.mark.parametrize(
    "piece",
    [
        "“",
        "`",
        '"',
        "where is ",
        "a, and what ",
        "please ",
        "could you ",
        "https://",
        "?",
        " ",
        "a",
    ],
)
def test_the_longest_prompt_is_linted_at_once_whatever_it_repeats(piece: str) -> None:
    longest = question((piece * 20_000)[:19_990] + " x?")
    began = time.process_time()
    lint_question(longest)
    assert time.process_time() - began < 0.5


# --- reading a question ---------------------------------------------------------------------------


@pytest.mark.rule("ASK-5", "CLI-3")
def test_our_own_question_is_read_and_passes() -> None:
    report = gate_report(read_gate_document(document(loud())))
    ours = json.loads(json.dumps(report["decisions"][0]["question"]))
    assert rules_of(ours) == []
    assert rules_of({"schema": "plangate.question/1", "question": ours}) == []
    assert ours["lint"] == []


@pytest.mark.rule("ASK-5")
def test_a_question_built_from_poor_words_is_reported_and_still_asked() -> None:
    poor = loud()
    for place, label in enumerate(("Yes", "No")):
        poor["interpretations"][place].update(label=label, consequence="")
    (decision,) = gate_report(read_gate_document(document(poor)))["decisions"]
    assert decision["action"] == "ask"
    found = {finding["rule"] for finding in decision["question"]["lint"]}
    assert found == {ABSTRACT, CONSEQUENCE}


@pytest.mark.rule("ASK-5")
def test_options_may_be_plain_words() -> None:
    read = read_question({"prompt": "Where?", "options": ["To S3", {"label": "To the NAS"}]})
    assert read["options"] == ({"label": "To S3"}, {"label": "To the NAS"})


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("bad", "field"),
    [
        (None, "document"),
        ([], "document"),
        ("Where?", "document"),
        ({}, "prompt"),
        ({"prompt": ""}, "prompt"),
        ({"prompt": 1}, "prompt"),
        ({"prompt": "a\x00"}, "prompt"),
        ({"prompt": "Where?", "surprise": 1}, "surprise"),
        ({"prompt": "Where?", "kind": "essay"}, "kind"),
        ({"prompt": "Where?", "options": "a, b"}, "options"),
        ({"prompt": "Where?", "options": [1]}, "options[0]"),
        ({"prompt": "Where?", "options": [{}]}, "options[0].label"),
        ({"prompt": "Where?", "options": [{"label": "x", "color": 1}]}, "options[0].color"),
        ({"prompt": "Where?", "options": ["x"] * 501}, "options"),
        ({"prompt": "Where?", "default": 1}, "default"),
        ({"prompt": "x" * 10_000_000}, "prompt"),
        ({"schema": "x", "question": None}, "document"),
    ],
)
def test_what_is_no_question_is_refused_in_one_line(bad: Any, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_question(bad)
    assert str(caught.value).startswith(f"{field}: ")
    assert "accepted: " in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("label", "key", "consequence", "x")), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.rule("ERR-1", "ASK-5")
@given(
    st.fixed_dictionaries(
        {"prompt": st.text(max_size=80)},
        optional={
            "kind": st.sampled_from(("multiple_choice", "open_ended", "")),
            "options": ANYTHING | st.lists(st.text(max_size=10), max_size=4),
            "default": ANYTHING,
            "stakes": ANYTHING,
            "why_now": ANYTHING,
            "answer": ANYTHING,
        },
    )
)
def test_any_question_is_linted_or_refused_and_nothing_else(given_question: Json) -> None:
    try:
        read = read_question(given_question)
    except BadInput as error:
        lines = str(error).splitlines()
        findings: list[str] = []
    else:
        lines = [""]
        findings = [found.rule for found in lint_question(read)]
    assert len(lines) == 1
    assert set(findings) <= set(dict(LINT_RULES))
