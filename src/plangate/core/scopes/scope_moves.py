"""What happens to a chain: it starts, is answered, held, resumed, revised, withdrawn, restarted.

A pure state machine. Nothing but an answer of a person changes a disposition (SPLIT-9), and after
every step offered = included + deferred + cut + held + undecided, option by option (SPLIT-1).

    meta ──proceed──► parts ──all decided──► conflicts ──none left──► final ──ship──► shipped
      │  └─narrow──► confirm a smaller set ─┘   │                        │
      └──batch──► groups of four ───────────────┘          revise KEY, cut KEY: back to conflicts
    any part ──hold──► held ──continue──► the same part again
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import circle_in
from plangate.core.model.scope_nouns import (
    BUCKETS,
    CAP,
    DISPOSITIONS,
    LETTERS,
    META_ABOVE,
    Chain,
    Choice,
    Decision,
    Part,
    clashes_of,
    group,
    next_undecided,
    shown_alternatives,
)
from plangate.core.scopes.scope_parts import open_part


def start(
    decision: Decision,
    parent: str,
    session: str | None = None,
    waits: str = "",
    *,
    opened: bool = False,
    asked_for: str = "",
) -> Chain:
    """A chain at its first question; refused when its options contradict themselves (SPLIT-6).

    One that `waits` is held as a whole with every option undecided (SPLIT-9).
    """
    check_options(decision.options)
    undecided = {option.key: "undecided" for option in decision.options}
    split_long = len(decision.options) > META_ABOVE and decision.surface == "capped"
    stage = "meta" if split_long else "parts"
    if decision.kind == "alternatives":
        stage = "alternatives"
    elif decision.one_question and decision.surface == "capped":
        stage = "each"
    chain = Chain(
        decision, parent, undecided, stage=stage, session=session, waits=waits, opened=opened
    )._replace(asked_for=asked_for)
    return chain._replace(status="held") if waits else _counted(chain)


def check_options(options: Sequence[Choice]) -> None:
    """SPLIT-6, before the chain: unknown, self and circular dependencies are refused by name."""
    keys = {option.key for option in options}
    for option in options:
        for field, names in (("requires", option.requires), ("conflicts", option.conflicts)):
            for name in names:
                at = f"options.{option.key}.{field}"
                if name == option.key:
                    raise BadInput(at, "names the option itself", "other options")
                if name not in keys:
                    raise BadInput(at, f"{name!r} is not an option", ", ".join(sorted(keys)[:20]))
    if circle := circle_in({option.key: option.requires for option in options}):
        raise BadInput("options", f"{' → '.join(circle)} need each other in a circle", "no circle")
    for option in options:
        both = sorted(set(option.requires) & set(option.conflicts))
        if both:
            at = f"options.{option.key}"
            raise BadInput(at, f"both requires and excludes {both[0]!r}", "one of them")


def answer(chain: Chain, reply: str) -> Chain:
    """The chain after an answer to its open part; refused when it is none of its choices."""
    part = open_part(chain)
    if part is None:
        raise BadInput("scope", f"{chain.parent} is {chain.status}", _way_on(chain))
    word, _, rest = " ".join(reply.split()).partition(" ")
    return _ANSWERS[chain.stage](chain, part, word.casefold(), rest.strip())


def _answer_meta(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    match _letter(word, part.choices) if not rest else None:
        case "proceed":
            return _counted(chain._replace(stage="parts"))
        case "batch":
            return chain._replace(stage="batch", group=0)
        case "narrow":
            return chain._replace(stage="narrow", narrowed=_smaller_set(chain))
        case _:
            raise _no_choice(part)


def _answer_narrow(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    chosen = _letter(word, part.choices)
    if chosen not in part.choices or rest:
        raise _no_choice(part)
    if chosen != "confirm":
        return _answer_meta(chain, part, chosen, "")
    left = {key: "defer" for key in chain.dispositions if key not in chain.narrowed}
    return _counted(_disposed(chain, left)._replace(stage="parts"))


def _answer_option(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    bucket = LETTERS.get(word, word)
    if bucket not in BUCKETS or part.about is None:
        raise _no_choice(part)
    if rest:
        _named(rest, (part.about,), part)  # "cut E3" is no answer about E1
    after = _disposed(chain, {part.about: DISPOSITIONS[bucket]})._replace(focus=None)
    if bucket == "hold":
        return after._replace(status="held", focus=part.about)
    return _onward(after)


def _answer_batch(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    names = [option.key for option in group(chain, CAP)]
    # A key wins over a word: an option may be called “all”.
    everything = "" if any(_spaced(key).casefold() == rest.casefold() for key in names) else rest
    if (word == "none" and not rest) or (word == "include" and everything.casefold() == "none"):
        named: list[str] = []
    elif word == "include" and everything.casefold() == "all":
        named = names
    elif word == "include":
        named = _several(rest, names, part)
    else:
        raise _no_choice(part)
    after = _disposed(chain, dict.fromkeys(named, "include"))
    rest_left = any(after.dispositions[key] == "undecided" for key in names)
    return after._replace(stage="rest") if rest_left else _next_group(after)


def _answer_each(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    """SPLIT-2: one answer for all of up to four: `include A, B; defer C; cut D`."""
    if word == "hold" and not rest:
        return chain._replace(status="held", waits="on hold")
    given: dict[str, str] = {}
    for clause in f"{word} {rest}".split(";"):
        bucket, _, names = clause.strip().partition(" ")
        bucket = bucket.casefold()
        if bucket not in ("include", "defer", "cut") or not names.strip():
            raise _no_choice(part)
        keys = list(chain.dispositions)
        left = [key for key in keys if key not in given]
        whole = names.strip().casefold()
        is_key = any(_spaced(key).casefold() == whole for key in keys)  # a key wins over a word
        everything = whole in ("all", "rest", "the rest") and not is_key
        named = left if everything else _several(names, keys, part)
        for key in named:
            if key in given:
                raise BadInput("CHOICE", f"names {key!r} twice", "each option once")
            given[key] = bucket
    missing = [key for key in chain.dispositions if key not in given]
    if missing:
        problem = f"says nothing about {', '.join(missing)}"
        raise BadInput("CHOICE", problem, "a disposition for each: " + "; ".join(part.choices))
    after = _disposed(chain, given)
    return after._replace(stage="conflict") if clashes_of(after) else _shipped(after)


def _answer_rest(chain: Chain, part: Part, word: str, more: str) -> Chain:
    if word not in ("defer", "cut", "hold") or more:
        raise _no_choice(part)
    rest = [o.key for o in group(chain, CAP) if chain.dispositions[o.key] == "undecided"]
    after = _disposed(chain, dict.fromkeys(rest, DISPOSITIONS[word]))
    if word == "hold":
        return after._replace(status="held", focus=rest[0], stage="parts")
    return _next_group(after)


def _answer_alternatives(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    shown = [option.key for option in shown_alternatives(chain)]
    if word == "none" and len(shown) < len(chain.dispositions):
        after = chain._replace(group=chain.group + 1)
        if shown_alternatives(after):
            return after
        everything = dict.fromkeys(chain.dispositions, "cut")
        return _disposed(chain, everything)._replace(stage="final")
    if word == "pick":
        picked = _named(rest, shown, part)
        given = {key: "include" if key == picked else "cut" for key in chain.dispositions}
        after = _disposed(chain, given)
        return after._replace(stage="conflict") if clashes_of(after) else _shipped(after)
    raise _no_choice(part)


def _answer_clash(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    clash = clashes_of(chain)[0]
    counted = chain._replace(clashes=chain.clashes + 1)
    if word == "accept" and not rest:
        return _onward(counted._replace(accepted=(*chain.accepted, clash)))
    if word not in ("keep", "cut"):
        raise _no_choice(part)
    named = _named(rest, (clash.key, clash.other), part)
    if word == "keep" and clash.needs and named == clash.other:
        return _onward(_disposed(counted, {named: "include"}))
    if word == "keep" and not clash.needs:
        cut = clash.other if named == clash.key else clash.key
        return _onward(_disposed(counted, {cut: "cut"}))
    if word == "cut" and (named == clash.key or not clash.needs):
        return _onward(_disposed(counted, {named: "cut"}))
    raise _no_choice(part)


def _answer_final(chain: Chain, part: Part, word: str, rest: str) -> Chain:
    if word in ("ship", "a") and not rest:
        return _shipped(chain)
    if word == "revise":
        return revise(chain, _named(rest, chain.dispositions, part))
    if word == "cut":
        return _onward(_disposed(chain, {_named(rest, chain.dispositions, part): "cut"}))
    raise _no_choice(part)


_ANSWERS: Mapping[str, Callable[[Chain, Part, str, str], Chain]] = {
    "meta": _answer_meta,
    "narrow": _answer_narrow,
    "parts": _answer_option,
    "batch": _answer_batch,
    "rest": _answer_rest,
    "each": _answer_each,
    "alternatives": _answer_alternatives,
    "conflict": _answer_clash,
    "final": _answer_final,
}


def resume(chain: Chain, key: str | None = None) -> Chain:
    """SPLIT-5: after a hold the held option is asked again, or a named one next."""
    if chain.status != "held":
        raise BadInput("scope", f"{chain.parent} is {chain.status}, not held", _way_on(chain))
    if chain.waits and key is None:
        return _counted(chain._replace(status="open", waits=""))
    wanted = key if key is not None else chain.focus or chain.keys("held")[0]
    if wanted not in chain.dispositions:
        raise BadInput("KEY", f"{wanted[:60]!r} is not an option", ", ".join(chain.dispositions))
    return _ask_again(chain._replace(status="open", waits=""), wanted)


def revise(chain: Chain, key: str) -> Chain:
    """SPLIT-7: ask exactly one part again; everything else stays as it is."""
    if chain.status == "withdrawn" or chain.decision.kind == "alternatives":
        raise BadInput("scope", f"{chain.parent} cannot be revised", "restart")
    if key not in chain.dispositions:
        raise BadInput("KEY", f"{key[:60]!r} is not an option", ", ".join(chain.dispositions))
    if chain.dispositions[key] == "undecided":
        raise BadInput("KEY", f"{key!r} was not asked yet", "an option that was")
    return _ask_again(chain._replace(status="open"), key)


def decide_row(chain: Chain, key: str, bucket: str) -> Chain:
    """SPLIT-11: on a surface that shows the whole table, any row may be decided at any time."""
    if chain.decision.surface != "whole" or chain.decision.kind == "alternatives":
        raise BadInput("KEY", "this chain asks one option at a time", "an answer to its open part")
    if chain.status not in ("open", "held"):
        raise BadInput("scope", f"{chain.parent} is {chain.status}", _way_on(chain))
    chosen = LETTERS.get(bucket, bucket)
    if chosen not in BUCKETS:
        raise BadInput("CHOICE", f"{bucket[:40]!r} is no bucket", ", ".join(BUCKETS))
    if key not in chain.dispositions:
        raise BadInput("KEY", f"{key[:60]!r} is not an option", ", ".join(chain.dispositions))
    after = _disposed(chain, {key: DISPOSITIONS[chosen]})._replace(status="open", waits="")
    if chain.focus is not None and after.dispositions[chain.focus] == "undecided":
        return after  # the part that was open still is, and keeps its number
    return _onward(after._replace(focus=None))


def withdraw(chain: Chain) -> Chain:
    """Take the whole decision back; no option is lost, none is decided."""
    if chain.status in ("shipped", "withdrawn"):
        raise BadInput("scope", f"{chain.parent} is already {chain.status}", "an open chain")
    return chain._replace(status="withdrawn")


def restart(chain: Chain) -> Chain:
    """Every option undecided again; parts that were asked keep their numbers' memory."""
    fresh = start(chain.decision, chain.parent, chain.session, opened=chain.opened)
    asked = dict(chain.asked)
    for key, count in fresh.asked.items():
        asked[key] = asked.get(key, 0) + count
    return fresh._replace(asked=asked, clashes=chain.clashes)


