"""A text cut into clauses, and each clause into its verb, object, place, condition and amounts.

The one cutter (UND-1). A clause is taken apart as far as its grammar is plain; what is not plain
stays empty, and what is not known is listed. Time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from plangate.language.amounts import Amount, amounts, is_amount
from plangate.language.orders import plain_wish
from plangate.language.paths import URL, named_paths
from plangate.language.patterns import lazy
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
        wants = bool(self.verb) and self.mood != "question"
        return not self.negated and (wants or self.obliges or self.trouble)


@lru_cache(maxsize=512)
def parsed(text: str, verb: str = "") -> Clause:
    """A clause with its verb, object, place and condition; `verb` is taken when it has none."""
    label = LABEL.match(text)
    rest = plain_wish(text[label.end() :] if label else text)
    rest, condition = _without_condition(rest)
    asked = _COULD_WE.match(rest) or FORBIDS.match(rest)
    rest = without_lead(rest[asked.end() :] if asked else rest).strip(" .;,!?")
    said, rest = _opening(rest, verb)
    if not said and label and label["kind"].lower() == "fix":
        said = "fix"
    if not said and (slow := _SLOW.match(rest)):
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
        trouble=_TROUBLE.search(text) is not None,
        obliges=_OBLIGES.search(text) is not None,
    )


def _without_speed(rest: str) -> str:
    """“Make the export faster” is about the export."""
    thing, _, last = rest.removesuffix(" please").rpartition(" ")
    thing = thing.removesuffix(" much").removesuffix(" a lot")
    return thing if thing and last.lower() in group("speeds") else rest


def forbids(text: str) -> bool:
    """Whether a clause says what is not to be, or what is to stay as it is."""
    return FORBIDS.match(text) is not None or _STAYS.match(text) is not None


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
    while lead := _LEAD.match(text):
        text = text[lead.end() :]
    return text


def _without_condition(text: str) -> tuple[str, str]:
    """“When a user leaves, delete …”: the condition that stands first is taken off."""
    found = _CONDITION_FIRST.match(text)
    if found is None or not parsed_opening(text[found.end() :]):
        return text, ""
    return text[found.end() :], found["condition"].strip()


def parsed_opening(text: str) -> str:
    """The verb a text opens with behind polite words, as written in lower case; "" for none."""
    opening = _WORD.match(without_lead(text).lstrip(" .;,!"))
    return opening.group().lower() if opening and is_verb(opening.group()) else ""


def opening_verbs(text: str) -> Iterator[Verb]:
    """The verbs the clauses of a text open with: the quick look, without taking any apart."""
    opens = True
    for found in _TOKEN.finditer(text):
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
    opening = _WORD.match(text)
    if opening is None or not is_verb(opening.group()) or _TELLS.match(text, opening.end()):
        return verb, text
    said = opening.group().lower()
    rest = _PARTICLE.sub("", text[opening.end() :].strip()) or text
    rest = _PREPOSITION.sub("", rest) or rest
    rest = _about_file(said, rest)
    if _plain(said) in listed("take_people") and (person := _person().match(rest)):
        rest = _doing(rest[person.end() :])
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
    if (wanted := _CONTAINS.match(behind)) and _plain(verb) not in listed("say_where"):
        return f"{behind[wanted.end() :]} in {named[0]}"
    if trouble := _SAYS.match(behind):
        return behind[trouble.end() :]
    return rest


_AS_A_NOUN = {
    **{"log in": "login", "log out": "logout", "check out": "checkout", "check in": "check-in"},
    **{"sign in": "sign-in", "sign out": "sign-out", "sign up": "sign-up"},
    **{"opt in": "opt-in", "opt out": "opt-out"},
}
_WITH_PARTICLE = lazy(
    r"(?P<verb>log|check|sign|opt)(?:g?ing)? (?P<particle>in|out|up)\b",
    re.IGNORECASE,
)


def _thing_and_place(rest: str) -> tuple[str, str]:
    """What a verb is done to, and where: cut at the first preposition that belongs to no verb."""
    if said := _WITH_PARTICLE.match(rest):  # “logging in with a passkey” is about the login
        deed = f"{said['verb']} {said['particle']}".lower()
        rest = _AS_A_NOUN.get(deed, said.group()) + rest[said.end() :]
    cut = _CUT.search(rest)
    thing = rest[: cut.start()] if cut and cut.start() > 0 else rest
    last = thing.split()[-1:]
    if cut and cut["word"] == "for" and last and last[0].lower() in group("of_what"):
        more = _CUT.search(rest, cut.end())
        thing = rest[: more.start()] if more else rest  # “support” alone says nothing
    place = ""
    if cut and (cut["word"] or "").lower() in group("where"):
        behind = rest[cut.end() :]
        ends = _CUT.search(behind)
        place = shortened((behind[: ends.start()] if ends else behind).strip(" ,:"), LONGEST_THING)
    thing = shortened(thing.strip(" ,:"), LONGEST_THING)
    return thing, "" if is_amount(place) else place


def _condition_in(rest: str) -> str:
    found = _CONDITION.search(rest)
    return " ".join(found.group().split()) if found else ""


def _mood(text: str, said: str) -> Mood:
    """Whether a clause wants something, asks, or tells."""
    plain = without_lead(text)
    asks = _ASKS.match(plain.lstrip(" \"'“(")) is not None
    if asks or (text.rstrip().endswith("?") and not _POLITE.match(text)):
        return "question"
    return "wish" if said or _OBLIGES.search(text) else "statement"


def head_noun(thing: str) -> str:
    """The noun an object is: its last word before “of”, “for” and the like, names left as they are.

    “Support for webhooks” is about webhooks, “some kind of cache” about a cache.
    """
    before, link, behind = (
        _OF.split(f"{thing}  ", maxsplit=1) if _OF.search(thing) else (thing, "", "")
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
    plain = _CODE.sub(" ", URL.sub(" ", plain))
    words = dict.fromkeys(found.group() for found in _LETTERS.finditer(plain))
    return tuple(word for word in words if len(word) > 2 and not is_known(word))


# --- cutting --------------------------------------------------------------------------------------


def sentences(text: str) -> list[str]:
    """The sentences of a text: line breaks, list items and full stops end them."""
    cuts = (part.strip(" \t") for part in _SENTENCE.split(text))
    return [part for part in cuts if part.strip(" .;,!?")]


def pieces(text: str) -> Iterator[tuple[str, bool, bool]]:
    """A text in pieces: whether each follows the one before, and whether it is a list's item."""
    is_item = False
    follows = False
    at = 0
    for found in [*_BREAK.finditer(text), None]:
        piece = text[at : found.start()] if found else text[at:]
        ordered = _THEN.match(piece)
        for part in coordinated(piece[ordered.end() :] if ordered else piece):
            if len(part.split()) >= 2 or (is_item and part):
                yield part, follows or ordered is not None, is_item
            follows, ordered = False, None
        if found is None:
            return
        mark = found.group()
        is_item = _ITEM.search(mark) is not None or (is_item and ";" in mark)
        follows = "then" in mark.lower() or re.search(r"\d[.)]", mark) is not None
        at = found.end()


