"""What is wanted by a key begins where the program takes its keys (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_one_more_value import planned

READER: Tree = {
    "package.json": '{"name": "reader", "scripts": {"test": "vitest"}}',
    "src/article.ts": """
        // an article is read, and shared with whoever reads it
        export function shareArticle(article) { share(article.title, article.address); }
        export function readArticle(article) { article.read = true; }
        """,
    "src/keys.ts": """
        import Mousetrap from "mousetrap";

        Mousetrap.bind("g u", () => go("unread"));
        Mousetrap.bind("alt+shift+up", () => go("first"));
        Mousetrap.bind("m", () => mark());
        """,
    "src/dialog.ts": """
        export function close(event) { if (event.key === "Escape") hide(); }
        """,
}


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "line"),
    [
        ("A keyboard shortcut to share the article I am reading", 5),
        ("pressing s should share the article", 5),
        ("alt+shift+s shares the article", 4),
    ],
)
def test_one_more_key_goes_where_the_program_takes_its_keys(
    cli: Runner, tmp_path: Path, goal: str, line: int
) -> None:
    reader = plant(tmp_path / "reader", READER)

    first, *_ = planned(cli, reader, goal)

    assert first["files"][0] == "src/keys.ts"
    assert f"src/keys.ts:{line}" in first["description"]


@pytest.mark.rule("UND-5")
def test_where_no_keys_are_taken_the_words_of_the_goal_lead(cli: Runner, tmp_path: Path) -> None:
    without = {path: text for path, text in READER.items() if path != "src/keys.ts"}
    reader = plant(tmp_path / "reader", without)

    first, *_ = planned(cli, reader, "A keyboard shortcut to share the article I am reading")

    assert first["files"][0] == "src/article.ts"
