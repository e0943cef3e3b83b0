"""The quality gate: what blocks a plan whatever its score (PLAN-5).

Adequacy measures a plan as a whole; this looks at each task for what nobody should start working
from: words that say nothing, destruction without a safeguard, a path or a word that only holds the
place of one. A person may override it with a reason, and both are recorded.

Vague means here that there is next to no text (ADQ-1) or a filler phrase in it (ADQ-2); “clean up”
is one where it does not say what. A verb that the list of actions does not know costs confidence,
but a word missing from a list blocks no plan.

Two kinds of task are never blocked: one that was made to repair a task that failed, in the words it
was made with (PLAN-7), and one of plangate's own for words that the person's goal has (UND-10): the
goal is theirs to word. Nor is what a person chose for good blocked for want of a way back: they may
want none, and approve the task before it is done (PLAN-6).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

from plangate.core.log.session import Session
from plangate.core.model.nouns import Task
from plangate.core.model.records import Fields
from plangate.core.words.irreversible import irreversible_entries
from plangate.core.words.plan_words import action_verb, destruction, filler

#: PLAN-5: the findings of one task that block its plan.
BLOCKING = frozenset(
    ("vague_short", "vague_phrase", "risk_destructive", "manifest_empty_path", "tbd_placeholder")
)


_SENTENCES = re.compile(r"\n|(?<=[.;:!?])\s")
#: The finding's own words, as a row of the adequacy check quotes them.
_QUOTED = re.compile("“([^”]+)”")


class Blocked(NamedTuple):
    """One task the quality gate does not let pass, and what would cure it."""

    task: str
    code: str
    saw: str
    cure: str

    @property
    def line(self) -> str:
        return f"{self.task}: {self.code} ({self.saw}); {self.cure}"


def refused_tasks(session: Session, tasks: Iterable[Task], report: Fields) -> tuple[Blocked, ...]:
    """What blocks tasks of a session's plan; what is done is past blocking."""
    own = session.mind == "rules" and session.work.adopted is None
    goal = session.goal if own else ""
    made = session.work.repairs
    left = [
        task
        for task in tasks
        if session.progress.get(task.id) != "done" and made.get(task.id) != task.description
    ]
    chosen = ((name, "risk_destructive") for name in chosen_for_good(session, left))
    return blocked_tasks(left, report, {*session.allowed_findings, *chosen}, goal)


def chosen_for_good(session: Session, tasks: Iterable[Task]) -> frozenset[str]:
    """The tasks that carry out what a person decided and cannot be undone (PLAN-6)."""
    said = [
        entry
        for entry in session.in_force
        if entry.user_response.startswith(("confirmed:", "custom:"))
    ]
    final = irreversible_entries(said, session.ambiguities)
    return frozenset(task.id for task in tasks if not final.isdisjoint(task.rests_on))


def blocked_tasks(
    tasks: Iterable[Task],
    report: Fields,
    allowed: Collection[tuple[str, str]] = (),
    goal: str = "",
) -> tuple[Blocked, ...]:
    """PLAN-5: what of an adequacy report blocks the plan.

    `allowed` are (task, code) overridden; `goal` is what a draft of plangate's own was made from.
    """
    found = {task["id"]: task["findings"] for task in report["per_task"]}
    return tuple(
        Blocked(task.id, finding["code"], finding["saw"], finding["cure"])
        for task in tasks
        for finding in found[task.id]
        if finding["code"] in BLOCKING and (task.id, finding["code"]) not in allowed
        if not (goal and _is_worded_by(goal, task, finding))
        if finding["code"] != "vague_phrase" or _says_nothing(task.description)
    )


def _is_worded_by(goal: str, task: Task, finding: Fields) -> bool:
    """UND-10: whether what the finding saw stands in the person's own goal."""
    asked = " ".join(goal.lower().split())
    match finding["code"]:
        case "risk_destructive":
            return destruction(goal) is not None
        case "vague_short":
            words: str | None = task.description.strip()
            if asked in task.description.lower():  # no shorter than the goal it restates
                return True
        case "vague_phrase":
            words = filler(task.description)
        case _:
            quoted = _QUOTED.search(finding["saw"])
            words = quoted[1] if quoted else None
    return bool(words) and str(words).lower() in asked


def _says_nothing(description: str) -> bool:
    """Whether a filler phrase is what a description has to say: where another sentence of it says
    what is done, the phrase only stands beside that."""
    phrase = filler(description)
    if phrase is None:
        return False
    if phrase.lower().startswith("clean") and not _cleans_nothing_named().search(description):
        return False
    told = (x for x in _SENTENCES.split(description) if not filler(x))
    return not any(map(action_verb, told))


@cache
def _cleans_nothing_named() -> re.Pattern[str]:
    return re.compile(
        r"\bclean\w*[\s-]+up\b(?:\W+(?:the|all|our|this|that|code|codebase|things?|stuff|it|last"
        r"|everything|after\w*|later))*\W*(?:$|[.;\n])",
        re.IGNORECASE,
    )
