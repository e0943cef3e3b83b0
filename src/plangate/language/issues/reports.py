"""Sentences that only tell: that something is wrong, or how things are behind a comma.

What somebody reports is read by its form, whoever asks: a report is worked on as a fault, and is
never a small change of words because it speaks of a space or a tooltip.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.language.clause_patterns import fault, names_what_is_wrong
from plangate.language.clauses import parsed
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import verb_of

#: The words and marks of a sentence, as they are read one by one.
SAID = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"|[\w'’.-]+|[,;:()]")
#: So many words of a sentence are looked at for its verb.
FAR = 12


def is_report(text: str) -> bool:
    """Whether a sentence tells of something that does not work: “previews dont load in Safari”.
    What shall be so that something no longer happens is wanted, and no report."""
    if (good := _what_for(text)) and good.start():
        text = text[: good.start()]
    heard = parsed(text)
    opens = verb_of(heard.verb)
    ordered = heard.obliges or (opens is not None and not opens.may_be_noun)
    if any_case("sets_a_rule").search(text) or heard.mood == "question":
        return False
    if tells_what_happened(text) or (not ordered and names_what_is_wrong(text)):
        return True
    if first := any_case("condition_first").match(text):
        return not ordered and is_report(first["rest"])
    fails = any_case("somebody_fails").match(text) is not None or fault().match(text) is not None
    return (heard.trouble and not ordered and fails) or (not heard.verb and _names_a_fault(text))


def _what_for(text: str) -> re.Match[str] | None:
    """Where a sentence begins to say what it is all good for."""
    rows = (any_case("what_it_is_good_for"), any_case("gives_a_reason"))
    found = (one for row in rows if (one := row.search(text)) and " so " in one.group().lower())
    return next(found, None)


def tells_what_happened(text: str) -> bool:
    """“Whenever I delete a row I land on page 1”: what somebody did is no deed they ask for."""
    return any_case("opened_by_what_happened").match(text) is not None


def is_deed_that_fails(text: str) -> bool:
    """“Log in fails after a reset”: what it opens with is what fails, and nothing that is asked."""
    return is_report(text) and any_case("deed_fails").match(text) is not None


def _names_a_fault(text: str) -> bool:
    """Whether a sentence without a verb calls a fault by its name, and says where or when it is:
    “crash when importing a file without times”, “wrong total on the page of a month”."""
    words = [word.lower() for word in SAID.findall(text)]
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
    words = [word.lower().replace("’", "'") for word in SAID.findall(piece)]
    first = words[0] if words else ""
    if first in group("finite") and first[-2:] == "'s":  # “it's”, “there's”
        return True
    if not first[:1].isalpha() or first in group("relates") | group("joins") | group("finite"):
        return False
    if first in group("subordinates") | group("places") | group("denies"):
        return False
    subject = words[1:FAR]
    if first.endswith("ing") and not {"is", "was", "are"}.intersection(subject):
        return False  # “sorted by name, leaving out the rest”
    ends = next((n for n, w in enumerate(subject) if w in group("relates") or w in ",;:("), FAR)
    return (
        any(word in group("finite") for word in subject[:ends])
        or any_case("pronoun_and_verb").match(piece) is not None
    )
