"""What a sentence of a repository's own pages rules out: “there are no accounts”, “CI only”.

A page speaks of a program as it is meant to stay. What it denies and what it keeps to one of a
kind can stand against what a goal wants (UND-6); whether it does is judged elsewhere.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from plangate.language.hearing import hear
from plangate.language.words.row_patterns import any_case, any_row, any_said, each_row
from plangate.language.words.stems import group, is_stop, parts, stem, stems_of_group
from plangate.language.words.vocabulary import verb_of

_PLAIN = re.compile(r"[A-Za-z][\w-]+")


@lru_cache(maxsize=1024)
def denied_words(sentence: str) -> frozenset[str]:
    """The words a sentence says no to."""
    if listed := any_case("listed_as_not").search(sentence):
        return frozenset(w for w in map(str.lower, _PLAIN.findall(listed[1])) if not is_stop(w))
    heard = hear(sentence).marked
    if not any(word.is_any(group("denies")) for word in heard.words) and not _not_used(sentence):
        return frozenset()
    if permits(sentence):
        return frozenset()
    spoken = any_case("declines").search(sentence)  # “we have no plans”: nobody denies plans
    names = (
        heard.words[place].names[0]
        for place in heard.denied
        if not spoken or not spoken.start() <= heard.words[place].start < spoken.end()
    )
    said = (*names, *_not_used(sentence))
    return frozenset(name for name in said if not is_stop(name) and len(name) > 1)


def plainly_denied(sentence: str) -> frozenset[str]:
    """The words a sentence says no to and nothing else: the things themselves, not what is done."""
    if supposes(sentence) or permits(sentence):
        return frozenset()
    if listed := any_case("listed_as_not").search(sentence):
        items = _PLAIN.findall(listed[1])
        return frozenset(map(str.lower, items)) if len(items) <= _SHORT_ITEM else frozenset()
    denied = any_case("plainly_denied").finditer(sentence)
    found = (word for one in denied for word in _PLAIN.findall(one["what"]))
    words = (*found, *_not_used(sentence))
    return frozenset(word.lower() for word in words if not is_stop(word.lower()))


#: An item of a list of what is not to be that names one thing.
_SHORT_ITEM = 3


def left_behind(sentence: str) -> frozenset[str]:
    """The stems of what a sentence says was weighed or tried, and not taken."""
    left = any_row("weighed_and_left").finditer(sentence)
    names = (name for found in left for name in _PLAIN.findall(found["what"]))
    return frozenset(stem(name.lower()) for name in names if not is_stop(name.lower()))


def says_no(sentence: str) -> bool:
    """Whether a sentence has a word by which something is not to be."""
    return any(word.is_any(group("denies")) for word in hear(sentence).marked.words)


def _not_used(sentence: str) -> list[str]:
    plain = sentence.strip("“”")
    found = (*any_case("is_not_used").finditer(plain), *any_case("nobody_has").finditer(plain))
    return [word for one in found for word in _PLAIN.findall(one["what"].lower())]


def permits(sentence: str) -> bool:
    """“Guests may order without an account”: what one may do without is not ruled out."""
    words = sentence.lower().split()
    may = next((at for at, word in enumerate(words) if word in ("may", "can")), len(words))
    denies = [at for at, word in enumerate(words) if word in group("denies")]
    return bool(denies) and may < denies[0] and words[denies[0]] in ("without", "no")


def opens_denied_list(line: str) -> bool:
    """Whether what is listed below a line or a heading is what is not to be."""
    heads_a_list = any_case("none_of_the_list").search(line) is not None
    return heads_a_list and not any_case("rules_nothing_out").search(line)


def is_absolute(sentence: str) -> bool:
    """Whether a sentence speaks for good, not of one moment: “never”, “there are no accounts”."""
    return any_said("said_for_good").search(sentence) is not None


def declines(sentence: str) -> bool:
    """Whether those who keep a program say that they do not want something: “we don't support npm”,
    “no plans for Windows”. What is merely not supported waits for somebody who adds it."""
    if any_case("said_on_condition").search(sentence):
        return False
    return any_case("declines").search(sentence) is not None


def may_decline(page: str) -> bool:
    """Whether any sentence of a page may decline something: a cheap look before the dear one, at
    the page in one line and without the marks that stand in its sentences."""
    plain = page.lower().replace("*", "").replace("_", "")
    return any_row("declines").search(_LINK.sub(r"\1", " ".join(plain.split()))) is not None


_LINK = re.compile(r"\[([^\[\]]{1,120})\]\([^()\s]{1,300}\)")


def bans(sentence: str) -> bool:
    """Whether a sentence turns something down, calls it wrong or frozen, or says what it needs."""
    return any(row.search(sentence) for name in _BANS for row in each_row(name))


_BANS = (
    "declined_things",
    "frozen_so",
    "is_wrong",
    "only_needs",
    "only_mended",
    "asks_a_version",
    "bounds_an_amount",
)


def is_manual(sentence: str) -> bool:
    """Whether a sentence tells how something is used, and not what the program is meant to be."""
    return any_case("told_by_a_manual").search(sentence) is not None


def denied_stems(sentence: str) -> frozenset[str]:
    """The stems of the words a sentence says no to."""
    return frozenset(map(stem, denied_words(sentence)))


@lru_cache(maxsize=1024)
def keeps_to_one(sentence: str) -> frozenset[str]:
    """The stems of what a sentence keeps as it is: “stays a single process”; empty for none."""
    return _behind(sentence, "stays")


def allows_only(sentence: str) -> bool:
    """Whether a sentence lets one way be and no other: “done by CI from a tag only”."""
    words = hear(sentence).marked.words
    return any(word.is_any(group("only")) and word.link != "hyphen" for word in words)


def _behind(sentence: str, name: str) -> frozenset[str]:
    words = hear(sentence).marked.words
    at = next((n for n, word in enumerate(words) if word.is_any(group(name))), None)
    if at is None:
        return frozenset()
    names = (word.names[0] for word in words[max(0, at - 3) : at + 7])
    return frozenset(stem(n) for n in names if not is_stop(n) and n not in group(name))


def supposes(sentence: str) -> bool:
    """Whether a sentence asks, supposes, excuses or gives an example, and so rules nothing out."""
    return any_case("rules_nothing_out").search(sentence) is not None


def rules_out(sentence: str) -> bool:
    """Whether a sentence says what is not to be, or that something stays as it is."""
    if supposes(sentence):
        return False
    said = denied_stems(sentence) or keeps_to_one(sentence) or left_behind(sentence)
    return bool(said) or allows_only(sentence)


@cache
def ready_made() -> frozenset[str]:
    """The stems of words for what others wrote."""
    return stems_of_group("ready_made")


# --- what a goal leaves alone ---------------------------------------------------------------------


def without_spared(text: str) -> str:
    """A text with every deed blanked that is not to be done (UND-6): “must no longer delete the
    notes”, “stop removing them”, “deleting a user keeps the orders”."""
    heard = hear(text).marked
    for word in (heard.words[place] for place in heard.denied):
        if verb_of(word.names[0]) is not None:
            text = text[: word.start] + " " * (word.end - word.start) + text[word.end :]
    return any_case("spares").sub(lambda found: " " * len(found.group()), text)


def takes_away(text: str) -> bool:
    """Whether a text wants something removed."""
    said = without_spared(text)
    words = _PLAIN.findall(said)
    return any(map(_removes, words)) or any_case("taken_away").search(said) is not None


def named_for_removal(name: str) -> bool:
    """Whether a name of code begins with a deed that removes: `deleteNote`, `clear_cache`."""
    return any(map(_removes, parts(name)[:1]))


def _removes(word: str) -> bool:
    verb = verb_of(word.lower())
    named = verb.name if verb is not None else word.lower()
    return named in group("loses") or (verb is not None and verb.kind == "remove")