def _onward(chain: Chain) -> Chain:
    """From a decided part to the next: another part, a clash, or the final."""
    if next_undecided(chain) is not None:
        return _counted(chain._replace(stage="parts"))
    if held := chain.keys("held"):
        return chain._replace(status="held", stage="parts", focus=held[0])
    if clashes_of(chain):
        return chain._replace(stage="conflict")
    return chain._replace(stage="final")


def _shipped(chain: Chain) -> Chain:
    return chain._replace(status="shipped")


def _next_group(chain: Chain) -> Chain:
    after = chain._replace(stage="batch", group=chain.group + 1)
    return after if group(after, CAP) else _onward(after)


def _ask_again(chain: Chain, key: str) -> Chain:
    before = chain.dispositions[key]
    asked = chain.asked.get(key, 0)
    if before != "undecided" and not asked:
        asked = 1  # decided in a batch: this is still its second time
    counts = {**chain.asked, key: asked + 1}
    return _disposed(chain, {key: "undecided"})._replace(stage="parts", focus=key, asked=counts)


def _disposed(chain: Chain, given: Mapping[str, str]) -> Chain:
    """New dispositions for some options; what was accepted about them is open again."""
    accepted = tuple(c for c in chain.accepted if c.key not in given and c.other not in given)
    return chain._replace(dispositions={**chain.dispositions, **given}, accepted=accepted)


