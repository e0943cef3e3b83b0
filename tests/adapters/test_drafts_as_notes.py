"""A drafted task reads like a colleague's note: a deed, where, how it is seen and how it is run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from plangate.adapters.minds.drafting.drafting import draft_plan
from plangate.adapters.minds.drafting.drafting_tests import narrowed
from plangate.adapters.repo.brief.scout import Scout
from plangate.core.model.nouns import Evidence, Task
from plangate.core.model.sighting import Place, Sighting, Spot
from plangate.core.moves import DraftPlan
from tests.adapters.drafting_cases import FLASK, fact

SCRIPTED = (
    fact("manifest", "Cargo.toml"),
    fact("test_command", "cargo test", "Cargo.toml"),
    fact("test_folder", "tests"),
    fact("related_file", "scripts/plot.py"),
    fact("related_file", "src/main.rs"),
)
UNTESTED = (
    fact("manifest", "package.json"),
    fact("related_file", "server/stacks.ts"),
    fact("language", "TypeScript"),
)


def seen(*places: tuple[str, float]) -> Sighting:
    rows = (Place(path, n, sure, (), (), ()) for n, (path, sure) in enumerate(places, start=1))
    return Sighting(places=tuple(rows))


def draft(
    goal: str,
    facts: Sequence[Evidence] = FLASK,
    complexity: int = 4,
    sighting: Sighting | None = None,
) -> list[Task]:
    return draft_plan(
        DraftPlan(goal, "/anywhere", {}, (), tuple(facts), complexity, False, None, seen=sighting),
        (),
    )


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("Bodies should be cut after 10,000 characters", "Bodies should be cut after 10,000"),
        ("Only the missing ones should be listed", "Only the missing ones should be listed"),
        ("please tell the buyer that the order was cut off", "Tell the buyer that the order was"),
        ("sha512 filters for templates please", "Sha512 filters for templates"),
        ("`shop list --json` would be handy for scripts", "Add `shop list --json`"),
        ("An option to pay all at once would be nice, one by one", "Add an option to pay all at"),
        (
            'Put the year in the name, e.g. "1973 - The Dark Side of the Moon (Remastered)"',
            "Put the",
        ),
        (
            "It'd be nice to be able to ask for the oldest orders first",
            "Let people ask for the oldest orders first",
        ),
        (
            "`shop check` reports a broken link as fine. It should count those as broken too.",
            "`shop check` should count those as broken too",
        ),
        (
            "Carts are empty after login even though they were full. Looks like the key changed. "
            "Can you fix that?",
            "Fix: Carts are empty after login",
        ),
        (
            "If the import fails half way, the lock file is never removed",
            "Fix: the lock file is never removed if the import fails half way",
        ),
    ],
)
def test_a_wish_is_put_as_something_to_do(goal: str, title: str) -> None:
    titles = [task.title for task in draft(goal)]
    assert any(one.startswith(title) for one in titles), titles
    assert not any(one.count('"') % 2 or "would be" in one for one in titles), titles


@pytest.mark.rule("PLAN-1")
def test_a_choice_that_is_left_open_is_told_and_is_no_task() -> None:
    tasks = draft("Remember when a cart was last opened. Choose where it is kept.")
    assert not any(task.title.startswith("Choose") for task in tasks)
    assert any("Yours to settle: Choose where it is kept" in task.description for task in tasks)


@pytest.mark.rule("PLAN-1")
def test_a_change_and_its_test_are_checked_by_different_things() -> None:
    change, test = draft("Orders should keep the same number after an import")
    assert change.check == "the new test in test_orders.py passes: `pytest tests/test_orders.py`"
    assert test.check == "the new test fails without the change: `pytest tests/test_orders.py`"
    assert test.title == "Test it in test_orders.py"


@pytest.mark.rule("PLAN-1")
def test_an_unsure_place_is_told_with_the_next_one_and_no_task_makes_up_a_number() -> None:
    places = seen(("shop/orders.py", 0.3), ("shop/cart.py", 0.25), ("shop/guards.py", 0.05))
    for complexity in (7, 10):
        change, test, *rest = draft(
            "Make the totals agree with the invoice", FLASK, complexity, places
        )
        assert change.files == ("shop/orders.py", "shop/cart.py")
        assert "probably shop/orders.py, else shop/cart.py" in change.description
        assert test.title.startswith("Test ")
        assert all(task.title.startswith("Update docs/") for task in rest)


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "files"),
    [
        ("Keep the year of an album after a rescan", ("server/scan.go", "ui/src/album.tsx")),
        ("Add a button that rescans the album", ("ui/src/album.tsx",)),
    ],
)
def test_a_change_that_is_not_seen_begins_behind_the_screen(
    goal: str, files: tuple[str, ...]
) -> None:
    places = seen(("ui/src/album.tsx", 0.7), ("server/scan.go", 0.4))
    assert draft(goal, (fact("manifest", "go.mod"),), 4, places)[0].files == files


@pytest.mark.rule("PLAN-1")
def test_no_runner_of_another_language_is_named_for_a_file() -> None:
    (change,) = draft("Let scripts/plot.py sort by mean too", SCRIPTED)
    assert "cargo" not in change.check
    assert change.check.endswith(
        "by hand before and after the change, as no test command here runs plot.py"
    )


@pytest.mark.rule("PLAN-1")
def test_where_there_are_no_tests_that_is_said() -> None:
    tasks = draft("Let users rename a stack", UNTESTED, 4, seen(("server/stacks.ts", 0.9)))
    assert all("there are no tests here" in f"{task.check}{task.description}" for task in tasks)


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("path", "command"),
    [("server/scan.go", "go test ./server"), ("ui/src/list.tsx", "cd ui && yarn test")],
)
def test_a_file_is_checked_by_the_command_of_its_package(path: str, command: str) -> None:
    facts = (
        fact("manifest", "go.mod"),
        fact("manifest", "ui/package.json"),
        fact("test_command", "cd ui && yarn test"),
        fact("test_command", "go test ./..."),
    )
    for task in draft("Let users sort the list", facts, 4, seen((path, 0.9))):
        assert task.check.endswith((f": `{command}`", f"; `{command}` still passes"))


@pytest.mark.rule("PLAN-1")
def test_a_check_runs_the_test_of_its_place_and_not_everything() -> None:
    facts = (
        fact("test_command", "make test"),
        fact("test_command", "go test ./..."),
        fact("test_file", "scan/scan.go", "scan/scan_test.go"),
    )
    for task in draft("Let users stop a scan", facts, 4, seen(("scan/scan.go", 0.9))):
        assert task.check.endswith(": `go test ./scan`")


@pytest.mark.rule("UND-5")
def test_a_command_as_it_is_typed_names_its_file(tmp_path: Path) -> None:
    for name, text in {
        "server/command-line/users/list.ts": "export const list = () => print(users);\n",
        "server/config.ts": "// users, their logging and the config that is written\n" * 30,
        "server/log.ts": "// logging is enabled for each user\n" * 30,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    goal = "`shop list` should also say whether logging is enabled for each user"
    assert Scout().look(goal, str(tmp_path)).places[0].path == "server/command-line/users/list.ts"


@pytest.mark.rule("UND-5")
def test_a_list_whose_members_lead_nowhere_is_no_family(tmp_path: Path) -> None:
    apps = "".join(f"    'shop.{name}',\n" for name in ("accounts", "api", "front", "payments"))
    (tmp_path / "settings.py").write_text(f"INSTALLED_APPS = (\n{apps})\n", encoding="utf-8")
    sighting = Scout().look("Add integration apps in INSTALLED_APPS", str(tmp_path))
    assert sighting.kin is None or sighting.kin.points


@pytest.mark.rule("PLAN-1")
def test_of_two_tests_the_one_that_is_named_after_the_file_is_meant() -> None:
    tests = ("api/MergeControllerGapTest.java", "api/MergeControllerTest.java")
    place = Place("api/MergeController.java", 1, 0.9, (), (), tests)
    tasks = draft("Let users sort by date", (), 4, Sighting(places=(place,)))
    assert tasks[-1].files == ("api/MergeControllerTest.java",)


@pytest.mark.rule("PLAN-1")
def test_what_a_wish_is_done_with_is_there_and_is_not_built() -> None:
    tasks = draft("Users should be able to rotate some pages with the rotate endpoint and the CLI")
    assert [task.title for task in tasks if "endpoint to" in task.title] == []
    assert len(tasks) == 2


@pytest.mark.rule("PLAN-1")
def test_a_go_file_is_tested_in_its_own_package() -> None:
    place = Place("cmd/backup.go", 1, 0.9, (), (), ("db/backup_test.go",))
    tasks = draft("Let users name the backup", (), 4, Sighting(places=(place,)))
    assert tasks[-1].files == ("cmd/backup_test.go",)


@pytest.mark.rule("PLAN-1")
def test_nothing_is_promised_of_a_test_where_there_are_none() -> None:
    tasks = draft("Add a switch for stacks", UNTESTED, 4, seen(("server/stacks.ts", 0.9)))
    assert not any("new test" in task.check for task in tasks)


@pytest.mark.rule("PLAN-1", "UND-5")
def test_a_test_named_after_what_is_wanted_is_preferred_to_a_new_one() -> None:
    tests = ("tests/serve_request.rs", "tests/upload_files.rs")
    places = (Place("src/render.rs", 1, 0.7, (), (), tests),)
    spread = {"upload": 0.05, "file": 0.4, "size": 0.1}
    facts = (
        fact("manifest", "Cargo.toml"),
        fact("test_command", "cargo test", "Cargo.toml"),
        fact("test_file", "src/auth.rs", "tests/auth.rs"),
    )
    sighting = Sighting(places=places, spread=spread)
    _, test = draft("Refuse uploaded files above a size of 5 MB", facts, 4, sighting)
    assert test.files == ("tests/upload_files.rs",)


@pytest.mark.rule("PLAN-1")
def test_a_test_of_another_layer_is_no_test_of_a_screen_and_none_is_made_up() -> None:
    places = (Place("web/src/List.vue", 1, 0.7, (), (), ("tests/test_list.py",)),)
    facts = (
        fact("manifest", "web/package.json"),
        fact("test_command", "cd web && npm test", "web/package.json"),
        fact("test_folder", "tests"),
    )
    (change,) = draft("Keep the list items in their order", facts, 4, Sighting(places=places))
    assert "tests" not in change.description
    assert "no test here covers List.vue" in change.check


@pytest.mark.rule("PLAN-1", "UND-5")
def test_a_file_that_a_goal_tells_of_and_is_not_here_is_no_place_to_work() -> None:
    goal = "/docs/about gives 404 although about.html is there"
    change, *_ = draft(goal, FLASK, 4, seen(("shop/orders.py", 0.6)))
    assert change.files == ("shop/orders.py",)


@pytest.mark.rule("PLAN-1", "UND-5")
def test_a_new_test_is_named_as_its_nearest_other_one() -> None:
    places = (
        Place("shop/cart/totals.rb", 1, 0.9),
        Place(
            "shop/cart/app.rb", 2, 0.5, (), (), ("spec/dummy/cart/base.rb", "spec/cart/app_spec.rb")
        ),
    )
    facts = (fact("manifest", "Gemfile"), fact("test_command", "bundle exec rspec", "Gemfile"))
    _, test = draft("Round the totals down", facts, 2, Sighting(places=places))
    assert test.files == ("spec/cart/totals_spec.rb",)
    assert "named as spec/cart/app_spec.rb is" in test.description


@pytest.mark.rule("PLAN-1", "UND-5")
def test_no_test_file_is_made_up_where_nobody_names_one_after_what_it_tests() -> None:
    other = ("core/tests/whole_run.rs", "tests/misc.rs")
    facts = (fact("manifest", "Cargo.toml"), fact("test_command", "cargo test", "Cargo.toml"))
    places = (Place("cli/src/main.rs", 1, 0.9, (), (), other),)
    _, test = draft("Print the totals last", facts, 4, Sighting(places=places))
    assert test.files == ("cli/src/main.rs",), "the tests of another crate cannot test this one"

    facts = (fact("manifest", "Makefile"), fact("test_command", "make check", "Makefile"))
    places = (Place("src/main.c", 1, 0.9, (), (), ("src/whole_test.c",)),)
    _, test = draft("Print the totals last", facts, 4, Sighting(places=places))
    assert test.files == ("src/whole_test.c",)


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("test", "command"),
    [
        ("cypress/e2e/totals.cy.ts", "npx cypress run --spec cypress/e2e/totals.cy.ts"),
        ("web/cypress/e2e/totals.ts", "cd web && npx cypress run --spec cypress/e2e/totals.ts"),
        ("src/totals.cy.tsx", "npx cypress run --spec src/totals.cy.tsx"),
        ("src/totals.test.ts", "pnpm test -- src/totals.test.ts"),
    ],
)
def test_a_test_in_a_browser_is_run_by_what_reads_it(test: str, command: str) -> None:
    facts = (fact("manifest", "package.json"), fact("test_command", "pnpm test", "package.json"))
    places = (Place("src/totals.ts", 1, 0.9, (), (), (test,)),)
    change, _ = draft("Print the totals last", facts, 4, Sighting(places=places))
    assert f"`{command}`" in change.check


@pytest.mark.rule("PLAN-1")
def test_no_other_runner_is_named_for_a_test_in_a_browser() -> None:
    assert narrowed("make test", "web/totals.cy.ts") == "npx cypress run --spec web/totals.cy.ts"


@pytest.mark.rule("PLAN-1", "UND-5")
def test_of_the_tests_of_a_place_the_one_that_is_named_after_the_subject_is_meant() -> None:
    tests = ("api/tests/test_update_check.py", "api/tests/test_list_checks.py")
    places = (Place("api/views.py", 1, 0.9, (), (), tests),)
    spread = {"api": 0.4, "list": 0.15, "check": 0.45, "down": 0.05}
    facts = (fact("manifest", "setup.py"), fact("test_command", "pytest", "setup.py"))
    sighting = Sighting(places=places, spread=spread)
    _, test = draft("Let the API list only the checks that are down", facts, 4, sighting)
    assert test.files == ("api/tests/test_list_checks.py",)


@pytest.mark.rule("PLAN-1")
def test_a_number_within_a_parameter_is_no_value_to_test_with() -> None:
    change, test = draft("Downloads should begin with a mark when ?_mark=1 is given")
    assert "with 1" not in f"{change.check} {test.check} {test.description}"


@pytest.mark.rule("PLAN-1")
def test_a_check_that_names_its_test_needs_no_word_on_looking_by_hand() -> None:
    places = (Place("src/Totals.cs", 1, 0.9, (), (), ("tests/TotalsTests.cs",)),)
    change, test = draft("Round the totals down", (), 4, Sighting(places=places))
    assert change.check == "the new test in TotalsTests.cs passes"
    assert test.check == "the new test fails without the change"


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        (
            "Add a dry run to cleaning so I can see which accounts would go before they are gone",
            "Add a dry run to cleaning",
        ),
        (
            "List only orders that are late for a customer, something like /orders?late=yes&all",
            "List only orders that are late for a customer",
        ),
    ],
)
def test_a_title_ends_before_what_for_and_before_an_example(goal: str, title: str) -> None:
    assert draft(goal)[0].title == title


@pytest.mark.rule("PLAN-1", "UND-5")
def test_what_stands_behind_a_screen_is_not_shown_by_a_browser_test_that_is_half_about_it() -> None:
    browser, unit = "cypress/e2e/user.cy.ts", "src/lib/format.test.ts"
    places = (
        Place("src/lib/date.ts", 1, 0.9, (), (), (browser,)),
        Place("src/lib/format.ts", 2, 0.2, (), (), (unit,)),
    )
    half = Spot(f"{browser}:3", "edits a user", "it('edits a user')", "user", 0.12, ("user",))
    facts = (fact("manifest", "package.json"), fact("test_command", "pnpm test", "package.json"))
    _, test = draft(
        "Let users pick the first weekday", facts, 4, Sighting(places=places, like_tests=(half,))
    )
    assert test.files == ("src/lib/date.test.ts",)
