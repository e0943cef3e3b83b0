"""Drafting without a model: the right kind of change, the repository's own files, a sound graph."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.minds.drafting.drafting import draft_plan
from plangate.adapters.minds.drafting.drafting_archetypes import (
    SHIPPED,
    archetype_of,
    plain_archetype,
    shipped_archetypes,
)
from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_tests import narrowed
from plangate.adapters.minds.drafting.wording.clauses_of_work import work_of
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.core.model.graphs import check_graph
from plangate.core.model.nouns import Evidence, Task
from plangate.core.model.policy.gate_numbers import SESSION_FACTS_HOURS_A_POINT
from plangate.core.moves import DraftPlan
from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.plan_document import PlanDocument, PlanTask
from plangate.core.understanding.intake import estimate_complexity
from plangate.language.paths import named_paths
from tests.adapters.drafting_cases import (
    EXPRESS,
    FLASK,
    GO,
    GOALS,
    LONG_GOALS,
    NOTES,
    RAILS,
    REPOSITORIES,
    SPRING,
    fact,
)
from tests.conftest import Runner

ROOT = Path(__file__).resolve().parents[2]
EVERY_GOAL = [*(goal for goals in GOALS.values() for goal in goals), *LONG_GOALS]


def chore(
    goal: str,
    facts: Sequence[Evidence] = FLASK,
    complexity: int | None = None,
    readings: dict[str, str] | None = None,
    one_task_group: bool = False,
) -> DraftPlan:
    size = complexity or estimate_complexity(goal).value
    return DraftPlan(
        goal, "/anywhere", readings or {}, (), tuple(facts), size, one_task_group, None
    )


def draft(
    goal: str, facts: Sequence[Evidence] = FLASK, complexity: int | None = None
) -> list[Task]:
    return draft_plan(chore(goal, facts, complexity), ())


def report(goal: str, complexity: int, tasks: Sequence[Task]) -> dict[str, Any]:
    carried = set(PlanTask._fields) & set(Task._fields)
    rows = tuple(PlanTask(**{name: getattr(task, name) for name in carried}) for task in tasks)
    hours = sum(task.complexity for task in tasks)
    size = min(complexity, -(-hours // SESSION_FACTS_HOURS_A_POINT))  # as the gate takes it
    return dict(check_plan(PlanDocument(goal=goal, goal_complexity=size, tasks=rows)))


def kinds_of(goal: str) -> list[str]:
    found = (archetype_of(clause, shipped_archetypes()) for clause in work_of(goal))
    return [(archetype or plain_archetype()).id for archetype in found]


# --- kinds of change ------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("kind", "goal"), [(kind, goal) for kind, goals in GOALS.items() for goal in goals]
)
def test_a_goal_is_known_as_the_kind_of_change_it_asks_for(kind: str, goal: str) -> None:
    assert kinds_of(goal) == [kind]


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "kind"),
    [
        ("Add a button to the cache page", "clause"),
        ("Add an endpoint with rate limiting", "endpoint"),
        ("Add an endpoint without a cache", "endpoint"),
        ("Rename the login page to welcome", "rename"),
        ("Fix the crash in the CSV export", "bug-fix"),
        ("Remove the rate limiter", "removal"),
        ("Write a guide to the migration command", "documentation"),
        ("Add tests for the background jobs", "test-coverage"),
        ("Add a GitHub Actions workflow that builds the docs", "ci"),
        ("Delete dead code in src/legacy", "removal"),
        ("Write a failing test for the login", "test-coverage"),
        ("Fix the crash when tests fail to load", "bug-fix"),
        ("Add support for Java 21 virtual threads", "clause"),
        ("Add a --timing option which prints how long it took", "command"),
        ("Fix --json printing nothing", "bug-fix"),
        ("Fix the memory leak in the parser", "bug-fix"),
        ("The parser is slow on large files", "performance"),
        ("Delete old cache files after 30 days", "background-job"),
        ("Deploy the docs to GitHub Pages when a tag is pushed", "ci"),
        ("Add a rate limit per domain", "clause"),
        ("Add full text search to the table page", "clause"),
        ("Add pause() and resume() to Job", "clause"),
        ("Add retries to the mail worker", "clause"),
        ("Remember when a member was last here (password or single sign-on)", "clause"),
    ],
)
def test_what_a_goal_merely_speaks_of_does_not_decide_its_kind(goal: str, kind: str) -> None:
    assert kinds_of(goal) == [kind]


@pytest.mark.rule("PLAN-1")
def test_failing_tests_are_run_before_anything_is_searched_or_changed() -> None:
    tasks = draft("The tests are failing. Fix them.", FLASK)
    command = DraftingFacts(FLASK).command("test")
    assert command
    assert f"with {command}" in tasks[0].description
    assert tasks[0].check.endswith(f": `{command}`")
    assert not any("grep" in task.description for task in tasks)
    assert tasks[-1].depends_on


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        (
            "Create app/health.py with an endpoint",
            "Test good, malformed, forbidden and missing requests",
        ),
        ("Fix app/api.py: orders are lost", "Reproduce it"),
        ("The parser crashes on empty input", "Fix: the parser crashes on empty input"),
        ("Migrate from Twisted to asyncio", "Migrate from Twisted to asyncio"),
        ("the parser is slow on large files", "Measure the parser on large files"),
        ("Move the images to S3", "Move the images to S3"),
    ],
)
def test_titles_are_sentences_whatever_stands_first_in_a_goal(goal: str, title: str) -> None:
    assert title in [task.title for task in draft(goal, FLASK, 5)]


@pytest.mark.rule("PLAN-2")
def test_no_work_begins_in_a_file_that_only_shares_a_word() -> None:
    seen = fact("related_file", "shop/genspider.py", "shop/genspider.py")._replace(confidence=0.4)
    evidence = (fact("language", "Python"), seen)
    tasks = draft("Fix the crash in the domain filter", evidence, 4)
    assert tasks[0].title.startswith("Find where")
    assert not any(task.files for task in tasks)


@pytest.mark.rule("PLAN-2")
def test_a_setting_is_named_in_a_file_of_examples_and_not_where_one_is_read() -> None:
    evidence = (fact("language", "Python"), fact("env_name", "SHOP_DEBUG", "shop/main.py:3"))
    tasks = draft("Add an environment variable for the log level", evidence, 5)
    assert not any(task.title == "Name the new setting in shop/main.py" for task in tasks)


@pytest.mark.rule("PLAN-2")
def test_a_new_command_is_a_file_of_its_own_where_every_command_is_one() -> None:
    place = "shop/management/commands/check.py"
    evidence = (fact("language", "Python"), fact("command", "check", place))
    tasks = draft("Add a management command that checks permissions", evidence, 4)
    assert not any(place in task.files for task in tasks)
    assert any(place in task.description for task in tasks)


@pytest.mark.rule("PLAN-1")
def test_a_page_has_no_edges_to_handle() -> None:
    tasks = draft("Explain the cache in README.md", FLASK, 7)
    assert not any("oversized" in task.description for task in tasks)


@pytest.mark.rule("PLAN-1")
def test_the_catalog_has_at_least_twenty_four_kinds_and_its_compiled_form_is_current() -> None:
    files = {path.stem for path in (ROOT / "src").rglob("archetypes/*.yaml")}
    assert {archetype.id for archetype in shipped_archetypes()} == files
    assert len(files) >= 24
    folder = ROOT / "src" / Path(*SHIPPED.package.split(".")) / SHIPPED.sources
    made = json.loads(SHIPPED.text(folder))["documents"]
    assert SHIPPED.documents() == made, "made otherwise: raise EDITION of compiled_catalog.py"


# --- clauses --------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "clauses"),
    [
        ("Add X and remove the Y", ["Add X", "remove the Y"]),
        ("Add import and export of orders", ["Add import and export of orders"]),
        (
            "Let users log in and reset their password",
            ["Let users log in and reset their password"],
        ),
        (
            "Let users export orders and notify the shop",
            ["Let users export orders", "notify the shop"],
        ),
        ("1. Add a column 2. Drop the old one", ["Add a column", "Drop the old one"]),
        ("- dark mode\n- keyboard shortcuts", ["dark mode", "keyboard shortcuts"]),
        ("Add the page; then publish it", ["Add the page", "publish the page"]),
        ("Add a cache. Do not touch the schema.", ["Add a cache"]),
        ("We use Redis. Add a cache.", ["Add a cache"]),
        ("The tests are failing. Fix them.", ["The tests are failing"]),
        ("Add a page, add a page", ["Add a page"]),
        ("feat(api): add paging", ["feat(api): add paging"]),
        ("Dark mode", ["Dark mode"]),
        (
            "The build is broken since Node 22, fix it and add a CI job",
            ["The build is broken since Node 22", "add a CI job"],
        ),
        ("The tests fail and print nothing", ["The tests fail and print nothing"]),
    ],
)
def test_a_goal_is_cut_where_its_own_words_cut_it(goal: str, clauses: list[str]) -> None:
    assert [clause.text for clause in work_of(goal)] == clauses


@pytest.mark.rule("PLAN-1")
def test_what_asks_for_nothing_is_said_where_the_work_is_done() -> None:
    tasks = draft("Cache the price list. Do not touch the schema.", complexity=5)
    (core,) = [task for task in tasks if task.title.startswith("Cache the price list")]
    assert "Do not touch the schema" in core.description


@pytest.mark.rule("PLAN-1")
def test_every_clause_has_its_core_once_and_a_numbered_list_is_an_order() -> None:
    tasks = draft(LONG_GOALS[1])
    by_title = {task.title: task for task in tasks}
    add = by_title["Write the migration: Add a column for the phone number"]
    drop = by_title["Write the migration: Drop the old column"]
    (fill,) = [task for task in tasks if task.title.startswith("Backfill the column")]
    assert add.id in fill.depends_on
    assert fill.id in drop.depends_on
    assert len(by_title) == len(tasks)


@pytest.mark.rule("PLAN-1")
def test_a_goal_of_several_kinds_has_one_task_for_its_pages() -> None:
    tasks = draft("Add an endpoint for refunds with rate limiting", complexity=6)
    pages = [task for task in tasks if "docs/orders.md" in task.files]
    assert len(pages) == 1
    assert any("Refuse requests beyond the limit" in task.title for task in tasks)
    assert any("Add an endpoint for refunds" in task.title for task in tasks)


@pytest.mark.rule("PLAN-1")
def test_of_a_list_behind_with_each_member_is_work_and_none_speaks_for_the_whole() -> None:
    tasks = draft("Build a billing service with a rate limit, a nightly job and an admin endpoint")
    by_title = {task.title.partition(" (")[0]: task for task in tasks}
    whole = by_title["Build a billing service"]
    for part in ("a nightly job", "an admin endpoint"):
        assert whole.id in by_title[f"Add {part} to the billing service"].depends_on
    assert kinds_of("Add login with email and password") == ["authentication"]
    assert not any("email" in task.title for task in draft("Add login with email and password"))


# --- the repository -------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-1", "PLAN-2", "ADQ-18")
@pytest.mark.parametrize("facts", REPOSITORIES.values(), ids=REPOSITORIES)
def test_no_drafted_plan_is_thin_or_has_a_grave_finding(facts: Sequence[Evidence]) -> None:
    for goal in EVERY_GOAL:
        estimated = estimate_complexity(goal).value
        for complexity in {estimated, max(estimated, 7)}:
            tasks = draft(goal, facts, complexity)
            check_graph(tasks)
            found = report(goal, complexity, tasks)
            assert not found["is_too_thin"], (goal, complexity, found["adequacy_reason_codes"])
            assert found["critical_count"] == 0, (goal, found["per_task"])
            assert found["aggregate_unresolved_risk"] < 0.05, (goal, found["per_task"])


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize("name", REPOSITORIES)
def test_a_plan_names_no_path_that_was_not_seen_named_or_called_so_by_habit(name: str) -> None:
    facts = REPOSITORIES[name]
    seen = {entry.fact for entry in facts}
    seen |= {re.sub(r":\d+$", "", entry.locator or "") for entry in facts}
    for goal in EVERY_GOAL:
        for task in draft(goal, facts, 8):
            named = set(named_paths(goal))
            for path in task.files:
                new_test = "(new, named like" in task.description and path in task.description
                beside = DraftingFacts(facts).proof.tests_of(path) is None and any(
                    DraftingFacts(facts).proof.tests_of(other) for other in (*seen, *named)
                )
                assert path in seen | named or new_test or beside, (goal, task.title, path)


@pytest.mark.rule("PLAN-1")
def test_every_check_of_a_repository_with_a_test_command_runs_one_of_its_commands() -> None:
    for facts, commands in (
        (FLASK, ("pytest", "ruff check")),
        (EXPRESS, ("npm test", "npm run build")),
        (GO, ("go test",)),
    ):
        for goal in EVERY_GOAL:
            for task in draft(goal, facts, 8):
                # A file of another language, named by the goal, is run by none of them.
                runs = (*commands, "no test command here runs")
                only_looks = not task.files  # and is checked by what it found
                ran = any(command in task.check for command in runs)
                assert ran or only_looks, (goal, task.check)


@pytest.mark.rule("PLAN-1")
def test_two_repositories_give_one_goal_different_files() -> None:
    for goal in ("Add rate limiting to the public API", "Add a /health endpoint"):
        plans = [
            {path for task in draft(goal, facts, 6) for path in task.files}
            for facts in (FLASK, EXPRESS, GO, RAILS, SPRING)
        ]
        assert all(plans)
        for one, other in combinations(plans, 2):
            assert not one & other


@pytest.mark.rule("PLAN-1")
def test_no_task_of_one_kind_of_change_is_worded_like_one_of_another() -> None:
    """Read through the goal's own words: what is left belongs to one archetype only."""
    seen: dict[str, str] = {}
    for archetype in shipped_archetypes():
        finds = [archetype.find] if archetype.find else []
        for template in (*archetype.tasks, *finds):
            for text in (template.title, template.description, template.check):
                bare = re.sub(r"{(?:clause|what|thing|place)}", "", text).strip(" :“”.")
                if len(bare.split()) > 2:
                    assert bare not in seen, f"{archetype.id} and {seen[bare]}: {text}"
                    seen[bare] = archetype.id


