"""A team as the fold of its stream: its members, their roles, tokens and questions (TEAM-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.core.events import team_events as e
from plangate.core.log.chain import TEAM, Entry, event_of, is_erased
from plangate.core.model.errors import BadInput, StoreDamaged
from plangate.core.model.shapes import Choice, Text

#: What a member may be trusted with; `people` says who else is.
ROLES = ("answer", "approve", "policy", "people")
_NAME = Text(60)


_AGENT = "agent "


class Member(NamedTuple):
    name: str
    kind: e.MemberKind
    roles: frozenset[str]

    @property
    def recorded(self) -> str:
        """The name in the record: an agent's says what it is."""
        return f"{_AGENT}{self.name}" if self.kind == "agent" else self.name


def is_agent_name(name: str) -> bool:
    """Whether a name in the record is one that only an agent's token gives."""
    return name.lower().startswith(_AGENT)


class Token(NamedTuple):
    id: str
    member: str
    digest: str
    revoked: bool = False


class Team(NamedTuple):
    """Nobody in it means that there is no team: everybody is who their surface says."""

    members: Mapping[str, Member] = {}
    tokens: Mapping[str, Token] = {}
    assigned: Mapping[str, str] = {}
    policies: Mapping[str, tuple[e.TeamPolicySet, ...]] = {}
    digests: Mapping[str, str] = {}
    """TEAM-4: the ids of tokens by their digests: every call of an agent asks for one."""

    @property
    def has_people(self) -> bool:
        return any(member.kind == "person" for member in self.members.values())

    @property
    def answerers(self) -> tuple[str, ...]:
        """Who may answer, and so whom a question can be handed to."""
        return tuple(m.name for m in self.members.values() if "answer" in m.roles)

    def token(self, digest: str) -> Token | None:
        """The token that counts and has this digest."""
        found = self.tokens.get(self.digests.get(digest, ""))
        return found if found is not None and not found.revoked else None

    def holder(self, digest: str) -> Member | None:
        """Whose token this is the digest of; nobody's when it was revoked or they are gone."""
        token = self.token(digest)
        return self.members.get(token.member) if token is not None else None

    def person(self, token: str) -> Member | None:
        """The person whose token has this id; nobody once it was revoked or they are gone."""
        found = self.tokens.get(token)
        if found is None or found.revoked:
            return None
        member = self.members.get(found.member)
        return member if member is not None and member.kind == "person" else None


NO_TEAM = Team()


def team_of(entries: Sequence[Entry], before: Team = NO_TEAM) -> Team:
    """The fold of a team's entries, onto what the entries before them made."""
    members, tokens = dict(before.members), dict(before.tokens)
    assigned, policies = dict(before.assigned), dict(before.policies)
    digests = dict(before.digests)
    for entry in entries:
        if is_erased(entry):
            continue
        match event_of(entry):
            case e.MemberSet(name=name, kind=kind, roles=roles):
                members[name] = Member(name, kind, frozenset(roles))
            case e.MemberRemoved(name=name):
                members.pop(name, None)
                for token in [t for t in tokens.values() if t.member == name]:
                    tokens[token.id] = token._replace(revoked=True)
            case e.TokenIssued(id=issued, member=name, digest=digest):
                tokens[issued] = Token(issued, name, digest)
                digests[digest] = issued
            case e.TokenRevoked(id=issued):
                tokens[issued] = tokens[issued]._replace(revoked=True)
            case e.QuestionAssigned(question=question, to=to):
                assigned[question] = to
            case e.TeamPolicySet(place=place) as version:
                policies[place] = (*policies.get(place, ()), version)
            case _:
                raise StoreDamaged(f"stream {TEAM} holds a {entry.type}; run `plangate doctor`")
    kept = {question: to for question, to in assigned.items() if to}
    return Team(members, tokens, kept, policies, digests)


def checked_member(name: str, roles: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A name and roles as they may be written; refused by the name of what is wrong."""
    read = _NAME.read(name.strip(), "NAME")
    if not all(part.isalnum() or part in "-_.@" for part in read):
        raise BadInput("NAME", f"{read!r}", "letters, digits and - _ . @")
    return read, tuple(sorted({Choice(ROLES).read(role, "--role") for role in roles}))
