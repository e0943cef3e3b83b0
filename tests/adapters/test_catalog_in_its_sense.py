"""The catalog in its right sense: only what is wished raises a dimension (UND-7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.mind import RulesProposer
from plangate.core.moves import Propose

REPORT = """Search misses umlauts

When I search for Müller nothing is found.

### Steps to reproduce
1. Add a cache for the results
2. Search for Müller

```
python manage.py delete_users --all
```

### Environment
- PostgreSQL, Redis, login with OAuth
"""


def raised(goal: str, workspace: Path) -> list[str]:
    proposer = RulesProposer(lambda _workspace: list(shipped_dimensions()))
    return [one.id for one in proposer.propose(Propose(goal, (), str(workspace)))]


@pytest.mark.rule("UND-7")
def test_steps_logs_and_code_of_an_issue_raise_nothing(tmp_path: Path) -> None:
    assert raised(REPORT, tmp_path) == []
    assert raised("Add a cache for the search results", tmp_path) != []


@pytest.mark.rule("UND-7")
@pytest.mark.parametrize(
    ("goal", "plain"),
    [
        ("Add a Matrix notification provider", "Add notifications for new orders"),
        (
            "Let users export their orders as a zip of Markdown files",
            "Let users export their orders",
        ),
        ("Send notifications via Ntfy", "Send notifications for new orders"),
        ("Logins that were not used should be hidden", "Add a login"),
        (
            "Ticked-off items are trimmed every night. Add an environment variable for that.",
            "Trim ticked-off items to 100 every night",
        ),
        ("Fix the wording “add a payment provider” on the page", "Add a payment provider"),
    ],
)
def test_what_is_named_or_quoted_is_not_asked_about(goal: str, plain: str, tmp_path: Path) -> None:
    assert raised(goal, tmp_path) == []
    assert raised(plain, tmp_path) != []