@pytest.mark.rule("PLAN-1")
def test_titles_hold_the_nouns_of_the_goal() -> None:
    for goal, noun in (
        ("Add an endpoint that lists overdue invoices", "overdue invoices"),
        ("Export orders as CSV", "orders as CSV"),
        ("Add structured logging to the payment flow", "payment flow"),
        ("Fix the crash when the cart is empty", "the cart is empty"),
    ):
        assert any(noun in task.title for task in draft(goal, complexity=6)), goal


@pytest.mark.rule("PLAN-1")
def test_a_place_nobody_saw_is_searched_for_by_a_command_and_not_made_up() -> None:
    bare = (fact("manifest", "pyproject.toml"), fact("test_command", "pytest"))
    first, *rest = draft("Throttle the search API", bare)
    assert first.title == "Find the way every request takes"
    assert "grep -rniE 'middleware|" in first.description
    assert all(task.depends_on for task in rest)
    assert not any(task.files for task in (first, *rest))


@pytest.mark.rule("PLAN-1")
def test_an_empty_workspace_is_not_searched() -> None:
    assert not any("grep" in task.description for task in draft("Throttle the search API", ()))


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("facts", "path", "test"),
    [
        (FLASK, "shop/cart.py", "tests/test_cart.py"),
        (FLASK, "shop/orders.py", "tests/test_orders.py"),
        (EXPRESS, "src/routes/orders.ts", "src/routes/orders.test.ts"),
        (GO, "internal/orders/handler.go", "internal/orders/handler_test.go"),
        (SPRING, "src/main/java/a/Pay.java", "src/test/java/a/PayTest.java"),
        (RAILS, "app/models/order.rb", "spec/models/order_spec.rb"),
        (RAILS, "app/services/pay.rb", "spec/services/pay_spec.rb"),
        (RAILS, "app/views/order.erb", None),
        (EXPRESS, "src/routes/orders.js", None),
        (NOTES, "a.py", None),
    ],
)
def test_a_new_test_file_is_named_as_its_siblings_are(
    facts: Sequence[Evidence], path: str, test: str | None
) -> None:
    found = DraftingFacts(facts).proof.tests_of(path)
    assert (found.path if found else None) == test


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("command", "test", "narrow"),
    [
        ("pytest", "tests/test_a.py", "pytest tests/test_a.py"),
        ("uv run pytest", "tests/test_a.py", "uv run pytest tests/test_a.py"),
        ("npm test", "a.test.ts", "npm test -- a.test.ts"),
        ("go test ./...", "b/a_test.go", "go test ./b"),
        ("bundle exec rspec", "spec/a_spec.rb", "bundle exec rspec spec/a_spec.rb"),
        ("mvn test", "src/test/java/ATest.java", "mvn test -Dtest=ATest"),
        ("./mvnw test", "core/src/test/kotlin/BTest.kt", "./mvnw test -pl core -Dtest=BTest"),
        ("./gradlew test", "a/src/test/java/CTest.java", "./gradlew :a:test --tests '*CTest'"),
        ("cargo test", "tests/cli.rs", "cargo test --test cli"),
        ("cargo test", "src/export/csv.rs", "cargo test export::csv"),
        ("cargo test", "src/parse/mod.rs", "cargo test parse"),
        (
            "python manage.py test",
            "shop/tests/test_cart.py",
            "python manage.py test shop.tests.test_cart",
        ),
        ("make check", "tests/test_a.py", "make check"),
        ("pytest", None, "pytest"),
    ],
)
def test_a_check_runs_the_tests_of_its_place_where_the_runner_takes_them(
    command: str, test: str | None, narrow: str
) -> None:
    assert narrowed(command, test) == narrow


