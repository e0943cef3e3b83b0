"""UND-5, INT-2: where the very text stands that a goal quotes, and a go-ahead that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.adapters.repo.brief.scout import Scout
from plangate.core.understanding.changes import is_small, small_places

SCREEN = "export const Bar = () => <Button icon={boats}>Book a berth</Button>;\n"


def _harbour(root: Path) -> str:
    texts = {
        ".github/workflows/ship.yml": "name: Book a berth on the runner\n",
        "docs/manual.md": "Click on Book a berth to begin.\n",
        "src/berths.ts": 'export const bookAberths = "Book a berths";\n',
        "src/screens/Bar.tsx": SCREEN,
        "src/lang/de.json": '{"berths": "Liegeplätze", "pay": "Pay now"}\n',
        "src/lang/en.json": '{"berths": "Berths", "login": "Login"}\n',
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return str(root)


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "where"),
    [
        ("the button says 'Book a berth', it should say 'Reserve'", "src/screens/Bar.tsx:1"),
        ("change 'Berths' in the sidebar to 'Moorings'", "src/lang/en.json:1"),
        ("change the text 'Log in' on the first page to 'Sign in'", "src/lang/en.json:1"),
        ("the button says 'Pay now', it should say 'Pay'", "src/lang/de.json:1"),
        ("change 'Harbour master' to 'Harbour office'", ""),
    ],
)
def test_a_quoted_text_is_found_where_people_read_it(tmp_path: Path, goal: str, where: str) -> None:
    seen = Scout().look(goal, _harbour(tmp_path))
    assert next(iter(seen.literals.values())) == where
    assert is_small(goal, seen) == bool(where)


@pytest.mark.rule("INT-2")
def test_a_go_ahead_says_where_what_is_quoted_stands_or_that_it_does_not(tmp_path: Path) -> None:
    goal = "the button says 'Book a berth', it should say 'Reserve'"
    seen = Scout().look(goal, _harbour(tmp_path))
    assert small_places(goal, seen) == ["“Book a berth” stands at src/screens/Bar.tsx:1."]
    gone = "the button says 'Leave the berth', it should say 'Berths'"
    assert small_places(gone, Scout().look(gone, str(tmp_path))) == [
        "“Leave the berth” was found in no file.",
        "“Berths” stands at src/lang/en.json:1.",
    ]
    other = "typo: 'Habour' should be 'Harbour'"
    nowhere = small_places(other, Scout().look(other, str(tmp_path)))
    assert nowhere == ["“Habour” was found in no file."]
