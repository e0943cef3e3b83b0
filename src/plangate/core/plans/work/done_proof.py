"""Done means shown (PLAN-11): what somebody brings to show that a task is done, read from a line.

A commit and a file can be looked at, and are; a command's exit is what somebody says it was, kept
with who said so. plangate runs nothing to find out.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Plan, Proof, Task
from plangate.core.model.policy.plans_numbers import DONE_PROOF_LONGEST

#: What `--proof` takes, for whoever wrote something else.
ACCEPTED = "`commit SHA`, `exit 0: COMMAND` or `file PATH`"

_COMMIT = re.compile(r"(?:commit[ :]\s*)?([0-9a-fA-F]{7,64}|HEAD)")
_EXIT = re.compile(r"exit(?:\s*code)?[ :=]\s*(\d{1,3})\s*[:, ]\s*(.+)", re.IGNORECASE | re.DOTALL)
_FILE = re.compile(r"file[ :]\s*(.+)", re.DOTALL)
#: One word with a dot or a slash in it: whoever gives a path need not say that it is one.
_PATH = re.compile(r"([^\s./][^\s]*[./][^\s]+)")


class Commit(NamedTuple):
    """A commit as far as a proof needs it."""

    name: str
    subject: str
    message: str = ""


def read_proof(text: str) -> Proof:
    """What a line says shows it; a command that failed shows the opposite and is refused."""
    said = " ".join(text.split())[:DONE_PROOF_LONGEST]
    if found := _COMMIT.fullmatch(said):
        name = found[1]
        return Proof("commit", name if name == "HEAD" else name.lower())
    if found := _EXIT.fullmatch(said):
        if int(found[1]) != 0:
            problem = f"exit {found[1]} shows that it is not done"
            raise BadInput("--proof", problem, "`exit 0: COMMAND`, or `plangate fail`")
        return Proof("command", found[2].strip(), detail="exit 0, as reported")
    if found := _FILE.fullmatch(said) or _PATH.fullmatch(said):
        return Proof("file", found[1].strip())
    raise BadInput("--proof", f"{said[:60]!r} shows nothing that can be looked at", ACCEPTED)


def naming(task: Task, commits: Iterable[Commit]) -> tuple[Commit, ...]:
    """The commits whose message names a task by its id: they are offered as its proof."""
    named = re.compile(rf"(?<![\w.-]){re.escape(task.id)}(?![\w-])")
    return tuple(
        commit for commit in commits if named.search(f"{commit.subject}\n{commit.message}")
    )


def unproved(session: Session, plan: Plan) -> Sequence[str]:
    """The tasks that are done by somebody's word alone."""
    return [
        task.id
        for task in plan.tasks
        if session.progress.get(task.id) == "done" and task.id not in session.work.proofs
    ]