@pytest.mark.rule("PLAN-1")
def test_of_several_models_the_one_the_clause_speaks_of_is_changed_and_none_is_guessed() -> None:
    models = [fact("model_file", f"app/models/{name}.rb") for name in ("order", "user")]
    facts = (*(entry for entry in RAILS if entry.kind != "related_file"), *models)
    for goal, files in (
        ("Add a phone column to users", {"db/migrate", "app/models/user.rb"}),
        ("Add a phone column to suppliers", {"db/migrate"}),
    ):
        (core,) = [task for task in draft(goal, facts) if task.title.startswith("Write the mig")]
        assert set(core.files) == files


@pytest.mark.rule("PLAN-1")
def test_what_changes_together_by_the_history_is_said() -> None:
    tasks = draft("Change the totals in shop/orders.py", complexity=5)
    assert any("shop/models.py changes with it (8 of 12)" in task.description for task in tasks)


# --- decisions, levels, one group -----------------------------------------------------------------


@pytest.mark.rule("PLAN-1", "PLAN-3")
def test_a_decision_is_a_task_before_the_core_that_rests_on_it() -> None:
    readings = {"rate-limit-scope": "per-client", "rate-limit-store": "redis"}
    tasks = draft_plan(
        chore("Add rate limiting to the public API", readings=readings), shipped_dimensions()
    )
    decided = [task for task in tasks if task.answers_to.startswith(tuple(readings))]
    (core,) = [task for task in tasks if task.title.startswith("Refuse requests")]
    assert [task.rests_on for task in decided] == [(name,) for name in readings]
    assert {task.id for task in decided} <= set(core.depends_on)
    assert set(core.rests_on) == set(readings)
    assert all(task.files == core.files != () for task in decided)


