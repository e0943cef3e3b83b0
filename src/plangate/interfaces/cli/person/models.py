"""`plangate models`: which model would think, where its calls go, what you confirmed (LLM-7)."""

from __future__ import annotations

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.model_options import confirm_here
from plangate.interfaces.cli.planner_here import at_a_terminal, require_act, who
from plangate.interfaces.cli.printing import emit, emit_json

_DECLINED = 4


@command(database=False, epilog="Example: plangate models --confirm anthropic")
@click.option("--confirm", metavar="PROVIDER", help="Let calls go to a provider or a host.")
@click.option("--forget", metavar="PROVIDER", help="Stop calls to it.")
def models(call: Call, confirm: str | None, forget: str | None) -> int:
    """Show which language model is set up, and the providers you confirmed.

    A provider is used for the first time only after you said so here, or when `plan --model` asks.
    An address on this machine needs no confirmation. Without a model nothing leaves the machine.
    """
    from plangate.wiring.language_models import providers
    from plangate.wiring.this_machine import system_clock

    if confirm and forget:
        raise BadInput("--confirm", "stands beside --forget", "one of them")
    if confirm:
        name = _named(confirm, "--confirm")
        require_act("provider", f"plangate models --confirm {name}")
        if not at_a_terminal():  # a right a person handed on
            providers().confirm(name, system_clock().now().isoformat(), who())
        elif not confirm_here(name):
            return _DECLINED
    if forget and not providers().forget(_named(forget, "--forget")):
        raise BadInput("--forget", f"{forget[:80]!r} was not confirmed", "one that is listed")
    return _listed(call)


def _named(text: str, field: str) -> str:
    name = text.strip().lower()
    if not name or len(name) > 200 or any(c.isspace() or not c.isprintable() for c in name):
        raise BadInput(
            field, f"{text[:80]!r} is not a provider", "anthropic, or a host of an address"
        )
    return name


def _listed(call: Call) -> int:
    from plangate.interfaces.extras import is_installed
    from plangate.wiring.language_models import model_choice, providers

    choice = model_choice(call.settings)
    confirmed = providers().confirmed()
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.models/1",
                "model": choice.label if choice else None,
                "address": choice.address or None if choice else None,
                "allowed": providers().allows(choice) if choice else None,
                "installed": is_installed("llm"),
                "web": call.settings.web.provider or None,
                "confirmed": confirmed,
            }
        )
        return 0
    if not is_installed("llm"):
        emit("Not installed: pip install 'plangate[llm]'")
    if choice is None:
        emit("No model is set up: the rules plan, and nothing leaves this machine.")
    else:
        may = "" if providers().allows(choice) else " (not confirmed yet)"
        emit(f"Model: {choice.label}, calls go to {choice.destination}{may}")
    emit(f"Web search: {call.settings.web.provider or 'off'}")
    for name, row in confirmed.items():
        emit(f"Confirmed: {name}  {row.get('at', '')[:10]}  {row.get('by', '')}")
    return 0
