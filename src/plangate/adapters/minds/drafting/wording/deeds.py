"""A wish as a colleague would write it down: what to do, in the words of whoever wishes.

People wish (“it would be great if fd could follow links”), or ask politely. What is left without
the wishing and the politeness is a sentence of their own, and nothing else is changed about it: of
700 titles of commits, requests and issues every second one that was put otherwise (a demand as an
order, a bare thing as “Add …”, what is done as what is seen) had broken. What is no order stands as
it was said (deed_of_clause.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile

from plangate.adapters.minds.drafting.wording.reading_well import of_others
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import is_verb, verb_of


def as_deed(text: str) -> str:
    """A wish as something to do; "" where the text already is one, or is none."""
    plain = " ".join(text.split()).strip(" .;,!?")
    if found := any_case("labelled_as").match(plain):
        rest = found["rest"].strip(" *_")
        return as_deed(rest) or capital(rest)
    label, _, rest = plain.partition(": ")
    if label.lower() == "fix" and is_verb(rest.split(maxsplit=1)[0].lower()):
        return as_deed(rest) or capital(rest)
    if found := any_case("great_to_be_able").match(plain):
        return f"Let people {found['what']}"
    found = any_case("wished_for_oneself").match(plain)
    meant = found and (found["where"] or found["able"] or not _is_on_the_program(found["what"]))
    if found and meant:
        where = f" {_mid(of_others(found['where']))}" if found["where"] else ""
        return f"Let people {of_others(found['what'])}{where}"
    shorn = any_case("politely_closed").sub("", plain)
    while shorn and shorn != (again := any_case("politely_opened").sub("", shorn)):
        shorn = again
    if framed := _framed(shorn) or _asked_of_something(plain):
        return framed
    return capital(shorn) if shorn != plain else ""


def _is_on_the_program(what: str) -> bool:
    """Whether what somebody wants to do is work on the program, and not what it lets people do."""
    verb = verb_of(what.split(maxsplit=1)[0])
    return verb is not None and verb.kind not in _DONE_BY_PEOPLE


_DONE_BY_PEOPLE = frozenset(("explore", "send", "show", "take"))


def _framed(text: str) -> str:
    """A wish whose frame says who is to be able to do what, or what is to be there."""
    if found := any_case("let_me").match(text):
        return f"Let people {of_others(found['what'])}"
    if found := _first_form(text, _SOMEBODY_COULD):
        return _let(found["who"], found["what"])
    if found := any_case("ability_to").match(text):
        return f"Let people {found['what'] or found['also']}"
    if found := _first_form(text, _SOMETHING_IS_THERE):
        return f"Add {_mid(found['what'])}"
    return ""


def _asked_of_something(text: str) -> str:
    """“Could the popup not jump out of the map?”: what it is to do, or is to be kept from."""
    found = any_case("asked_of_something").match(text)
    words = of_others(found["asked"]).split() if found else []
    for at in range(2, min(len(words), _LONGEST_SUBJECT)):
        behind = list(dropwhile(lambda word: word.lower() in group("asked_kindly"), words[at:]))
        kept_from = behind[:1] == ["not"]
        behind = behind[kept_from:]
        verb = verb_of(behind[0].lower()) if behind else None
        is_plain = verb is not None and verb.name == behind[0].lower()
        if not is_plain and len(behind) == len(words) - at:
            continue
        who, rest = _mid(" ".join(words[:at])), " ".join(behind[1:])
        if kept_from and verb is not None and is_plain:
            return f"Keep {who} from {verb.forms[3]} {rest}".strip()
        return f"{'Do not let' if kept_from else 'Let'} {who} {behind[0]} {rest}".strip()
    return ""


#: So many words at most are who is asked.
_LONGEST_SUBJECT = 7

_SOMEBODY_COULD = ("wished_if_somebody_could", "somebody_should_be_able", "somebody_needs_a_way")
_SOMETHING_IS_THERE = ("there_should_be", "thing_wanted", "have_a_thing", "thing_welcome")


def _first_form(text: str, names: Sequence[str]) -> re.Match[str] | None:
    """The first of some forms (wording.toml) that a text has."""
    return next(filter(None, (any_case(name).match(text) for name in names)), None)


def _let(who: str, what: str) -> str:
    """Somebody who is to be able to do something; who speaks of themselves stands for people."""
    if who.lower() in ("i", "we", "one"):
        return f"Let people {of_others(what)}"
    if is_verb(who.split(maxsplit=1)[0].lower()) and " " in who:
        return ""  # “add codes, customers should be able to …” has two wishes
    return f"Let {'them' if who.lower() == 'they' else _mid(who)} {what}"


def is_wished(text: str) -> bool:
    """Whether a sentence is the one that wishes, beside others that tell a story."""
    return any_case("sentence_wishes").search(text) is not None or is_order(text)


def is_order(text: str) -> bool:
    """Whether a sentence tells somebody to do something, whatever its verb: “leave those out”."""
    first = text.split(maxsplit=1)[0].lower()
    if first.endswith(("ing", "s")) or first in group("stop") | group("relates") | group(
        "subordinates"
    ):
        return False
    return any_case("order_to_do").match(text) is not None


def capital(text: str) -> str:
    """A text as a title begins; a name of code keeps its letters."""
    return text if _OF_CODE.match(text) else text[:1].upper() + text[1:]


_OF_CODE = re.compile(r"\w+(?:[._/:(-]\w*)*[._/(]|[a-z]+[A-Z]")


def _mid(text: str) -> str:
    """A text within a sentence; a name keeps its capital."""
    first = text.split(" ", 1)[0]
    return text if any(map(str.isupper, first[1:])) or first == "I" else text[:1].lower() + text[1:]
