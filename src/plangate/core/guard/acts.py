"""Whose act it is: one table, act by surface, that every door asks (ACT-1, MCP-6).

Some things only a person may do, because each of them makes the gate ask less than it would by
itself or lets something happen that cannot be undone. Here stands which acts those are and which
surface may do them; `docs/trust.md` shows the same table, printed by `act_lines`. How a surface is
recognised stands in adapters/machine/acting.py. Nothing here looks at the outside, and nothing
here or there turns a script into a person: no flag, no variable, no build.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from plangate.core.model.errors import BadInput, PersonsAct, Refused

Surface = Literal["terminal", "web", "form", "script", "agent", "mcp", "hook", "token"]
Verdict = Literal["yes", "relayed", "by token", "refused"]
SURFACES: tuple[Surface, ...] = get_args(Surface)

#: What each surface is, in the words of the documentation and of a refusal.
SURFACE_WORDS: Mapping[Surface, str] = {
    "terminal": "a person at a terminal",
    "web": "a person logged in to the web page",
    "form": "a person in a form their client shows",
    "script": "a script or a pipe",
    "agent": "a coding agent's shell",
    "mcp": "an MCP tool call",
    "hook": "a hook",
    "token": "a script with a person's token",
}

#: Where a person speaks for themselves.
PERSONS: tuple[Surface, ...] = ("terminal", "web", "form")

#: How a surface stands in the record, where the word there is an older one.
_RECORDED: Mapping[Surface, str] = {"terminal": "cli", "form": "mcp"}

#: What surfaces may do, for each kind of act.
_KINDS: Mapping[str, tuple[Verdict, ...]] = {
    #             terminal web    form       script      agent      mcp        hook       token
    "anybody": ("yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes"),
    "relay": ("yes", "yes", "yes", "relayed", "relayed", "relayed", "relayed", "relayed"),
    "handed on": ("yes", "yes", "refused", "by token", "refused", "refused", "refused", "yes"),
    "handed on, or form": ("yes", "yes", "yes", "by token", "refused", "refused", "refused", "yes"),
    "own": ("yes", "yes", "refused", "refused", "refused", "refused", "refused", "refused"),
    "own or form": ("yes", "yes", "yes", "refused", "refused", "refused", "refused", "refused"),
    "terminal": (
        "yes",
        "refused",
        "refused",
        "refused",
        "refused",
        "refused",
        "refused",
        "refused",
    ),
}


class Act(NamedTuple):
    """One row of the table: its name (the RIGHT of `plangate allow`), what it is, its kind."""

    name: str
    what: str
    kind: str
    role: str = ""
    """TEAM-3: the role it asks for in a team; any member's when it names none."""

    def verdict(self, surface: Surface) -> Verdict:
        return _KINDS[self.kind][SURFACES.index(surface)]


_ROWS: tuple[Act, ...] = (
    Act("plan", "plan, look, note, hold, do and report tasks", "anybody"),
    Act("publish", "keep a plan as a file in its repository", "anybody"),
    Act("stricter", "set a preference, profile or policy that asks as much or more", "anybody"),
    Act("answer", "answer a question that can be undone, or a part of a scope", "relay", "answer"),
    Act(
        "preference",
        "set a preference that asks less, or clear one that asks more",
        "handed on",
        "policy",
    ),
    Act("focus", "set the focus", "handed on", "answer"),
    Act(
        "policy",
        "use a laxer profile or policy (flag, environment, library)",
        "handed on",
        "policy",
    ),
    Act("attention", "give an attention signal", "handed on", "answer"),
    Act("budget", "raise a running session's budget", "handed on", "answer"),
    Act("route", "route a goal past the intake", "handed on", "answer"),
    Act("on-timeout", "let silence decide more than the settings do", "handed on", "policy"),
    Act("remember", "keep a memory that answers a question", "handed on", "answer"),
    Act("withdraw", "withdraw a question or a scope, or close a plan", "handed on", "answer"),
    Act("confirm", "confirm a ledger entry", "handed on", "answer"),
    Act("revise", "change, undo or go on with what a person decided", "handed on", "answer"),
    Act("findings", "let the quality gate's findings pass", "handed on", "approve"),
    Act("renew", "renew or close a deferral", "handed on", "answer"),
    Act("approve", "approve tasks that cannot be undone", "handed on, or form", "approve"),
    Act("provider", "use a model's provider for the first time", "handed on", "policy"),
    Act("forget", "forget a memory, or erase from the record", "handed on", "people"),
    Act("accept-restore", "accept a restored record", "handed on", "people"),
    Act("rebuild", "make the tables again from the record", "handed on", "people"),
    Act("quarantine", "put a session aside", "handed on", "people"),
    Act("import", "import a record", "handed on", "people"),
    Act("one-way", "answer a question that cannot be undone", "own or form", "answer"),
    Act("ship", "ship a scope, or answer its last part", "own or form", "answer"),
    Act("trust", "trust a workspace", "own", "policy"),
    Act("allow", "hand on a right", "own", "policy"),
    Act("assign", "say whose a question is", "own", "answer"),
    Act("people", "say who is in a team, and give or take back their tokens", "own", "people"),
    Act("login", "log in to the web page", "terminal"),
)

ACTS: Mapping[str, Act] = {act.name: act for act in _ROWS}

#: What `plangate allow` can hand on.
RIGHTS: tuple[str, ...] = tuple(act.name for act in _ROWS if "handed on" in act.kind)


