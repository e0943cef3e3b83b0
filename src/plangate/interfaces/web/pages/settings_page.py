"""Settings: the person's own acts that hold for later (ATT-1, PREF-1…4), and what is trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from plangate.app.acts.personal import (
    MONTH,
    clear_preference,
    last_month,
    set_focus,
    set_preference,
)
from plangate.app.planner import Planner
from plangate.app.team.roster import team_in
from plangate.core.gate.asking.attention import read_duration
from plangate.core.gate.preferences import dial_of
from plangate.core.log.chain import moment
from plangate.core.log.tables import EVERYWHERE, Query
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import DIALS, EVERY_QUESTION, FOCI, PREFERENCES, Focus
from plangate.core.model.places import Here
from plangate.core.model.records import Document
from plangate.interfaces.web import words
from plangate.interfaces.web.visit import Go, Page, Visit
from plangate.user_folders import environment, trust_store
from plangate.wiring.notices import message_places

_MOST_SESSIONS = 500
#: So many sessions of the last month are gone through for one page.
_MOST_LOOKED_AT = 100


def settings(visit: Visit) -> Page:
    planner = visit.look()
    trusted = trust_store(environment())
    values = {
        "now": planner.outside.focus(),
        "until": planner.outside.focus_until(),
        "foci": FOCI,
        "dials": DIALS,
        "kinds": PREFERENCES,
        "workspaces": _projects(visit, planner),
        "preferences": _preferences(planner),
        "questions": _kinds_asked(planner),
        "trusted": [(entry, trusted.state(entry)) for entry in trusted.entries()[0]],
        "notify": visit.desk.settings.notify,
        "places": message_places(visit.desk.settings),
        "quiet": _quiet(visit),
        "members": _members(planner),
        "db": visit.desk.settings.db,
        "typed": {"question_id": visit.given("question_id")},
    }
    return Page("settings.html", "Settings", values, part="settings")


def _quiet(visit: Visit) -> str:
    hours = visit.desk.settings.quiet_hours
    return f"{hours.begin:%H:%M} to {hours.end:%H:%M}" if hours else ""


class Listed(NamedTuple):
    """Somebody of the team, and what they may do (TEAM-3)."""

    name: str
    kind: str
    may: str


def _members(planner: Planner) -> list[Listed]:
    return [
        Listed(each.name, each.kind, ", ".join(sorted(each.roles)) or _WITHOUT_ROLE[each.kind])
        for each in team_in(planner.store).members.values()
    ]


_WITHOUT_ROLE = {"person": "look", "agent": "plan and relay"}


def _workspaces(planner: Planner) -> list[str]:
    """The projects plangate was used in, the latest first."""
    rows = planner.store.rows(
        Query("plan_sessions", order=("updated_at",), descending=True, limit=_MOST_SESSIONS)
    )
    return list(dict.fromkeys(str(row["workspace"]) for row in rows if row["workspace"]))[:20]


class Project(NamedTuple):
    """How much a project asks, and what the other positions would have changed (PREF-3)."""

    path: str
    dial: str
    would: list[str] | None
    """None where working it out would keep the page waiting; it is a link away."""


def _projects(visit: Visit, planner: Planner) -> list[Project]:
    found, left = [], _MOST_LOOKED_AT
    for path in _workspaces(planner):
        here = planner.places.here(path)
        dial = _dial(planner, path)
        left -= 0 if left < 0 else _begun_lately(planner, here)
        shows = left >= 0 or visit.query.get("month") == path
        found.append(Project(path, dial, _would(visit, planner, path, dial) if shows else None))
    return found


def _begun_lately(planner: Planner, here: Here) -> int:
    since = moment(planner.clock.now() - MONTH)
    wanted = Query("plan_sessions", places=here.places, from_on=("created_at", since))
    return len(planner.store.rows(wanted._replace(limit=_MOST_LOOKED_AT + 1)))


def _would(visit: Visit, planner: Planner, path: str, now: str) -> list[str]:
    """What each other position would have asked here over the last month, in words."""
    here = planner.places.here(path)
    found = visit.desk.while_unwritten(f"dial {path}", lambda: last_month(planner, here))
    lines = []
    for dial in DIALS:
        more, fewer = found[dial]
        told = [f"{len(more)} more ({_topics(more)})"] if more else []
        told += [f"{len(fewer)} fewer ({_topics(fewer)})"] if fewer else []
        if dial != now and told:
            name = "as usual" if dial == "normal" else dial
            lines.append(f"set to {name} it would have asked {' and '.join(told)}")
    return lines


def _topics(names: Sequence[str]) -> str:
    """What about the first of them."""
    first = ", ".join(map(words.topic, names[:3]))
    return f"{first}{', …' if len(names) > 3 else ''}"


def _dial(planner: Planner, workspace: str) -> str:
    return dial_of(planner.outside.preferences(planner.places.here(workspace)))


def _preferences(planner: Planner) -> list[Document]:
    rows = planner.store.rows(Query("preferences", order=("question_id", "place")))
    return [r for r in rows if r["value"] is not None and r["question_id"] != EVERY_QUESTION]


def _kinds_asked(planner: Planner) -> list[str]:
    rows = planner.store.rows(
        Query("questions", order=("asked_at",), descending=True, limit=_MOST_SESSIONS)
    )
    return sorted({str(row["question_id"]) for row in rows})


# --- what a person does here ----------------------------------------------------------------------


def focus(visit: Visit) -> Go:
    wanted, length = visit.given("focus"), visit.given("for")
    if wanted not in FOCI:
        raise BadInput("focus", f"{wanted[:20]!r} is not a kind of focus", ", ".join(FOCI))
    lasting = read_duration(length, "for") if length else None
    with visit.act() as planner:
        until = set_focus(planner, cast(Focus, wanted), lasting, by=visit.login.by)
    return Go(
        "/settings",
        f"Focus is {wanted}{f' until {words.clock(until, visit.now)}' if until else ''}.",
    )


def dial(visit: Visit) -> Go:
    wanted, workspace = visit.given("dial"), visit.given("workspace")
    if wanted not in DIALS:
        raise BadInput("dial", f"{wanted[:20]!r} is not a dial", ", ".join(DIALS))
    with visit.act() as planner:
        _must_be_known(planner, workspace)
        set_preference(
            planner, EVERY_QUESTION, wanted, workspace=workspace, note=None, by=visit.login.by
        )
    return Go("/settings", f"It asks {'as usual' if wanted == 'normal' else wanted} there.")


def prefer(visit: Visit) -> Go:
    kind, value = visit.given("question_id"), visit.given("value")
    if value not in PREFERENCES:
        raise BadInput("value", f"{value[:20]!r} is not a preference", ", ".join(PREFERENCES))
    workspace = visit.given("workspace") or None
    with visit.act() as planner:
        if workspace is not None:
            _must_be_known(planner, workspace)
        warning = set_preference(
            planner,
            kind,
            value,
            workspace=workspace,
            note=visit.given("note") or None,
            by=visit.login.by,
        )
    return Go(
        "/settings", f"{words.topic(kind)}: {words.topic(value)}.{f' {warning}' if warning else ''}"
    )


def clear(visit: Visit) -> Go:
    kind, place = visit.given("question_id"), visit.given("place")
    with visit.act() as planner:
        workspace = None if place == EVERYWHERE else _path_of(planner, place)
        there = clear_preference(planner, kind, workspace=workspace, by=visit.login.by)
    return Go("/settings", f"{words.topic(kind)}: {'cleared' if there else 'there was none'}.")


def log_out_everywhere(visit: Visit) -> Go:
    visit.desk.access.end_all()
    return Go("/login")


def _must_be_known(planner: Planner, workspace: str) -> None:
    known = _workspaces(planner)
    if workspace not in known:
        raise BadInput("workspace", f"{workspace[:80]!r} is not known", "one of the list")


def _path_of(planner: Planner, place: str) -> str:
    """A directory of a place (REC-8): a preference that asks less is kept by its path already."""
    for workspace in _workspaces(planner):
        if place in (workspace, *planner.places.here(workspace).places):
            return workspace
    raise BadInput("place", f"{place[:80]!r} is not known", "plangate prefs clear, in that folder")
