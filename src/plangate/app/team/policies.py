"""The policy of a team: one for all, one for a repository, each with its versions (TEAM-5).

A version is an event: who set it, when and what it says stays, and a session begun under it carries
its own copy, so that the audit replays every decision by what held then.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from plangate.app.log.audits import run_audit
from plangate.app.planner import Planner
from plangate.app.ports import Clock, Store
from plangate.app.team.people import append_to_team
from plangate.app.team.roster import team_in
from plangate.core.events import event as e
from plangate.core.log.chain import moment
from plangate.core.log.tables import EVERYWHERE, Query
from plangate.core.log.team import Team
from plangate.core.model.policy import Policy, read_policy
from plangate.core.model.records import Fields


class WouldHave(NamedTuple):
    """What a policy would have asked, beside what was asked."""

    sessions: int
    decisions: int
    asked: int
    would_ask: int


def set_policy(planner: Planner, document: Any, place: str | None, *, by: str) -> int:
    """A new version for the team, or for one repository; its number. Nothing is set half."""
    read_policy(document)
    done = planner.require("policy", "plangate policy set FILE")
    number = 0

    def made(team: Team) -> tuple[e.Event]:
        nonlocal number
        number = len(team.policies.get(place or EVERYWHERE, ())) + 1
        return (e.TeamPolicySet(place or EVERYWHERE, number, dict(document), done.signed(by)),)

    append_to_team(planner, made)
    return number


def team_policy(store: Store, place: str) -> Policy | None:
    """What holds for a repository: its own latest version, else the team's; None without one."""
    team = team_in(store)
    for where in (place, EVERYWHERE):
        if versions := team.policies.get(where):
            return read_policy(versions[-1].policy)
    return None


def would_have(store: Store, clock: Clock, document: Fields, lasting: timedelta) -> WouldHave:
    """REC-3: what this policy would have asked of the sessions begun since, from the log alone."""
    policy = read_policy(document)
    since = moment(clock.now() - lasting)
    rows = store.rows(Query("plan_sessions", from_on=("created_at", since)))
    found = [run_audit(store, str(row["plan_session_id"]), policy).counterfactual for row in rows]
    return WouldHave(
        len(found),
        sum(one.decisions for one in found),
        sum(one.asked for one in found),
        sum(one.would_ask for one in found),
    )
