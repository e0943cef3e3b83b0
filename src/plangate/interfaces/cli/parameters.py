"""Kinds of values that options take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class PlanFormat(click.Choice[str]):
    """The name of a plan format; one of another package is found when it is used (EXT-1)."""

    def __init__(self) -> None:
        from plangate.wiring.plan_files import plan_formats

        super().__init__(plan_formats())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.choices:
            return str(super().convert(value, param, ctx))
        from plangate.wiring.plan_files import formats_of_packages

        if value in formats_of_packages():
            return str(value)
        return str(super().convert(value, param, ctx))


class DatabaseName(click.Path):
    """A file, or a server's address: a path would lose the second slash of an address."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from plangate.settings import database

        field = param.opts[0] if param is not None else "--db"
        named = database(value, field) if isinstance(value, str) else value
        return super().convert(value, param, ctx) if isinstance(named, Path) else named
