"""A plain Markdown checklist, or a plain list where nobody drew boxes.

Every box is a task, nested ones too; what stands below a box belongs to it. Boxes under a heading
of criteria (“Definition of done”) are how one knows, not what one does, unless there are no others.
It carries neither complexity, dependencies, preconditions nor checks.
"""

from __future__ import annotations

from plangate.adapters.formats.format import Edit, Written
from plangate.adapters.formats.headings import (
    criteria_of,
    is_explicit_step,
    kinds_of,
    step_headings,
)
from plangate.adapters.formats.list_lines import edited_lines
from plangate.adapters.formats.markdown_cutting import Item, Outline, outline
from plangate.adapters.formats.pieces import below, flat, headline, mark
from plangate.adapters.formats.prose import goal_of, numbered, paths_in, references_in
from plangate.core.model.records import Document
from plangate.language.patterns import lazy

NAME = "checklist"
RANK = 30
_LABEL = lazy(r"\A\d{1,9}(?:\.\d{1,9}){0,8}[.):]?\s+")


def looks_like(text: str, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    """Whether boxes are what the page is made of, rather than headings that are steps."""
    made = outline(text)
    kinds, criteria, steps = kinds_of(made), criteria_of(made), set(step_headings(made))
    boxes = [item for item in made.items if item.kind == "box"]
    if all(item.section in criteria for item in boxes):
        # No box is work: a plain list is left, unless headings say what is what.
        is_page = len(made.sections) > 2 and not boxes
        return bool(made.items) and not (steps or "group" in kinds or "work" in kinds or is_page)
    work = [item for item in boxes if kinds[item.section] != "check"]
    groups = steps | {number for number, kind in enumerate(kinds) if kind == "group"}
    for homes in (steps, groups):
        if len(homes) > 1 and not any(_is_within(made, item.section, homes) for item in work):
            # Phases or steps without a box in them: the boxes stand beside the work.
            return False
    # “## 2. Storage” over boxes is a chapter of tasks, “### Task 2: …” a task with its steps.
    steps = {number for number in steps if is_explicit_step(made.sections[number].title)}
    if len(steps) < 2:
        return True
    return 2 * sum(_is_within(made, item.section, steps) for item in work) < len(work)


def read(text: str) -> Document:
    """The plan of a checklist."""
    made = outline(text)
    plan: Document = {"tasks": tasks_of(_boxes(made) or plain_items(made.items))}
    if goal := goal_of(made):
        plan["goal"] = goal
    return plan


def done(text: str) -> frozenset[str]:
    """The tasks whose boxes are ticked."""
    items = _boxes(outline(text))
    named = zip(tasks_of(items), items, strict=True)
    return frozenset(str(task["id"]) for task, item in named if item.ticked)


def plain_items(items: list[Item]) -> list[Item]:
    """The outermost items of a list without boxes: the numbered ones where there are any."""
    outer = [item for item in items if item.depth == 0]
    return [item for item in outer if item.kind == "number"] or outer


def tasks_of(items: list[Item]) -> list[Document]:
    """List items as tasks."""
    drafts, labels, refs = [], [], []
    for item in items:
        text = _LABEL.sub("", item.text, count=1) if item.label else item.text
        description = "\n".join([text or item.text, *item.more])
        draft: Document = {"description": description}
        if files := paths_in(description):
            draft["files"] = files
        drafts.append(draft)
        labels.append(item.label)
        refs.append(references_in(description))
    return numbered(drafts, labels, refs)


def _boxes(made: Outline) -> list[Item]:
    boxes = [item for item in made.items if item.kind == "box"]
    criteria = criteria_of(made)
    return [item for item in boxes if item.section not in criteria] or boxes


def _is_within(made: Outline, section: int | None, steps: set[int]) -> bool:
    while section is not None:
        if section in steps:
            return True
        section = made.sections[section].parent
    return False


def write(plan: Written) -> str:
    lines = [f"# {flat(plan.goal)}", ""]
    for task in plan.tasks:
        lines.append(f"- [{mark(task, plan)}] {headline(task)}")
        lines += below(task, "  ")
    return "\n".join(lines) + "\n"


def rewrite(edit: Edit) -> str:
    return edited_lines(edit, NAME)