@pytest.mark.rule("PLAN-3")
def test_another_reading_changes_its_task_and_none_that_does_not_depend_on_it() -> None:
    goal = "Add rate limiting to the public API and rename the class Invoice to Bill"
    drafts = [
        draft_plan(chore(goal, readings={"rate-limit-store": store}), shipped_dimensions())
        for store in ("redis", "gateway")
    ]
    purposes = [[task.answers_to for task in tasks] for tasks in drafts]
    assert purposes[0] == purposes[1]
    changed = [a.answers_to for a, b in zip(*drafts, strict=True) if a != b]
    assert changed == ["rate-limit-store: Add rate limiting to the public API"]


@pytest.mark.rule("PLAN-1")
def test_a_decision_takes_the_place_of_the_task_that_would_have_left_it_open() -> None:
    goal = "Send the open invoices every night"
    plain = draft(goal, complexity=5)
    decided = draft_plan(
        chore(goal, complexity=5, readings={"job-schedule": "cron"}), shipped_dimensions()
    )
    assert any(task.title.startswith("Start it at the right moment") for task in plain)
    assert not any(task.title.startswith("Start it at the right moment") for task in decided)


@pytest.mark.rule("ADQ-17")
def test_a_small_goal_has_a_short_plan_and_a_large_one_is_as_detailed_as_it_must_be() -> None:
    sizes = [len(draft("Make the request timeout configurable", FLASK, n)) for n in range(1, 11)]
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    assert len(draft(LONG_GOALS[5])) >= 8