def coordinated(piece: str) -> Iterator[str]:
    """A sentence cut where “and” begins a second deed: “add X and remove Y”."""
    text = piece.strip(" .;,\t\n")
    opening = parsed(text).verb
    begin = 0
    first = _CONDITION_FIRST.match(text)
    condition = first.end() if first and opening else 0
    # “Let users log in and reset …” goes on speaking of users, “… and notify the shop” does not.
    people = opening in listed("take_people")
    # “The build is broken, fix it and add a job”: a symptom, and what is to be done about it.
    if opening or _TROUBLE.search(text):
        for found in _AND.finditer(text, condition):
            verb, behind = found["verb"].lower(), found["behind"].lower()
            before = text[begin : found.start()].split()
            if not opening and not begin and found.group()[0] != ",":
                continue
            begins = _plain(verb) in listed("program_does") if people else is_verb(verb)
            begins = begins or (_SAYS_NO.match(f"{verb} {behind}") is not None and not people)
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
    return " ".join(_aside().sub(" ", plain).split())


def listed_parts(text: str) -> list[str]:
    """A text cut at everything that lists: commas, “and”, “with”, sentences; two words or more."""
    return [part for part in _LISTS.split(text) if len(part.split()) >= 2]


def shortened(text: str, longest: int) -> str:
    """A text cut between words where it is too long."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    return line[: longest - 1].rsplit(" ", 1)[0].rstrip(" ,;:…") + "…"


# --- patterns -------------------------------------------------------------------------------------


@cache
def _person() -> re.Pattern[str]:
    people = "|".join(sorted(group("people"), key=len, reverse=True))
    return re.compile(
        rf"(?:the |our |all |every )?(?:{people})\s+(?:to\s+)?(?=[a-z])", re.IGNORECASE
    )


@cache
def _aside() -> re.Pattern[str]:
    people = "|".join(sorted(group("people"), key=len, reverse=True))
    return re.compile(
        r"(?<=\w),?\s+(?:before|prior to|when|whenever|while|if|unless)\s+"
        rf"(?:[a-z]+ing\b|(?:an? |the |our |all |any |every )?(?:{people}|they)\b)"
        r"(?:(?!\s(?:to|that|which|who|so|then|but|by)\s|\sand\s(?![a-z]+ing\b))[^,.;:!?()\n–—])*",
        re.IGNORECASE,
    )


#: “fix:”, “docs(api):”, “[Bug]”: what a title says of itself.
LABEL = lazy(
    r"\W{0,3}(?P<kind>feat|fix|bug|docs?|tests?|chore|refactor|style|perf|ci|build)"
    r"(?:\([^()\n]{0,60}\))?(?:\]|!?:)\s*",
    re.IGNORECASE,
)
_LEAD = lazy(
    r"(?:as an? [\w -]{2,40}?,? i (?:want|need|would like) to|please|kindly"
    r"|(?:we|i|you)\s+(?:should|must|need to|want to|would like to|have to|can)"
    r"|i'd like to|we'd like to|let's|lets|can you|could you|would you|to|need to|want to|must"
    r"|first|next|finally|also|now|then|afterwards|after that|and)[,:]?\s+",
    re.IGNORECASE,
)
_COULD_WE = lazy(r"\W*(?:could|can|should|may|shall) (?:we|i)\s+", re.IGNORECASE)
_POLITE = lazy(r"\W*(?:can|could|would|will) you\b", re.IGNORECASE)
_ASKS = lazy(
    r"(?:why|how|what|where|who|which|when)\b(?!ever)|(?:does|do|is|are|did|was|were|has|have)\s+"
    r"(?:we|i|you|it|there|this|that|the|our|any|anyone|a|an)\b|(?:could|can|should|may|shall)\s+"
    r"(?:we|i)\b",
    re.IGNORECASE,
)
#: “Support keeps seeing …”, “The update has broken …”: the word before is a noun and does it.
_TELLS = lazy(
    r"\s+(?:keeps?|is|are|was|were|has|had|gets|needs|says|said|sees|reports|complains)\b(?![-_])",
    re.IGNORECASE,
)
_SLOW = lazy(
    r"(?P<thing>.{1,200}?)\s+(?:is|are|gets|got|feels?|seems?|has become)\s+"
    r"(?:(?:very|too|really|so)\s+)?slow\b"
    r"\s*(?P<when>.*)",
    re.IGNORECASE,
)
_CONDITION_FIRST = lazy(
    r"\s*(?P<condition>(?:when|whenever|if|once|after|before|as soon as|while|unless|until)\b"
    r"[^,.;\n]{2,120}),\s*",
    re.IGNORECASE,
)
_CONDITION = lazy(
    r"\b(?:when|whenever|if|once|after|before|as soon as|while|unless|until|only for|except)\s"
    r"[^,.;\n]{2,120}",
    re.IGNORECASE,
)
_OF = lazy(r"\s(of|for|about|called|named)\s")
_CONTAINS = lazy(r"\s+(?:with|containing|that has|for)\s+", re.IGNORECASE)
_SAYS = lazy(r"\s*:\s+|\s+[-—–]\s+")
_TOKEN = lazy(r"[A-Za-z][\w'’-]*|[,.;:!?\n]")
_WORD = lazy(r"[A-Za-z]+(?![\w./(])")
_LETTERS = lazy(r"(?<![\w./-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w/]|\.\w|-\w|\()")
_CODE = lazy(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_PREPOSITION = lazy(r"^(?:with|to|from|into|for|on)\s+", re.IGNORECASE)
_PARTICLE = lazy(r"^(?:up|off|out|down|away|rid of)\s+", re.IGNORECASE)
_CUT = lazy(
    r"(?:^|\s)(?P<word>to|on|in|for|at|from|into|behind|across|under|onto|within|with|that|which|"
    r"over|through|against|between|"
    r"when|whenever|by|so|via|using|as|per|after|before|if|because|while|instead|without|until|"
    r"where|who|whose|like|configurable|optional)(?:\s+|$)|[:;]\s*|\((?!\))\s*|\s[-—–]\s"
    r"|,\s+(?=(?:it|they|we|nobody|this|these|because|since|there)\b)",
    re.IGNORECASE,
)
_AND = lazy(
    r"(?:,\s*(?:and\s+|then\s+|but\s+)?|\s+(?:and|but)\s+(?:then\s+|also\s+)?)"
    r"(?P<verb>[A-Za-z'’]+)\s+(?P<behind>\S+)",
    re.IGNORECASE,
)
_ITEM = lazy(r"(?:^|\n)\s*(?:[-*•]|\d+[.)])\s*$|\s\d[.)]\s*$")
_THEN = lazy(r"\s*(?:and\s+)?(?:then|after(?:wards| that)|finally|next)\b,?\s*", re.IGNORECASE)
_BREAK = lazy(
    r"\A\s*(?:[-*•]|\d+[.)])\s+|\n+\s*(?:[-*•]\s+|\d+[.)]\s+)?"
    r"|(?:(?<=\s)|^)\d[.)]\s+(?=[A-Za-z])|(?<=[.!?])\s+(?=\S)|;\s*"
    r"|,?\s+(?:and\s+)?then\s+"
)
#: A dot within a word (`api.py`, `v1.2`) ends nothing.
_LISTS = lazy(r"(?:[;!?\n]|\.(?!\w)|,| and | then | with | plus |\d\.\s|\n[-*] )+", re.IGNORECASE)
_SENTENCE = lazy(r"\n+\s*(?:[-*•]\s+|\d+[.)]\s+)?|(?<=[.!?])\s+(?=\S)")
#: A clause that opens with one of these says what is not to be.
FORBIDS = lazy(
    r"(?:please\s+)?(?:(?:we|you|it|they)\s+)?(?:do not|don't|don’t|dont|never|no |without|avoid"
    r"|must not|mustn't|should not|shouldn't)\b\s*",
    re.IGNORECASE,
)
#: “…, but never log the token”: a second deed that is not wanted.
_SAYS_NO = lazy(r"(?:never|don['’]?t|do not|must not) \w", re.IGNORECASE)
#: “Keep the schema as it is”: no work either; “keep deleted rows for a month” is.
_STAYS = lazy(
    r"(?:please\s+)?(?:keep|leave)\b.{0,120}?\b(?:as (?:it|they) (?:is|are|was|were)|as is|alone"
    r"|unchanged|untouched|intact|stable|compatible|compatibility|working|the same|alive|green"
    r"|passing|simple|small|in mind|in place|out)\b",
    re.IGNORECASE,
)
_OBLIGES = lazy(r"\b(?:should|must|shall|ought to|needs? to|has to|have to)\b", re.IGNORECASE)
_TROUBLE = lazy(
    r"\b(?:fail(?:s|ed|ing|ure)?|broken|breaks|crash(?:es|ed|ing)?|bugs?|errors?|exceptions?|wrong"
    r"|incorrect(?:ly)?|hangs?|stuck|leaks?|traceback|regression|doesn't|does not|can't|cannot|slow"
    r"|won't)\b",
    re.IGNORECASE,
)
