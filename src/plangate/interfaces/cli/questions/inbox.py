"""`plangate inbox`."""

from __future__ import annotations

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import workspace_option
from plangate.interfaces.cli.questions.waiting import show_inbox


@command(reads=True, epilog="Example: plangate inbox --json | jq '.questions[0].prompt'")
@workspace_option("Only questions about this directory.")
@click.option(
    "--limit", type=click.IntRange(1), help="Show at most this many (default: 50; all with --json)."
)
def inbox(call: Call, limit: int | None) -> int:
    """Open questions, most costly first.

    Each says what happens if you do nothing, and when. Questions past their deadline are settled
    first, so the list is what is really open now.
    """
    return show_inbox(call, limit)
