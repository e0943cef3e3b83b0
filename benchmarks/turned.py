"""Runs a benchmark, or plangate itself, with other numbers than the policy's.

    python benchmarks/turned.py --list
    python benchmarks/turned.py understanding.EFFORT_LIKELY=0.4 benchmarks/places.py
    python benchmarks/turned.py gate.STRENGTH=2 texts.ONE_WAY_LABEL=100 -m plangate audit

A number is named by its room and itself; it stands in core/model/policy/ROOM_numbers.py. It is set
before anything that reads it is imported, so every rule sees the new one; `audit` then names each
decision that would have been another. `audit --policy` needs none of this for the numbers a session
is given (Policy).
"""

import importlib
import pkgutil
import runpy
import sys

from plangate.core.model import policy


def numbers() -> dict[str, int | float]:
    """Every number that stands in a file of the policy, by its name."""
    found: dict[str, int | float] = {}
    for room in pkgutil.iter_modules(policy.__path__):
        module = importlib.import_module(f"{policy.__name__}.{room.name}")
        for name, value in vars(module).items():
            if name.isupper() and type(value) in (int, float):
                found[f"{room.name.removesuffix('_numbers')}.{name}"] = value
    return found


def turn(said: str) -> None:
    """Set one number: `file.NAME=value`, in the kind it has."""
    name, _, value = said.partition("=")
    known = numbers()
    if name not in known:
        sys.exit(f"{name}: is no number of the policy; --list names them")
    try:
        new = type(known[name])(value)
    except ValueError:
        sys.exit(
            f"{name}: {value!r} is not {'a whole' if type(known[name]) is int else 'a'} number"
        )
    room, _, constant = name.partition(".")
    setattr(importlib.import_module(f"{policy.__name__}.{room}_numbers"), constant, new)


def main(arguments: list[str]) -> None:
    if arguments == ["--list"]:
        print("\n".join(f"{name} = {value}" for name, value in numbers().items()))
        return
    while arguments and "=" in arguments[0]:
        turn(arguments.pop(0))
    if not arguments:
        sys.exit("name a script, or -m and a module, behind the numbers")
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
