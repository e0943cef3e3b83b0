"""`plangate publish`, and what `publish = true` does beside every command (PUB-1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from plangate.core.model.errors import BadInput, PlangateError
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import complain
from plangate.interfaces.cli.shared_options import workspace_option
from plangate.interfaces.text import shown

if TYPE_CHECKING:
    from plangate.app.acts.plans.publishing import Publication
    from plangate.app.planner import Planner

_YOURS = (
    "Commit it as you like. Words, order, checks and ticks changed there come back "
    "with the next `plangate publish`."
)
_FOLDER = ".plangate/plans"


@command(epilog="Example: plangate publish")
@click.argument("named", metavar="[ID]", required=False)
@click.option("--all", "every", is_flag=True, help="Every plan made here, not only the latest.")
@workspace_option("Where it is written (default: here).")
def publish(call: Call, named: str | None, every: bool) -> int:
    """Keep the plan ID, by default the latest here, as a file in its repository.

    It is written to .plangate/plans/, for people to read and review; commit it yourself. What
    somebody changed there in a task's words, check, order or tick comes back into the plan first,
    as a script's edit. A decision, an approval or a file name does not: what is not taken over is
    written beside it as .rej.md. No names and no own words are published unless your settings say
    publish_words = true; publish = true keeps every plan up to date by itself.
    """
    from plangate.app.naming.lookup import find_session
    from plangate.wiring.plan_files import publish_plan, publish_workspace

    if named is not None and every:
        raise BadInput("--all", "cannot be used with an ID", "one of them")
    with call.planner() as planner:
        planner.require("publish", "plangate publish")
        if every:
            made = list(publish_workspace(call.settings, planner, call.here))
        else:
            session = find_session(planner.store, call.near(planner.store).planned(named))
            made = [publish_plan(call.settings, planner, call.here, session)]
    document = {
        "schema": "plangate.published/1",
        "plans": [
            {
                "session": one.session,
                "file": f"{_FOLDER}/{one.file}",
                "plan_version": one.version,
                "result": one.result,
                "why": one.why,
                "taken": list(one.taken),
                "refused": list(one.refused),
                "refused_file": one.refused_file,
            }
            for one in made
        ],
    }
    left = any(one.result == "left" for one in made)
    nothing = "Nothing to publish: every plan here is up to date."
    told = [*_lines(made)]
    if any(one.result == "written" for one in made):
        told.append(_YOURS)
    return call.show(document, lambda: shown("\n".join(told) or nothing), 4 * left)


def keep_published(call: Call, planner: Planner) -> None:
    """With `publish = true`: the plans of this directory, and one line for what matters of it.

    Whatever goes wrong with a file is said and harms nothing else.
    """
    from plangate.wiring.plan_files import publish_workspace

    try:
        made = publish_workspace(call.settings, planner, call.here)
    except PlangateError as error:
        complain(f"not published: {error}")
        return
    for line in _lines(one for one in made if one.taken or one.refused or one.result == "left"):
        complain(line)


def _lines(made: Iterable[Publication]) -> Iterator[str]:
    for one in made:
        where = f"{_FOLDER}/{one.file}"
        if one.result == "left":
            yield f"{where} is left as it is: {one.why}"
            continue
        word = "is up to date" if one.result == "unchanged" else "is written"
        yield f"{where} {word} (v{one.version})"
        for taken in one.taken:
            yield f"  taken over: {taken}"
        for refused in one.refused:
            yield f"  not taken over: {refused}"
        if one.refused_file:
            yield f"  kept for you in {one.refused_file}"
