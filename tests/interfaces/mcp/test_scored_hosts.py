"""The benchmark that scores a model's replies (MCP-3): what it counts, on a case made here."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest

from benchmarks.host import play, read_case

pytestmark = pytest.mark.rule("MCP-3")


def test_replies_in_files_are_scored_against_hidden_decisions(
    workspace: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "case"
    folder.mkdir()
    hidden = [
        {"about": "store", "right": "redis"},
        {"about": "page layout", "right": "folded"},
        {"about": "colour", "right": "blue", "one_way": True},
    ]
    goal = "Add rate limiting to the public API"
    case = {"goal": goal, "workspace": str(workspace), "decisions": hidden}
    (folder / "case.json").write_text(json.dumps(case))
    options = [
        {"id": name, "label": f"A {name} page", "prior": prior, "undo": "easy"}
        for name, prior in (("plain", 0.9), ("folded", 0.1))
    ]
    brought = {
        "goal": goal,
        "decisions": [
            {"id": "rate-limit-store", "options": ["In Redis", "In memory"], "default": "in-redis"},
            {"id": "page-layout", "question": "Which page layout?", "options": options},
        ],
        "tasks": [{"id": "t1", "do": "Count requests in app/api.py", "files": ["app/api.py"]}],
    }
    for number, arguments in enumerate(({"goal": goal}, brought), start=1):
        call = {"tool": "plan", "arguments": arguments}
        (folder / f"{number}.json").write_text(json.dumps(call))
    score, rows = anyio.run(play, read_case(folder), tmp_path / "plangate.db")
    assert [row["verdict"] for row in rows] == ["right", "wrong", "unseen"]
    assert (score.right, score.wrong, score.unseen, score.unasked) == (1, 1, 1, 1)
    assert score.calls == 2
    assert 300 < score.tokens < 4_000
    assert "brief" in json.loads((folder / "1.answer.json").read_text())
