"""Who somebody is in a team, and what the team set for them (TEAM-3, TEAM-5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.core.model.errors import BadInput, PlangateError, StoreDamaged
from plangate.settings import Settings, place_of
from plangate.user_folders import data_directory, environment
from plangate.wiring.databases import open_store

if TYPE_CHECKING:
    from plangate.adapters.kept.own_token import OwnToken
    from plangate.app.ports import Store
    from plangate.core.guard.acts import Actor
    from plangate.core.model.policy import Policy


def as_member(settings: Settings, store: Store, actor: Actor) -> Actor:
    """TEAM-3: who acts, as the team knows them; as they are where nobody is in a team.

    A terminal is somebody by the token they entered, the page by its login, an agent or a script
    by the token in its environment, which makes nobody a person.
    """
    from plangate.app.team.roster import team_in
    from plangate.core.log.team import is_agent_name

    if not actor.is_person and is_agent_name(actor.by):
        return actor  # by the bearer token of its request, which was checked
    try:
        team = team_in(store)
    except StoreDamaged:
        return actor  # REC-9: whatever is asked next says so, and stops nothing else
    if not team.has_people:
        return actor
    from plangate.app.team.people import digest_of

    if not actor.is_person:
        agent = team.holder(digest_of(environment().get(_AGENT_TOKEN, "")))
        named = agent is not None and agent.kind == "agent"
        return actor._replace(by=agent.recorded) if agent and named else actor
    token = actor.token
    if actor.surface != "web":
        entered = team.token(digest_of(_own_token(settings).read()))
        token = entered.id if entered is not None else ""
    member = team.person(token)
    if member is None:
        return actor._replace(token="", roles=frozenset())
    return actor._replace(member=member.name, token=token, roles=member.roles)


#: TEAM-3: where an agent's process carries its token.
_AGENT_TOKEN = "PLANGATE_AGENT_TOKEN"


def policy_of_team(store: Store) -> Callable[[str], Policy | None]:
    """TEAM-5: what a team set for a repository; asked once a session begins."""

    def found(place: str) -> Policy | None:
        from plangate.core.log.chain import TEAM

        if not store.has(TEAM):
            return None
        from plangate.app.team.policies import team_policy

        return team_policy(store, place)

    return found


def _own_token(settings: Settings) -> OwnToken:
    from plangate.adapters.kept.own_token import OwnToken

    return OwnToken(place_of(settings.db), data_directory(environment()))


def carry_token(source: Settings, target: Settings) -> None:
    """TEAM-3: whoever moved a record is in the new one who they were in the old."""
    if token := _own_token(source).read():
        _own_token(target).write(token)


def holder_of(settings: Settings, token: str) -> tuple[str, str] | None:
    """TEAM-3: the person of the team whose token this is, and its id; None when it is nobody's."""
    from plangate.app.team.people import digest_of
    from plangate.app.team.roster import team_in

    with open_store(settings) as store:
        team = team_in(store)
    found = team.token(digest_of(token))
    person = team.person(found.id) if found is not None else None
    return (person.name, found.id) if person is not None and found is not None else None


def agent_holder(settings: Settings, token: str) -> str | None:
    """TEAM-3: the agent of the team whose token this is, as the record names it."""
    from plangate.app.team.people import digest_of
    from plangate.app.team.roster import team_in

    with open_store(settings) as store:
        member = team_in(store).holder(digest_of(token))
    return member.recorded if member is not None and member.kind == "agent" else None


def member_acting(settings: Settings, actor: Actor) -> Actor:
    """TEAM-3: who acts, as the team of this database knows them; for acts without a planner."""
    if isinstance(settings.db, Path) and not settings.db.exists():
        return actor  # nobody is in a team that is nowhere, and asking makes no file
    try:
        with open_store(settings) as store:
            return as_member(settings, store, actor)
    except PlangateError:
        return actor  # REC-9: it cannot be read, and whatever opens it next says so


def login_of(settings: Settings, actor: Actor) -> tuple[str, str]:
    """TEAM-3: as whom somebody at a terminal logs in: in a team by the token they entered."""
    from plangate.core.guard.acts import require_role

    known = member_acting(settings, actor)
    require_role("login", known)
    return known.signed(actor.by), known.token


def enter_token(settings: Settings, token: str) -> str:
    """TEAM-3: keep a person's token for this database; whose it is."""
    found = holder_of(settings, token)
    if found is None:
        raise BadInput("TOKEN", "is no person's token of this database, or was revoked", "yours")
    _own_token(settings).write(token)
    return found[0]
