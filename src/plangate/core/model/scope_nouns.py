"""A decision with many options, as values (SPLIT-1…11)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

#: SPLIT-4: the buckets in their order, and the letters that stand for them.
BUCKETS = ("include", "defer", "cut", "hold")
LETTERS = dict(zip("abcd", BUCKETS, strict=True))
DISPOSITIONS = {"include": "include", "defer": "defer", "cut": "cut", "hold": "held"}

#: SPLIT-2, SPLIT-3: what one capped question can show; from when a chain asks how to go about it.
CAP = 4
META_ABOVE = 6


class Choice(NamedTuple):
    """One option of a decision."""

    key: str
    label: str
    scope: str = ""
    cost: str = ""
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    recommend: str | None = None
    reason: str = ""


class Decision(NamedTuple):
    """What is to be decided, as it was put."""

    decision: str
    kind: str
    options: tuple[Choice, ...]
    skill: str = "scope"
    surface: str = "capped"
    #: SPLIT-2: up to four items are one question that takes a disposition for each.
    one_question: bool = False
    #: SPLIT-2: why it is of this kind, when nobody said.
    why_kind: str = ""


def is_one_question(kind: str, options: Sequence[Choice]) -> bool:
    """SPLIT-2: whether so few items are one question with a disposition for each; a key that holds
    what stands between two dispositions needs a part of its own."""
    return (
        kind != "alternatives"
        and len(options) <= CAP
        and not any(";" in option.key for option in options)
    )


class Part(NamedTuple):
    """The one question of a chain that is open."""

    number: str
    kind: str
    question_id: str
    about: str | None
    prompt: str
    choices: tuple[str, ...]
    recommend: str | None = None


class Clash(NamedTuple):
    """A chosen set that cannot stand: an option without what it needs, or two that exclude."""

    key: str
    other: str
    needs: bool

    @property
    def name(self) -> str:
        return f"{self.key} {'needs' if self.needs else 'excludes'} {self.other}"


class Chain(NamedTuple):
    """Where a decision stands. `asked` counts how often each part was put (for its number).

    `session` is the planning it clarifies, if any; `waits` says why it is not put to anybody yet.
    """

    decision: Decision
    parent: str
    dispositions: Mapping[str, str]
    status: str = "open"
    stage: str = "parts"
    focus: str | None = None
    group: int = 0
    asked: Mapping[str, int] = {}
    clashes: int = 0
    accepted: tuple[Clash, ...] = ()
    narrowed: tuple[str, ...] = ()
    session: str | None = None
    waits: str = ""
    #: SPLIT-10: whether the session opened it; then it is one of its clarifications.
    opened: bool = False
    #: SPLIT-10: the session whose host opened it: its answers go to the host, and it counts there.
    asked_for: str = ""

    def keys(self, disposition: str) -> list[str]:
        return [key for key, given in self.dispositions.items() if given == disposition]

    @property
    def decided(self) -> int:
        return sum(given in ("include", "defer", "cut") for given in self.dispositions.values())


# --- looking at a chain ---------------------------------------------------------------------------


def clashes_of(chain: Chain) -> list[Clash]:
    """SPLIT-6, at the end: what cannot stand and was not accepted by name."""
    return [clash for clash in _all_clashes(chain) if clash not in chain.accepted]


def warnings_of(chain: Chain) -> list[str]:
    """SPLIT-11: what a table shows while one decides: clashes of the set as it is now."""
    return [clash.name for clash in _all_clashes(chain)]


def _all_clashes(chain: Chain) -> Iterator[Clash]:
    given = chain.dispositions
    seen: set[frozenset[str]] = set()
    for option in chain.decision.options:
        if given[option.key] != "include":
            continue
        for needed in option.requires:
            if given[needed] != "include":
                yield Clash(option.key, needed, needs=True)
        for other in option.conflicts:
            pair = frozenset((option.key, other))
            if given[other] == "include" and pair not in seen:
                seen.add(pair)
                yield Clash(option.key, other, needs=False)


def next_undecided(chain: Chain) -> str | None:
    return next((key for key, given in chain.dispositions.items() if given == "undecided"), None)


def group(chain: Chain, size: int) -> Sequence[Choice]:
    first = chain.group * size
    return chain.decision.options[first : first + size]


def shown_alternatives(chain: Chain) -> Sequence[Choice]:
    """All of them where they fit or the surface shows them whole, else three at a time."""
    if len(chain.decision.options) <= CAP or chain.decision.surface == "whole":
        return chain.decision.options if chain.group == 0 else ()
    return group(chain, CAP - 1)


def option_of(chain: Chain, key: str) -> Choice:
    return next(option for option in chain.decision.options if option.key == key)


def place_of(chain: Chain, key: str) -> int:
    return list(chain.dispositions).index(key) + 1


def said(disposition: str) -> str:
    return {"defer": "deferred", "cut": "cut", "held": "held"}.get(disposition, disposition)
