"""PLAN-11: what shows that a task is done is read from one line."""

from __future__ import annotations

import pytest

from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Proof
from plangate.core.plans.work.done_proof import read_proof

pytestmark = pytest.mark.rule("PLAN-11")


@pytest.mark.parametrize(
    ("line", "proof"),
    [
        ("commit 1A2B3C4", Proof("commit", "1a2b3c4")),
        ("0123456789abcdef", Proof("commit", "0123456789abcdef")),
        ("HEAD", Proof("commit", "HEAD")),
        (
            "exit 0: pytest  tests/test_api.py",
            Proof("command", "pytest tests/test_api.py", detail="exit 0, as reported"),
        ),
        ("Exit code=0, make check", Proof("command", "make check", detail="exit 0, as reported")),
        ("file reports/out.html", Proof("file", "reports/out.html")),
        ("reports/out.html", Proof("file", "reports/out.html")),
        ("file: Makefile", Proof("file", "Makefile")),
    ],
)
def test_a_commit_a_command_and_a_file_are_told_apart(line: str, proof: Proof) -> None:
    assert read_proof(line) == proof


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("exit 2: pytest", "exit 2 shows that it is not done"),
        ("it works", "'it works' shows nothing that can be looked at"),
        ("", "'' shows nothing that can be looked at"),
        ("abc123", "'abc123' shows nothing that can be looked at"),
    ],
)
def test_what_shows_the_opposite_or_nothing_is_refused_in_one_line(line: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_proof(line)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
