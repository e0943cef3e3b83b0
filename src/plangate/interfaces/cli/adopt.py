"""`plangate adopt`: a session around a plan somebody else made (PLAN-12)."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.common import (
    clear_progress,
    db_option,
    existing_workspace,
    json_option,
    planner_for,
    read_file_or_stdin,
    settings_for,
    who,
    workspace_option,
)


@click.command(epilog="Example: plangate adopt PLAN.md --workspace .")
@click.argument("plan", required=False)
@click.option("--goal", help="What the plan is for (default: what the file says).")
@workspace_option("The directory it is for (default: here).")
@click.option("--enforce", is_flag=True, help="Refuse a plan that is too thin to work from.")
@db_option
@json_option
def adopt(
    plan: str | None,
    goal: str | None,
    workspace: Path | None,
    enforce: bool,
    db: Path | None,
    as_json: bool,
) -> int:
    """Work from the PLAN of somebody else, or standard input (-), as from one of plangate's own.

    Its tasks stay as they are. What the goal leaves open is decided and written down as always,
    the plan is judged, and what cannot be undone waits for your approval by name. Takes every
    format that `plangate check` reads. Exit 3 when a question waits, 5 when it is refused.
    """
    from plangate.app.adopting import adopt as around
    from plangate.core.plans.adopting import read_adopted
    from plangate.interfaces.cli.plan import show_outcome
    from plangate.wiring import read_plan_file, wish_of

    here = existing_workspace(workspace)
    settings = settings_for(here, db)
    raw = read_file_or_stdin(plan, field="PLAN")
    source = "standard input" if plan in (None, "-") else Path(str(plan)).name
    document, format_name = read_plan_file(raw, plan or "")
    said, adopted = read_adopted(document, source, format_name)
    wanted = goal or said
    if not wanted:
        raise BadInput("--goal", "is missing: the file does not say what it is for", "a goal")
    policy = settings.plan_policy
    if enforce:
        policy = policy._replace(plan_adequacy_enforce=True)
    wish = wish_of(settings, by=who(), surface="cli", plan_policy=policy)
    with planner_for(settings) as planner:
        advanced = around(planner, wanted, str(here), adopted, wish)
        clear_progress()
        return show_outcome(advanced, as_json)
