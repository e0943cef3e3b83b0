"""The one question of a chain that is open, in words and with its number (SPLIT-2…4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plangate.core.model.scope_nouns import (
    BUCKETS,
    CAP,
    Chain,
    Choice,
    Part,
    clashes_of,
    group,
    next_undecided,
    option_of,
    place_of,
    said,
    shown_alternatives,
)
from plangate.core.model.slugs import split_id


def open_part(chain: Chain) -> Part | None:
    """The one question that is open; None when the chain is held, shipped or withdrawn."""
    if chain.status != "open":
        return None
    return _PARTS[chain.stage](chain)


def _meta_part(chain: Chain) -> Part:
    count = len(chain.dispositions)
    prompt = f"{count} options, one question each. Go through all of them, narrow, or in fours?"
    return _control(chain, "0", "meta", prompt, ("proceed", "narrow", "batch"))


def _narrow_part(chain: Chain) -> Part:
    kept = ", ".join(chain.narrowed)
    left = ", ".join(key for key in chain.dispositions if key not in chain.narrowed)
    prompt = f"Decide only {kept} now, and defer {left or 'nothing'}?"
    return _control(chain, "0-narrow", "narrow", prompt, ("confirm", "proceed", "batch"))


def _option_part(chain: Chain) -> Part:
    option = option_of(chain, chain.focus or next_undecided(chain) or "")
    place = place_of(chain, option.key)
    again = chain.asked.get(option.key, 1)
    number = f"{chain.parent}.{place}"
    if again > 1:
        number = f"{chain.parent}.revise-{place}" + (f"-{again - 1}" if again > 2 else "")
    return Part(
        number=number,
        kind="option",
        question_id=_question_id(chain, option.key),
        about=option.key,
        prompt=_option_prompt(chain, option),
        choices=BUCKETS,
        recommend=option.recommend,
    )


def _group_part(chain: Chain) -> Part:
    """A batch of four: which of these are in?"""
    names = ", ".join(f"{o.key} ({o.label})" for o in group(chain, CAP))
    prompt = f"Which of {names} are included?"
    number = str(chain.group + 1)
    return _control(chain, number, "batch", prompt, ("include KEY,KEY", "include all", "none"))


def _each_part(chain: Chain) -> Part:
    """SPLIT-2: all of up to four items in one question."""
    names = "; ".join(f"{o.key}: {o.label}" for o in chain.decision.options)
    prompt = f"{chain.decision.decision} {names}"
    choices = ("include KEY,KEY; defer KEY; cut KEY", "include all", "cut all", "hold")
    return _control(chain, "", "each", prompt, choices)


def _rest_part(chain: Chain) -> Part:
    rest = [o.key for o in group(chain, CAP) if chain.dispositions[o.key] == "undecided"]
    prompt = f"And {', '.join(rest)}: deferred or cut?"
    return _control(chain, f"{chain.group + 1}-rest", "rest", prompt, ("defer", "cut", "hold"))


def _alternatives_part(chain: Chain) -> Part:
    shown = shown_alternatives(chain)
    names = "; ".join(f"{o.key}: {o.label}" for o in shown)
    choices = tuple(f"pick {o.key}" for o in shown)
    prompt = f"{chain.decision.decision} {names}"
    if len(shown) == len(chain.decision.options):
        return _control(chain, "", "alternatives", prompt, choices)
    more = chain.group * (CAP - 1) + len(shown) < len(chain.decision.options)
    last = "none" if more else "none (of all)"
    return _control(chain, str(chain.group + 1), "alternatives", prompt, (*choices, last))


def _clash_part(chain: Chain) -> Part:
    clash = clashes_of(chain)[0]
    state = chain.dispositions[clash.other]
    if clash.needs:
        prompt = f"{clash.key} needs {clash.other}, which is {said(state)}."
        choices: tuple[str, ...] = (f"keep {clash.other}", f"cut {clash.key}", "accept")
    else:
        prompt = f"{clash.key} and {clash.other} exclude each other, and both are included."
        choices = (f"cut {clash.key}", f"cut {clash.other}", "accept")
    number = f"conflict-{chain.clashes + 1}"
    return _control(chain, number, "conflict", f"{prompt} What holds?", choices)


def _final_part(chain: Chain) -> Part:
    included = ", ".join(chain.keys("include")) or "nothing"
    prompt = f"Included: {included}. Ship this?"
    revise = () if chain.decision.kind == "alternatives" else ("revise KEY",)
    return _control(chain, "final", "final", prompt, ("ship", *revise, "cut KEY"))


_PARTS: Mapping[str, Callable[[Chain], Part]] = {
    "meta": _meta_part,
    "narrow": _narrow_part,
    "parts": _option_part,
    "batch": _group_part,
    "rest": _rest_part,
    "each": _each_part,
    "alternatives": _alternatives_part,
    "conflict": _clash_part,
    "final": _final_part,
}


def _option_prompt(chain: Chain, option: Choice) -> str:
    """SPLIT-4: this option's scope and cost, what hangs on it, and the recommendation."""
    orphans = [o.key for o in chain.decision.options if option.key in o.requires]
    facts = [
        *([option.scope] if option.scope else []),
        *([f"cost: {option.cost}"] if option.cost else []),
        *([f"needs {', '.join(option.requires)}"] if option.requires else []),
        *([f"excludes {', '.join(option.conflicts)}"] if option.conflicts else []),
        *([f"cutting this orphans {', '.join(orphans)}"] if orphans else []),
    ]
    told = f" ({'; '.join(facts)})" if facts else ""
    advice = ""
    if option.recommend:
        because = f", because {option.reason}" if option.reason else ""
        advice = f" Recommended: {option.recommend}{because}."
    return f"{option.key}: {option.label}{told}.{advice} Include, defer, cut or hold?"


def _control(chain: Chain, suffix: str, kind: str, prompt: str, choices: tuple[str, ...]) -> Part:
    number = f"{chain.parent}.{suffix}" if suffix else chain.parent
    name = _question_id(chain, f"part {suffix or kind}")
    return Part(number, kind, name, None, prompt, choices)


def _question_id(chain: Chain, key: str) -> str:
    return split_id(chain.decision.skill, key, list(chain.dispositions))
