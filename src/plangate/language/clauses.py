"""A text cut into clauses, and each clause into its verb, object, place, condition and amounts.

The one cutter (UND-1). A clause is taken apart as far as its grammar is plain; what is not plain
stays empty, and what is not known is listed. Time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from plangate.language.amounts import Amount, amounts, is_amount
from plangate.language.clause_patterns import (
    AND,
    AREA,
    AS_A_NOUN,
    ASKS,
    BREAK,
    CODE,
    CONDITION,
    CONDITION_FIRST,
    CONTAINS,
    COULD_WE,
    CUT,
    FORBIDS,
    ITEM,
    LABEL,
    LEAD,
    LETTERS,
    OBLIGES,
    OF,
    PARTICLE,
    POLITE,
    PREPOSITION,
    ROUTE,
    SAYS,
    SAYS_NO,
    SENTENCE,
    SLOW,
    STAYS,
    STAYS_SO,
    TELLS,
    THEN,
    TOKEN,
    TROUBLE,
    WITH_PARTICLE,
    WORD,
    aside,
    person,
)
from plangate.language.orders import plain_wish
from plangate.language.paths import URL, named_paths
from plangate.language.tokens import shortened
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import (
    Verb,
    forms,
    is_known,
    is_verb,
    listed,
    thing_kind,
    verb_of,
)

Mood = Literal["wish", "question", "statement"]
LONGEST_THING = 60
LONGEST_WHAT = 90


class Clause(NamedTuple):
    """One piece of what a text says, as far as it is plain."""

    text: str
    verb: str = ""
    """The verb it opens with, in its plain form; "" when it opens with none that is known."""
    said: str = ""
    """The same as it is written, in lower case."""
    kind: str = ""
    """What the verb does: `vocabulary.Kind`."""
    what: str = ""
    """Everything behind the verb."""
    thing: str = ""
    """The object alone, without where, how and why."""
    head: str = ""
    """The noun the object is, in lower case: “page” of “the admin page”."""
    place: str = ""
    """Where the object goes or is."""
    condition: str = ""
    """When, or on what condition."""
    mood: Mood = "statement"
    negated: bool = False
    """Whether it says what is not to be."""
    trouble: bool = False
    """Whether it reports that something is wrong."""
    obliges: bool = False
    """Whether it says that something should be."""
    follows: bool = False
    """Whether it is wanted after the one before it."""
    listed: bool = False
    """Whether it is an item of a list."""
    background: bool = False
    """Whether it only tells how things are, beside another that says what is wanted."""

    @property
    def thing_kind(self) -> str:
        """What the noun names, as `words/things.toml` has it."""
        return thing_kind(self.head) if self.head else ""

    @property
    def amounts(self) -> tuple[Amount, ...]:
        return amounts(self.text)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Its words that nobody knows."""
        return unknown_words(self.text)

    @property
    def asks_for_work(self) -> bool:
        """Whether somebody who reads it has something to do."""
        return not self.negated and not self.background and (self.wants or self.trouble)

    @property
    def wants(self) -> bool:
        """Whether it says what is to be done or to be, and does not only report."""
        told = self.mood == "question" or not self.verb
        return self.obliges or self.mood == "wish" or not told


@lru_cache(maxsize=512)
def parsed(text: str, verb: str = "") -> Clause:
    """A clause with its verb, object, place and condition; `verb` is taken when it has none."""
    label = LABEL.match(text)
    about = label or AREA.match(text)
    rest = plain_wish(text[about.end() :] if about else text)
    rest, condition = _without_condition(rest)
    asked = COULD_WE.match(rest) or FORBIDS.match(rest)
    rest = without_lead(rest[asked.end() :] if asked else rest).strip(" .;,!?")
    said, rest = _opening(rest, verb)
    if not said and label and label["kind"].lower() == "fix":
        said = "fix"
    if not said and (slow := SLOW.match(rest)):
        rest = f"{slow['thing']} {slow['when']}".strip()  # “the parser is slow on large files”
    known = verb_of(said)
    if known and known.name == "make":
        rest = _without_speed(rest)
    thing, place = _thing_and_place(rest)
    return Clause(
        text=text,
        verb=known.name if known else said,
        said=said,
        kind=known.kind if known else "",
        what=shortened(rest, LONGEST_WHAT),
        thing=thing,
        head=head_noun(thing),
        place=place,
        condition=condition or _condition_in(rest),
        mood=_mood(text, said),
        negated=forbids(text),
        trouble=TROUBLE.search(text) is not None,
        obliges=OBLIGES.search(text) is not None,
    )


def _without_speed(rest: str) -> str:
    """“Make the export faster” is about the export."""
    thing, _, last = rest.removesuffix(" please").rpartition(" ")
    thing = thing.removesuffix(" much").removesuffix(" a lot")
    return thing if thing and last.lower() in group("speeds") else rest