@pytest.mark.rule("GATE-7")
def test_one_task_group_is_the_goal_in_its_own_words() -> None:
    tasks = draft_plan(
        chore(
            "Add rate limiting to the public API",
            readings={"rate-limit-store": "redis"},
            one_task_group=True,
        ),
        shipped_dimensions(),
    )
    (core,) = [task for task in tasks if task.title == "Add rate limiting to the public API"]
    assert core.rests_on == ("rate-limit-store",)
    assert not any(task.title.startswith("Keep the rate-limit") for task in tasks)


# --- what cannot be undone ------------------------------------------------------------------------


@pytest.mark.rule("PLAN-6", "ADQ-4")
@pytest.mark.parametrize(
    "goal",
    [
        "Delete all rows from the production users table",
        "Drop the legacy_id column from orders",
        "Force push the cleaned history to main",
        "Rotate the production API keys",
        "Publish the package to PyPI",
        "Add a migration that drops the users table",
        "Anonymize all users in production",
    ],
)
def test_a_step_that_cannot_be_undone_waits_for_a_safeguard(goal: str) -> None:
    for complexity in (1, 5, 9):
        tasks = draft(goal, complexity=complexity)
        by_id = {task.id: task for task in tasks}
        (final,) = [task for task in tasks if task.reversibility == "irreversible"]
        before = [by_id[name] for name in final.depends_on]
        said = [f"{task.title} {task.description}" for task in before]
        assert any(re.search(r"back|dry run|rehearse|copy", text) for text in said)


