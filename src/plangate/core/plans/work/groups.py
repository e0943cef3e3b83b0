"""Task groups: what can be worked on side by side, and by how many (PLAN-8).

A group is what one worker does, in order. No two groups touch the same file, and no two groups wait
for each other in a circle, so a group can be handed out as soon as what it needs of others is done.
Tasks that name no file may touch anything: they are one group of their own, marked as such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from posixpath import normpath
from typing import Literal, NamedTuple

from plangate.core.log.session import Session
from plangate.core.model.graphs import in_order, waves_of
from plangate.core.model.nouns import Plan, Task
from plangate.core.model.records import Document
from plangate.core.plans.work.task_progress import WorkState


class Group(NamedTuple):
    """Tasks of one worker, in order; `after` names the groups that something in it waits for."""

    id: str
    tasks: tuple[str, ...]
    files: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def names_no_file(self) -> bool:
        return not self.files


class Groups(NamedTuple):
    """`simple`: one worker does it all; `parallel`: so many workers are busy at the widest."""

    kind: Literal["simple", "parallel"]
    workers: int
    groups: tuple[Group, ...]


def groups_of(tasks: Sequence[Task], *, one_group: bool = False) -> Groups:
    """Every task in exactly one group. `one_group` is what the last rung of GATE-7 asks for."""
    ordered = in_order(tasks)
    parts = [[task.id for task in ordered]] if one_group and ordered else _parts(ordered)
    files = {task.id: _paths(task) for task in ordered}
    home = {name: number for number, part in enumerate(parts) for name in part}
    needs = _needs(ordered, home)
    groups = tuple(
        Group(
            id=f"g{number + 1}",
            tasks=tuple(part),
            files=tuple(dict.fromkeys(path for name in part for path in files[name])),
            after=tuple(f"g{other + 1}" for other in sorted(needs[number])),
        )
        for number, part in enumerate(parts)
    )
    workers = max(map(len, waves_of({group.id: group.after for group in groups})), default=0)
    return Groups("parallel" if workers > 1 else "simple", workers, groups)


def _parts(ordered: Sequence[Task]) -> list[list[str]]:
    """The tasks cut into groups: by files, then without circles, then without idle hand-overs."""
    sets = _Sets(task.id for task in ordered)
    _join_by_files(sets, ordered)
    _join_circles(sets, ordered)
    _join_chains(sets, ordered)
    return sets.listed()


def _join_by_files(sets: _Sets, ordered: Sequence[Task]) -> None:
    """Tasks on one file, or on a folder and something in it, belong together."""
    holder: dict[str, str] = {}
    inside: dict[str, list[str]] = {}
    for task in ordered:
        for path in _paths(task) or ("",):
            sets.join(task.id, holder.setdefault(path, task.id))
    for path in holder:
        parent = path
        while "/" in parent:
            parent = parent.rpartition("/")[0]
            inside.setdefault(parent, []).append(path)
    for folder, paths in inside.items():
        if folder in holder:
            for path in paths:
                sets.join(holder[folder], holder[path])


def _join_circles(sets: _Sets, ordered: Sequence[Task]) -> None:
    """Groups that wait for each other are one: nobody could be handed either of them alone."""
    parts, needs = _graph(sets, ordered)
    ahead = {number: _reached(number, needs) for number in needs}
    for number, reached in ahead.items():
        for other in reached:
            if number in ahead[other]:
                sets.join(parts[number][0], parts[other][0])


def _join_chains(sets: _Sets, ordered: Sequence[Task]) -> None:
    """A group that waits for one other only, and alone does so, goes on with it."""
    parts, needs = _graph(sets, ordered)
    followers = Counter(other for needed in needs.values() for other in needed)
    for number, needed in needs.items():
        for other in needed:
            if len(needed) == 1 and followers[other] == 1:
                sets.join(parts[other][0], parts[number][0])


def _graph(
    sets: _Sets, ordered: Sequence[Task]
) -> tuple[list[list[str]], Mapping[int, frozenset[int]]]:
    parts = sets.listed()
    home = {name: number for number, part in enumerate(parts) for name in part}
    return parts, _needs(ordered, home)


def _needs(ordered: Sequence[Task], home: Mapping[str, int]) -> dict[int, frozenset[int]]:
    """For each group the others it waits for."""
    found: dict[int, set[int]] = {number: set() for number in home.values()}
    for task in ordered:
        found[home[task.id]].update(home[name] for name in task.depends_on)
    return {number: frozenset(needed - {number}) for number, needed in found.items()}


def _reached(start: int, needs: Mapping[int, Iterable[int]]) -> set[int]:
    seen: set[int] = set()
    left = list(needs[start])
    while left:
        number = left.pop()
        if number not in seen:
            seen.add(number)
            left += needs[number]
    return seen


def _paths(task: Task) -> tuple[str, ...]:
    """The files of a task, each in one spelling; the whole workspace is no file."""
    found = (normpath(path.strip().replace("\\", "/")) for path in task.files if path.strip())
    return tuple(dict.fromkeys(path for path in found if path != "."))


class _Sets:
    """Which tasks belong together so far."""

    def __init__(self, names: Iterable[str]) -> None:
        self._head = {name: name for name in names}

    def join(self, one: str, other: str) -> None:
        self._head[self._find(other)] = self._find(one)

    def listed(self) -> list[list[str]]:
        """The sets, each in the order of the plan, by their first tasks."""
        found: dict[str, list[str]] = {}
        for name in self._head:
            found.setdefault(self._find(name), []).append(name)
        return list(found.values())

    def _find(self, name: str) -> str:
        while self._head[name] != name:
            self._head[name] = self._head[self._head[name]]
            name = self._head[name]
        return name


# --- documents ------------------------------------------------------------------------------------


def session_groups(session: Session, plan: Plan) -> Groups:
    """The groups of a session's plan."""
    return groups_of(plan.tasks, one_group=takes_one_group(session))


def takes_one_group(session: Session) -> bool:
    """Whether the gate asked for one group (GATE-7)."""
    return any(
        decision["one_task_group"] for call in session.gate_calls for decision in call.decisions
    )


def groups_document(groups: Groups) -> Document:
    """`groups` of an outcome."""
    return {
        "kind": groups.kind,
        "workers": groups.workers,
        "groups": [_group_document(group) for group in groups.groups],
    }


def handed_out(groups: Groups, now: WorkState) -> Document:
    """`ready --groups`: what of each group is left, and the groups that can start now."""
    done = {task.id for task in now.done}
    begun = {task.id for task in now.started}
    left = {g.id: [name for name in g.tasks if name not in done] for g in groups.groups}
    entries = [
        {
            **_group_document(group),
            "left": left[group.id],
            "state": _state(group, left, begun, now),
        }
        for group in groups.groups
    ]
    return {"kind": groups.kind, "workers": groups.workers, "groups": entries}


def _state(
    group: Group, left: Mapping[str, Sequence[str]], begun: Iterable[str], now: WorkState
) -> str:
    if not left[group.id]:
        return "done"
    if set(begun) & set(group.tasks):
        return "started"
    if left[group.id][0] in now.withheld:
        return "withheld"
    return "waiting" if any(left[name] for name in group.after) else "ready"


def _group_document(group: Group) -> Document:
    return {
        "id": group.id,
        "tasks": list(group.tasks),
        "files": list(group.files),
        "after": list(group.after),
        **({"note": NO_FILE} if group.names_no_file else {}),
    }


#: What is said of a group whose tasks name no file.
NO_FILE = "names no file: look what it changes before it runs beside another group"