def forbids(text: str) -> bool:
    """Whether a clause says what is not to be, or what is to stay as it is."""
    stays = STAYS.match(text) or STAYS_SO.search(text)
    return FORBIDS.match(text) is not None or stays is not None


#: What a text names as its example: “like the Slack one”.
LIKENED = re.compile(
    r"\b(?:like|such as|similar to|same(?: \w+)? as|just as|next to|besides?"
    r"|in addition to)\s+"
    r"(?:the\s+|an?\s+|our\s+)?(?P<what>.+)$",
    re.IGNORECASE,
)


def likens(text: str) -> bool:
    """Whether a remark only says what something is to be like: “The same as for tags”."""
    found = LIKENED.search(text)
    return found is not None and len(text[: found.start()].split()) <= 1


def clauses_of(text: str) -> list[Clause]:
    """Every clause of a text, in order; a single word is one."""
    found = [
        parsed(piece)._replace(follows=follows, listed=is_item)
        for piece, follows, is_item in pieces(text)
    ]
    whole = " ".join(text.split())
    return found or ([parsed(whole)] if whole else [])


def without_lead(text: str) -> str:
    """A clause without what people say before the verb: “please”, “we need to”."""
    while lead := LEAD.match(text):
        text = text[lead.end() :]
    return text


def _without_condition(text: str) -> tuple[str, str]:
    """“When a user leaves, delete …”: the condition that stands first is taken off."""
    found = CONDITION_FIRST.match(text)
    if found is None or not parsed_opening(text[found.end() :]):
        return text, ""
    return text[found.end() :], found["condition"].strip()


def parsed_opening(text: str) -> str:
    """The verb a text opens with behind polite words, as written in lower case; "" for none."""
    opening = WORD.match(without_lead(text).lstrip(" .;,!"))
    return opening.group().lower() if opening and is_verb(opening.group()) else ""


def opening_verbs(text: str) -> Iterator[Verb]:
    """The verbs the clauses of a text open with: the quick look, without taking any apart."""
    opens = True
    for found in TOKEN.finditer(text):
        word = found.group().lower()
        if not word[0].isalpha() or word in group("joins"):
            opens = True
        elif opens and is_verb(word) and (verb := verb_of(word)):
            yield verb
            opens = False
        elif word not in group("leads"):
            opens = False


def _opening(text: str, verb: str) -> tuple[str, str]:
    """The verb a clause opens with, as written, and what stands behind it."""
    opening = None if ROUTE.match(text) else WORD.match(text)
    if opening is None or not is_verb(opening.group()) or TELLS.match(text, opening.end()):
        return verb, text
    said = opening.group().lower()
    rest = PARTICLE.sub("", text[opening.end() :].strip()) or text
    rest = PREPOSITION.sub("", rest) or rest
    rest = _about_file(said, rest)
    if _plain(said) in listed("take_people") and (who := person().match(rest)):
        rest = _doing(rest[who.end() :])
    return said, rest


def _plain(said: str) -> str:
    known = verb_of(said)
    return known.name if known else said


def _doing(text: str) -> str:
    """What people are to be able to do, as a thing one can speak of: “exporting their orders”."""
    first, _, rest = text.partition(" ")
    if not is_verb(first):
        return text
    return f"{forms(_plain(first.lower()))[3]} {rest}".strip()


def _about_file(verb: str, rest: str) -> str:
    """What is wanted of a file, where the file stands before it: “Create a.py with an endpoint”."""
    named = named_paths(rest)
    if not named or not rest.strip("`'\"").startswith(named[0]):
        return rest
    behind = rest.strip("`'\"")[len(named[0]) :].lstrip("`'\"")
    if (wanted := CONTAINS.match(behind)) and _plain(verb) not in listed("say_where"):
        return f"{behind[wanted.end() :]} in {named[0]}"
    if trouble := SAYS.match(behind):
        return behind[trouble.end() :]
    return rest


def _thing_and_place(rest: str) -> tuple[str, str]:
    """What a verb is done to, and where: cut at the first preposition that belongs to no verb."""
    if said := WITH_PARTICLE.match(rest):  # “logging in with a passkey” is about the login
        deed = f"{said['verb']} {said['particle']}".lower()
        rest = AS_A_NOUN.get(deed, said.group()) + rest[said.end() :]
    cut = CUT.search(rest)
    thing = rest[: cut.start()] if cut and cut.start() > 0 else rest
    last = thing.split()[-1:]
    if cut and cut["word"] == "for" and last and last[0].lower() in group("of_what"):
        more = CUT.search(rest, cut.end())
        thing = rest[: more.start()] if more else rest  # “support” alone says nothing
    place = ""
    if cut and (cut["word"] or "").lower() in group("where"):
        behind = rest[cut.end() :]
        ends = CUT.search(behind)
        place = shortened((behind[: ends.start()] if ends else behind).strip(" ,:"), LONGEST_THING)
    thing = shortened(thing.strip(" ,:"), LONGEST_THING)
    return thing, "" if is_amount(place) else place


