"""A process started here runs the same plangate as the test that starts it, installed or not."""

from __future__ import annotations

from pathlib import Path

import pytest

import plangate


@pytest.fixture
def environment(environment: dict[str, str]) -> dict[str, str]:
    return {**environment, "PYTHONPATH": str(Path(plangate.__file__).parents[1])}
