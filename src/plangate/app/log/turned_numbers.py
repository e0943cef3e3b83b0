"""Other numbers than the policy's, for as long as a question about them takes (REC-3).

A number is named by its group and itself: `gate.STRENGTH` stands in
core/model/policy/gate_numbers.py. Every module of the core has the numbers it compares with under
their own names; there they are set, what was remembered by them is forgotten, and all is put back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from types import ModuleType

from plangate import core
from plangate.core.model import policy
from plangate.core.model.errors import BadInput
from plangate.core.model.policy import POLICY_SHAPE, Policy, read_policy

_ENDING = "_numbers"
#: Edition 1 is frozen with the numbers it had.
_FROZEN = "plangate.core.audit.edition1"

#: A number, or several under names of their own (`gate.DIAL.more`).
Value = int | float | Mapping[str, float]
#: Values by group and name.
Numbers = Mapping[str, Mapping[str, Value]]


def groups() -> tuple[str, ...]:
    """The groups of numbers, by their files."""
    files = (found.name for found in iter_modules(policy.__path__))
    return tuple(name.removesuffix(_ENDING) for name in files if name.endswith(_ENDING))


def numbers_of(group: str) -> dict[str, Value]:
    """The numbers of a group, by name."""
    module = import_module(f"{policy.__name__}.{group}{_ENDING}")
    kinds = (int, float, dict)
    return {n: v for n, v in vars(module).items() if n.isupper() and type(v) in kinds}


def read_other_rules(document: object) -> tuple[Policy | None, Numbers]:
    """A policy and numbers beside it, or one line that names the field (ERR-1)."""
    known = groups()
    if not isinstance(document, Mapping) or not (document.keys() & set(known)):
        return read_policy(document), {}
    unknown = [n for n in document if n not in known and n not in POLICY_SHAPE.optional]
    if unknown:
        accepted = f"a field of the policy, or one of {', '.join(known)}"
        raise BadInput(f"policy.{unknown[0]}", "is not a field of the policy", accepted)
    numbers = {name: _read_group(name, document[name]) for name in known if name in document}
    fields = {name: value for name, value in document.items() if name not in known}
    return (read_policy(fields) if fields else None), numbers


def _read_group(group: str, given: object) -> dict[str, Value]:
    known, at = numbers_of(group), f"policy.{group}"
    if not isinstance(given, Mapping):
        raise BadInput(at, "is not an object", "its numbers by name")
    _all_known(at, given, known)
    return {name: _read(f"{at}.{name}", known[name], value) for name, value in given.items()}


def _all_known(at: str, given: Collection[str], known: Collection[str]) -> None:
    for name in given:
        if name not in known:
            raise BadInput(f"{at}.{name}", "is not a number of the policy", ", ".join(known))


def _read(at: str, known: Value, given: object) -> Value:
    if not isinstance(known, Mapping):
        return _number(at, given, whole=isinstance(known, int))
    if not isinstance(given, Mapping):
        raise BadInput(at, "is not an object", ", ".join(known))
    _all_known(at, given, known)
    return {**known, **{name: _number(f"{at}.{name}", value) for name, value in given.items()}}


def _number(at: str, given: object, *, whole: bool = False) -> int | float:
    if isinstance(given, bool) or not isinstance(given, int if whole else int | float):
        raise BadInput(at, f"{given!r} is not accepted", "a whole number" if whole else "a number")
    return given


@contextmanager
def turned(numbers: Numbers) -> Iterator[None]:
    """These numbers are in force inside."""
    modules = list(core_modules())
    new = {name: value for values in numbers.values() for name, value in values.items()}
    before = [(one, name, vars(one)[name]) for one in modules for name in new if name in vars(one)]
    try:
        for module, name, _ in before:
            setattr(module, name, new[name])
        _forget(modules)
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
        _forget(modules)


def core_modules() -> Iterator[ModuleType]:
    """Every module that may read a number: loaded now, so that none comes to know a turned one."""
    for found in walk_packages(core.__path__, f"{core.__name__}."):
        if not found.name.startswith(_FROZEN):
            yield import_module(found.name)


def _forget(modules: Collection[ModuleType]) -> None:
    for module in modules:
        for value in vars(module).values():
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()
