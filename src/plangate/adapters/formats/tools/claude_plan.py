"""A plan as Claude Code writes one: headings, steps, lists under them, a section on verification.

Steps are headings (“### Step 2: …”, “### 2. …”); where there are none, the items of lists under
headings of work or phases; where there are none either, a table of numbered tasks, any list, any
heading, any table with a column of tasks. What a section on verification says is the check of the
step, phase or plan it closes.
"""

from __future__ import annotations

from plangate.adapters.formats.format import Written
from plangate.adapters.formats.headings import (
    Kind,
    kinds_of,
    label_of,
    step_headings,
    without_number,
)
from plangate.adapters.formats.markdown_cutting import BOLD_LINE, Item, Outline, outline
from plangate.adapters.formats.pieces import facts, flat
from plangate.adapters.formats.prose import goal_of, numbered, paths_in, references_in
from plangate.adapters.formats.task_tables import table_of_tasks, task_rows
from plangate.adapters.formats.tools.checklist import plain_items, tasks_of
from plangate.core.model.records import Document
from plangate.core.words.plan_words import action_verb
from plangate.language.patterns import lazy

NAME = "claude-plan"
RANK = 40
_PARTS = lazy(r":\s+|\s[–—-]\s")


def looks_like(text: str, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    """Whether there are headings, or at least a list or a table."""
    made = outline(text)
    return len(made.sections) > 1 or bool(made.items or made.rows)


def read(text: str) -> Document:
    """The plan of a page of headings and steps."""
    made = outline(text)
    page = _Page(made)
    tasks = (
        page.tasks()
        or table_of_tasks(made.rows)
        or _any_list(made, page.kinds)
        or page.any_heading()
        or task_rows(made.rows)
    )
    plan: Document = {"tasks": tasks}
    if goal := goal_of(made):
        plan["goal"] = goal
    return plan


class _Page:
    """An outline with what its headings mean and which hold which."""

    def __init__(self, made: Outline) -> None:
        self.made = made
        self.kinds = kinds_of(made)
        self.steps = set(step_headings(made))
        self.children: dict[int, list[int]] = {}
        self.items: dict[int, list[Item]] = {}
        for number, section in enumerate(made.sections):
            if section.parent is not None:
                self.children.setdefault(section.parent, []).append(number)
        for item in made.items:
            self.items.setdefault(item.section, []).append(item)

    def tasks(self) -> list[Document]:
        """The tasks of all work, the page's own check at the last."""
        tops = [n for n, section in enumerate(self.made.sections) if section.parent is None]
        found = [task for number in tops for task in self._within(number)]
        return self._finished(found)

    def any_heading(self) -> list[Document]:
        """Every heading that is no aside, when nothing else is there."""
        usable = [n for n, kind in enumerate(self.kinds) if kind in ("plain", "work", "group")]
        return self._finished([self._one_task(number) for number in usable])

    def _within(self, number: int) -> list[Document]:
        """The tasks of a section and those below it."""
        kind = self.kinds[number]
        if kind in ("check", "aside"):
            return []
        if number in self.steps or self._is_one_change(number):
            return [self._one_task(number)]
        found = self._own_items(number) + self._below(number)
        if not found and kind in ("group", "plain") and self._is_in_work(number):
            found = [self._one_task(number)] if self.made.sections[number].lines else []
        if found and kind in ("group", "work") and (check := self._check_below(number)):
            found[-1].setdefault("check", check)
        return found

    def _below(self, number: int) -> list[Document]:
        """The tasks below the headings of a section, those in bold lines unless it has its own."""
        has_own = bool(self._own_items(number))
        return [
            task
            for child in self.children.get(number, ())
            if not (has_own and self.made.sections[child].level == BOLD_LINE)
            for task in self._within(child)
        ]

    def _own_items(self, number: int) -> list[Document]:
        """The items right under a heading of work: a numbered list, or bullets if all there is."""
        items = plain_items(self.items.get(number, [])) if self._is_in_work(number) else []
        headings = [c for c in self.children.get(number, ()) if self._holds_tasks(c)]
        if items and items[0].kind != "number" and headings:
            return []
        return [self._item_task(item) for item in items]

    def _holds_tasks(self, number: int) -> bool:
        """Whether a real heading below work is one of work itself."""
        section = self.made.sections[number]
        return section.level < BOLD_LINE and self.kinds[number] not in ("check", "aside")

    def _is_in_work(self, number: int | None) -> bool:
        while number is not None:
            if self.kinds[number] in ("group", "work", "step"):
                return True
            number = self.made.sections[number].parent
        return False

    def _is_one_change(self, number: int) -> bool:
        """A heading among work that names an action or a file is a task, its list the details."""
        section = self.made.sections[number]
        return (
            self.kinds[number] == "plain"
            and self._is_in_work(section.parent)
            and bool(_says_what_to_do(section.title) or paths_in(section.title))
            and not any(child in self.steps for child in self.children.get(number, ()))
        )

    def _one_task(self, number: int) -> Document:
        title = self.made.sections[number].title
        said = without_number(title)
        draft: Document = {
            "label": label_of(title),
            "title": said,
            "description": "\n".join([said, *self._lines_below(number)]),
        }
        if check := self._check_below(number):
            draft["check"] = check
        return draft

    def _item_task(self, item: Item) -> Document:
        (task,) = tasks_of([item])
        return {"label": item.label, "description": task["description"]}

    def _lines_below(self, number: int) -> list[str]:
        lines = list(self.made.sections[number].lines)
        for child in self.children.get(number, ()):
            if self.kinds[child] != "check":
                lines += [self.made.sections[child].title, *self._lines_below(child)]
        return lines

    def _check_below(self, number: int) -> str:
        checks = [c for c in self.children.get(number, ()) if self.kinds[c] == "check"]
        return "\n".join(line for child in checks for line in self._lines_of_check(child))

    def _lines_of_check(self, number: int) -> list[str]:
        section, children = self.made.sections[number], self.children.get(number, ())
        # Commands in a fence are no lines of ours; that there is such a section says enough.
        lines = list(section.lines) if section.lines or children else [section.title]
        for child in children:
            lines += self._lines_of_check(child)
        return lines

    def _finished(self, drafts: list[Document]) -> list[Document]:
        labels = [draft.pop("label", "") for draft in drafts]
        refs = []
        for draft in drafts:
            if files := paths_in(draft["description"]):
                draft["files"] = files
            refs.append(references_in(draft["description"]))
        if drafts and (check := self._own_check()):
            last = drafts[-1]
            last["check"] = "\n".join(filter(None, [last.get("check"), check]))
        return numbered(drafts, labels, refs)

    def _own_check(self) -> str:
        """What the page says about verification outside any step or phase."""
        outer = [
            n
            for n, kind in enumerate(self.kinds)
            if kind == "check"
            and not self._is_in_work(self.made.sections[n].parent)
            and not self._is_below_check(n)
        ]
        return "\n".join(line for number in outer for line in self._lines_of_check(number))

    def _is_below_check(self, number: int) -> bool:
        parent = self.made.sections[number].parent
        return parent is not None and self.kinds[parent] == "check"


def _says_what_to_do(title: str) -> bool:
    """Whether a heading opens with an action, or goes on with one: “API: add the route”."""
    openings = (part.split(None, 1)[:1] for part in _PARTS.split(title))
    return any(word and action_verb(word[0]) for word in openings)


def _any_list(made: Outline, kinds: list[Kind]) -> list[Document]:
    """The items of any list, of asides only when there are no others."""
    told = [item for item in made.items if kinds[item.section] not in ("aside", "check")]
    return tasks_of(plain_items(told) or plain_items(made.items))


def write(plan: Written) -> str:
    """A plan file as Claude Code keeps them: context, numbered steps, verification."""
    lines = [f"# {flat(plan.goal)}", ""]
    if plan.ledger:
        lines += ["## Context", "", *(f"- {flat(entry)}" for entry in plan.ledger), ""]
    lines += ["## Steps", ""]
    for place, task in enumerate(plan.tasks, start=1):
        # “Step 3: Testing” is a step whatever it is called; “3. Testing” may be a check.
        lines += [f"### Step {place}: {flat(task.get('title') or task['description'])}", ""]
        lines += [*task["description"].splitlines(), ""]
        lines += [f"- {line}" for line in facts(task)]
        lines += [""] if facts(task) else []
    return "\n".join(lines).rstrip("\n") + "\n"
