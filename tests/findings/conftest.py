"""Which plangate is tried: this one, or the checkout that PLANGATE_TRIED names.

    PLANGATE_TRIED=/path/to/checkout python -P -m pytest tests/findings

runs the same tests against the sources there; on the commit they were found in every one marked
`finding` fails. Everything here is a program of its own, so nothing of this checkout answers for
the other.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import Ran, Runner
from tests.person import at_a_terminal

HERE = Path(__file__).resolve().parents[2]


@pytest.fixture
def tried() -> Path:
    """The sources under trial."""
    return Path(os.environ.get("PLANGATE_TRIED", HERE)).resolve() / "src"


@pytest.fixture
def environment(environment: dict[str, str], tried: Path) -> dict[str, str]:
    return {**environment, "PYTHONPATH": str(tried)}


@pytest.fixture
def terminal(environment: dict[str, str]) -> Runner:
    """Somebody at a terminal of their own, whichever plangate is tried."""

    def run(*arguments: str | Path, says: Sequence[tuple[str, str]] = ()) -> Ran:
        given = {**environment, "TERM": "xterm", "NO_COLOR": "1"}
        return Ran(*at_a_terminal([str(a) for a in arguments], given, says=says, apart=True))

    return run
