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
    AS_A_NOUN,
    CODE,
    LETTERS,
    ROUTE,
    SAYS,
    TOKEN,
    WORD,
    aside,
    fault,
    names_what_is_wrong,
    person,
)
from plangate.language.orders import plain_wish
from plangate.language.paths import URL, named_paths
from plangate.language.tokens import shortened
from plangate.language.words.row_patterns import any_case, any_row, any_said
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
    label = any_case("clause_label").match(text)
    about = label or any_case("clause_area").match(text) or any_case("clause_at").match(text)
    about = about or _part_before_an_order(text)
    rest = plain_wish(text[about.end() :] if about else text)
    rest, condition = _without_condition(rest)
    asked = any_case("could_we").match(rest) or any_case("forbids").match(rest)
    rest = without_lead(rest[asked.end() :] if asked else rest).strip(" .;,!?")
    said, rest = _opening(rest, verb)
    if not said and label and label["kind"].lower() == "fix":
        said = "fix"
    if not said and (slow := any_case("thing_is_slow").match(rest)):
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
        trouble=_is_trouble(text, known),
        obliges=any_said("obliged").search(text) is not None,
    )


def _without_speed(rest: str) -> str:
    """“Make the export faster” is about the export."""
    thing, _, last = rest.removesuffix(" please").rpartition(" ")
    thing = thing.removesuffix(" much").removesuffix(" a lot")
    return thing if thing and last.lower() in group("speeds") else rest


def _part_before_an_order(text: str) -> re.Match[str] | None:
    """“Comment validations: also refuse …”: the part of the program that an order is about."""
    part = any_case("clause_part").match(text)
    if part is None or not is_verb(parsed_opening(text[part.end() :])):
        return None
    opens = verb_of(parsed_opening(part["part"]))
    return part if opens is None or opens.may_be_noun else None


def _is_trouble(text: str, opens: Verb | None) -> bool:
    """Whether a clause reports that something is wrong, by a word or by how it is put."""
    if any_said("reports_trouble").search(text) or names_what_is_wrong(text):
        return True
    return (opens is None or opens.may_be_noun) and fault().match(text) is not None


def forbids(text: str) -> bool:
    """Whether a clause says what is not to be, or what is to stay as it is."""
    if names_what_is_wrong(text):
        return False
    stays = any_case("kept_as_it_is").match(text) or any_case("stays_so").search(text)
    return any_case("forbids").match(text) is not None or stays is not None


#: What a text names as its example: “like the Slack one”.
LIKENED = re.compile(
    r"\b(?:(?<!['’]d )(?<!would )like|such as|similar to|same(?: \w+)? as|same way|just as"
    r"|next to|besides?"
    r"|in addition to)\s+"
    r"(?:the\s+|an?\s+|our\s+)?(?P<what>.+)$",
    re.IGNORECASE,
)


def spoken_of(text: str) -> str:
    """What is there already of what a wish speaks of: what something should have is not there yet,
    and neither is what is added to it. “The CSV export should contain the date”, “a note on each
    card”; "" where that is not plain."""
    clause = parsed(text)
    obliged = any_said("obliged").search(text) if not clause.verb else None
    if obliged is None:
        return clause.place
    before = text[: obliged.start()].strip()
    return before if len(before.split()) <= _LONGEST_SUBJECT else ""


#: A subject of more words is a sentence of its own.
_LONGEST_SUBJECT = 6


def likens(text: str) -> bool:
    """Whether a remark only says what something is to be like: “The same as for tags”."""
    found = LIKENED.search(text)
    return found is not None and len(text[: found.start()].split()) <= 1


def without_lead(text: str) -> str:
    """A clause without what people say before the verb: “please”, “we need to”."""
    while lead := any_case("clause_lead").match(text):
        text = text[lead.end() :]
    return text


def _without_condition(text: str) -> tuple[str, str]:
    """“When a user leaves, delete …”: the condition that stands first is taken off."""
    found = any_case("opens_with_condition").match(text)
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
    if opening is None or any_case("noun_that_does").match(text, opening.end()):
        return verb, text
    said = opening.group().lower()
    if not is_deed(said, text[opening.end() :]):
        return verb, text
    rest = any_case("leading_particle").sub("", text[opening.end() :].strip()) or text
    rest = any_case("leading_preposition").sub("", rest) or rest
    rest = _about_file(said, rest)
    if plain_form(said) in listed("take_people") and (who := person().match(rest)):
        rest = _doing(rest[who.end() :])
    return said, rest


