"""Whether what is said reads as a sentence, and how it is said of others.

A wish is put as a deed by its form (deeds.py), and people write what fits no form. What came out is
read once more here: two verbs of which each wants the sentence for itself, a pronoun that is told
to do something, a word twice in a row. Whatever does not read well is not said; the goal's own
words are, as a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.language.issues.reports import FAR, SAID
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import verb_of

_TWICE = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)


def reads_well(deed: str) -> bool:
    """Whether a deed is one sentence that tells somebody to do something."""
    if any_case("makes_they").match(deed) or _TWICE.search(deed):
        return False
    words = SAID.findall(deed)
    if not words or words[0].lower() in group("finite") | group("joins"):
        return False
    found = any_case("makes_or_lets").match(deed)
    if found is None or found["how"].lower().startswith("make sure"):
        return True
    return not _has_a_verb_of_its_own(SAID.findall(found["rest"]), found["how"].lower())


def _has_a_verb_of_its_own(words: Sequence[str], how: str) -> bool:
    """Whether what is made, let or added is itself a sentence: “make the field has a name”."""
    first = verb_of(words[0].lower())
    if how == "add" and words[0].lower() in group("places") | group("denies") | group("finite"):
        return True  # “add without the prefix it works”
    second = words[1].lower() if words[1:] else ""
    if how != "add" and first and words[0].lower() == first.name and second in group("determiners"):
        return True  # “let add the codes”
    for word in words[:FAR]:
        low = word.lower().replace("’", "'").removesuffix("'s")  # “say there's nothing to do”
        if low in group("relates") | group("subordinates") or low in ",;:(":
            return False
        if low in group("finite"):
            return True
    return False


def of_others(text: str) -> str:
    """What somebody says of themselves, as it is said of people: “my recipes”, “their recipes”."""
    for said, meant in _OTHERS:
        text = said.sub(meant, text)
    return text


_OTHERS = (
    (re.compile(r"\bI['’]m\b"), "they are"),
    (re.compile(r"\bI\b"), "they"),
    (re.compile(r"\b(?:my|our)\b", re.I), "their"),
    (re.compile(r"\b(?:me|us)\b"), "them"),
    (re.compile(r"\bwe\b"), "they"),
)


def is_cut_short(text: str) -> bool:
    """“They shouldn't be.”: a wish that leaves its verb to the sentence before it."""
    return any_case("verb_left_out").search(text.strip(" .!?")) is not None
