"""Who is in a team, with which rights and tokens, and whose a question is (TEAM-3).

They stand in the stream `team`. Of a token only its digest is ever written.
"""

from typing import Literal, NamedTuple

from plangate.core.model.records import Document

MemberKind = Literal["person", "agent"]


class MemberSet(NamedTuple):
    """Somebody is in the team, with these roles; said again, the later word holds."""

    name: str
    kind: MemberKind
    roles: tuple[str, ...]
    by: str


class MemberRemoved(NamedTuple):
    """Somebody is in the team no more; what they did stays theirs in every record."""

    name: str
    by: str


class TokenIssued(NamedTuple):
    id: str
    member: str
    digest: str
    by: str


class TokenRevoked(NamedTuple):
    id: str
    by: str


class QuestionAssigned(NamedTuple):
    """A question is somebody's to answer; nobody's when the name is empty. Whoever answers first
    has answered it all the same."""

    question: str
    to: str
    by: str


class TeamPolicySet(NamedTuple):
    """TEAM-5: a version of the policy of a repository by its place, or of the team (`*`)."""

    place: str
    version: int
    policy: Document
    by: str


TeamEvent = (
    MemberSet | MemberRemoved | TokenIssued | TokenRevoked | QuestionAssigned | TeamPolicySet
)
