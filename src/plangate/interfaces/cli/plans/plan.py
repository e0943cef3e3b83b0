"""`plangate plan`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from plangate.core.model.nouns import BUDGET_SIGNALS, DEPTHS, INTAKES, ON_TIMEOUT
from plangate.core.model.policy import PROFILE_DEADLINES, PROFILES, TIMEOUT_SECS, by_profile
from plangate.core.model.policy.plan_policy import LOOP_MODES, PlanPolicy
from plangate.core.steps.intake_step import ROUTES
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.model_options import (
    Mind,
    chosen_mind,
    confirmed,
    model_options,
    show_dry_run,
)
from plangate.interfaces.cli.planner_here import at_a_terminal, who
from plangate.interfaces.cli.printing import complain, emit
from plangate.interfaces.cli.shared_options import (
    read_file_or_stdin,
    text_or_stdin,
    verbose_option,
    workspace_option,
)
from plangate.settings import PRESETS, Settings

if TYPE_CHECKING:
    from plangate.app.planner import Advanced, Planner
    from plangate.app.session_options import SessionOptions
    from plangate.app.unfinished import Begun

_DECLINED = 4
_ROUTE_WORDS = (*ROUTES, *(name for name in INTAKES if name != "RequiresClarification"))


@command(epilog="Example: plangate plan 'Add rate limiting to the public API' --workspace . --json")
@click.argument("goal", metavar="[GOAL]", nargs=-1)
@click.option(
    "--from", "issue", metavar="FILE", help="The goal is this issue; - is standard input."
)
@workspace_option("The directory to plan in (default: here).")
@click.option("--depth", type=click.Choice(DEPTHS), default="standard", help="How detailed a plan.")
@click.option(
    "--route",
    type=click.Choice(_ROUTE_WORDS),
    help="Choose the kind of outcome yourself; recorded as yours.",
)
@click.option(
    "--complexity",
    type=click.IntRange(1, 10),
    help="How complex the goal is, instead of an estimate.",
)
@click.option("--timeout-secs", type=int, help="How long a question waits (1 to 2,592,000).")
@click.option(
    "--on-timeout", type=click.Choice(ON_TIMEOUT), help="What happens when nobody answers in time."
)
@click.option("--budget", type=click.Choice(tuple(PRESETS)), help="How much investigation.")
@click.option(
    "--budget-signal",
    type=click.Choice(BUDGET_SIGNALS),
    default="normal",
    help="How much attention is left; critical and cost_exceeded never ask.",
)
@click.option(
    "--profile",
    type=click.Choice(tuple(PROFILES)),
    help="Use the gate of a source document: s0 or s4.",
)
@model_options
@click.option("--refine", type=click.Choice(LOOP_MODES), help="Whether a thin plan is expanded.")
@click.option("--enforce", is_flag=True, help="Refuse a plan that is too thin to work from.")
@click.option("--allow-findings", is_flag=True, help="Let the quality gate's findings pass.")
@click.option("--reason", help="Why they may pass; recorded with them.")
@click.option("--no-learning", is_flag=True, help="Use the shipped priors and recall nothing.")
@click.option("--again", is_flag=True, help="Start over, even if the goal has an open session.")
@click.option("--interview", is_flag=True, help="Go through every decision before planning.")
@click.option("--yes", is_flag=True, help="Do not prompt; open questions stay open.")
@verbose_option
def plan(  # each of the other options is a field of PlanOptions
    call: Call,
    /,
    goal: tuple[str, ...],
    issue: str | None,
    dry_run: bool,
    again: bool,
    yes: bool,
    **said: Any,
) -> int:
    """Plan a GOAL in a workspace; `-` reads the goal from standard input.

    `--from` reads an issue as gh, glab or Jira export it (JSON), or Markdown, in place of a GOAL.

    Ends in exactly one of: a plan, one question, a go-ahead for something trivial, an open loop, or
    a stop that says why. Exit 0 for a result, 3 when a question waits for you. The same goal again
    continues its session, or shows its plan while a task is still open.
    """
    from plangate.app.unfinished import begin_or_go_on, with_todays_rules
    from plangate.core.moves import Interview

    here, settings, options = call.here, call.settings, PlanOptions(**said)
    wanted, source = _goal(goal, issue)
    who_thinks = _mind(settings, options)
    wish = _wish(settings, options, who_thinks, source)
    if dry_run:
        return show_dry_run(settings, wanted, here, who_thinks, wish, as_json=call.as_json)
    if who_thinks.model is not None and not confirmed(who_thinks.model, here):
        return _DECLINED
    with call.planner(who_thinks.model) as planner:
        begun = begin_or_go_on(planner, wanted, str(here), wish, again=again)
        advanced = planner.advance(begun.session)
        if begun.went_on and who_thinks.model is not None:
            advanced = _thought_again(planner, advanced, named=who_thinks.named)
        if isinstance(advanced.outcome, Interview) and not options.interview:
            from plangate.app.acts.interviewing import end_interview

            advanced = end_interview(planner, begun.session, by=who())
        if not call.as_json and (told := _told(begun)):
            emit(call.screen.folded(told))
        if not call.as_json and not yes and at_a_terminal():
            advanced = ask_here(call, planner, advanced)
        advanced = with_todays_rules(advanced, begun, settings.session_rules)
        return call.show_outcome(advanced, went_on=begun.went_on, earlier=begun.earlier)


class PlanOptions(NamedTuple):
    """What is said at the command line about how a goal is planned."""

    depth: str
    route: str | None
    complexity: int | None
    timeout_secs: int | None
    on_timeout: str | None
    budget: str | None
    budget_signal: str
    profile: str | None
    mind: str | None
    model_name: str | None
    looks: bool | None
    max_cost: float | None
    refine: str | None
    enforce: bool
    allow_findings: bool
    reason: str | None
    no_learning: bool
    interview: bool


def _mind(settings: Settings, options: PlanOptions) -> Mind:
    chosen = chosen_mind(settings, options.mind, options.model_name, options.max_cost)
    much = options.depth == "deep" or options.budget in ("deep", "research")
    return chosen.that_looks(options.looks, settings.model.looks, much=much)


def _wish(
    settings: Settings, options: PlanOptions, who_thinks: Mind, source: str
) -> SessionOptions:
    """What holds for the session: the settings, and what was said beside them."""
    from plangate.wiring.planners import session_options

    policy, seconds = settings.policy, settings.timeout_secs
    if options.profile is not None:
        policy = policy._replace(**by_profile(options.profile))
        seconds = PROFILE_DEADLINES.get(options.profile, seconds)
    if options.timeout_secs is not None:
        seconds = TIMEOUT_SECS.read(options.timeout_secs, "--timeout-secs")
    return session_options(
        settings,
        depth=options.depth,
        route=ROUTES.get(options.route or "", options.route),
        complexity=options.complexity,
        timeout_secs=seconds,
        on_timeout=options.on_timeout or settings.on_timeout,
        budget_signal=options.budget_signal,
        budget=PRESETS[options.budget] if options.budget else settings.budget,
        policy=policy,
        by=who(),
        surface="cli",
        learning=not options.no_learning,
        plan_policy=_plan_policy(settings.plan_policy, options.refine, options.enforce),
        allow_findings=override_reason(options.allow_findings, options.reason),
        workspace_rules=settings.session_rules,
        source=source,
        interview=options.interview,
        **who_thinks.wish,
    )


def _thought_again(planner: Planner, advanced: Advanced, *, named: bool) -> Advanced:
    """LLM-3: a session that is there already goes on with another mind."""
    from plangate.app.hosting import think_again, wants_a_model
    from plangate.wiring.workspaces import quote_reader

    if not wants_a_model(advanced, named=named):
        return advanced
    return think_again(planner, advanced.session.id, quote_reader())


def _goal(words: tuple[str, ...], issue: str | None) -> tuple[str, str]:
    """What is to be planned and, of an issue, where it stands (PLAN-12)."""
    from plangate.app.session_options import LONGEST_GOAL
    from plangate.core.model.errors import BadInput

    if len(words) > 1:
        whole = shlex.quote(" ".join(words))
        raise BadInput(
            "GOAL", f"{len(words)} words are given", f"it in quotes: plangate plan {whole}"
        )
    goal = words[0] if words else None
    if (goal is None) == (issue is None):
        problem = "is missing" if goal is None else "stands beside --from"
        accepted = "plangate plan 'what you want done', or an issue by --from FILE"
        raise BadInput("GOAL", problem, accepted)
    if issue is not None:
        from plangate.wiring.plan_files import read_issue

        read = read_issue(read_file_or_stdin(issue, 10_000_000, "--from"), issue)
        if len(read.goal) > LONGEST_GOAL:
            complain(f"the issue is cut to its first {LONGEST_GOAL:,} characters")
        return read.goal[:LONGEST_GOAL], "standard input" if read.source == "-" else read.source
    text = text_or_stdin(str(goal), "goal")
    if text.lstrip().startswith("---\n"):
        raise BadInput("GOAL", "begins as an issue with front matter", "--from FILE, or --from -")
    return text, ""


def _told(begun: Begun) -> str:
    """ASK-16: nobody is asked twice, and it is said when something goes on."""
    if begun.went_on:
        return f"Goes on with session {begun.session}, as it was begun; --again starts over.\n"
    if begun.earlier:
        return f"Planned before in session {begun.earlier}: plangate show {begun.earlier}\n"
    return ""


def override_reason(allow_findings: bool, reason: str | None) -> str | None:
    """PLAN-5: an override needs its flag and a reason, both."""
    from plangate.app.session_options import checked_note
    from plangate.core.model.errors import BadInput

    if allow_findings and reason is None:
        raise BadInput("--reason", "is missing", "why the findings may pass")
    if reason is not None and not allow_findings:
        raise BadInput(
            "--reason", "is given without --allow-findings", "--allow-findings beside it"
        )
    return None if reason is None else checked_note(reason, "--reason")


def _plan_policy(policy: PlanPolicy, refine: str | None, enforce: bool) -> PlanPolicy:
    changed = policy if refine is None else policy._replace(loop_mode=refine)  # type: ignore[arg-type]
    return changed._replace(plan_adequacy_enforce=True) if enforce else changed


def ask_here(call: Call, planner: Planner, advanced: Advanced) -> Advanced:
    """At a terminal the person may answer at once; any key stops the clock (ASK-9)."""
    from plangate.core.moves import Ask, Decide, Interview, Wait
    from plangate.interfaces.cli.terminal import ask_on

    outcome = advanced.outcome
    if isinstance(outcome, Decide):  # PLAN-9
        from plangate.app.acts.scope_acts import Scope
        from plangate.interfaces.cli.questions.table import decide_at_terminal

        decide_at_terminal(planner, Scope(outcome.scope, outcome.chain), by=who())
        return planner.advance(advanced.session.id)
    if isinstance(outcome, Interview):  # INT-11
        from plangate.interfaces.cli.questions.interview import ask_through

        return ask_here(call, planner, ask_through(planner, advanced))
    if isinstance(outcome, Ask | Wait) and outcome.question.status == "pending":
        asked = ask_on(call, planner, outcome.question)
        return asked if isinstance(outcome, Ask) else planner.advance(advanced.session.id)
    return advanced