class Right(NamedTuple):
    """A right a person handed on: what for, where, until when; for `approve` also which tasks."""

    id: str
    act: str
    workspace: str
    until: str
    by: str
    tasks: tuple[str, ...] = ()


class Actor(NamedTuple):
    """Who acts, as the surface shows it; made by adapters/machine/acting.py, never from claims."""

    surface: Surface
    by: str
    why: str = ""
    """How the surface was recognised: "standard input is not a terminal"."""
    right: Right | None = None
    trouble: str = ""
    """Why the token that was presented does not count."""
    place: str = ""
    """The directory it acts in, for acts that are about no workspace of their own."""
    member: str = ""
    """TEAM-3: who it is in the team, by a token that was checked; empty where there is none."""
    token: str = ""
    """TEAM-3: the id of the token a login on the page was begun with; never the token itself."""
    roles: frozenset[str] | None = None
    """TEAM-3: what it may do as a person of the team; None where nobody is in a team."""

    @property
    def is_person(self) -> bool:
        return self.surface in PERSONS

    @property
    def recorded(self) -> str:
        """The surface's word in the record."""
        return _RECORDED.get(self.surface, self.surface)

    def signed(self, claimed: str) -> str:
        """The name in the record: a person's own, or what the surface shows."""
        if self.member:
            return self.member
        return claimed if self.is_person else self.by


#: A program that said nothing about itself.
A_SCRIPT = Actor("script", "a script")


def require(
    act: str,
    actor: Actor,
    command: str,
    *,
    workspace: str | None = None,
    now: str = "",
    tasks: Collection[str] = (),
    detail: str = "",
) -> Actor:
    """The actor as which this is done, or PersonsAct: nothing else decides whose act it is.

    `command` is what a person runs instead, `detail` what exactly was wanted. `tasks` are the tasks
    to approve, by plan version.
    """
    row = ACTS[act]
    verdict = row.verdict(actor.surface)
    if verdict == "yes" and actor.is_person:
        require_role(act, actor)
    if verdict in ("yes", "relayed"):
        return actor
    if verdict == "by token" and actor.right is not None:
        trouble = _trouble(actor.right, row, workspace or actor.place, now, tasks)
        if not trouble:
            by = f"{actor.by}, by {actor.right.by}'s token {actor.right.id}"
            return actor._replace(surface="token", by=by)
        actor = actor._replace(trouble=trouble)
    raise PersonsAct(row.name, _refusal(row, actor, verdict, detail), command)


def require_role(act: str, actor: Actor) -> None:
    """TEAM-3: a person of a team does what their roles say; who is not in it, nothing of that."""
    if actor.roles is None:
        return
    role = ACTS[act].role
    if not actor.member:
        why = f"{actor.by} is not known to this team; enter your token: plangate people enter -"
        raise Refused(f"TEAM-3: {why}")
    if role and role not in actor.roles:
        raise Refused(f"TEAM-3: {actor.member} may not {ACTS[act].what}: the role {role} is needed")


def _trouble(right: Right, row: Act, workspace: str, now: str, tasks: Collection[str]) -> str:
    """Why a token does not reach so far; empty when it does."""
    if right.act != row.name:
        return f"it is for {right.act}"
    if now and now > right.until:
        return f"it ended at {right.until}"
    if workspace != right.workspace:
        return f"it is for {right.workspace}"
    if missing := sorted(set(tasks) - set(right.tasks)):
        return f"it does not name {', '.join(missing)}"
    return ""


def _refusal(row: Act, actor: Actor, verdict: Verdict, detail: str) -> str:
    seen = f" ({actor.why})" if actor.why else ""
    wanted = f"{row.what} [{detail}]" if detail else row.what
    words = f"only a person may {wanted}, and this is {SURFACE_WORDS[actor.surface]}{seen}"
    if actor.trouble:
        return f"{words}; PLANGATE_TOKEN does not count: {actor.trouble}"
    if actor.right is not None and verdict == "refused":
        return f"{words}; no token reaches this"
    return words


def read_right(act: str, tasks: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """What is to be handed on, checked: a right there is, and tasks exactly where they belong."""
    if act not in RIGHTS:
        never = "is never handed on" if act in ACTS else "is no right"
        raise BadInput("RIGHT", f"{act[:40]!r} {never}", ", ".join(RIGHTS))
    if act == "approve" and not tasks:
        raise BadInput("--task", "is missing", "each task by plan version: k3v9xq2m-v2/t4")
    if act != "approve" and tasks:
        raise BadInput("--task", f"says nothing about {act}", "only beside approve")
    return act, tuple(sorted({_read_task(task) for task in tasks}))


def _read_task(named: str) -> str:
    """A task of one plan version: `SESSION-vN/TASK`."""
    plan, _, task = named.strip().partition("/")
    session, _, version = plan.rpartition("-v")
    if not (session and task and version.isascii() and version.isdigit() and len(named) <= 200):
        raise BadInput("--task", f"{named[:60]!r} is not a task of a version", "k3v9xq2m-v2/t4")
    return f"{plan}/{task}"


def act_lines() -> Iterator[str]:
    """The table as docs/trust.md shows it."""
    yield f"| act | what it is | {' | '.join(SURFACES)} |"
    yield "|---|---|" + "---|" * len(SURFACES)
    for act in _ROWS:
        verdicts = " | ".join(act.verdict(surface) for surface in SURFACES)
        yield f"| `{act.name}` | {act.what} | {verdicts} |"
