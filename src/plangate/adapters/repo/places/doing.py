"""Which function does what a goal speaks of: `deactivate_user` for “deactivating a user” (UND-5).

Words that sound alike stand in many files; the deed on its very thing is declared in one or two.
A function counts by how much of the moment its name says: the deed itself or a word for the same,
and the thing, in its own name or in that of its file or folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from plangate.adapters.repo.places.moments import Moment
from plangate.adapters.repo.places.nearness import TextOf, hits_of
from plangate.language.words.stems import parts, rows_of, stem, words_in_rows

_LONGEST_TEXT, _LONGEST_LINE = 200_000, 200
#: What another word for the deed tells; a thing that only the file is called after, and none.
_ALIKE, _BY_FILE, _NO_THING, _OTHER_THING = 0.7, 0.7, 0.5, 0.15
#: What a deed tells behind the beginning of a name: `getUploadSize` uploads nothing.
_BEHIND = 0.6
#: How much less a function tells for each further word in its name, and more for one of the goal.
_FURTHER, _SAID_TOO = 0.05, 0.03

_DECLARES = re.compile(
    r"\b(?:def|defp|func|fun|fn|function|class|const|let|var|sub)[ \t]+"
    r"(?:\([^()\n]*\)[ \t]*|self\.)?(?P<named>[A-Za-z_]\w*)"
    r"|^[ \t]*(?:(?:public|private|protected|internal|static|final|override|virtual|abstract"
    r"|suspend|async|export|default|pub)[ \t]+)*[\w<>\[\],.?:]+[ \t]+(?P<typed>[A-Za-z_]\w*)[ \t]*"
    r"\([^;{}\n]*\)?[ \t]*(?:\{|$|async|throws|const|override)"
    r"|^[ \t]*(?:async[ \t]+)?(?P<method>[A-Za-z_]\w*)[ \t]*\([^\n;]*\)[ \t]*(?::[^\n{]+)?\{"
    r"|^[ \t]*(?P<member>[A-Za-z_]\w*)[ \t]*:[ \t]*(?:async\b|function\b|\(|\w*[Pp]rocedure\b)"
)
#: How a line begins that calls and does not declare.
_CALLS = re.compile(
    r"^\s*(?:return|else|throw|new|await|case|import|from|package|use|elif|in|not|yield|echo|raise"
    r"|print|del|assert|require|include|if|for|while|switch|catch|elsif|when|match|with)\b"
)


class Done(NamedTuple):
    """A function that does what a goal speaks of, and how surely it is that."""

    worth: float
    name: str
    line: int


def doing(
    paths: Iterable[str], text_of: TextOf, told: Sequence[Moment], rare: Mapping[str, float]
) -> dict[str, Done]:
    """The best such function of each file; line 0 is the file itself, named after the deed."""
    found: dict[str, Done] = {}
    for path in paths if told else ():
        text = (text_of(path) or "")[:_LONGEST_TEXT]
        every = _in_file(path, text, told, rare)
        best = max(every, key=lambda one: (one.worth, -one.line), default=None)
        if best and best.worth > 0:
            found[path] = best
    return found


def _in_file(
    path: str, text: str, told: Sequence[Moment], rare: Mapping[str, float]
) -> Iterator[Done]:
    folder, base = path.rsplit("/", 2)[-2:] if "/" in path else ("", path)
    own = base.partition(".")[0]
    home = _stems(own) | _stems(folder)
    named = [(own, 0), *_declared(text, frozenset(moment.deed for moment in told))]
    for name, line in named:
        for moment in told:
            if worth := _worth(name, home, moment, rare):
                yield Done(round(worth, 3), name, line)


def _worth(name: str, home: frozenset[str], moment: Moment, rare: Mapping[str, float]) -> float:
    own, alike = _stems(name), _words_for(moment.deed)
    does = 1.0 if moment.deed in own else _ALIKE if alike & own else 0.0
    if not does:
        return 0.0
    called = words_in_rows("calls_a_deed")
    begins = next((stem(part) for part in parts(name) if part not in called), "")
    does *= 1.0 if begins in alike else _BEHIND
    of = _NO_THING
    if moment.thing:
        weights = {word: rare.get(word, 1.0) for word in moment.thing}
        has = {word: 1.0 if word in own else _BY_FILE * (word in home) for word in weights}
        of = sum(has[w] * weights[w] for w in weights) / sum(weights.values()) or _OTHER_THING
    rest = own - {moment.deed, *moment.thing} - alike
    said = sum(word in rare for word in rest)
    further = 1 + _FURTHER * (len(rest) - said) - _SAID_TOO * said
    return moment.worth * does * of / further


def _declared(text: str, deeds: frozenset[str]) -> Iterator[tuple[str, int]]:
    """What a text declares that is named after one of some deeds, with its line."""
    low = text.lower()
    begins: dict[int, None] = {}
    for word in sorted(frozenset().union(*map(_words_for, deeds))):
        for hit in hits_of(text, low, word):
            begins[text.rfind("\n", 0, hit.at) + 1] = None
    number, before = 1, 0
    for start in sorted(begins):
        number += text.count("\n", before, start)
        before = start
        line = text[start : text.find("\n", start) % (len(text) + 1)][:_LONGEST_LINE]
        for one in _DECLARES.finditer(line):
            if one.lastgroup == "named" or not _CALLS.match(line):
                yield one[str(one.lastgroup)], number


@cache
def _rows() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for row in rows_of("deeds_alike"):
        alike = frozenset(map(stem, row.split()))
        for word in alike:
            found[word] = found.get(word, frozenset()) | alike
    return found


def _words_for(deed: str) -> frozenset[str]:
    """The stems of the words that say a deed."""
    return _rows().get(deed, frozenset((deed,)))


@lru_cache(maxsize=50_000)
def _stems(name: str) -> frozenset[str]:
    return frozenset(stem(part) for part in parts(name))
