"""Which plan formats there are: our own by their files, those of others by their entry points."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from plangate.adapters.formats import published_page, tools
from plangate.adapters.formats.format import Format, format_of

#: Another package's format by name; None when no package has it.
Find = Callable[[str], object | None]


@cache
def own_names() -> tuple[str, ...]:
    """The names of our own formats that a plan can be written in, without loading one."""
    return tuple(sorted(_named(module.name) for module in iter_modules(tools.__path__)))


@cache
def own_format(name: str) -> Format:
    if name == published_page.NAME:
        return format_of(published_page, name)
    return format_of(import_module(f"{tools.__name__}.{name.replace('-', '_')}"), name)


@cache
def own_readers() -> tuple[Format, ...]:
    """Those that can be read, from the most particular to the most general."""
    formats = [own_format(name) for name in (*own_names(), published_page.NAME)]
    return tuple(sorted((f for f in formats if f.read is not None), key=lambda f: f.rank))


def format_named(name: str, find: Find = lambda _: None) -> Format | None:
    """The format of that name; other packages are asked only when it is none of ours."""
    if name in (*own_names(), published_page.NAME):
        return own_format(name)
    found = find(name)
    return None if found is None else format_of(found, name)


def _named(module: str) -> str:
    return module.replace("_", "-")
