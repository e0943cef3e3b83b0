"""What a caller may say about a session when it begins, and what only a person may (ACT-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from shlex import quote
from typing import Literal, NamedTuple

from plangate.core.events import event as e
from plangate.core.guard.acts import Actor
from plangate.core.guard.redaction import redact, redact_value
from plangate.core.guard.strictness import (
    NO_RULES,
    WorkspaceRules,
    decides_more,
    laxer_fields,
    lets_thin_plans_pass,
)
from plangate.core.log.session import HOST, MODEL
from plangate.core.model.errors import BadInput
from plangate.core.model.kinds import BUDGET_SIGNALS, DEPTHS, INTAKES, ON_TIMEOUT
from plangate.core.model.nouns import DEFAULT_TIMEOUT_SECS, BudgetSignal, Depth, Intake, OnTimeout
from plangate.core.model.policy import DEFAULT_POLICY, TIMEOUT_SECS, Budget, Policy
from plangate.core.model.policy.plan_policy import DEFAULT_PLAN_POLICY, PlanPolicy
from plangate.core.model.shapes import Choice, Shape, Text, Whole

#: The longest goal that is taken; a goal is a request, not a document.
LONGEST_GOAL = 20_000
GOAL = Text(LONGEST_GOAL)
_WORKSPACE = Text(4_096)
#: A goal longer than this is named and not repeated in the command for a person.
_LONGEST_SHOWN = 200


class SessionOptions(NamedTuple):
    """What a caller may say about a session when it begins."""

    depth: Depth = "standard"
    route: Intake | None = None
    complexity: int | None = None
    timeout_secs: int = DEFAULT_TIMEOUT_SECS
    on_timeout: OnTimeout = "assume"
    budget_signal: BudgetSignal = "normal"
    budget: Budget = Budget()
    policy: Policy = DEFAULT_POLICY
    by: str = "unknown"
    surface: str = "library"
    learning: bool = True
    proposer: Literal["rules", "host", "model"] = "rules"
    plan_policy: PlanPolicy = DEFAULT_PLAN_POLICY
    allow_findings: str | None = None
    workspace_rules: WorkspaceRules = NO_RULES
    """ACT-2: what of the workspace's own settings is in this wish, and what was passed over."""
    source: str = ""
    """PLAN-12: the issue or the plan file the goal came from."""
    interview: bool = False
    """INT-11: go through every decision first."""
    model: str = ""
    """LLM-1: the model of a session whose proposer is `model`, PROVIDER:NAME."""
    model_address: str = ""
    max_cost: int | None = None
    """LLM-4: what the model may cost, in millionths of a dollar."""


class InForce(NamedTuple):
    """What holds in a workspace by its settings; what asks less is a person's to choose (ACT-1)."""

    policy: Policy = DEFAULT_POLICY
    plan_policy: PlanPolicy = DEFAULT_PLAN_POLICY
    on_timeout: OnTimeout = "assume"


def received_goal(
    goal: str, workspace: str, wish: SessionOptions, actor: Actor, *, place: str, proposer: str
) -> e.GoalReceived:
    """A goal as it is recorded: redacted once (ASK-14), signed by who acts (ACT-1)."""
    by_model = wish.proposer == MODEL
    return e.GoalReceived(
        goal=redact(goal.strip()),
        workspace=workspace,
        depth=wish.depth,
        route=wish.route,
        complexity=wish.complexity,
        proposer=wish.proposer if wish.proposer in (HOST, MODEL) else proposer,
        timeout_secs=wish.timeout_secs,
        on_timeout=wish.on_timeout,
        budget_signal=wish.budget_signal,
        budget=wish.budget,
        policy=wish.policy,
        by=actor.signed(wish.by),
        surface=wish.surface if actor.is_person else actor.recorded,
        learning=wish.learning,
        plan_policy=wish.plan_policy,
        allow_findings=wish.allow_findings,
        workspace_rules=redacted_rules(wish.workspace_rules),
        source=redact(wish.source),
        interview=wish.interview,
        place=place,
        model=wish.model if by_model else "",
        model_address=wish.model_address if by_model else "",
        max_cost=wish.max_cost if by_model else None,
    )


def check_goal(goal: str, workspace: str) -> None:
    """Refuse a goal or a workspace's name that is none (ERR-1)."""
    GOAL.read(goal, "goal")
    _WORKSPACE.read(workspace, "workspace")


def check_wish(wish: object) -> None:
    """Refuse what no session can begin with, field by field (ERR-1)."""
    if not isinstance(wish, SessionOptions):
        raise BadInput("wish", f"is a {type(wish).__name__}", "SessionOptions")
    for field, shape in _FIELDS.items():
        if (value := getattr(wish, field)) is not None:
            shape.read(value, field)
    for field, kind in (("policy", Policy), ("plan_policy", PlanPolicy), ("budget", Budget)):
        if not isinstance(value := getattr(wish, field), kind):
            raise BadInput(field, f"is a {type(value).__name__}", kind.__name__)


#: The plain fields of a wish, as far as somebody set them.
_FIELDS: Mapping[str, Shape] = {
    "depth": Choice(DEPTHS),
    "route": Choice(INTAKES),
    "complexity": Whole(1, 10),
    "timeout_secs": TIMEOUT_SECS,
    "on_timeout": Choice(ON_TIMEOUT),
    "budget_signal": Choice(BUDGET_SIGNALS),
}


def plan_command(goal: str, workspace: str) -> str:
    """The command a person types to plan a goal here."""
    shown = " ".join(redact(goal).split())
    named = quote(shown) if len(shown) <= _LONGEST_SHOWN else "GOAL"
    return f"plangate plan {named} --workspace {quote(workspace)}"


def persons_wishes(wish: SessionOptions, now: InForce) -> Iterator[tuple[str, str, str]]:
    """What of a wish makes the gate ask less: the act, the detail, and the flags that say it."""
    if wish.route is not None:
        yield "route", wish.route, f"--route {wish.route}"
    if wish.budget_signal != "normal":
        yield "attention", wish.budget_signal, f"--budget-signal {wish.budget_signal}"
    if decides_more(wish.on_timeout, now.on_timeout):
        yield "on-timeout", f"{wish.on_timeout}", f"--on-timeout {wish.on_timeout}"
    if fields := list(laxer_fields(wish.policy, now.policy)):
        name = wish.policy.profile
        profile = f"--profile {name}" if name != now.policy.profile else ""
        yield "policy", ", ".join(fields), profile
    if lets_thin_plans_pass(wish.plan_policy, now.plan_policy):
        yield "policy", "plan_adequacy_enforce", ""
    if wish.allow_findings is not None:
        yield "findings", "", "--allow-findings --reason WHY"


def redacted_rules(rules: WorkspaceRules) -> WorkspaceRules:
    """File names are a stranger's words: without secrets (ASK-14)."""
    return WorkspaceRules(*(tuple(map(redact, part)) for part in rules))


def checked_note(text: str, field: str) -> str:
    """A person's words as they may be stored: bounded, printable, redacted."""
    if not text.strip():
        raise BadInput(field, "is empty", "some words")
    kept: str = redact_value(Text(20_000).read(text, field).strip())
    return kept
