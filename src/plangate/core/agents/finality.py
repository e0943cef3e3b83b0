"""Which tasks of a proposal cannot be undone, and what makes them so (PLAN-6, MCP-6).

A task waits for a person where its own deed is final or where it carries out a decision that is.
Whoever proposed it is told which word, file or decision that is, and what would change it; who
approves is a person, never a tool (ACT-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plangate.core.agents.proposals import HostDecision
from plangate.core.agents.telling import is_final
from plangate.core.gate.session_facts import one_way
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity, Assumption, Interpretation, Task
from plangate.core.words.irreversible import (
    final_words,
    irreversible_by_words,
    only_writes_of,
    option_cue,
)
from plangate.language.patterns import lazy

#: A file or folder somewhere below another, its name perhaps left open.
_PATH = lazy(r"(?<![\w/.-])(?:(?:[\w.*-]+/)+(?=[\w.*-]+\.\w{1,5}\b)|(?:[\w.*-]+/){2,}(?=\w))")


def with_finality(tasks: Sequence[Task], decided: Sequence[Ambiguity]) -> tuple[Task, ...]:
    """Proposed tasks, none less final than its words."""
    names = [ambiguity.id for ambiguity in decided if is_final(ambiguity)]
    return tuple(_finality_kept(task, names) for task in tasks)


def told_with_tasks(
    told: Sequence[HostDecision], tasks: Iterable[Task]
) -> tuple[HostDecision, ...]:
    """Decisions as they are told, their options marked where tasks that name files and do nothing
    final carry them out: what such an option says is what the code will do (PREF-2, 0023)."""
    carried: dict[str, bool] = {}
    for task in tasks:
        writes = bool(task.files) and task.reversibility != "irreversible"
        writes = writes and not irreversible_by_words(_by_file_names(task), code_too=True)
        for name in task.rests_on:
            carried[name] = carried.get(name, True) and writes
    return tuple(
        one._replace(options=tuple(x._replace(in_code=True) for x in one.options))
        if carried.get(one.id)
        else one
        for one in told
    )


def _finality_kept(task: Task, decided: Sequence[str]) -> Task:
    """A step that cannot be undone says so and rests on every decision with an option that cannot,
    so that no omission makes it look confirmed (PLAN-6, MCP-6); what can be undone holds it up only
    where the proposer says so (ASK-17)."""
    if irreversible_by_words(_by_file_names(task), code_too=True):
        task = task._replace(reversibility="irreversible")
    if task.reversibility == "irreversible":
        task = task._replace(rests_on=tuple(dict.fromkeys((*task.rests_on, *decided))))
    return task


def _by_file_names(task: Task) -> Task:
    """A task whose files are called by their names: the folders of a path are no words of a deed
    (“internal/database/migrations.go” runs no database migration)."""
    title, do = task.title, task.description
    for path in task.files:
        name = path.rpartition("/")[2]
        title, do = title.replace(path, name), do.replace(path, name)
    return task._replace(title=_PATH.sub("", title), description=_PATH.sub("", do))


# --- said to its proposer -------------------------------------------------------------------------

#: ACT-1: nothing a host could call.
APPROVED_BY = (
    "A person approves it: in the form that task start shows, on plangate's page or at a terminal"
)


def why_final(session: Session, task: Task) -> str:
    """What makes a task wait for a person's approval, and what would change that; in a line."""
    cause, cure = _cause_and_cure(session, task)
    return f"it cannot be undone, so a person approves it: {cause}{cure and f': {cure}'}"


def shown_to_approve(session: Session, task: Task) -> str:
    """PLAN-6: the same for whoever approves it: what is done, and why that is final."""
    return f"It cannot be undone: {_cause_and_cure(session, task)[0]}. It does: {task.description}"


def _cause_and_cure(session: Session, task: Task) -> tuple[str, str]:
    """What lifts a deed's words lifts nothing that a decision makes final too."""
    decided, said = _by_decision(session, task), _by_words(task)
    if decided is not None and (said is None or not decided[1]):
        return decided
    if decided is None or said is None:
        return said or ("it was sent with undo never", "")
    return f"{decided[0]}; and {said[0]}", f"{decided[1]}, and here"


def _by_decision(session: Session, task: Task) -> tuple[str, str] | None:
    final = one_way(session) if not only_writes_of(task.files) else frozenset()
    for entry in session.in_force:
        if entry.id in task.rests_on and entry.id in final:
            return _of_the_decision(entry, _reading_of(session, entry))
    return None


def _reading_of(session: Session, entry: Assumption) -> Interpretation | None:
    found = (
        reading
        for ambiguity in session.ambiguities
        if ambiguity.id == entry.ambiguity
        for reading in ambiguity.interpretations
        if reading.id == entry.interpretation
    )
    return next(found, None)


def _of_the_decision(entry: Assumption, reading: Interpretation | None) -> tuple[str, str]:
    """A reading that holds: declared final, or by its words alone, which a reason may lift."""
    name = f"it rests on {entry.ambiguity}"
    cue = option_cue(reading.label, reading.consequence) if reading is not None else None
    if cue is not None and (reading is None or reading.undo_told):
        return f"{name}, whose option says “{cue}”", "if nothing is lost by it, undo_why there"
    return f"{name}, and what was chosen there cannot be undone, whoever chose it", ""


def _by_words(task: Task) -> tuple[str, str] | None:
    saw = final_words(_by_file_names(task), code_too=True)
    if saw is None:
        return None
    cure = (
        "undo_why lifts a name, a cache or what only adds, and it says more"
        if task.undo_why
        else "if nothing is lost by it, say undo_why"
        if task.files
        else "if it only writes code, name its files; if nothing is lost by it, say undo_why"
    )
    return f"it says “{saw}”", cure
