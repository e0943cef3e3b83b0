"""What is found in a host's tasks is there: a finding that is wrong costs it a call (MCP-3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.mcp.test_final_tasks import row_of

pytestmark = pytest.mark.rule("MCP-3")


@pytest.mark.rule("PLAN-5", "ADQ-2")
@pytest.mark.parametrize(
    ("do", "stands"),
    [
        (
            "Delete each answer by itself, so files are cleaned up. Keep the row of the page",
            "ready",
        ),
        ("Show the number in app/api.py. When something fails, log it", "ready"),
        ("Clean up the code", "withheld"),
        ("Fix stuff. And more of that", "withheld"),
    ],
)
def test_a_vague_phrase_beside_what_is_done_withholds_nothing(
    workspace: Path, db: Path, do: str, stands: str
) -> None:
    row = row_of(workspace, db, [], do=do, files=["app/api.py"])
    assert row["is"] == stands, row


@pytest.mark.rule("PLAN-6", "PREF-2")
@pytest.mark.parametrize(
    ("do", "files", "why", "stands"),
    [
        ("Create a table of price changes", "db/migrations/7_price_changes.py", "adds", "ready"),
        ("Create a table of price changes", "db/migrations/7_change_price.py", "adds", "withheld"),
        ("Drop the table", "db/migrations/7_price_changes_drop_users.py", "adds", "withheld"),
        ("Write the job: removes all rows of the user", "db/migrations/7_add_jobs.py", "", "ready"),
        ("Write the job: removes all rows of the user", "db/migrations/7_jobs.py", "", "withheld"),
    ],
)
def test_a_migration_that_only_adds_does_nothing_final(
    workspace: Path, db: Path, do: str, files: str, why: str, stands: str
) -> None:
    told = {"undo_why": "a table and its columns are only added"} if why else {}
    row = row_of(workspace, db, [], do=do, files=["app/api.py"], new_files=[files], **told)
    assert row["is"] == stands, row
