"""`plangate people`, `assign` and `claim`: who may do what, and whose a question is (TEAM-3)."""

from __future__ import annotations

import click

from plangate.interfaces.cli.command import Call, command, group
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.shared_options import text_or_stdin

_ROLE = click.option(
    "--role", "roles", multiple=True, help="answer, approve, policy or people; more than once."
)


@group(epilog="Example: plangate people add ada --role answer --role approve")
def people(call: Call) -> int:
    """Who is in the team of a database, what they may do, and which tokens there are.

    Without anybody in it a database is its user's, and this page says so.
    """
    from plangate.app.team.roster import team_in

    with call.store() as store:
        team = team_in(store)
    members = [
        {"name": m.name, "kind": m.kind, "roles": sorted(m.roles)} for m in team.members.values()
    ]
    tokens = [{"id": t.id, "member": t.member, "revoked": t.revoked} for t in team.tokens.values()]
    document = {"schema": "plangate.people/1", "members": members, "tokens": tokens}
    lines = []
    for member in team.members.values():
        may = ", ".join(sorted(member.roles)) or ("look" if member.kind == "person" else "plan")
        held = [t.id for t in team.tokens.values() if t.member == member.name and not t.revoked]
        lines.append(f"{member.name} ({member.kind}): {may}; tokens {', '.join(held) or 'none'}")
    return call.show(document, "\n".join(lines) or "Nobody is in the team: the database is yours.")


@command("add", of=people, epilog="Example: plangate people add ada --role answer")
@click.argument("name")
@_ROLE
@click.option("--agent", is_flag=True, help="An agent: it plans and relays, never as a person.")
def add(call: Call, name: str, roles: tuple[str, ...], agent: bool) -> int:
    """Put somebody into the team, or change their roles, and print a new token for them: once."""
    from plangate.app.team.people import add as put_in

    with call.planner() as planner:
        kind, token = put_in(planner, name, "agent" if agent else "person", roles, by=who())
    use = "PLANGATE_AGENT_TOKEN" if agent else "`plangate people enter`, or on the page"
    document = {"schema": "plangate.token/1", "id": kind, "name": name, "token": token}
    return call.show(document, f"{token}\nShown once; {name} presents it by {use}.")


@command("enter", of=people, epilog="Example: plangate people enter -")
@click.argument("token")
def enter(call: Call, token: str) -> int:
    """Be the one TOKEN was made for, in this database, at your terminal (`-` reads it)."""
    from plangate.wiring.members import enter_token

    name = enter_token(call.settings, text_or_stdin(token, "TOKEN").strip())
    return call.show({"schema": "plangate.entered/1", "name": name}, f"You are {name} here.")


@command("revoke", of=people, epilog="Example: plangate people revoke 1f2e3d4c")
@click.argument("token", metavar="ID")
def revoke(call: Call, token: str) -> int:
    """Take a token back, at once and on every surface."""
    from plangate.app.team.people import revoke as take_back

    with call.planner() as planner:
        take_back(planner, token, by=who())
    return call.show({"schema": "plangate.revoked/1", "id": token}, f"{token} counts no more.")


@command("remove", of=people, epilog="Example: plangate people remove ada")
@click.argument("name")
def remove(call: Call, name: str) -> int:
    """Take somebody out of the team with all their tokens; what they did stays theirs."""
    from plangate.app.team.people import remove as take_out

    with call.planner() as planner:
        take_out(planner, name, by=who())
    return call.show({"schema": "plangate.removed/1", "name": name}, f"{name} is out of the team.")


@command(epilog="Example: plangate assign D1 ada")
@click.argument("name", metavar="ID")
@click.argument("to", metavar="[NAME]", default="")
def assign(call: Call, name: str, to: str) -> int:
    """Say whose question ID is: NAME's, who may answer it, or nobody's in particular.

    Whoever answers first has answered, whosever it was.
    """
    return _assign(call, name, to)


@command(epilog="Example: plangate claim D1")
@click.argument("name", metavar="ID")
def claim(call: Call, name: str) -> int:
    """Take a question on: it is yours to answer, and the others see that."""
    return _assign(call, name, None)


def _assign(call: Call, name: str, to: str | None) -> int:
    from plangate.app.team.people import assign as give

    with call.planner() as planner:
        wanted = planner.actor.signed(who()) if to is None else to
        asked = call.near(planner.store).question(name)
        question = give(planner, asked, wanted, by=who(), claims=to is None)
    said = f"{question} is {wanted}'s to answer" if wanted else f"{question} is anybody's again"
    return call.show({"schema": "plangate.assigned/1", "id": question, "to": wanted}, said)
