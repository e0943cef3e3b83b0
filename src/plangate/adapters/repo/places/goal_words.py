"""A goal as searches need it: its words, its names and what somebody put before a colon (UND-5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from plangate.adapters.repo.index.indexed_texts import words_in, words_of
from plangate.adapters.repo.places.limited import only_limiting
from plangate.adapters.repo.places.moments import Moment, moments
from plangate.language.issues.issue_text import Issue
from plangate.language.words.features import CHANGE_LABELS
from plangate.language.words.stems import content_stems, group, is_stop, parts, stem
from plangate.language.words.stems import words_of as plain_words
from plangate.language.words.vocabulary import verb_of

_MOST_NAMES = 40

_WORD = re.compile(r"\w+")
_PATH = re.compile(r"(?<![\w/@])(?:[\w@.+-]+/)+[\w@.+-]*\w|(?<![\w/.@])[\w+-]+\.[A-Za-z]{1,5}\b")
#: What is written like a name within a sentence: with a capital, or in quotes.
_STRESSED = re.compile(r"(?<=\s)[A-Z]\w+|`[^`]+`|\"[^\"]+\"|(?<!\w)'[^']+'(?!\w)")
#: Numbers of issues and dates: they stand in texts by accident.
_NUMBERS = re.compile(r"#\d+|\b\d{4,}\b")
_COMPONENT = re.compile(
    r"^\s*(?:\[([\w ./,-]{2,40})\]|\w{2,10}\(([\w./, @-]{2,60})\)!?:"
    r"|([\w./-]{2,40}(?:, ?[\w./-]{2,40}){0,3}):\s)"
)


#: “…, like ntfy does”: what is only an example is no place of the work.
_LIKE = re.compile(
    r",\s+(?:(?:just|much|exactly) )?(?:like|as|the same way|similar to|the same as)\s[^,;]+$",
    re.IGNORECASE,
)


class Asked(NamedTuple):
    """A goal as searches need it."""

    title: tuple[str, ...]
    #: Words of the title that stand side by side, as a name made of both has them.
    together: tuple[str, ...]
    #: Words of the title that are written like names, and those that are deeds.
    stressed: frozenset[str]
    deeds: frozenset[str]
    said: tuple[str, ...]
    pasted: tuple[str, ...]
    #: Identifiers written out, as the index keeps a whole one.
    names: tuple[str, ...]
    #: Paths and file names written out.
    paths: tuple[str, ...]
    component: tuple[str, ...]
    #: What is done in it, and to what.
    moments: tuple[Moment, ...]
    #: How often each word is said; in the title twice as often.
    times: Counter[str]

    @property
    def is_sentence(self) -> bool:
        """Whether there is nothing in it but a title."""
        return not self.said and not self.pasted


def asked(issue: Issue) -> Asked:
    words, said = _words(_LIKE.sub("", issue.title)), searched(issue.said)
    return Asked(
        title=tuple(dict.fromkeys((*map(stem, words), *_names(issue.title)))),
        together=_together(words),
        stressed=frozenset(map(stem, plain_words(" ".join(_STRESSED.findall(issue.title))))),
        deeds=frozenset(stem(word) for word in words if verb_of(word)),
        said=said if issue.said != issue.title else (),
        pasted=searched(issue.shown),
        names=_names(f"{issue.said}\n{issue.shown}"),
        paths=tuple(dict.fromkeys(_PATH.findall(f"{issue.said}\n{issue.shown}")))[:_MOST_NAMES],
        component=_component(issue.title),
        moments=moments(with_component(issue.title)[1]),
        times=Counter(
            words_in("\n".join((issue.title, issue.title, issue.said, issue.shown))).split()
        ),
    )


def searched(text: str) -> tuple[str, ...]:
    """The words of a text as the index has them: stems, and identifiers whole."""
    return tuple(dict.fromkeys((*content_stems(text), *_names(text))))


def _words(title: str) -> list[str]:
    """The words of a title: without the label of a change, and without the verb it orders with.

    A light verb that comes later says something of the thing: “allow *renaming* many devices”.
    """
    component, rest = with_component(_NUMBERS.sub(" ", title))
    before = [word for word in _telling(component) if stem(word) not in CHANGE_LABELS]
    light = only_limiting(rest)
    words = [word for word in _telling(rest) if word not in light]
    if len(words) > 1 and words[0] in group("light_verbs"):
        words = words[1:]
    return [*before, *words]


def _telling(text: str) -> list[str]:
    return [word for word in plain_words(text) if len(word) > 1 and not is_stop(word)]


def _together(words: Sequence[str]) -> tuple[str, ...]:
    """Every two neighbours as one word, whole and without their endings."""
    found = (
        first + second
        for one, other in pairwise(words)
        for first in (one, stem(one))
        for second in (other, stem(other))
    )
    return tuple(dict.fromkeys(found))


def _names(text: str) -> tuple[str, ...]:
    """Names nobody writes by accident: made of several words in one."""
    found = (words_of(name) for name in _WORD.findall(text) if len(parts(name)) > 1)
    whole = (words.rpartition(" ")[2] for words in found if words)
    return tuple(dict.fromkeys(whole))[:_MOST_NAMES]


def _component(title: str) -> tuple[str, ...]:
    words = content_stems(with_component(title)[0])
    return tuple(word for word in words if word not in CHANGE_LABELS)


def with_component(title: str) -> tuple[str, str]:
    """The component somebody put before a colon or in brackets, and the title without it."""
    found = _COMPONENT.match(title)
    if found is None:
        return "", title
    return " ".join(filter(None, found.groups())), title[found.end() :].strip(" :")