def _condition_in(rest: str) -> str:
    found = CONDITION.search(rest)
    return " ".join(found.group().split()) if found else ""


def _mood(text: str, said: str) -> Mood:
    """Whether a clause wants something, asks, or tells."""
    plain = without_lead(text)
    asks = ASKS.match(plain.lstrip(" \"'“(")) is not None
    if asks or (text.rstrip().endswith("?") and not POLITE.match(text)):
        return "question"
    begged = text.lstrip().lower().startswith("please ")
    return "wish" if said or begged or OBLIGES.search(text) else "statement"


def head_noun(thing: str) -> str:
    """The noun an object is: its last word before “of”, “for” and the like, names left as they are.

    “Support for webhooks” is about webhooks, “some kind of cache” about a cache.
    """
    before, link, behind = (
        OF.split(f"{thing}  ", maxsplit=1) if OF.search(thing) else (thing, "", "")
    )
    words = [word.strip("\"'“”`().,:") for word in before.split()]
    named = [word for word in words if word and word.lower() not in group("determiners")]
    head = named[-1].lower() if named else ""
    if link in ("of", "for") and head in group(f"keeps_object_{link}"):
        return head_noun(behind) or head
    return head


def unknown_words(text: str) -> tuple[str, ...]:
    """The words of a text that nobody knows, in order, each once; code and paths are no words."""
    plain = text
    for path in named_paths(text):
        plain = plain.replace(path, " ")
    plain = CODE.sub(" ", URL.sub(" ", plain))
    words = dict.fromkeys(found.group() for found in LETTERS.finditer(plain))
    return tuple(word for word in words if len(word) > 2 and not is_known(word))


def sentences(text: str) -> list[str]:
    """The sentences of a text: line breaks, list items and full stops end them."""
    cuts = (part.strip(" \t") for part in SENTENCE.split(text))
    return [part for part in cuts if part.strip(" .;,!?")]


def pieces(text: str) -> Iterator[tuple[str, bool, bool]]:
    """A text in pieces: whether each follows the one before, and whether it is a list's item."""
    is_item = False
    follows = False
    at = 0
    for found in [*BREAK.finditer(text), None]:
        piece = text[at : found.start()] if found else text[at:]
        ordered = THEN.match(piece)
        for part in coordinated(piece[ordered.end() :] if ordered else piece):
            if len(part.split()) >= 2 or (is_item and part):
                yield part, follows or ordered is not None, is_item
            follows, ordered = False, None
        if found is None:
            return
        mark = found.group()
        is_item = ITEM.search(mark) is not None or (is_item and ";" in mark)
        follows = "then" in mark.lower() or re.search(r"\d[.)]", mark) is not None
        at = found.end()


def coordinated(piece: str) -> Iterator[str]:
    """A sentence cut where “and” begins a second deed: “add X and remove Y”."""
    text = piece.strip(" .;,\t\n")
    opening = parsed(text).verb
    begin = 0
    first = CONDITION_FIRST.match(text)
    condition = first.end() if first and opening else 0
    # “Let users log in and reset …” goes on speaking of users, “… and notify the shop” does not.
    behind = text.partition(" ")[2]
    people = opening in listed("take_people") and person().match(behind) is not None
    # “The build is broken, fix it and add a job”: a symptom, and what is to be done about it.
    if opening or TROUBLE.search(text):
        for found in AND.finditer(text, condition):
            verb, behind = found["verb"].lower(), found["behind"].lower()
            before = text[begin : found.start()].split()
            if not opening and not begin and found.group()[0] != ",":
                continue
            begins = _plain(verb) in listed("program_does") if people else is_verb(verb)
            begins = begins and not (verb == "default" and behind not in group("determiners"))
            begins = begins or (SAYS_NO.match(f"{verb} {behind}") is not None and not people)
            if begins and behind not in group("no_object") and len(before) >= 2:
                yield text[begin : found.start()].strip(" ,")
                begin = found.start("verb")
    yield text[begin:].strip(" ,")


def main_clause(text: str) -> str:
    """A sentence without what only says when: “before deleting it”, “when a user leaves”.

    What stands first is taken off up to its comma, what stands behind up to the next comma or deed.
    A clause about anything but people stays: it may hold the deed itself.
    """
    plain, _ = _without_condition(text)
    return " ".join(aside().sub(" ", plain).split())
