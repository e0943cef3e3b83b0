"""Runs a benchmark, or plangate itself, with other numbers than the policy's.

    python benchmarks/turned.py --list
    python benchmarks/turned.py understanding.EFFORT_LIKELY=0.4 benchmarks/places.py
    python benchmarks/turned.py gate.STRENGTH=2 texts.ONE_WAY_LABEL=100 -m plangate audit

A number is named by its group and itself; it stands in core/model/policy/GROUP_numbers.py. Every
rule sees the new one. `plangate audit --policy` takes the same numbers as JSON and says what they
would have asked.
"""

import json
import runpy
import sys

from plangate.app.log.turned_numbers import groups, numbers_of, read_other_rules, turned
from plangate.core.model.errors import BadInput


def asked_for(said: list[str]) -> dict[str, dict[str, object]]:
    """`group.NAME=value` as the document that `audit --policy` reads."""
    document: dict[str, dict[str, object]] = {}
    for one in said:
        name, _, value = one.partition("=")
        group, _, constant = name.partition(".")
        if group not in groups():
            raise BadInput(name, "is not a number of the policy", "one of --list")
        document.setdefault(group, {})[constant] = json.loads(value)
    return document


def main(arguments: list[str]) -> None:
    if arguments == ["--list"]:
        for group in groups():
            print("\n".join(f"{group}.{name} = {v}" for name, v in numbers_of(group).items()))
        return
    said = [one for one in arguments if "=" in one]
    if not said or arguments[: len(said)] != said or len(arguments) == len(said):
        sys.exit("numbers as group.NAME=value, then a script, or -m and a module")
    try:
        _, numbers = read_other_rules(asked_for(said))
    except (BadInput, ValueError) as error:
        sys.exit(str(error))
    sys.argv = arguments[len(said) :]
    with turned(numbers):
        if sys.argv[0] == "-m":
            sys.argv = sys.argv[1:]
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
