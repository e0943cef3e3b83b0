"""Whether asking was worth it, as a person reads it: bars of text and a sentence each (CLI-8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plangate.core.model.records import Fields
from plangate.interfaces.screens.screen import Screen
from plangate.language.tokens import counted

_BAR = 20
#: From so many answers on there is something to say of most of them.
_SEVERAL = 3
#: How often what is called so is expected to stand, and what it is called on a screen.
_SURE = {"high": "sure", "medium": "likely", "low": "a guess"}


def stats_lines(screen: Screen, found: Fields) -> Iterator[str]:
    asked, avoided = found["asked"], found["avoided"]
    if not asked and not avoided and not found["auto_decided"]:
        yield "Nothing was asked and nothing was decided yet."
        return
    decided = asked + avoided
    yield _line("asked", asked, decided, "decision")
    told = f"{found['answered']} answered, {found['timed_out']} timed out, "
    told += f"{found['withdrawn']} withdrawn, {found['open']} open"
    yield from screen.block("dim", told, "           ")
    yield _line("avoided", avoided, decided, "decision")
    yield from screen.block("dim", "decided without asking you", "           ")
    if found["auto_decided"]:
        told = f"and {found['auto_decided']} by your preferences, in none of these figures"
        yield from screen.block("dim", told, "           ")
    regretted = found["regretted"]
    yield _line("regretted", regretted["count"], regretted["of"])
    yield from screen.block("dim", "decided without you, and overturned later", "           ")
    yield from _answers(screen, found)
    yield from _calibration(found["calibration"])
    if model := found.get("model"):
        yield ""
        told = (
            f"{counted(model['plans'], 'plan')} by a model: ${model['cost']:.4f} in "
            f"{counted(model['calls'], 'call')}, "
        )
        told += f"${model['cost_per_plan']:.4f} a plan"
        if (each := model["cost_per_question_avoided"]) is not None:
            told += f", ${each:.4f} a question avoided"
        yield from screen.wrapped(told)


def _answers(screen: Screen, found: Fields) -> Iterator[str]:
    followed, times = found["followed_recommendation"], found["seconds_to_answer"]
    if followed["of"]:
        yield ""
        told = f"{followed['count']} of {followed['of']} answers were what it recommended"
        own = sum(row["free_text"] for row in found["free_text_by_options"].values())
        yield from screen.wrapped(f"{told}; {own} in own words")
    if times and followed["of"] < _SEVERAL:
        took = dict.fromkeys((_time(times["fastest"]), _time(times["slowest"])))
        yield f"{'It' if followed['of'] == 1 else 'They'} took {' and '.join(took)}"
    elif times:
        waited = f"Half of your answers came within {_time(times['median'])}"
        yield from screen.wrapped(
            f"{waited}; the fastest took {_time(times['fastest'])}, the slowest "
            f"{_time(times['slowest'])}"
        )


def _calibration(shares: Mapping[str, Fields]) -> Iterator[str]:
    """How often what it called sure, likely or a guess still stands."""
    if not any(share["of"] for share in shares.values()):
        return
    yield from ("", "Still standing, of what was decided without you:")
    for name, word in _SURE.items():
        if shares[name]["of"]:
            yield _line(word, shares[name]["count"], shares[name]["of"])


def _line(name: str, part: int, whole: int, what: str = "") -> str:
    filled = round(_BAR * part / whole) if whole else 0
    told = counted(whole, what) if what else str(whole)
    return f"{name:9}  [{'#' * filled}{'.' * (_BAR - filled)}] {part} of {told}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.0f} h"
