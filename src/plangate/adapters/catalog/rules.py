"""The rules proposer: ambiguities and tasks from the catalog and the repository, no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.core.model import Ambiguity, Task
from plangate.core.moves import DraftPlan, ExpandPlan, Propose

if TYPE_CHECKING:
    from plangate.adapters.catalog.dimension import Dimension


class RulesProposer:
    """Proposes what the catalog knows; the same goal always gets the same proposals."""

    def __init__(self, dimensions: Callable[[Path], Sequence[Dimension]]) -> None:
        self._dimensions = dimensions

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:
        found = (d.applies_to(chore.goal) for d in self._dimensions(Path(chore.workspace)))
        return [ambiguity for ambiguity in found if ambiguity is not None]

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        # Loaded when a plan is drafted: a go-ahead or a question needs none of it.
        from plangate.adapters.catalog.drafting import draft_plan

        return draft_plan(chore, self._dimensions(Path(chore.workspace)))

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        from plangate.core.expanders import expansion  # loaded when a plan is expanded

        return expansion(chore)
