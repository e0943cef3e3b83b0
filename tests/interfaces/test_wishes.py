"""What a program says about a session that cannot be is refused before anything is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import plangate
from plangate import BadInput, SessionOptions

GOAL = "Print the invoice number on every page"


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("depth", "abyss"),
        ("on_timeout", "never"),
        ("complexity", 99),
        ("policy", "lax"),
        ("budget", 7),
        ("timeout_secs", -5),
        ("timeout_secs", float("nan")),
    ],
)
def test_a_wish_that_cannot_be_names_its_field_and_leaves_no_session(
    workspace: Path, tmp_path: Path, field: str, value: Any
) -> None:
    with plangate.open_planner(workspace=workspace, db=tmp_path / "x.db") as planner:
        for wish in (SessionOptions(**{field: value}), "fast"):
            named = field if isinstance(wish, SessionOptions) else "wish"
            with pytest.raises(BadInput, match=f"^{named}: .*accepted: "):
                planner.start(GOAL, str(workspace), wish)  # type: ignore[arg-type]
        assert list(planner.store.streams()) == []
