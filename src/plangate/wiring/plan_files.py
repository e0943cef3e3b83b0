"""Plan files of other tools, and the plans that are kept in a repository (PLAN-4, PUB-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Fields
from plangate.settings import Settings
from plangate.wiring.databases import own_anchors, published_plans

if TYPE_CHECKING:
    from plangate.adapters.formats.format import Format
    from plangate.adapters.kept.published_plans import PublishedPlans
    from plangate.app.acts.plans.publishing import Publication
    from plangate.app.planner import Planner
    from plangate.core.log.anchors import Anchor


def plan_pages(folder: Path) -> tuple[list[Path], list[Path]]:
    """The published plans in a folder, and the files of what was not taken over."""
    from plangate.adapters.kept.published_plans import plan_files

    return plan_files(folder)


def read_plan_page(path: Path) -> str:
    """The text of a published plan, or one line about why it cannot be read."""
    from plangate.adapters.kept.published_plans import read_plan_page

    return read_plan_page(path)


def publish_plan(
    settings: Settings, planner: Planner, workspace: Path, session: str
) -> Publication:
    """PUB-1: bring the file of one plan and its record together, by the settings' word on words."""
    from plangate.app.acts.plans.publishing import publish

    files, last = _plan_files(settings, planner, workspace)
    return publish(planner, session, files, last, words=settings.publish_words)


def publish_workspace(
    settings: Settings, planner: Planner, workspace: Path
) -> Sequence[Publication]:
    """The same for every plan of a workspace that moved on, in its record or in its file."""
    from plangate.app.acts.plans.publishing import sync

    files, last = _plan_files(settings, planner, workspace)
    return sync(planner, str(workspace), files, last, words=settings.publish_words)


def _plan_files(
    settings: Settings, planner: Planner, workspace: Path
) -> tuple[PublishedPlans, Anchor | None]:
    from plangate.adapters.kept.published_plans import PublishedPlans

    kept = own_anchors(settings, planner.store).in_force
    last = kept[-1] if kept else None
    return PublishedPlans(workspace, published_plans(settings)), last


def roots_of(workspace: str | Path) -> tuple[str, ...]:
    """A directory by the names a path in it can begin with: as it is called, and as it is."""
    here = Path(workspace)
    return tuple(dict.fromkeys((str(here.absolute()), str(here.resolve()))))


def read_plan_file(
    raw: bytes,
    name: str,
    field: str = "PLAN",
    form: str | None = None,
    workspace: str | Path | None = None,
) -> tuple[Any, str]:
    """The plan in a file and the name of its format, found by its content unless it is named;
    paths in the workspace it is for are read as they are from there."""
    from plangate.adapters.formats.detection import detect_and_read

    roots = () if workspace is None else roots_of(workspace)
    return detect_and_read(raw, name, field, _formats_of_others, _named(form), roots)


def done_in_plan_file(raw: bytes, name: str, form: str | None = None) -> frozenset[str]:
    """The ids of the tasks that a file says are done, in whatever format."""
    from plangate.adapters.formats.detection import done_in

    return done_in(raw, name, _formats_of_others, _named(form))


def write_plan_file(
    to: str,
    goal: str,
    tasks: Sequence[Fields],
    done: frozenset[str] = frozenset(),
    ledger: Sequence[str] = (),
) -> str:
    """A plan as the text of a file in the format named (PLAN-4)."""
    from plangate.adapters.formats.format import Written

    form = _format(to, "--to")
    if form.write is None:
        raise BadInput("--to", f"{to} can only be read", ", ".join(plan_formats()))
    return form.write(Written(goal, tasks, done, ledger))


def read_issue(raw: bytes, name: str) -> Any:
    """The goal in an issue as another tool exports it."""
    from plangate.adapters.formats.issues import read_issue

    return read_issue(raw, name)


def rewrite_plan_file(
    raw: bytes, name: str, tasks: Sequence[Fields], form: str | None = None
) -> str:
    """A file with these tasks instead of its own and everything else as it was."""
    from plangate.adapters.formats.detection import rewritten

    return rewritten(raw, name, tasks, _formats_of_others, _named(form))


def plan_formats() -> tuple[str, ...]:
    """The names of our own plan formats."""
    from plangate.adapters.formats.registry import own_names

    return own_names()


def formats_of_packages() -> tuple[str, ...]:
    """EXT-1: the names of the plan formats that other packages bring."""
    from plangate.adapters import entry_points

    return entry_points.names(entry_points.FORMATS)


def _format(name: str, field: str) -> Format:
    from plangate.adapters import entry_points
    from plangate.adapters.formats.registry import format_named

    def find(wanted: str) -> object:
        return entry_points.named(entry_points.FORMATS, wanted, plan_formats(), field)

    found = format_named(name, find)
    assert found is not None, "one that is not there is refused"
    return found


def _named(form: str | None) -> Format | None:
    return None if form is None else _format(form, "--from")


def _formats_of_others() -> Iterator[Format]:
    from plangate.adapters import entry_points
    from plangate.adapters.formats.format import format_of

    return (format_of(found, name) for name, found in entry_points.every(entry_points.FORMATS))
