"""`plangate adopt`: a session around a plan somebody else made (PLAN-12)."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.shared_options import (
    read_file_or_stdin,
    verbose_option,
    workspace_option,
)


@command(epilog="Example: plangate adopt PLAN.md --workspace .")
@click.argument("plan", required=False)
@click.option("--goal", help="What the plan is for (default: what the file says).")
@workspace_option("The directory it is for (default: here).")
@click.option("--enforce", is_flag=True, help="Refuse a plan that is too thin to work from.")
@verbose_option
def adopt(call: Call, plan: str | None, goal: str | None, enforce: bool) -> int:
    """Work from the PLAN of somebody else, or standard input (-), as from one of plangate's own.

    Its tasks stay as they are. What the goal leaves open is decided and recorded as usual, the plan
    is judged, and what cannot be undone waits for your approval by name. Takes every format that
    `plangate check` reads. Exit 3 when a question waits, 5 when it is refused.
    """
    from plangate.app.acts.plans.plan_acts import adopt as around
    from plangate.core.plans.adoption import read_adopted
    from plangate.wiring.plan_files import read_plan_file
    from plangate.wiring.planners import session_options

    settings = call.settings
    raw = read_file_or_stdin(plan, field="PLAN")
    source = "standard input" if plan in (None, "-") else Path(str(plan)).name
    document, format_name = read_plan_file(raw, plan or "", workspace=call.here)
    said, adopted = read_adopted(document, source, format_name)
    wanted = goal or said
    if not wanted:
        raise BadInput("--goal", "is missing: the file does not say what it is for", "a goal")
    policy = settings.plan_policy
    if enforce:
        policy = policy._replace(plan_adequacy_enforce=True)
    wish = session_options(settings, by=who(), surface="cli", plan_policy=policy)
    with call.planner() as planner:
        advanced = around(planner, wanted, str(call.here), adopted, wish)
        return call.show_outcome(advanced)
