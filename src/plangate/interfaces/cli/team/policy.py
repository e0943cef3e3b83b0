"""`plangate policy`: what a team's gate goes by, its versions, what another would have asked."""

from __future__ import annotations

from datetime import timedelta

import click

from plangate.interfaces.cli.command import Call, command, group
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.shared_options import read_file_or_stdin, workspace_option
from plangate.language.tokens import counted


@group(epilog="Example: plangate policy set policy.json")
def policy(call: Call) -> int:
    """The policies a team set, for all of it and for repositories, with every version."""
    from plangate.app.team.roster import team_in

    with call.store() as store:
        policies = team_in(store).policies
    listed = [version._asdict() for versions in policies.values() for version in versions]
    lines = [
        f"{'the team' if one['place'] == '*' else one['place']} version {one['version']}, "
        f"set by {one['by']}"
        for one in listed
    ]
    document = {"schema": "plangate.policies/1", "policies": listed}
    return call.show(document, "\n".join(lines) or "No policy was set: the settings hold.")


@command("set", of=policy, epilog="Example: plangate policy set policy.json --workspace .")
@click.argument("file")
@workspace_option("For this repository alone, wherever it is cloned.")
def set_(call: Call, file: str) -> int:
    """Let FILE, a policy as JSON, hold from now on: a new version, for sessions that begin then."""
    from plangate.app.team.policies import set_policy
    from plangate.core.model.shapes import read_json

    document = read_json(read_file_or_stdin(file), "policy")
    with call.planner() as planner:
        place = planner.places.met(str(call.here)).place if call.workspace else None
        number = set_policy(planner, document, place, by=who())
    where = place or "the team"
    made = {"schema": "plangate.policy-set/1", "place": place, "version": number}
    return call.show(made, f"Version {number} holds for {where}.")


@command("would", of=policy, epilog="Example: plangate policy would policy.json --days 30")
@click.argument("file")
@click.option("--days", type=click.IntRange(1, 3_650), default=30, help="How far back.")
def would(call: Call, file: str, days: int) -> int:
    """What the policy in FILE would have asked of late, beside what was asked."""
    from plangate.app.team.policies import would_have
    from plangate.core.model.shapes import read_json
    from plangate.wiring.this_machine import system_clock

    document = read_json(read_file_or_stdin(file), "policy")
    with call.store() as store:
        found = would_have(store, system_clock(), document, timedelta(days=days))
    said = (
        f"{counted(found.would_ask, 'question')} instead of {found.asked}, of "
        f"{counted(found.decisions, 'decision')} in {counted(found.sessions, 'session')}."
    )
    return call.show({"schema": "plangate.policy-would/1", "days": days, **found._asdict()}, said)
