"""`plangate worker` and `plangate workers`: sessions that go on with nobody at them (TEAM-2)."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import existing_workspace


@command(epilog="Example: plangate worker --serve ~/src/shop --serve ~/src/site")
@click.option(
    "--serve",
    "folders",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A workspace, or a folder of clones, whose sessions it moves on; more than once.",
)
@click.option("--jobs", type=click.IntRange(1, 16), default=2, help="How many at once.")
def worker(call: Call, folders: tuple[Path, ...], jobs: int) -> int:
    """Move sessions on and let deadlines pass, for a team's database, until it is stopped.

    Sessions go on where their workspace is: a worker takes those of the directories it serves,
    wherever they were begun (known by remote and path inside it). Deadlines of every workspace are
    taken by every worker. Ctrl-C or SIGTERM ends it after what is under way; one that is killed is
    taken over by the others within seconds.
    """
    from plangate.interfaces.extras import require_extra
    from plangate.wiring.teamwork import run_worker

    require_extra("team", "plangate worker")
    served = [clone for folder in folders for clone in _workspaces(existing_workspace(folder))]
    run_worker(call.settings, served, _say, jobs)
    return 0


@command(epilog="Example: plangate workers")
def workers(call: Call) -> int:
    """Which workers are there, what they serve and do, and which workspaces nobody serves."""
    from plangate.interfaces.extras import require_extra
    from plangate.wiring.teamwork import at_work

    require_extra("team", "plangate workers")
    found = at_work(call.settings)
    document = {
        "schema": "plangate.workers/1",
        "workers": [one._asdict() for one in found.serving],
        "jobs": [{"state": s, "kind": kind, "session": name} for s, kind, name in found.jobs],
        "unserved": found.unserved,
    }
    served = ((one.worker, one.path or "deadlines alone") for one in found.serving)
    lines = [f"{worker} serves {what}" for worker, what in dict.fromkeys(served)]
    lines = lines or ["no worker runs: plangate worker --serve DIR"]
    doing = {one.worker: one.doing for one in found.serving if one.doing}
    lines += [f"{worker} does {what}" for worker, what in doing.items()]
    lines += [f"waits: {kind} {name}" for state, kind, name in found.jobs if state == "todo"]
    for place, count in found.unserved.items():
        lines.append(f"no worker serves {place}: {count} of its sessions wait")
    return call.show(document, "\n".join(lines))


def _workspaces(folder: Path) -> list[Path]:
    """A workspace itself, or the clones in a folder that is none."""
    clones = sorted(path.parent for path in folder.glob("*/.git"))
    return [folder] if (folder / ".git").exists() or not clones else clones


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
