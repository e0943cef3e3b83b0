"""The people and agents of a team: added, trusted with roles, given tokens, taken out (TEAM-3).

The first person of a team is put in by whoever is at a terminal; from then on only those whose role
it is. Every word of it is an event of the stream `team`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence

from plangate.app.naming.lookup import find_question
from plangate.app.planner import Planner
from plangate.app.team.roster import roster_of
from plangate.core.events import event as e
from plangate.core.log.chain import TEAM, seal_all
from plangate.core.log.team import ROLES, Team, checked_member
from plangate.core.model.errors import BadInput, Conflict, NotFound, Refused, StoreBusy

_TRIES = 100
#: What a token begins with says whose kind it is: one of an agent is never a person's.
_BEGINS = {"person": "pgp_", "agent": "pga_"}


def digest_of(token: str) -> str:
    return hashlib.sha256(token.strip().encode("utf-8", "surrogatepass")).hexdigest()


def add(
    planner: Planner, name: str, kind: e.MemberKind, roles: Sequence[str], *, by: str
) -> tuple[str, str]:
    """Put somebody into the team; the token's id, and the token itself, which is shown once."""
    name, wanted = checked_member(name, roles)
    if kind == "agent" and wanted:
        raise BadInput("--role", "an agent has none: it never acts as a person", "no role")
    done = planner.require("people", f"plangate people add {name}")
    identity, secret = secrets.token_hex(4), secrets.token_urlsafe(24)  # 192 bits
    token = f"{_BEGINS[kind]}{identity}_{secret}"

    def made(team: Team) -> Sequence[e.Event]:
        if not team.has_people and kind == "person" and "people" not in wanted:
            raise BadInput("--role", "the first person says who else is in", f"also {ROLES[-1]}")
        return (
            e.MemberSet(name, kind, wanted, done.signed(by)),
            e.TokenIssued(identity, name, digest_of(token), done.signed(by)),
        )

    append_to_team(planner, made)
    return identity, token


def remove(planner: Planner, name: str, *, by: str) -> None:
    """Take somebody out; their tokens count for nothing from now on."""
    done = planner.require("people", f"plangate people remove {name}")

    def made(team: Team) -> Sequence[e.Event]:
        if name not in team.members:
            raise NotFound("NAME", f"{name[:60]!r} is not in the team", "a name of people")
        others = [m for m in team.members.values() if m.name != name and "people" in m.roles]
        if not others and "people" in team.members[name].roles and len(team.members) > 1:
            raise Refused(f"TEAM-3: {name} is the last who says who is in; give another the role")
        return (e.MemberRemoved(name, done.signed(by)),)

    append_to_team(planner, made)


def revoke(planner: Planner, token: str, *, by: str) -> None:
    """A token counts for nothing from now on, on every surface."""
    done = planner.require("people", f"plangate people revoke {token}")

    def made(team: Team) -> Sequence[e.Event]:
        if token not in team.tokens:
            raise NotFound("TOKEN", f"{token[:40]!r} is not known", "an id of `plangate people`")
        return (e.TokenRevoked(token, done.signed(by)),)

    append_to_team(planner, made)


def assign(planner: Planner, name: str, to: str, *, by: str, claims: bool = False) -> str:
    """Say whose a question is: somebody who may answer, or nobody's again; its id."""
    question = str(find_question(planner.store, name)["id"])
    typed = f"plangate claim {question}" if claims else f"plangate assign {question} {to}".rstrip()
    done = planner.require("assign", typed)

    def made(team: Team) -> Sequence[e.Event]:
        member = team.members.get(to)
        if to and (member is None or "answer" not in member.roles):
            problem = f"{to[:60]!r} may not answer" if member else f"{to[:60]!r} is not in the team"
            raise BadInput(
                "NAME", problem, ", ".join(team.answerers) or "somebody with the role answer"
            )
        return (e.QuestionAssigned(question, to, done.signed(by)),)

    append_to_team(planner, made)
    return question


def append_to_team(planner: Planner, make: Callable[[Team], Sequence[e.Event]]) -> None:
    """What `make` says of the team as it is, looking again whenever another writer was first."""
    for _ in range(_TRIES):
        before = roster_of(planner.store)
        happened = make(before.team)
        added = seal_all(TEAM, before.last, happened, planner.clock.now())
        try:
            planner.store.append(added, ())
        except Conflict:
            continue
        return
    raise StoreBusy("the team keeps being changed by other processes; try again")
