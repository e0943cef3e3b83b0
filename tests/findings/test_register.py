"""Every finding is tied to a test that would have found it, and every such test to a finding."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.findings.register import FINDINGS

pytestmark = pytest.mark.rule("HOUSE-6")


def marked() -> dict[str, list[str]]:
    """The ids of every `mark.finding(...)` here, with the tests that carry them."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        functions = ast.parse(path.read_text(encoding="utf-8")).body
        for node in (part for part in functions if isinstance(part, ast.FunctionDef)):
            for mark in node.decorator_list:
                match mark:
                    case ast.Call(func=ast.Attribute(attr="finding"), args=names):
                        for name in names:
                            assert isinstance(name, ast.Constant)
                            found.setdefault(str(name.value), []).append(f"{path.name}:{node.name}")
                    case _:
                        pass
    return found


def test_every_finding_has_a_test_and_every_test_a_finding() -> None:
    assert marked().keys() == FINDINGS.keys()
