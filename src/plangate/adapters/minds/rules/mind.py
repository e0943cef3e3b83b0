"""The rules proposer: ambiguities and tasks from the catalog and the repository, no model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.core.model.nouns import Ambiguity, Task
from plangate.core.moves import DraftPlan, ExpandPlan, Propose
from plangate.core.understanding.changes import is_small
from plangate.core.understanding.exploring import exploratory_cue
from plangate.language.clauses import parsed_opening
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue

if TYPE_CHECKING:
    from plangate.adapters.minds.drafting.drafting_archetypes import Archetype
    from plangate.adapters.minds.rules.dimension import Dimension


#: Files that exist to say which settings there are; what they decide they decide alone.
_SETTINGS_EXAMPLES = re.compile(
    r"(?:\*?\.|^)env\.(?:example|sample|template|dist|test)$|^example\.env$"
)


class RulesProposer:
    """Proposes what the catalog knows; the same goal always gets the same proposals."""

    def __init__(
        self,
        dimensions: Callable[[Path], Sequence[Dimension]],
        added: Callable[[Path], Sequence[Dimension]] = lambda _workspace: (),
        kinds: Callable[[Path], Sequence[Archetype] | None] = lambda _workspace: None,
    ) -> None:
        """`added` are dimensions of strangers: they ask where no other does (ACT-2)."""
        self._dimensions = dimensions
        self._added = added
        self._kinds = kinds

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:
        if exploratory_cue(chore.goal):
            return ()  # UND-7: who wants to find out changes nothing yet
        if chore.seen and is_small(chore.goal, chore.seen):
            return ()  # and what is small by its kind states all there is to it
        workspace = Path(chore.workspace)
        wished = _wished(chore.goal)
        found: list[Ambiguity] = []
        for dimension in self._dimensions(workspace):
            ambiguity = dimension.applies_to(chore.goal, wished)
            if ambiguity is None or _is_only_told(dimension, ambiguity, chore.goal):
                continue
            if not _answered_by_kin(dimension, chore):
                found.append(ambiguity._replace(reads=_read_directly(dimension, workspace)))
        added = self._added(workspace)
        strangers = (dimension.applies_to(chore.goal, wished) for dimension in added)
        return found or [ambiguity for ambiguity in strangers if ambiguity is not None][:1]

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        # Loaded when a plan is drafted: a go-ahead or a question needs none of it.
        from plangate.adapters.minds.drafting.drafting import draft_plan

        workspace = Path(chore.workspace)
        return draft_plan(chore, self._dimensions(workspace), self._kinds(workspace))

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        from plangate.core.plans.expanders import expansion  # loaded when a plan is expanded

        return expansion(chore)


def _answered_by_kin(dimension: Dimension, chore: Propose) -> bool:
    """UND-7: whether only the new one's own name and kind raise a dimension: its siblings show how
    such a thing is done here, and one more is done like them."""
    kin = chore.seen.kin if chore.seen else None
    if kin is None or not kin.said:
        return False
    own = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in kin.said))
    rest = own.sub(" ", _wished(chore.goal) or chore.goal)
    return dimension.applies_to(chore.goal, rest) is None


def _is_only_told(dimension: Dimension, found: Ambiguity, goal: str) -> bool:
    """UND-7: “Items are trimmed every night. Make the number a setting”: the job is there, and
    nothing about it is open. What is told behind the first wish may say how it is meant, and a
    contradiction needs both of its sides."""
    clauses = hear(goal).clauses
    first = next((at for at, clause in enumerate(clauses) if not clause.background), 0)
    if found.blocker_type == "mutually_exclusive_requirements" or not first:
        return False
    wishes = ". ".join(clause.text for clause in clauses[first:])
    return dimension.applies_to(goal, wishes) is None


def _wished(goal: str) -> str | None:
    """UND-7: what an issue wishes, without its examples, logs, code and what it says in brackets;
    None where that is all."""
    issue = read_issue(goal)
    said = (issue.wanted or issue.title) if issue.is_report else issue.said or goal
    plain = _BRACKETS.sub(lambda found: found[0] if _opens(found[0]) else "", said)
    return plain if plain != goal else None


#: “Everywhere (calculator, export, API)”, “[AI] Mend the report”: an aside and the name of an
#: area wish for nothing of their own.
#: Blanks are gone through from the first of them only: a page of them takes no longer.
_BRACKETS = re.compile(r"(?:(?<!\s)\s+)?\([^()]*\)|^\s*\[[^\]]*\]\s*")


def _opens(aside: str) -> bool:
    """“User management (create, edit, delete users)”: the deeds stand in the brackets."""
    return bool(parsed_opening(aside.strip(" ([")))


def _read_directly(dimension: Dimension, workspace: Path) -> tuple[str, ...]:
    """INV-3: what only an example of the settings can show takes one or two reads, not a search."""
    wanted = {
        name for reading in dimension.readings for seen in reading.seen for name in seen.files
    }
    if not wanted or not all(_SETTINGS_EXAMPLES.search(name) for name in wanted):
        return ()
    return tuple(name for name in sorted(wanted) if "*" not in name and _is_file(workspace / name))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file() and not path.is_symlink()
    except OSError:
        return False
