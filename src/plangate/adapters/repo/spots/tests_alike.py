"""The test that is nearest to a goal among those there are: what a new one is written like."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.spots.spot_lines import Sought, lines_with
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import Spot

_MOST, _LONGEST_TEXT, _LONGEST_NAME = 6, 100, 80
#: A test as the usual runners have it: named by its function, or by a sentence.
_DECLARED = re.compile(
    r"^\s*(?:(?:async\s+)?def (?P<py>test_\w+)|func (?P<go>Test\w+)\("
    r"|(?:pub )?(?:async )?fn (?P<rs>\w+)\(\)"
    r"|(?:public\s+)?(?:static\s+)?(?:void|fun|function|async Task)\s+"
    r"(?:`(?P<kt>[^`]+)`|(?P<other>\w+))\s*\("
    r"|(?:it|test|specify|scenario|should)\s*\(?\s*(?P<quote>[\"'`])(?P<said>.+?)(?P=quote)"
    r"|def test (?P<ex>\w+)|test (?P<exq>\"[^\"]+\"))"
)
#: How such a line begins: a cheap look before the dear one.
_BEGINS = re.compile(
    r"^[^\S\n]*(?:async|def|fn|fun|pub|static|void|it|test|specify|scenario|should)", re.MULTILINE
)
_GROUPS = ("py", "go", "rs", "kt", "other", "said", "ex", "exq")
_MARKED = re.compile(r"@\w*Test\b|#\[(?:\w+::)?test\b")
#: Names that only a mark before them makes a test.
_NEEDS_MARK = ("rs", "kt", "other")


def tests_alike(workspace: Workspace, paths: Collection[str], sought: Sought) -> tuple[Spot, ...]:
    """The nearest test of each of some files, by the goal's words in its name and its body."""
    found = [best for path in paths if (best := _nearest(workspace, path, sought))]
    return tuple(found)[:_MOST]


def _nearest(workspace: Workspace, path: str, sought: Sought) -> Spot | None:
    weights = sought.weights
    text = workspace.text(path) or ""
    lines = text.split("\n")
    tests = list(_tests(text, lines))
    whole = sum(weights.values()) or 1.0
    might = lines_with(text, weights) if tests else {}
    best: Spot | None = None
    for place, (number, name) in enumerate(tests):
        end = tests[place + 1][0] - 1 if place + 1 < len(tests) else len(lines)
        named = sought.said_in(name)
        said = sought.said_in("\n".join(might[n] for n in range(number + 1, end + 1) if n in might))
        told = {w: weights[w] * (1.0 if w in named else 0.5) for w in weights if w in named | said}
        worth = round(sum(told.values()) / whole, 3)
        if worth and (best is None or worth > best.strength):
            text = found_text(lines[number - 1], _LONGEST_TEXT)
            why = ", ".join(sorted(told, key=lambda word: -told[word]))
            best = Spot(
                f"{path}:{number}", name[:_LONGEST_NAME], text, why, worth, tuple(sorted(told))
            )
    return best


def _tests(text: str, lines: list[str]) -> Iterator[tuple[int, str]]:
    number, before = 1, 0
    for begins in _BEGINS.finditer(text):
        number += text.count("\n", before, begins.start())
        before = begins.start()
        found = _DECLARED.match(lines[number - 1])
        group = next((one for one in _GROUPS if found and found[one]), None)
        if found is None or group is None:
            continue
        above = " ".join(lines[max(0, number - 4) : number])
        named = found[group].lower().startswith("test")
        if group not in _NEEDS_MARK or named or _MARKED.search(above):
            yield number, found[group].strip('"')
