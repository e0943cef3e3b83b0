"""The file a goal about a program's surface begins at, whatever ranks first (UND-5).

One more option begins where its siblings are declared, a changed value at the line that holds it,
a limit where what it limits is taken. What the words of a goal rank says less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plangate.adapters.repo.brief.values_here import states_old
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.kin.options import names_new_option
from plangate.adapters.repo.kin.routes_kin import answering, named_route
from plangate.adapters.repo.places.called import called_by_a_name
from plangate.adapters.repo.places.mails_meant import mail_meant
from plangate.adapters.repo.places.screens_meant import screens_meant
from plangate.adapters.repo.spots.commands_meant import command_meant
from plangate.adapters.repo.spots.refusals import refusing
from plangate.adapters.repo.spots.told_answers import told_as_answer
from plangate.core.investigation.brief_values import MOST_PLACES
from plangate.core.investigation.ranking import Ranked
from plangate.core.model.sighting import LED, Kin, Spot
from plangate.language.issues.issue_text import Issue

#: How likely a leading file is where no word of the goal stands anywhere.
_ALONE = 0.5
Rows = Sequence[tuple[Ranked, float]]


class Led(NamedTuple):
    """What a look found so far: the issue, one more of a kind, the line of a value, and where what
    is quoted stands."""

    issue: Issue
    kin: Kin | None
    value: str
    told: Spot | None
    """The line that the goal leads to by what it tells: a message, or a key."""


def leading(workspace: Workspace, index: Index, seen: Led, rows: Rows) -> tuple[str, ...]:
    """The files where the work begins by what kind of change it is; () where that does not say."""
    one = _one_leading(workspace, index, seen, rows)
    if one or seen.kin is not None:
        return (one,) if one else ()
    likely = {one.name: strength for one, strength in rows}
    return screens_meant(index, seen.issue.title, likely)


def _one_leading(workspace: Workspace, index: Index, seen: Led, rows: Rows) -> str:
    likely = [(one.name, strength) for one, strength in rows]
    if seen.kin is not None:
        return seen.kin.points[0].path if seen.kin.points and not seen.kin.files else ""
    if seen.told is not None:
        return seen.told.path
    if route := named_route(index, seen.issue.title, dict(likely)):
        return answering(workspace, index, route)
    if mail := mail_meant(index, seen.issue.title):
        return mail
    if seen.value and states_old(seen.issue.said):
        return seen.value.rpartition(":")[0]
    if names_new_option(seen.issue.title):
        command = command_meant(index, seen.issue.title, dict(likely))
        return command.path if command else ""
    told = told_as_answer(workspace, seen.issue.title, likely)
    told = told or refusing(workspace, index, seen.issue.title, likely)
    return told or called_by_a_name(index, seen.issue.title, [path for path, _ in likely])


def led(rows: Rows, leads: Sequence[str]) -> list[tuple[Ranked, float]]:
    """The likeliest files with the leading ones first, as likely as what ranked first."""
    known = {one.name: one for one, _ in rows}
    best = max((strength for _, strength in rows), default=0.0) or _ALONE
    if not leads:
        return list(rows)
    first = [known.get(lead, Ranked(lead, best, ())) for lead in leads]
    why = [(one._replace(why=(LED, *one.why)), best) for one in first]
    return [*why, *(row for row in rows if row[0].name not in leads)][:MOST_PLACES]
