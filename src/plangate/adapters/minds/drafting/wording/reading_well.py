"""Whether what is said reads as a sentence, and where one ends.

A wish is put as a deed by its form (deeds.py), and people write what fits no form. What came out is
read once more here: two verbs of which each wants the sentence for itself, a pronoun that is told
to do something, a word twice in a row. Whatever does not read well is not said; the goal's own
words are, as a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.language.clause_patterns import fault
from plangate.language.clauses import parsed
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import verb_of

_TWICE = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)
_WORD = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"|[\w'’.-]+|[,;:()]")
#: So many words of a sentence are looked at for its verb.
_FAR = 12


def reads_well(deed: str) -> bool:
    """Whether a deed is one sentence that tells somebody to do something."""
    if any_case("makes_they").match(deed) or _TWICE.search(deed):
        return False
    words = _WORD.findall(deed)
    if not words or words[0].lower() in group("finite") | group("joins"):
        return False
    found = any_case("makes_or_lets").match(deed)
    if found is None or found["how"].lower().startswith("make sure"):
        return True
    return not _has_a_verb_of_its_own(_WORD.findall(found["rest"]), found["how"].lower())


def _has_a_verb_of_its_own(words: Sequence[str], how: str) -> bool:
    """Whether what is made, let or added is itself a sentence: “make the field has a name”."""
    first = verb_of(words[0].lower())
    if how == "add" and words[0].lower() in group("places") | group("denies") | group("finite"):
        return True  # “add without the prefix it works”
    second = words[1].lower() if words[1:] else ""
    if how != "add" and first and words[0].lower() == first.name and second in group("determiners"):
        return True  # “let add the codes”
    for word in words[:_FAR]:
        low = word.lower().replace("’", "'").removesuffix("'s")  # “say there's nothing to do”
        if low in group("relates") | group("subordinates") or low in ",;:(":
            return False
        if low in group("finite"):
            return True
    return False


def without_statement(text: str) -> str:
    """A wish without the sentence that hangs on it: “…, we lose the rest of the screen otherwise”
    says why, or how it is today."""
    pieces = re.split(r"(,\s+)", text)
    for place in range(2, len(pieces), 2):
        if is_statement("".join(pieces[place:])) and _is_closed("".join(pieces[: place - 1])):
            return "".join(pieces[: place - 1])
    return text


def is_statement(piece: str) -> bool:
    """Whether a piece behind a comma is a sentence of its own, with a subject and its verb."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(piece)]
    first = words[0] if words else ""
    if first in group("finite") and first[-2:] == "'s":  # “it's”, “there's”
        return True
    if not first[:1].isalpha() or first in group("relates") | group("joins") | group("finite"):
        return False
    if first in group("subordinates") | group("places") | group("denies") or first[-3:] == "ing":
        return False
    subject = words[1:_FAR]
    ends = next((n for n, w in enumerate(subject) if w in group("relates") or w in ",;:("), _FAR)
    return (
        any(word in group("finite") for word in subject[:ends])
        or any_case("pronoun_and_verb").match(piece) is not None
    )


def is_report(text: str) -> bool:
    """Whether a sentence tells of something that does not work: “previews dont load in Safari”."""
    heard = parsed(text)
    opens = verb_of(heard.verb)
    ordered = heard.obliges or (opens is not None and not opens.may_be_noun)
    fails = any_case("somebody_fails").match(text) is not None or fault().match(text) is not None
    if any_case("sets_a_rule").search(text):
        return False
    return (heard.trouble and not ordered and fails) or (not heard.verb and _names_a_fault(text))


def is_deed_that_fails(text: str) -> bool:
    """“Log in fails after a reset”: what it opens with is what fails, and nothing that is asked."""
    return is_report(text) and any_case("deed_fails").match(text) is not None


def _names_a_fault(text: str) -> bool:
    """Whether a sentence without a verb calls a fault by its name, and says where or when it is:
    “crash when importing a file without times”, “wrong total on the page of a month”."""
    words = [word.lower() for word in _WORD.findall(text)]
    while words and words[0] in group("determiners"):
        words = words[1:]
    when = group("subordinates")
    behind = when | group("fault_places")
    ends = next((n for n, word in enumerate(words) if word in when), len(words))
    if any(_is_said_of(words, place) for place in range(1, ends)):
        return False
    if words and words[0] in group("faulty_kinds"):
        return ends > 1 and any(word in behind for word in words[2:])
    named = next((n for n, w in enumerate(words[:3]) if w in group("fault_names")), len(words))
    return any(word in behind for word in words[named + 1 : named + 2])


def _is_said_of(words: Sequence[str], place: int) -> bool:
    """Whether a word says something of those before it: “broken links are …”, “… lock the door”."""
    after = words[place + 1] if place + 1 < len(words) else ""
    return words[place] in group("finite") or (
        verb_of(words[place]) is not None and after in group("determiners")
    )


def _is_closed(text: str) -> bool:
    return (
        text.count("(") == text.count(")") and not text.count('"') % 2 and not text.count("`") % 2
    )


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
