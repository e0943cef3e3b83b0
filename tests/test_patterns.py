"""No pattern is possessive or atomic: Python 3.11.2, Debian 12's own, matches those wrongly."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from tests.sources import SOURCE, parsed

FILES = sorted(path for kind in ("py", "yaml", "toml") for path in SOURCE.rglob(f"*.{kind}"))
#: Cheap to look for; what has it is parsed. "C++" and a list's "[-*+]" are told by parsing.
SUSPECT = re.compile(r"[*+?}]\+|\(\?>")
PLAIN_WORDS = re.compile(r"[\w+\s.,/()=#\"-]*")


def texts(path: Path) -> Iterator[str]:
    """Every string of a Python file, the parts of an f-string joined; every line of another."""
    if path.suffix != ".py":
        yield from path.read_text(encoding="utf-8").splitlines()
        return
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                part.value
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
                else "x"
                for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def gives_nothing_back(tokens: Any) -> bool:
    """Whether a parsed pattern has a possessive repeat or an atomic group anywhere in it."""
    for part in tokens:
        if part in (_constants.POSSESSIVE_REPEAT, _constants.ATOMIC_GROUP):
            return True
        if isinstance(part, tuple | list | _parser.SubPattern) and gives_nothing_back(part):
            return True
    return False


def is_wrong(text: str) -> bool:
    if not SUSPECT.search(text) or PLAIN_WORDS.fullmatch(text):
        return False
    try:
        return gives_nothing_back(_parser.parse(text))
    except (re.error, OverflowError):
        return False  # no pattern, or part of one that is looked at whole elsewhere


@pytest.mark.rule("ASK-14")
def test_no_pattern_is_possessive_or_atomic() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {text}"
        for path in FILES
        for text in texts(path)
        if is_wrong(text)
    ]
    assert found == []


@pytest.mark.rule("ASK-14")
@pytest.mark.parametrize("pattern", ["a*+b", "(?:ab?c){1,3}+", "(?>a|b)c", r"\w++,?"])
def test_the_search_for_such_patterns_finds_them(pattern: str) -> None:
    assert is_wrong(pattern)
