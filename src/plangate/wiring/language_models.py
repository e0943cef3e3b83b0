"""Which language model thinks, whether it may, and what it costs (LLM-1, LLM-7).

Apart from it because few calls need a model; nothing of one is loaded before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from plangate.settings import Settings
from plangate.user_folders import data_directory, environment

if TYPE_CHECKING:
    from plangate.adapters.model import choice as chosen
    from plangate.adapters.model.model_mind import ModelMind
    from plangate.adapters.model.providers import Providers
    from plangate.app.ports import Mind, Web
    from plangate.core.guard.acts import Actor
    from plangate.core.log.session import Session
    from plangate.core.model.model_use import Price

    ModelChoice: TypeAlias = chosen.ModelChoice


def model_choice(settings: Settings, name: str | None = None) -> ModelChoice | None:
    """The model of the settings, or the one named; None where there is none."""
    from plangate.adapters.model.choice import ModelChoice, checked_address, model_named

    wanted = settings.model.name if name is None else name
    if not wanted and name is None:
        return None
    field = "--model" if name is not None else "model.name (or PLANGATE_MODEL)"
    provider, own = model_named(wanted, field)
    address = settings.model.address
    return ModelChoice(
        provider,
        own,
        checked_address(address, "model.address") if address else "",
        settings.model.key,
        _price(settings),
        settings.model.seconds,
        settings.model.output_tokens,
        settings.model.reasoning,
        settings.model.output,
        bool(settings.model.looks),
    )


def _price(settings: Settings) -> Price | None:
    from decimal import Decimal

    from plangate.core.model.model_use import MICROS, Price

    told = (settings.model.price_in, settings.model.price_out)
    if told == (None, None):
        return None
    return Price(*(int(Decimal(str(price or 0)) * MICROS) for price in told))


def thinks(settings: Settings, choice: ModelChoice | None) -> dict[str, Any]:
    """What a session of a planner that was opened with a model is begun with."""
    if choice is None:
        return {}
    from decimal import Decimal

    from plangate.core.model.model_use import MICROS

    most = settings.model.max_cost
    return {
        "proposer": "model",
        "model": choice.label,
        "model_address": choice.address,
        "max_cost": None if most is None else int(Decimal(str(most)) * MICROS),
    }


def require_provider(choice: ModelChoice, actor: Actor, workspace: str | Path) -> None:
    """LLM-7: refused unless a person let calls go there (ACT-1)."""
    from plangate.adapters.machine.system import SystemClock
    from plangate.core.guard.acts import require
    from plangate.core.log.chain import moment

    model_ready(choice)
    if not providers().allows(choice):
        command = f"plangate models --confirm {choice.destination}"
        now = moment(SystemClock().now())
        require("provider", actor, command, workspace=str(workspace), now=now)


def providers() -> Providers:
    """Where what a person confirmed about providers is kept: with their data, in no workspace."""
    from plangate.adapters.model.providers import Providers

    return Providers(data_directory(environment()) / "models")


def model_ready(choice: ModelChoice) -> None:
    """Refuse a model that cannot be called, before anything is written (ERR-1)."""
    from plangate.adapters.model.calling import require_library

    require_library(choice)


def web_of(settings: Settings) -> Web | None:
    """INV-13: who looks outside; None unless it is configured and a person confirmed where."""
    from urllib.parse import urlsplit

    from plangate.adapters.library.web import BRAVE, CommandSearch, HttpSearch
    from plangate.adapters.model.choice import checked_address, is_this_machine

    web = settings.web
    if web.provider == "command" and web.command:
        return CommandSearch(web.command, settings.workspace or Path())
    if web.provider != "brave":
        return None
    address = checked_address(web.address, "web.address") if web.address else BRAVE
    host = urlsplit(address).netloc
    if not (is_this_machine(address) or host in providers().confirmed()):
        return None
    return HttpSearch(address, web.key)


def model_mind(choice: ModelChoice, settings: Settings, show: Callable[[str], None]) -> ModelMind:
    from plangate.adapters.model.model_mind import ModelMind
    from plangate.adapters.repo.checkout.quotes import QuoteReader

    return ModelMind(choice, show, QuoteReader(), web_of(settings))


def known_price(choice: ModelChoice) -> bool:
    """Whether somebody knows what the model costs."""
    from plangate.adapters.model.purse import cost_of

    return cost_of(choice, 1_000, 1_000) is not None


def minds(
    settings: Settings, named: ModelChoice | None, show: Callable[[str], None]
) -> Callable[[Session], Mind | None]:
    """The model of a session: the one the caller names, else the one it began with; none where a
    person has not confirmed its provider (LLM-7)."""
    made: dict[tuple[str, str], Mind] = {}

    def mind_of(session: Session) -> Mind | None:
        choice = named or _recorded(session)
        if choice is None or not providers().allows(choice):
            return None
        key = (choice.label, choice.address)
        if key not in made:
            made[key] = model_mind(choice, settings, show)
        return made[key]

    def _recorded(session: Session) -> ModelChoice | None:
        begun = session.begun
        if not begun.model:
            return None
        own = settings.model._replace(name=begun.model, address=begun.model_address)
        return model_choice(settings._replace(model=own))

    return mind_of
