"""`plangate close`: a plan that nobody wants any more (PLAN-13)."""

from __future__ import annotations

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import who, workspace_option


@command(epilog="Example: plangate close --why 'the feature was dropped'")
@click.argument("name", metavar="[ID]", required=False)
@workspace_option("Where it is looked for (default: here).")
@click.option("--why", required=True, help="Why; kept with the session.")
def close(call: Call, name: str | None, why: str) -> int:
    """Close the plan ID, by default the latest here, which nobody wants any more.

    Its question is taken back and nothing is assumed instead; nothing of it waits, is due or can be
    begun. What was decided and done stays in the record, `plangate resume ID` takes it up again,
    and the same goal planned anew begins afresh. It is a person's act.
    """
    from plangate.app.acts.plans.closing import close as close_plan

    with call.planner() as planner:
        near = call.near(planner.store)
        named = near.planned() if name is None else near.thing(name)
        advanced = close_plan(planner, named, why, by=who())
    call.show_outcome(advanced)
    return 0