def is_deed(word: str, behind: str) -> bool:
    """Whether a word where a verb may stand is one: “name” in “name it”, not in “name column”."""
    if not is_verb(word):
        return False
    return plain_form(word) not in listed("before_an_object") or begins_object(behind)


def begins_object(text: str) -> bool:
    first = text.lower().split(maxsplit=1)[:1]
    return bool(first) and first[0].strip(",.;") in group("determiners") | group("points_back")


def plain_form(said: str) -> str:
    known = verb_of(said)
    return known.name if known else said


def _doing(text: str) -> str:
    """What people are to be able to do, as a thing one can speak of: “exporting their orders”."""
    first, _, rest = text.partition(" ")
    if not is_verb(first):
        return text
    return f"{forms(plain_form(first.lower()))[3]} {rest}".strip()


def _about_file(verb: str, rest: str) -> str:
    """What is wanted of a file, where the file stands before it: “Create a.py with an endpoint”."""
    named = named_paths(rest)
    if not named or not rest.strip("`'\"").startswith(named[0]):
        return rest
    behind = rest.strip("`'\"")[len(named[0]) :].lstrip("`'\"")
    wanted = any_case("containing").match(behind)
    if wanted and plain_form(verb) not in listed("say_where"):
        return f"{behind[wanted.end() :]} in {named[0]}"
    if trouble := SAYS.match(behind):
        return behind[trouble.end() :]
    return rest


def _thing_and_place(rest: str) -> tuple[str, str]:
    """What a verb is done to, and where: cut at the first preposition that belongs to no verb."""
    # “logging in with a passkey” is about the login
    if said := any_case("verb_with_particle").match(rest):
        deed = f"{said['verb']} {said['particle']}".lower()
        rest = AS_A_NOUN.get(deed, said.group()) + rest[said.end() :]
    cut = any_case("object_is_cut").search(rest)
    thing = rest[: cut.start()] if cut and cut.start() > 0 else rest
    last = thing.split()[-1:]
    if cut and cut["word"] == "for" and last and last[0].lower() in group("of_what"):
        more = any_case("object_is_cut").search(rest, cut.end())
        thing = rest[: more.start()] if more else rest  # “support” alone says nothing
    place = ""
    if cut and (cut["word"] or "").lower() in group("where"):
        behind = rest[cut.end() :]
        ends = any_case("object_is_cut").search(behind)
        place = shortened((behind[: ends.start()] if ends else behind).strip(" ,:"), LONGEST_THING)
    thing = shortened(thing.strip(" ,:"), LONGEST_THING)
    return thing, "" if is_amount(place) else place


def _condition_in(rest: str) -> str:
    found = any_case("condition_within").search(rest)
    return " ".join(found.group().split()) if found else ""


def _mood(text: str, said: str) -> Mood:
    """Whether a clause wants something, asks, or tells."""
    plain = without_lead(text)
    if any_case("wished_as_question").match(plain):
        return "wish"
    asks = any_case("asks_about_it").match(plain.lstrip(" \"'“(")) is not None
    if asks or (text.rstrip().endswith("?") and not any_case("could_you").match(text)):
        return "question"
    begged = text.lstrip().lower().startswith("please ")
    return "wish" if said or begged or any_said("obliged").search(text) else "statement"


def head_noun(thing: str) -> str:
    """The noun an object is: its last word before “of”, “for” and the like, names left as they are.

    “Support for webhooks” is about webhooks, “some kind of cache” about a cache.
    """
    links = any_row("of_or_about")
    before, link, behind = (
        links.split(f"{thing}  ", maxsplit=1) if links.search(thing) else (thing, "", "")
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


def main_clause(text: str) -> str:
    """A sentence without what only says when: “before deleting it”, “when a user leaves”.

    What stands first is taken off up to its comma, what stands behind up to the next comma or deed.
    A clause about anything but people stays: it may hold the deed itself.
    """
    plain, _ = _without_condition(text)
    return " ".join(aside().sub(" ", plain).split())
