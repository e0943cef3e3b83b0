"""`plangate check .plangate/plans`: every published plan, for a review or a CI (PUB-1).

No database: what a file says is held against itself, its format and, with --workspace, against
what is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document, Fields
from plangate.interfaces.cli.command import Call
from plangate.interfaces.text import shown
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.core.plans.adequacy.substance import Terrain

_EDITED = (
    "the goal, a decision, an approval or a version was changed by hand; "
    "plangate publish writes them again"
)


def check_folder(call: Call, folder: Path, root: str | None, enforce: bool) -> int:
    """One document for all of them; exit 5 when one cannot be trusted, or is thin and must not."""
    from plangate.interfaces.cli.plans.check import terrain_at
    from plangate.wiring.plan_files import plan_pages

    terrain = terrain_at(root)
    found, refused = plan_pages(folder)
    plans = [_checked(path, terrain) for path in found]
    beside = [path.name for path in refused]
    thin = enforce and any((one["report"] or {}).get("is_too_thin") for one in plans)
    ok = not thin and all(not one["problems"] for one in plans)
    document = {
        "schema": "plangate.checks/1",
        "ok": ok,
        "folder": str(folder),
        "plans": plans,
        "not_taken_over": beside,
    }
    return call.show(document, lambda: shown("\n".join(_lines(plans, beside))), 0 if ok else 5)


def _checked(path: Path, terrain: Terrain | None) -> Document:
    from plangate.core.plans.adequacy.adequacy import check_plan
    from plangate.core.plans.plan_document import read_foreign_plan
    from plangate.core.publishing.page import is_page, read_page
    from plangate.wiring.plan_files import read_plan_file, read_plan_page

    problems: list[str] = []
    report: Document | None = None
    try:
        text = read_plan_page(path)
        if is_page(text) and not read_page(text).is_whole:
            problems.append(_EDITED)
        plan, name = read_plan_file(text.encode(), path.name)
        report = {**check_plan(read_foreign_plan(plan), terrain), "format": name}
    except BadInput as error:
        problems.append(str(error))
    return {"file": path.name, "problems": problems, "report": report}


def _lines(plans: Sequence[Fields], beside: Sequence[str]) -> Iterator[str]:
    from plangate.interfaces.cli.plans.check import verdict_of

    if not plans:
        yield "No plan is published here."
    for one in plans:
        report = one["report"]
        yield f"{'BROKEN' if one['problems'] else 'ok    '}  {one['file']}"
        yield from (f"        {problem}" for problem in one["problems"])
        if report is not None:
            yield f"        {counted(len(report['per_task']), 'task')}, {verdict_of(report)}"
    for name in beside:
        yield f"note    {name}: edits that were not taken over; read and delete it"