def _counted(chain: Chain) -> Chain:
    """Count that the next option is being asked."""
    if chain.stage != "parts":
        return chain
    key = chain.focus or next_undecided(chain)
    if key is None:
        return chain
    return chain._replace(asked={**chain.asked, key: chain.asked.get(key, 0) + 1}, focus=key)


def _smaller_set(chain: Chain) -> tuple[str, ...]:
    """What `narrow` proposes: what is recommended and what that needs, else the first four."""
    options = {option.key: option for option in chain.decision.options}
    wanted = [key for key, option in options.items() if option.recommend == "include"]
    kept = set(wanted or list(options)[:CAP])
    grown = True
    while grown:
        more = {needed for key in kept for needed in options[key].requires} - kept
        kept |= more
        grown = bool(more)
    return tuple(key for key in options if key in kept)


def _named(name: str, among: Iterable[str], part: Part) -> str:
    wanted, keys = _spaced(name), list(among)
    exact = [key for key in keys if _spaced(key) == wanted]
    found = exact or [key for key in keys if _spaced(key).casefold() == wanted.casefold()]
    if len(found) != 1:
        raise BadInput("KEY", f"{name[:60]!r} is not meant here", "; ".join(part.choices))
    return found[0]


def _several(names: str, among: Sequence[str], part: Part) -> list[str]:
    """One key, even with a comma in it, or several with commas between them."""
    if any(_spaced(key) == _spaced(names) for key in among):
        return [_named(names, among, part)]
    return [_named(name, among, part) for name in names.split(",")]


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _letter(word: str, words: tuple[str, ...]) -> str:
    return dict(zip("abc", words, strict=False)).get(word, word)


def _no_choice(part: Part) -> BadInput:
    return BadInput("CHOICE", f"does not answer {part.number}", "; ".join(part.choices))


def _way_on(chain: Chain) -> str:
    return {
        "held": "continue",
        "shipped": "revise KEY or restart",
        "withdrawn": "restart",
        "open": "an answer to its open part",
    }[chain.status]
