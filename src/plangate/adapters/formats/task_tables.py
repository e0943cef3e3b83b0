"""Tasks that stand in the rows of a Markdown table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from plangate.adapters.formats.markdown_cutting import plain
from plangate.adapters.formats.prose import numbered, paths_in
from plangate.core.model.records import Document
from plangate.language.patterns import lazy

_SEPARATOR = lazy(r"[\s|:-]+")
_COLUMNS = {
    "task": lazy(
        r"\W*(?:tasks?|steps?|items?|actions?|what|description|work|title|tarefas?|tareas?|任务|タスク)\W*",
        re.IGNORECASE,
    ),
    "label": lazy(r"#|\W*(?:no|nr|id|task\s+id|step\s+#)\W*", re.IGNORECASE),
    "needs": lazy(
        r"\W*(?:depend(?:s|encies|ency)?(?:\s+on)?|deps|blocked\s+by|requires|after)\W*",
        re.IGNORECASE,
    ),
    "files": lazy(r"\W*(?:files?|paths?|where)\W*", re.IGNORECASE),
}
_REF = lazy(r"[\w.-]+")
_FEWEST = 2


def table_of_tasks(rows: Sequence[str]) -> list[Document]:
    """The rows of tables that number their tasks; none when there are fewer than two."""
    found = [row for row in _read(rows) if row.get("label")]
    return _tasks(found) if len(found) >= _FEWEST else []


def task_rows(rows: Sequence[str]) -> list[Document]:
    """The rows of every table that has a column of tasks."""
    return _tasks(list(_read(rows)))


def _read(rows: Sequence[str]) -> Iterator[dict[str, str]]:
    """What stands in the columns we know, row by row, under the heading row last seen.

    A heading row is the one above the dashes; a table without our column ends the one before.
    """
    columns: Mapping[str, int] = {}
    for row, below in zip(rows, [*rows[1:], ""], strict=False):
        if _SEPARATOR.fullmatch(row):
            continue
        cells = [plain(cell) for cell in row.strip("|").split("|")]
        if _SEPARATOR.fullmatch(below or "x"):
            columns = _heads(cells)
        elif "task" in columns:
            read = {name: cells[at] for name, at in columns.items() if at < len(cells)}
            if read.get("task"):
                yield read


def _heads(cells: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, words in _COLUMNS.items():
        places = [at for at, cell in enumerate(cells) if words.fullmatch(cell)]
        if places:
            found[name] = places[0]
    return found


def _tasks(rows: Sequence[Mapping[str, str]]) -> list[Document]:
    drafts, labels, refs = [], [], []
    known = {row.get("label", "") for row in rows}
    for row in rows:
        draft: Document = {"description": row["task"]}
        if files := paths_in(" ".join((row["task"], row.get("files", "")))):
            draft["files"] = files
        drafts.append(draft)
        labels.append(row.get("label", "").replace("`", ""))
        needs = [ref for ref in _REF.findall(row.get("needs", "")) if ref in known]
        refs.append(needs if "needs" in row else None)
    return numbered(drafts, labels, refs)
