"""The brief of a goal (UND-3), and the answer to a question about a workspace (INV-13).

Both only read: the workspace through a scout, the record for what was decided here before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from plangate.app.ports import Scout, Store
from plangate.core.agents.proposals import HostDecision
from plangate.core.gate.preferences import instruction_in
from plangate.core.investigation.brief_values import MOST_OTHERS, Answer, Brief, Earlier, Quoted
from plangate.core.log.tables import Query, document_of
from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.agents_numbers import LINES_TELLING
from plangate.core.model.shapes import Text
from plangate.core.understanding.doubts import doubts_of
from plangate.core.understanding.grasp import grasp_of
from plangate.core.understanding.open_matters import Open
from plangate.language.words.stems import content_stems

#: An issue pasted whole fits.
GOAL = Text(100_000)
QUESTION = Text(10_000)
_LEAST_SHARED = 2
#: Where a line that answers a decision is looked for; of code what it says of itself.
_TELLING = ("documentation", "configuration")
_REMARK = re.compile(r"“\s*(?://|#|/?\*|--|\"\"\")")
_LONGEST_LOOK = 600


def brief(
    goal: str,
    workspace: str,
    scout: Scout,
    store: Store | None = None,
    places: Collection[str] = (),
    known: Sequence[Ambiguity] = (),
) -> Brief:
    """What a workspace says about a goal before anybody proposes anything.

    `places` are the names under which the store knows the workspace (REC-8); `known` is what the
    catalog sees in the goal.
    """
    wanted = GOAL.read(goal, "goal")
    seen = scout.look(wanted, workspace)
    earlier = tuple(decided_before(store, wanted, places or (workspace,))) if store else ()
    open_now = doubts_of(wanted, seen, known)
    grasp = grasp_of(wanted, seen, known)
    raised = (Open("dimension", one, (one.heard,) if one.heard else ()) for one in known)
    return Brief(wanted, seen, earlier, (*open_now, *raised), grasp.value, grasp.not_understood)


def explored(question: str, workspace: str, scout: Scout) -> Answer:
    """INV-13: free investigation, for a question of somebody's own."""
    return scout.find(QUESTION.read(question, "question"), workspace)


def lines_about(told: Sequence[HostDecision], workspace: str, scout: Scout) -> Mapping[str, str]:
    """MCP-3: for each decision the line of the workspace that shares most of its words, if it
    shares enough: what its proposer may have overlooked."""
    found: dict[str, str] = {}
    for one in told[:MOST_OTHERS]:
        words = ". ".join((one.question, *(option.label for option in one.options)))
        lines = explored(words[:_LONGEST_LOOK], workspace, scout).evidence
        telling = [x for x in lines if _tells(x) and x.strength >= LINES_TELLING]
        if telling:
            best = max(telling, key=lambda x: x.strength)
            found[one.id] = f"{best.locator} {best.quote}"
    return found


def _tells(line: Quoted) -> bool:
    """Whether a line may be offered as a hint; ACT-3: none that speaks to whoever reads it."""
    if instruction_in(line.quote):
        return False
    return line.source in _TELLING or (
        line.source == "code" and _REMARK.match(line.quote) is not None
    )


#: UND-3: what plangate took by itself is told as that.
_OWN = "(taken by plangate, nobody confirmed it)"


def decided_before(store: Store, goal: str, places: Collection[str]) -> Iterator[Earlier]:
    """What was decided in this workspace for goals that speak of the same, newest first."""
    wanted = frozenset(content_stems(goal))
    query = Query("memories", places=tuple(places), order=("at",), descending=True)
    about = [
        row
        for row in store.rows(query)
        if row["kind"] != "memory"
        and row["status"] != "overturned"
        and len(wanted.intersection(content_stems(str(row["text"])))) >= _LEAST_SHARED
    ]
    for row in about[:MOST_OTHERS]:
        for entry in store.rows(Query("assumptions", equals={"id": row["id"]})):
            told = f"{row['question_id']}: {document_of(entry)['decision']}"
            own = row["kind"] == "decision" and row["status"] == "open"
            decision = f"{told} {_OWN}" if own else told
            yield Earlier(decision, str(row["at"]), str(row["session"]))
