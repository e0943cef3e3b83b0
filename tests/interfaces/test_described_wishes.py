"""What people describe and never name is found by what they see of it (UND-4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.trees import plant
from tests.conftest import Runner

pytestmark = pytest.mark.rule("UND-4")
CHAT = {
    "client/settings.vue": """
        <label>
            <input name="uploadCanvas" type="checkbox" />
            Strip image metadata
        </label>
        """,
    "client/send.js": "export const sendMessage = (text) => post(text);\n",
    "server/dry_run.py": "def dry_run(agent):\n    return agent.check()\n",
    "server/limits.py": "def csv_import(rows):\n    return [row for row in rows]\n",
    "server/bookmark.py": "class Bookmark:\n    pass\n",
    "docs/sponsors.md": "# Sponsors\n\nThank you very much for paying for all of this!\n",
}


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    return plant(tmp_path / "chat", CHAT)


def _sure(cli: Runner, goal: str, root: Path) -> list[Any]:
    found = cli("brief", goal, "-w", root, "--json").json["exists"]
    return [entry["locator"] for entry in found if entry["strength"] >= 0.75]


def test_a_story_is_read_for_its_wish_and_what_it_calls_the_thing(cli: Runner, chat: Path) -> None:
    goal = (
        "I never know what an agent does until it is too late. There should be some way to try its "
        "settings and look at the result without anything being stored."
    )

    assert _sure(cli, goal, chat) == ["server/dry_run.py:1"]


def test_a_polite_question_asks_for_something(cli: Runner, chat: Path) -> None:
    goal = "Can you make it possible to try the settings of an agent before they are used?"

    assert _sure(cli, goal, chat) == ["server/dry_run.py:1"]


@pytest.mark.parametrize(
    "goal",
    [
        "The csv import drops the last row, please tell people how many were read",
        "csv import: we want to leave out empty rows",
    ],
)
def test_what_a_goal_says_it_is_about_is_no_answer_to_it(
    cli: Runner, chat: Path, goal: str
) -> None:
    assert _sure(cli, goal, chat) == []


def test_one_word_of_a_longer_wish_is_not_the_wish(cli: Runner, chat: Path) -> None:
    assert _sure(cli, "Let two people edit the same bookmark at the same time", chat) == []


def test_a_name_that_means_some_of_the_things_only_is_alike(cli: Runner, chat: Path) -> None:
    (chat / "server" / "tags.py").write_text("def delete_unused_tags(tags):\n    return tags\n")

    assert _sure(cli, "Support deleting tags", chat) == []


def test_a_word_within_the_name_of_another_feature_is_no_answer(cli: Runner, chat: Path) -> None:
    (chat / "server" / "routes.py").write_text("def configure_rate_limit():\n    return 5\n")

    assert _sure(cli, "Let readers rate pages", chat) == []


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("web_language", "Add Slovenian as a language of our web interface"),
        ("sendmail", "Send a mail when an agent stops"),
        ("remove_tag", "Let people remove tags they no longer use"),
    ],
)
def test_what_lacks_the_name_or_the_clause_that_tells_which_one_is_alike(
    cli: Runner, chat: Path, name: str, goal: str
) -> None:
    (chat / "server" / "more.py").write_text(f"def {name}():\n    pass\n")

    assert _sure(cli, goal, chat) == []


def test_what_a_template_says_of_its_values_is_no_feature(cli: Runner, chat: Path) -> None:
    (chat / "deploy.json").write_text('{"description": "Export all events for the audit"}\n')

    assert _sure(cli, "Export events for the audit", chat) == []


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("def DirExists(dir):\n    pass\n", "Put folders into folders"),
        ("def send_message():\n    pass\n", "Let an application send to several users"),
    ],
)
def test_a_word_that_means_something_else_is_no_answer(
    cli: Runner, chat: Path, text: str, goal: str
) -> None:
    (chat / "server" / "more.py").write_text(text)

    assert _sure(cli, goal, chat) == []


STORIES = [
    (
        "server/recipes.py",
        "def confirm(recipe):\n    return ask(recipe)\n",
        "Twice somebody hit the wrong key. Recipes that wipe a database should ask whether you "
        "are sure.",
        "server/recipes.py:1",
    ),
    (
        "server/backup.py",
        "def backup(database):\n    return copy(database)\n",
        "I'd sleep better if the server made a copy of its database every night.",
        "server/backup.py:1",
    ),
    (
        "server/backup.py",
        "def backup(database):\n    return copy(database)\n",
        "After the fire next door we talked about it: we'd worry less if the server made a copy "
        "of its database every night.",
        "server/backup.py:1",
    ),
    (
        "i18n/en/settings.xml",
        '<string name="pref_cut">Crop borders of a page</string>\n',
        "Pages have huge white margins. It would be good if the reader could cut them off.",
        "i18n/en/settings.xml:1",
    ),
    (
        "cmd/flags.go",
        'flags.BoolVar(&opts.Dry, "dry-run", false, "print commands")\n',
        "I would like to see which commands would be run without running any of them",
        "cmd/flags.go:1",
    ),
]


@pytest.mark.parametrize(("path", "text", "story", "place"), STORIES)
def test_a_feature_that_a_story_describes_is_found_by_what_programs_call_it(
    cli: Runner, tmp_path: Path, path: str, text: str, story: str, place: str
) -> None:
    root = plant(tmp_path / "kitchen", {path: text, "main.py": "def main():\n    pass\n"})

    assert _sure(cli, story, root) == [place]


@pytest.mark.parametrize(
    "story",
    [
        "The confirm step of recipes should ask whether you are really sure",
        "`wipe` should ask whether you are sure as the other recipes do",
        "Recipes should also ask whether you are sure before they send mail",
        "One more recipe should ask whether you are sure before it runs",
    ],
)
def test_who_names_a_feature_or_extends_it_describes_none(
    cli: Runner, tmp_path: Path, story: str
) -> None:
    text = "def confirm(recipe):\n    return ask(recipe)\n"
    root = plant(tmp_path / "kitchen", {"server/recipes.py": text})

    assert _sure(cli, story, root) == []


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("def upload(file):\n    pass\n", "Show which user uploaded a file and when"),
        ("def encode(text):\n    pass\n", "Add functions to encode and decode base64"),
        ("def edit_post(post):\n    pass\n", "Make the edit page of posts more friendly"),
        ("parser.add_argument('--version')\n", "Keep older versions of the options"),
    ],
)
def test_part_of_a_wish_is_not_the_wish(cli: Runner, tmp_path: Path, text: str, goal: str) -> None:
    root = plant(tmp_path / "part", {"server/part.py": text})

    assert _sure(cli, goal, root) == []


def test_what_a_page_plans_is_not_there(cli: Runner, tmp_path: Path) -> None:
    page = "# Editor\n\n## Future work\n\n- Export of drawings to a picture file\n"
    root = plant(tmp_path / "plans", {"docs/editor.md": page, "app.py": "def draw():\n    pass\n"})

    assert _sure(cli, "Export drawings to a picture file", root) == []


def test_of_two_answers_the_one_that_stands_in_more_places_is_named(
    cli: Runner, tmp_path: Path
) -> None:
    files = {
        "site/measure.py": "def measure_time(template):\n    pass\n",
        "site/profiler.py": "class Profiler:\n    pass\n",
        "site/profile.py": "def profile(template):\n    pass\n",
        "cli/profile.py": "def profile_command(site):\n    pass\n",
    }
    root = plant(tmp_path / "site", files)

    (place,) = _sure(cli, "Measure how long each template takes to render", root)
    assert "profile" in place


@pytest.mark.rule("UND-3")
def test_samples_headings_and_introductions_are_no_rules(cli: Runner, chat: Path) -> None:
    text = (
        "# Always pause\n\nRun all tests:\n\n```\n// never pause here\n```\nNever pause an agent.\n"
    )
    (chat / "AGENTS.md").write_text(text)

    told = cli("brief", "Let people pause an agent", "-w", chat, "--json").json["rules"]

    assert [rule["locator"] for rule in told] == ["AGENTS.md:8"]


@pytest.mark.rule("UND-3")
def test_a_page_that_asks_nothing_of_anybody_is_no_rule(cli: Runner, chat: Path) -> None:
    told = cli("brief", "Let people pause an agent", "-w", chat, "--json").json["rules"]

    assert told == []


def test_words_that_a_long_story_says_far_apart_describe_nothing(
    cli: Runner, tmp_path: Path
) -> None:
    text = "def confirm(recipe):\n    return ask(recipe)\n"
    root = plant(tmp_path / "kitchen", {"server/recipes.py": text, "main.py": "def main(): ...\n"})
    story = (
        "It would be great if guests could ask the cook about allergies, spices, drinks, wines, "
        "cheeses and seasonal fruit. Nobody takes home the wrong coat, bag, umbrella, hat, scarf, "
        "pair of gloves or bicycle key."
    )

    assert _sure(cli, STORIES[0][2], root) == ["server/recipes.py:1"]
    assert _sure(cli, story, root) == []


def test_a_long_goal_that_wishes_for_nothing_works_on_what_is_there(
    cli: Runner, chat: Path
) -> None:
    goal = (
        "Add a csv import, with one row for each of the members, their names and their mail "
        "addresses, and the date when each of them joined"
    )

    assert _sure(cli, f"It would be great if there were a {goal[6:]}", chat)
    assert _sure(cli, goal, chat) == []


def test_a_name_of_several_words_in_three_files_is_there_be_it_only_data(
    cli: Runner, tmp_path: Path
) -> None:
    files = {f"reader/{name}.py": "crop_borders = 30\n" for name in ("bar", "menu")}
    root = plant(tmp_path / "reader", {**files, "reader/main.py": "def read(): ...\n"})
    goal = "Pages have huge white margins. It would be good if the reader could cut them off."

    assert _sure(cli, goal, root) == []
    (root / "reader" / "screen.py").write_text("crop_borders = 30\n")
    assert len(_sure(cli, goal, root)) == 1
