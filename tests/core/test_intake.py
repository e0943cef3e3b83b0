"""Intake (section 2): one of four outcomes with its reasons, and how hard a goal is taken to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.gate.document import read_gate_document
from plangate.core.gate.report import gate_report
from plangate.core.model.nouns import INTAKES
from plangate.core.understanding.exploring import exploratory_cue
from plangate.core.understanding.intake import classify, estimate_complexity, with_readings
from plangate.language.paths import named_paths
from tests.core.gate_documents import ambiguity, document, loud, one_way, quiet, reading

GOALS = st.one_of(
    st.text(max_size=200),
    st.lists(
        st.sampled_from(
            "add fix migrate the billing database across every service and then tests in "
            "app/api.py typo why does diagnose OAuth cache, sync; drop table users".split()
        ),
        min_size=1,
        max_size=60,
    ).map(" ".join),
)


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Удалить все данные пользователей",
        "删除生产数据库中的所有用户",
        "Lösche alle Benutzerkonten",
        "Borrar todo",
        "Please 删除生产数据库中的所有用户",
        "🚀🚀🚀",
        "Frobnicate the wibble",
        "Schicke allen Kunden eine E-Mail",
    ],
)
def test_a_goal_in_words_nobody_here_reads_is_never_a_go_ahead(goal: str) -> None:
    found = classify(goal, 1, asks=False)
    assert found.outcome == "HierarchicalPlan"
    assert found.reasons[-2].rule == "INT-2"
    assert "known to nobody here" in found.reasons[-2].saw


@pytest.mark.rule("INT-2", "UND-1")
@pytest.mark.parametrize(
    "goal",
    ["Secure the admin page", "Protect the admin page", "Encrypt customer emails",
     "Redact emails in the logs", "Sanitize the uploaded file names"],
)  # fmt: skip
def test_a_goal_that_secures_something_is_never_trivial(goal: str) -> None:
    complexity = estimate_complexity(goal).value
    assert classify(goal, complexity, asks=False).outcome == "HierarchicalPlan"


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize("goal", ["Fix typo", "Reword README", "Naïve café: rename it", "bump x"])
def test_one_word_that_is_read_is_enough(goal: str) -> None:
    assert classify(goal, 1, asks=False).outcome == "ImmediateAction"


# --- INT-1: exactly one outcome, in this order ----------------------------------------------------


@pytest.mark.rule("INT-1", "INT-5")
def test_a_question_comes_before_everything_else() -> None:
    found = classify("Diagnose the typo", 1, asks=True)
    assert found.outcome == "RequiresClarification"
    assert [reason.rule for reason in found.reasons] == ["INT-5"]


@pytest.mark.rule("INT-1", "INT-3")
def test_a_loop_comes_before_immediate_action_and_a_plan() -> None:
    for complexity in (1, 10):
        found = classify("Diagnose the slow start", complexity, asks=False)
        assert found.outcome == "OodaLoop"
        assert [reason.rule for reason in found.reasons] == ["INT-5", "INT-3"]
        assert "diagnose" in found.reasons[-1].saw


@pytest.mark.rule("INT-1", "INT-2")
@pytest.mark.parametrize("complexity", [1, 2, 3])
def test_a_small_clear_goal_is_acted_on_at_once(complexity: int) -> None:
    found = classify("Fix a typo in the README", complexity, asks=False)
    assert found.outcome == "ImmediateAction"
    assert [reason.rule for reason in found.reasons] == ["INT-5", "INT-3", "INT-2"]


@pytest.mark.rule("INT-1", "INT-2", "INT-4")
@pytest.mark.parametrize(
    ("goal", "complexity", "unsettled", "irreversible", "saw"),
    [
        ("Fix a typo", 4, (), (), "complexity 4 of 10 is more than 3"),
        ("Fix a typo", 10, (), (), "complexity 10 of 10 is more than 3"),
        ("Fix a typo", 1, ("storage", "auth"), (), "open: auth, storage"),
        ("Fix a typo", 1, (), ("storage",), "irreversible: storage"),
        ("Drop the users table", 1, (), (), "the goal says “drop the users table”"),
        ("git push --force to main", 1, (), (), "the goal says “push --force”"),
    ],
)
def test_whatever_speaks_against_acting_at_once_leads_to_a_plan_and_is_said(
    goal: str,
    complexity: int,
    unsettled: tuple[str, ...],
    irreversible: tuple[str, ...],
    saw: str,
) -> None:
    found = classify(goal, complexity, asks=False, unsettled=unsettled, irreversible=irreversible)
    assert found.outcome == "HierarchicalPlan"
    assert [reason.rule for reason in found.reasons] == ["INT-5", "INT-3", "INT-2", "INT-4"]
    assert found.reasons[2].saw.startswith(saw)


@pytest.mark.rule("INT-1", "INT-6")
@given(GOALS, st.integers(1, 10), st.booleans(), st.lists(st.text(max_size=3), max_size=2))
def test_every_goal_gets_exactly_one_outcome_with_its_reasons(
    goal: str, complexity: int, asks: bool, unsettled: list[str]
) -> None:
    found = classify(goal, complexity, asks=asks, unsettled=unsettled)
    assert found.outcome in INTAKES
    assert (found.outcome == "RequiresClarification") is asks
    assert found.reasons
    assert all(reason.rule.startswith("INT-") and reason.saw for reason in found.reasons)
    assert found == classify(goal, complexity, asks=asks, unsettled=unsettled)


@pytest.mark.rule("INT-1", "INT-5", "INT-7")
@pytest.mark.parametrize(
    ("given_document", "outcome"),
    [
        (document(loud()), "RequiresClarification"),
        (document(quiet(), goal="Diagnose the flaky test"), "OodaLoop"),
        (document(quiet(), goal="Fix a typo"), "ImmediateAction"),
        (document(goal="Fix a typo"), "ImmediateAction"),
        (document(loud(), goal="Fix a typo", exhaustion={}), "HierarchicalPlan"),
        (document(one_way(), goal="Fix a typo", phase="execution"), "HierarchicalPlan"),
        (document(quiet(), goal="Drop the users table"), "HierarchicalPlan"),
        (document(goal="Migrate the billing database"), "HierarchicalPlan"),
    ],
)
def test_the_gate_reports_the_outcome_of_its_document(given_document: object, outcome: str) -> None:
    report = gate_report(read_gate_document(given_document))
    assert report["intake"] == outcome
    assert report["intake_reasons"]


@pytest.mark.rule("INT-2", "VOI-1")
def test_a_goal_is_as_hard_as_the_hardest_reading_taken_of_it() -> None:
    hard = ambiguity(reading("a", 0.9, 0.7, "reversible"), reading("b", 0.1, 1.0, "reversible"))
    report = gate_report(read_gate_document(document(hard, goal="Fix a typo")))
    assert report["intake"] == "HierarchicalPlan"
    assert report["intake_reasons"][2]["saw"] == "complexity 7 of 10 is more than 3"


@pytest.mark.rule("ADQ-17", "VOI-1")
@pytest.mark.parametrize(
    ("estimate", "complexities", "expected"),
    [(2, [], 2), (2, [0.1, 0.7], 7), (8, [0.3], 8), (1, [0.31], 4), (1, [0.3], 3), (1, [1.0], 10)],
)
def test_readings_of_zero_to_one_count_in_tenths(
    estimate: int, complexities: list[float], expected: int
) -> None:
    assert with_readings(estimate, complexities) == expected


# --- INT-3: exploratory goals ---------------------------------------------------------------------


EXPLORATORY = (
    "Diagnose why checkout is slow",
    "Please diagnose the slow start",
    "Diagnosing the crash on start",
    "Reproduce the crash reported in issue 12",
    "Fix the flaky login test",
    "Our tests are flaky",
    "Get rid of the flakiness of the integration tests",
    "Tune the garbage collector for lower latency",
    "Performance tuning of the search",
    "Handle the production incident in eu-west",
    "Explore options for caching search results",
    "Exploring a move to gRPC",
    "Why does the nightly build take two hours?",
    "why is the cart empty after login",
    "Find out why the import hangs",
    "Figure out what sends duplicate mails",
    "Investigate the login failures since Monday",
    "Debug the intermittent timeout in the worker",
    "Root-cause the memory leak",
    "Troubleshoot the VPN",
    "Add retries, and find out why the webhook fails",
    "WHY DOES IT FAIL ON MONDAYS",
    "Please\ndiagnose\tthis",
)

ORDINARY = (
    "Add rate limiting to the public API",
    "Add a page about flaky tests",
    "Add a debug flag to the command line",
    "Build an incident form with a severity field",
    "Change the incident form to have a severity field",
    "Configure reproducible builds",
    "Correct the spelling of diagnosis",
    "Create the incident table",
    "Delete the debug flag from the settings page",
    "Disable debug logging in production",
    "Document why the cache is warmed",
    "Drop the debug endpoint",
    "Enable debug logging behind an environment variable",
    "Export incidents as CSV",
    "Extend the incident model with a closed-at date",
    "Hide the explore button for guests",
    "Implement tuning of the thresholds in the settings page",
    "Let users explore products by tag",
    "List open incidents in the CLI",
    "Log why a request was refused",
    "Make the error message say why it failed",
    "Refactor why_does.py",
    "Rename explore.py to browse.py",
    "Return 404 for unknown incidents",
    "Send a mail for each incident",
    "Show incidents on the status page",
    "Sort incidents by date",
    "Store the tuning parameters in a table",
    "Support reproducible builds",
    "Turn off debug mode",
    "Update the explorer widget",
    "Validate the incident number",
    "Write a script that reproduces the demo data",
    "Fix the login page",
    "Fortune cookies on the landing page",
    "Use the profiler's own colours",
)


@pytest.mark.rule("INT-3")
@pytest.mark.parametrize("goal", EXPLORATORY)
def test_a_goal_whose_ground_moves_is_a_loop(goal: str) -> None:
    assert exploratory_cue(goal) is not None
    assert classify(goal, 3, asks=False).outcome == "OodaLoop"


@pytest.mark.rule("INT-3")
@pytest.mark.parametrize("goal", ORDINARY)
def test_a_goal_that_builds_something_definite_is_no_loop(goal: str) -> None:
    assert exploratory_cue(goal) is None
    assert classify(goal, 3, asks=False).outcome != "OodaLoop"


@pytest.mark.rule("INT-3")
@pytest.mark.parametrize(
    "word", ["diagnose", "reproduce", "flaky", "tune", "incident", "explore", "why does"]
)
def test_every_word_the_rule_names_is_heard_in_any_case(word: str) -> None:
    for goal in (f"{word} it", f"Look at it: {word.upper()} x", f"we {word}\nx"):
        assert exploratory_cue(goal) == word


# --- ADQ-17: how hard a goal is -------------------------------------------------------------------


@pytest.mark.rule("ADQ-17", "INT-2")
@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("Fix a typo in the README", 1),
        ("Show the total below the list of orders", 2),
        ("Show the total below the list of orders and round it", 3),
        ("Add OAuth login for our own staff", 4),
        ("Add OAuth login for our own staff and log the attempts", 5),
        ("Migrate the database schema", 6),
        ("Migrate the database schema and tell the operators", 7),
        ("Migrate the database schema across every shard and tell the operators", 8),
        ("Migrate the billing API, keep every client working, and document each step", 9),
        (
            "Migrate the billing API to another database, keep every client working, update "
            "app/a.py and app/b.py, and document each step",
            10,
        ),
    ],
)
def test_every_complexity_from_one_to_ten_is_reached_by_some_goal(goal: str, value: int) -> None:
    assert estimate_complexity(goal).value == value


@pytest.mark.rule("ADQ-17")
@given(GOALS, st.none() | st.integers(0, 10_000))
def test_an_estimate_is_from_one_to_ten_stable_and_says_what_it_is_made_of(
    goal: str, in_reach: int | None
) -> None:
    found = estimate_complexity(goal, in_reach)
    assert 1 <= found.value <= 10
    assert found == estimate_complexity(goal, in_reach)
    total = 2 + sum(int(part.rpartition(" ")[2]) for part in found.parts)
    assert found.value == max(1, min(10, total))


@pytest.mark.rule("ADQ-17")
@given(GOALS, st.integers(0, 100), st.integers(0, 100))
def test_more_files_in_reach_never_make_a_goal_easier(goal: str, some: int, more: int) -> None:
    few, many = sorted((some, more))
    assert estimate_complexity(goal, few).value <= estimate_complexity(goal, many).value


@pytest.mark.rule("ADQ-17")
def test_letter_case_and_spaces_around_a_goal_change_nothing() -> None:
    for goal in (goal for goal in (*EXPLORATORY, *ORDINARY) if not named_paths(goal)):
        expected = estimate_complexity(goal).value
        assert estimate_complexity(goal.upper()).value == expected
        assert estimate_complexity(f"  {goal} ").value == expected


@pytest.mark.rule("ADQ-17")
@pytest.mark.parametrize(
    "goal", ["Rename explore.py to browse.py", "Move all of it to Python 3.12"]
)
def test_a_dot_within_a_name_or_a_number_begins_no_new_clause(goal: str) -> None:
    assert not [part for part in estimate_complexity(goal).parts if part.startswith("clauses")]


# --- the paths a goal names -----------------------------------------------------------------------


@pytest.mark.rule("ADQ-17")
@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Fix app/api.py and tests/test_api.py", ("app/api.py", "tests/test_api.py")),
        ("Fix app/api.py, then app/api.py again", ("app/api.py",)),
        ("Rename README.md to docs.md.", ("README.md", "docs.md")),
        ("Look at src/plangate/core/gate/decide.py:12", ("src/plangate/core/gate/decide.py",)),
        ("Edit ./src/main.rs, ../lib/x.c.", ("./src/main.rs", "../lib/x.c")),
        ("Edit `app/x.py` and (app/y.py)", ("app/x.py", "app/y.py")),
        ("Change .github/workflows/ci.yml", (".github/workflows/ci.yml",)),
        ("Pin node_modules/@types/node/index.d.ts", ("node_modules/@types/node/index.d.ts",)),
        ("Move src/a/b", ("src/a/b",)),
        ("Change v2/users", ("v2/users",)),
        ("See https://example.com/a/b.py and ftp://host/x.txt", ()),
        ("Allow read/write access and/or GET/POST", ()),
        ("Keep the service up 24/7, at 3/4 load, since 2026/01/05", ()),
        ("Add HTTP/3 and TLS/1.3 support", ()),
        ("Accept KB/MB/GB for the largest upload", ()),
        ("Fix: res.json sends the wrong charset", ()),
        ("Mail user@example.com about C++, e.g. v1.2.3", ()),
        ("", ()),
    ],
)
def test_the_paths_a_goal_names_are_found_in_order_and_once(
    goal: str, expected: tuple[str, ...]
) -> None:
    assert named_paths(goal) == expected


@pytest.mark.rule("ADQ-17")
@given(st.text(max_size=200))
def test_any_text_has_paths_clauses_and_no_surprises(text: str) -> None:
    paths = named_paths(text)
    assert len(set(paths)) == len(paths)
    assert all(path in text for path in paths)


@pytest.mark.rule("INT-3")
@pytest.mark.parametrize(
    ("goal", "cue"),
    [
        ("Fix the layout of the Explore tab", None),
        ("Rename the “Explore” button", None),
        ("Explore how the cache behaves", "explore"),
        ("First: Explore how the cache behaves", "explore"),
        ("PLEASE EXPLORE THE CACHE", "explore"),
        ("Move the Explore tab and find out why it flickers", "find out"),
    ],
)
def test_a_name_in_the_goal_is_no_wish_to_explore(goal: str, cue: str | None) -> None:
    assert (exploratory_cue(goal) or "").startswith(cue or "")
    assert (exploratory_cue(goal) is None) == (cue is None)


@pytest.mark.rule("INT-3", "UND-1")
def test_what_is_only_told_beside_a_wish_makes_no_goal_exploratory() -> None:
    told = "Shops poll us every minute to find out where their parcels are. Give them webhooks."
    assert exploratory_cue(told) is None
    assert exploratory_cue("Find out why the import hangs")
    assert exploratory_cue("Why does the import hang? Fix it.")


@pytest.mark.rule("INT-3")
@pytest.mark.parametrize(
    "goal",
    [
        "How does the proxy choose what it rewrites?",
        "What would it take to run it on ARM?",
        "Exports lose the umlauts, why?",
        "The import stops after a week, no idea why",
        "Check whether the feed keeps its order",
        "Understand why the archive is empty",
        "Does anything still read the old table?",
        "Compare the speed of both stores for us",
        "Track down the crash in the parser",
        "Can we tell how often the login fails?",
    ],
)
def test_a_question_about_how_things_are_opens_a_loop(goal: str) -> None:
    assert exploratory_cue(goal)


@pytest.mark.rule("INT-3", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Is it possible to sort the list by date?",
        "Why not sort the list by date?",
        "Could we drop the old importer?",
        "Check whether the file exists before it is sent",
        "Detect whether the terminal is dark",
        "Show which people are online",
        "As a reader I want to see which feeds failed",
        "Pinned notes first on the explore page",
        "Compare two snapshots side by side",
    ],
)
def test_a_wish_put_as_a_question_and_a_look_of_the_program_open_none(goal: str) -> None:
    assert exploratory_cue(goal) is None
