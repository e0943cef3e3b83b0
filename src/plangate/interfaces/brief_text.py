"""A brief and an answer as a person reads them: about twenty lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plangate.core.model.policy import understanding_numbers as numbers
from plangate.core.model.records import Document
from plangate.core.model.sighting import PERHAPS
from plangate.interfaces.text import in_ten
from plangate.language.programs import turns_programs_away

_PLACES, _OTHERS, _ALIKE = 5, 3, 2
#: A row that is longer is cut: the JSON has all of it.
_WIDEST = 118
#: Below this the first place is wrong more than three times of four.
_A_GUESS = 0.25


def brief_text(document: Document) -> str:
    """`plangate.brief/1` on a screen; what is empty takes no line."""
    lines = [document["goal"], ""]
    away = [rule for rule in document["rules"] if turns_programs_away(rule["text"])][:1]
    others = [rule for rule in document["rules"] if rule not in away][:_OTHERS]
    lines += _section("Read before an agent begins", map(_rule, away))
    there = [entry for entry in document["exists"] if entry["strength"] >= numbers.IS_THERE]
    perhaps = [entry for entry in document["exists"] if entry["why"].startswith(PERHAPS)]
    alike = [entry for entry in document["exists"] if entry not in (*there, *perhaps)]
    lines += _section("There already", map(_existing, there[:_OTHERS]))
    lines += _section("Perhaps there already", map(_maybe, perhaps))
    near = map(_near, document["nearest"])
    lines += _section("Nearest already here, look before building", near)
    lines += _section("Alike, and not the same", map(_existing, alike[:_ALIKE]))
    lines += _section(_likely(document), map(_place, document["places"][:_PLACES]))
    if not document["places"]:
        lines += ["Places: none is likely", ""]
    lines += _section(
        "To copy from", (f"{s['path']}  ({s['why']})" for s in document["siblings"][:2])
    )
    ways = ((name, way) for name, way in document["conventions"].items() if way)
    lines += _section("Here one runs", (f"{name}: {way}" for name, way in ways))
    lines += _section("Rules", map(_rule, others))
    before = document["decided_before"][:_OTHERS]
    lines += _section("Decided before", (f"{d['decision']}  ({d['session']})" for d in before))
    lines += _section("Open", (o["prompt"] for o in document["open"][:_OTHERS]))
    lines += document["limits"][:1]
    return "\n".join(lines).rstrip()


def explore_text(document: Document) -> str:
    """`plangate.explore/1` on a screen."""
    lines = [f"{e['locator']}  {e['quote']}" for e in document["evidence"]]
    if not lines:
        lines = ["Nothing was found."]
    if document["not_found"]:
        lines.append(f"Nowhere: {', '.join(document['not_found'])}")
    return "\n".join(lines)


def _section(title: str, rows: Iterator[str] | Any) -> list[str]:
    found = [row if len(row) <= _WIDEST else f"{row[: _WIDEST - 1]}…" for row in rows]
    return [f"{title}:", *(f"  {row}" for row in found)] if found else []


def _rule(entry: Document) -> str:
    return f"{entry['locator']}  {entry['text']}"


def _likely(document: Document) -> str:
    """UND-5: places that are guesses are called so."""
    sure = any(place["strength"] >= _A_GUESS for place in document["places"])
    return "Places" if sure else "Places, none of them likely"


def _existing(entry: Document) -> str:
    return f"{entry['what']}  {entry['locator']}  ({entry['strength']:.2f})"


def _maybe(entry: Document) -> str:
    return f"{entry['what']}  {entry['locator']}  ({in_ten(entry['strength'])})"


def _near(entry: Document) -> str:
    return f"{entry['what']}  {entry['locator']}"


def _place(entry: Document) -> str:
    symbols = f"  {', '.join(entry['symbols'])}" if entry["symbols"] else ""
    tests = f"  tests: {', '.join(entry['tests'])}" if entry["tests"] else ""
    why = ", ".join(entry["why"])
    return f"{entry['rank']}. {entry['path']}  {entry['strength']:.2f}  ({why}){symbols}{tests}"