@pytest.mark.rule("PLAN-1")
def test_a_release_waits_for_everything_before_it() -> None:
    tasks = draft("Upgrade Pillow to 12, drop support for Python 3.8 and publish release 4.3")
    by_title = {task.title.partition(" (")[0]: task.id for task in tasks}
    (publish,) = [task for task in tasks if task.title.startswith("Publish release 4.3")]
    assert by_title["Upgrade Pillow to 12"] in publish.depends_on
    assert by_title["Drop support for Python 3.8"] in publish.depends_on


@pytest.mark.rule("PLAN-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Add a button that deletes the account",
        "Drop support for Python 3.8",
        "Remove the legacy XML exporter",
        "Delete dead code in src/legacy",
    ],
)
def test_a_change_of_code_is_not_a_deletion_of_data(goal: str) -> None:
    tasks = draft(goal)
    assert not any(task.reversibility == "irreversible" for task in tasks)


@pytest.mark.rule("PLAN-6")
def test_deleting_production_data_needs_a_persons_approval(cli: Runner, workspace: Path) -> None:
    goal = "Delete all rows from the production users table"
    ran = cli("plan", goal, "--workspace", workspace, "--json")
    plan = ran.json["plan"]
    assert plan["requires_approval"] is True
    assert ran.json["question"]["question_id"] == "lost-for-good", "first a person says how (UND-6)"
    titles = [task["title"] for task in plan["tasks"]]
    assert titles[-3:-1] == [
        "Back up all rows from the production users table and prove the restore",
        goal,
    ]


