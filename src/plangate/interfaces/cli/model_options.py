"""A language model at the command line: which one, what it may cost, whether it may (LLM-7)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from plangate.core.model.errors import BadInput
from plangate.core.model.model_use import MICROS, dollars
from plangate.interfaces.cli.planner_here import at_a_terminal, require_act
from plangate.interfaces.cli.printing import complain, emit, emit_json

if TYPE_CHECKING:
    from pathlib import Path

    from plangate.settings import Settings
    from plangate.wiring.language_models import ModelChoice

F = TypeVar("F", bound=Callable[..., Any])

_MINDS = ("rules", "model")


class Mind(NamedTuple):
    """Who thinks: a model, or the rules when there is none."""

    model: ModelChoice | None = None
    max_cost: int | None = None
    named: bool = False
    """Whether this call names the model, rather than the settings."""

    def that_looks(self, said: bool | None, set_so: bool | None, *, much: bool) -> Mind:
        """LLM-2: whether the model also investigates: as said, as set, or where much is looked
        into anyway."""
        if self.model is None:
            return self
        looks = next((one for one in (said, set_so) if one is not None), much)
        return self._replace(model=self.model._replace(looks=looks))

    @property
    def wish(self) -> dict[str, Any]:
        """What a session is begun with."""
        if self.model is None:
            return {}
        return {
            "proposer": "model",
            "model": self.model.label,
            "model_address": self.model.address,
            "max_cost": self.max_cost,
        }


def model_options(function: F) -> F:
    """The options of a command that may plan with a model."""
    for option in (
        click.option(
            "--dry-run", is_flag=True, help="Show what would be sent to a model; send nothing."
        ),
        click.option("--max-cost", type=float, help="Dollars a model may cost in this session."),
        click.option(
            "--looks/--no-looks", default=None, help="Whether the model also investigates."
        ),
        click.option("--model", "model_name", metavar="PROVIDER:NAME", help="Plan with a model."),
        click.option("--mind", type=click.Choice(_MINDS), help="Who proposes decisions and tasks."),
    ):
        function = option(function)
    return function


def chosen_mind(
    settings: Settings, mind: str | None, model_name: str | None, max_cost: float | None
) -> Mind:
    """Who thinks in this call; refused when what was said does not go together."""
    from plangate.wiring.language_models import known_price, model_choice, model_ready

    if mind == "rules":
        if model_name:
            raise BadInput("--model", "stands beside --mind rules", "one of them")
        return Mind()
    choice = model_choice(settings, model_name)
    if choice is None:
        if mind == "model" or max_cost is not None:
            field = "--mind" if mind == "model" else "--max-cost"
            accepted = "--model PROVIDER:NAME, PLANGATE_MODEL, or model.name in your settings"
            raise BadInput(field, "no model is named", accepted)
        return Mind()
    model_ready(choice)
    most = _micros(max_cost if max_cost is not None else settings.model.max_cost)
    if most is not None and not known_price(choice):
        problem = f"the price of {choice.label} is not known"
        raise BadInput("--max-cost", problem, "model.price_in and model.price_out in your settings")
    return Mind(choice, most, named=model_name is not None)


def _micros(said: float | None) -> int | None:
    if said is None:
        return None
    if not 0 < said <= 10_000:
        raise BadInput("--max-cost", f"{said:g} is out of range", "more than 0, at most 10000")
    return int(Decimal(str(said)) * MICROS)


def confirmed(choice: ModelChoice, workspace: Path) -> bool:
    """LLM-7: whether a person let calls go there; the first time they are asked, at a terminal."""
    from plangate.wiring.language_models import providers

    if providers().allows(choice):
        return True
    command = f"plangate models --confirm {choice.destination}"
    require_act("provider", command, workspace=workspace)
    return not at_a_terminal() or confirm_here(choice.destination)


def confirm_here(destination: str) -> bool:
    """The person reads what leaves the machine, and types yes."""
    from plangate.interfaces.cli.planner_here import who
    from plangate.wiring.language_models import providers
    from plangate.wiring.this_machine import system_clock

    click.echo(_page(destination), err=True, nl=False)
    answer = click.prompt("Type yes to allow it", default="no", show_default=False, err=True)
    if answer.strip().lower() != "yes":
        complain(f"nothing was sent to {destination}")
        return False
    providers().confirm(destination, system_clock().now().isoformat(), who())
    return True


def _page(destination: str) -> str:
    return (
        f"This is the first use of {destination}. With every call it is sent: the goal,\n"
        "plangate's brief of the repository, lines of the files the work is in, and the decisions\n"
        "and tasks of the plan. Secrets are taken out first. --dry-run shows it all;\n"
        "docs/privacy.md says what else leaves this machine.\n"
    )


def show_dry_run(
    settings: Settings, goal: str, workspace: Path, mind: Mind, wish: Any, *, as_json: bool
) -> int:
    """LLM-7: the first call as it would be made; nothing is sent and nothing is written."""
    from plangate.wiring.planners import dry_run

    if mind.model is None:
        raise BadInput("--dry-run", "no model is named, so nothing leaves", "--model PROVIDER:NAME")
    draft = dry_run(settings, goal, str(workspace), mind.model, wish)
    if draft is None:
        if as_json:
            emit_json({"schema": "plangate.dry-run/1", "sent": None})
        else:
            emit("Nothing would be sent: the goal needs no model.")
        return 0
    if as_json:
        emit_json({"schema": "plangate.dry-run/1", "sent": draft._asdict()})
        return 0
    told = f"up to {draft.max_output_tokens:,} back, {dollars(draft.most)} at most"
    emit(
        f"{draft.system}\n\n{draft.text}\n\n--- to {draft.destination} ({draft.model}), "
        f"{draft.prompt}: about {draft.tokens_in:,} tokens, {told}. "
        "Later calls depend on its reply."
    )
    return 0
