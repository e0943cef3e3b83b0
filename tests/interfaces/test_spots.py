"""Where in a file the work is, and drafts that begin there (UND-5, PLAN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

RUST = {
    "Cargo.toml": '[package]\nname = "stopwatch"\nversion = "0.1.0"\n',
    "src/main.rs": "mod report;\n\nfn main() {\n    report::print_summary(&[1.0]);\n}\n",
    "src/report.rs": (
        "pub fn median(times: &[f64]) -> f64 {\n    times[times.len() / 2]\n}\n\n"
        "pub fn print_summary(times: &[f64]) {\n"
        "    let mean = times.iter().sum::<f64>() / times.len() as f64;\n"
        '    println!("Time (mean): {} s", mean);\n}\n'
    ),
    "scripts/statistics.py": 'print("median:", 1)\nprint("mean:", 2)\n',
    "tests/cli.rs": (
        "#[test]\nfn prints_the_version() {}\n\n#[test]\nfn prints_the_mean_of_all_runs() {}\n"
    ),
}
DJANGO = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
    "shop/views.py": (
        "from shop import models\n\n\ndef index(request):\n    return models.all()\n\n\n"
        "def search(request):\n    if not request.query:\n        return 'Nothing was found'\n"
        "    return models.find(request.query)\n"
    ),
    "shop/models.py": "def all():\n    return []\n\n\ndef find(query):\n    return [query]\n",
    "shop/migrations/0001_search_found_nothing.py": "SEARCH = 'Nothing was found for a search'\n",
    "tests/test_views.py": (
        "def test_the_index_lists_everything():\n    pass\n\n\n"
        "def test_a_search_finds_by_its_query():\n    pass\n"
    ),
}
NODE = {
    "package.json": '{"name": "chat", "scripts": {"test": "vitest run"}}\n',
    "server/webhook.js": (
        "const verbs = ['POST'];\n\nfunction receive(request) {\n"
        "  if (!verbs.includes(request.method)) {\n"
        "    return [401, 'Please use POST requests only'];\n  }\n  return [200, 'ok'];\n}\n\n"
        "module.exports = { receive };\n"
    ),
    "server/mail.js": "function send(mail) {\n  return mail;\n}\n\nmodule.exports = { send };\n",
    "server/webhook.test.js": (
        "import { receive } from './webhook';\n\n"
        "test('answers a request that is fine', () => {});\n\n"
        "test('refuses a wrong verb with a message', () => {});\n"
    ),
}
GO = {
    "go.mod": "module example.org/marks\n\ngo 1.22\n",
    "api/bookmarks.go": (
        "package api\n\nfunc Delete(id int) int { return id }\n\n"
        "// ListBookmarks answers with a page of bookmarks.\n"
        "func ListBookmarks(page int) int {\n\tlimit := 30\n\treturn page * limit\n}\n"
    ),
    "api/bookmarks_test.go": (
        'package api\n\nimport "testing"\n\nfunc TestDelete(t *testing.T) {}\n\n'
        "func TestListBookmarks(t *testing.T) {}\n"
    ),
}

MODULES = {
    "pom.xml": "<project><modules><module>web</module><module>plugin</module></modules></project>",
    "web/pom.xml": "<project/>",
    "web/src/main/java/web/Routes.java": (
        "package web;\n\nclass Routes {\n    void register(String path, Object handler) {\n"
        "        handlers.put(path, handler);\n    }\n}\n"
    ),
    "plugin/pom.xml": "<project/>",
    "plugin/src/test/java/plugin/RoutesPluginTest.java": (
        "package plugin;\n\nclass RoutesPluginTest {\n    @Test\n"
        "    void countsHandlersRegisteredForAPath() { routes.register(path, handler); }\n}\n"
    ),
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return tmp_path / "tree"


def write(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def drafted(cli: Runner, root: Path, goal: str, complexity: int = 4) -> list[dict[str, Any]]:
    told = cli("plan", goal, "--workspace", root, "--complexity", complexity, "--json").json
    tasks: list[dict[str, Any]] = told["plan"]["tasks"]
    return tasks


@pytest.mark.rule("UND-3", "UND-5")
def test_a_brief_says_on_which_line_what_the_goal_names_stands(cli: Runner, tree: Path) -> None:
    write(tree, NODE)
    goal = "A wrong verb on a webhook should be answered with 405 instead of 401"
    spot = cli("brief", goal, "--workspace", tree, "--json").json["spots"][0]

    assert spot["locator"] == "server/webhook.js:5"
    assert spot["symbol"] == "receive"
    assert "Please use POST requests only" in spot["text"]
    assert "401" in spot["why"]


@pytest.mark.rule("UND-5", "PLAN-1")
def test_a_change_of_what_is_printed_begins_where_it_is_printed(cli: Runner, tree: Path) -> None:
    write(tree, RUST)
    change, test = drafted(cli, tree, "Print the median beside the mean")

    assert change["files"] == ["src/report.rs"]
    assert "`print_summary` (src/report.rs:7)" in change["description"]
    assert "Time (mean)" in change["description"]
    assert change["title"] == "Print the median beside the mean"
    assert test["files"] == ["tests/cli.rs"]
    assert "`prints_the_mean_of_all_runs` (line 5)" in test["description"]
    assert test["check"].endswith(": `cargo test --test cli`")


@pytest.mark.rule("CLI-5", "UND-5")
def test_a_plan_shows_the_line_to_begin_at_and_a_started_task_what_stands_there(
    cli: Runner, tree: Path
) -> None:
    write(tree, RUST)
    plan = cli("plan", "Print the median beside the mean", "--workspace", tree).out
    begun = cli("start", "t1", "--workspace", tree).out

    assert "src/report.rs:7" in plan
    assert "which has" not in plan
    assert "`print_summary` (src/report.rs:7), which has" in " ".join(begun.split())


@pytest.mark.rule("PLAN-1", "CLI-5")
def test_a_task_behind_a_change_does_not_say_the_goal_once_more(cli: Runner, tree: Path) -> None:
    write(tree, RUST)
    alone = drafted(cli, tree, "Print the median beside the mean")

    assert alone[1]["title"] == "Test it in cli.rs"


@pytest.mark.rule("UND-5", "PLAN-1")
def test_no_test_of_another_module_is_named_and_a_title_is_cut_for_no_place(
    cli: Runner, tree: Path
) -> None:
    write(tree, MODULES)
    goal = "Warn with a clear message when two handlers are registered for one path"
    tasks = drafted(cli, tree, goal)

    assert tasks[0]["files"] == ["web/src/main/java/web/Routes.java"]
    assert tasks[0]["title"] == goal
    assert not [path for task in tasks for path in task["files"] if path.startswith("plugin/")]


@pytest.mark.rule("UND-5", "PLAN-1")
def test_what_a_goal_quotes_is_the_place_and_the_check_has_its_values(
    cli: Runner, tree: Path
) -> None:
    write(tree, DJANGO)
    goal = "Show “No results for” and the query where a search now says “Nothing was found”"
    tasks = drafted(cli, tree, goal)

    assert tasks[0]["files"][0] == "shop/views.py"
    assert "`search` (shop/views.py:10)" in tasks[0]["description"]
    assert not any("migrations/" in path for task in tasks for path in task["files"])
    assert all("“Nothing was found”" in task["check"] for task in tasks[:2])
    assert tasks[1]["check"].endswith(": `pytest tests/test_views.py`")
    assert "test_a_search_finds_by_its_query" in tasks[1]["description"]


@pytest.mark.rule("PLAN-1", "UND-7")
def test_what_it_does_today_is_told_to_who_writes_the_test(cli: Runner, tree: Path) -> None:
    write(tree, NODE)
    goal = "A wrong verb on a webhook is answered with 401. Please change it to 405."
    tasks = drafted(cli, tree, goal)
    test = next(task for task in tasks if task["files"] == ["server/webhook.test.js"])

    assert "“refuses a wrong verb with a message” (line 5)" in test["description"]
    assert "with 405 and 401" in test["check"], "what is wanted comes first"
    assert "A wrong verb on a webhook is answered with 401" in test["description"]


@pytest.mark.rule("UND-7", "PLAN-1")
def test_a_parameter_of_an_endpoint_that_is_there_is_no_new_endpoint(
    cli: Runner, tree: Path
) -> None:
    write(tree, GO)
    tasks = drafted(cli, tree, "Add a limit parameter to the list of bookmarks, capped at 100")

    assert "`ListBookmarks` (api/bookmarks.go:" in tasks[0]["description"]
    assert tasks[1]["files"] == ["api/bookmarks_test.go"]
    assert "`TestListBookmarks`" in tasks[1]["description"]
    assert tasks[1]["check"].endswith(": `go test ./api`")
    assert not any("malformed" in task["title"] for task in tasks)


@pytest.mark.rule("PLAN-1")
def test_a_fix_is_reproduced_with_the_goals_own_words_first(cli: Runner, tree: Path) -> None:
    write(tree, GO)
    tasks = drafted(cli, tree, "Fix ListBookmarks returning page 31 instead of page 1")

    assert tasks[0]["title"] == "Reproduce it in bookmarks_test.go"
    assert "returning page 31 instead of page 1" in tasks[0]["description"]
    assert tasks[0]["files"] == ["api/bookmarks_test.go"]
    assert "`TestListBookmarks`" in tasks[0]["description"]
    assert "`ListBookmarks` (api/bookmarks.go:6)" in tasks[1]["description"]


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("Users would like a count beside each bookmark", "Add a count beside each bookmark"),
        ("A count beside each bookmark would be great", "Add a count beside each bookmark"),
        (
            "Bookmarks: can you put a count beside each?",
            "“Bookmarks: can you put a count beside each?”",
        ),
        ("**Feature request: a count beside each bookmark**", "A count beside each bookmark"),
    ],
)
def test_a_wish_however_it_is_put_is_a_deed(cli: Runner, tree: Path, goal: str, title: str) -> None:
    write(tree, GO)
    assert drafted(cli, tree, goal)[0]["title"].startswith(title)