# --- anything at all ------------------------------------------------------------------------------

_PIECES = st.sampled_from(
    [*EVERY_GOAL, "{thing}", "[", "]", "`rm -rf /`", "and", "then", ";", "\n- ", "1. ", "it", "→"]
)


@pytest.mark.rule("PLAN-2", "ERR-1")
@settings(max_examples=settings().max_examples)
@given(
    goal=st.one_of(
        st.text(min_size=1, max_size=200).filter(str.strip),
        st.lists(_PIECES, min_size=1, max_size=5).map(" ".join),
    ),
    facts=st.sampled_from([*REPOSITORIES.values()]),
    complexity=st.integers(1, 10),
)
def test_whatever_a_goal_says_its_draft_is_a_graph_with_whole_texts(
    goal: str, facts: Sequence[Evidence], complexity: int
) -> None:
    tasks = draft(goal, facts, complexity)
    check_graph(tasks)
    assert [task.id for task in tasks] == [f"t{n}" for n in range(1, len(tasks) + 1)]
    assert len({task.answers_to for task in tasks}) == len(tasks)
    for task in tasks:
        assert task.title
        assert len(task.title) <= 80
        assert 1 <= task.complexity <= 8
    assert tasks == draft(goal, facts, complexity)


@pytest.mark.rule("PLAN-1")
def test_a_very_long_goal_is_drafted_in_bounded_text() -> None:
    tasks = draft("Add a page and remove the table; " * 400)
    assert len(tasks) < 60


@pytest.mark.rule("PLAN-1")
def test_drafting_loads_no_yaml() -> None:
    code = (
        "import sys\n"
        "from plangate.adapters.minds.drafting.drafting import draft_plan\n"
        "from plangate.core.moves import DraftPlan\n"
        "draft_plan(DraftPlan('Add a cache', '/x', {}, (), (), 5, False, None), ())\n"
        "sys.exit('yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.rule("PLAN-1", "UND-10")
@pytest.mark.parametrize(
    ("goal", "deeds"),
    [
        (
            "Bug: the list is empty after a login. It should show the orders.",
            ["“The list is empty after a login. It should show the orders”"],
        ),
        (
            "Bug: the config is not found. It fails because it looks in the wrong folder.",
            ["The config is not found"],
        ),
        (
            "New command `shop tags` that lists tags",
            ["New command `shop tags` that lists tags"],
        ),
        (
            "Tokens are valid for five years. When creating one I want to give the days.",
            ["Let people give the days when creating one"],
        ),
    ],
)
def test_a_report_and_a_wish_become_the_one_deed_they_ask_for(goal: str, deeds: list[str]) -> None:
    assert [deed_of(clause) for clause in work_of(goal)] == deeds
