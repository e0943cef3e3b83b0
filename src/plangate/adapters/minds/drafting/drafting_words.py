"""A goal cut into the pieces of work it asks for, and the words of each that a plan goes on to use.

Why: a task is about the goal's own things. So a clause is taken apart as far as its grammar is
plain: the verb it opens with, what the verb is done to, and where. What asks for nothing (“We run
on Redis already”, “do not touch the schema”) is kept as a remark of the clause beside it.

Nothing here knows an archetype or a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from plangate.core.gate.intake import named_paths
from plangate.core.words.plan_verbs import (
    ACTION_VERBS,
    CHANGE_OPENINGS,
    CHANGE_VERBS,
    OPENING_VERBS,
    forms,
)

_LONGEST_THING = 60
_LONGEST_WHAT = 90


class Clause(NamedTuple):
    """One piece of work: its text, and the text's verb, object and place."""

    text: str
    verb: str = ""
    what: str = ""
    """Everything behind the verb."""
    thing: str = ""
    """The object alone, without where, how and why."""
    place: str = ""
    """Where the object goes or is."""
    remarks: tuple[str, ...] = ()
    follows: bool = False
    """Whether the goal wants it after the clause before it."""
    number: int = 0
    """The how-manieth of the goal it is."""
    is_part: bool = False
    """Whether it stood behind the “with” of the clause of the same number."""


def work_of(goal: str) -> list[Clause]:
    """The clauses of a goal that ask for work, in order, each once; never none."""
    found: list[Clause] = []
    early: list[str] = []
    said: set[str] = set()
    for piece, follows, listed in _pieces(goal):
        text = (
            _PRONOUN_OBJECT.sub(lambda m: f"{m[1]} {_the(found[-1].thing)}", piece)
            if found
            else piece
        )
        clause = parsed(text)
        if found and not found[-1].verb and _PRONOUN.fullmatch(piece):
            # “The tests are failing. Fix them.”
            found[-1] = parsed(found[-1].text, clause.verb)._replace(
                remarks=(*found[-1].remarks, piece), follows=found[-1].follows
            )
        elif _is_work(clause) or (listed and not _FORBIDS.match(text)):
            if text.casefold() not in said:
                said.add(text.casefold())
                found.append(clause._replace(remarks=tuple(early), follows=follows and bool(found)))
                early = []
        elif found:
            found[-1] = found[-1]._replace(remarks=(*found[-1].remarks, text))
        else:
            early.append(text)
    if not found:
        return [parsed(" ".join(goal.split()).strip(" .;,"))]
    return [clause._replace(number=number) for number, clause in enumerate(found)]


def parsed(text: str, verb: str = "") -> Clause:
    """A clause with its verb, object and place, as far as they are plain."""
    label = _LABEL.match(text)
    rest = text[label.end() :] if label else text
    while lead := _LEAD.match(rest):
        rest = rest[lead.end() :]
    rest = rest.strip(" .;,!")
    opening = _WORD.match(rest)
    if opening and opening.group().lower() in _verbs():
        verb = opening.group().lower()
        rest = _PARTICLE.sub("", rest[opening.end() :].strip()) or rest
        rest = _PREPOSITION.sub("", rest) or rest
        rest = _about_file(verb, rest)
        if verb in _TAKES_PEOPLE and (person := _PERSON.match(rest)):
            rest = _doing(rest[person.end() :])
    elif label and label["kind"].lower() == "fix":
        verb = "fix"
    elif slow := _SLOW.match(rest):
        rest = f"{slow['thing']} {slow['when']}".strip()  # “the parser is slow on large files”
    what = shortened(rest, _LONGEST_WHAT)
    cut = _CUT.search(rest)
    thing = rest[: cut.start()] if cut and cut.start() > 0 else rest
    if (
        cut
        and cut["word"] == "for"
        and thing.split()[-1:]
        and thing.split()[-1].lower() in _OF_WHAT
    ):
        more = _CUT.search(rest, cut.end())
        thing = rest[: more.start()] if more else rest  # “support” alone says nothing
    place = ""
    if cut and (cut["word"] or "").lower() in _WHERE:
        behind = rest[cut.end() :]
        ends = _CUT.search(behind)
        place = behind[: ends.start()] if ends else behind
    return Clause(
        text=text,
        verb=verb,
        what=what,
        thing=shortened(thing.strip(" ,:"), _LONGEST_THING),
        place=shortened(place.strip(" ,:"), _LONGEST_THING),
    )


def _about_file(verb: str, rest: str) -> str:
    """What is wanted of a file, where the file stands before it: “Create a.py with an endpoint”."""
    named = named_paths(rest)
    if not named or not rest.strip("`'\"").startswith(named[0]):
        return rest
    behind = rest.strip("`'\"")[len(named[0]) :].lstrip("`'\"")
    if (wanted := _CONTAINS.match(behind)) and verb not in _MOVES:
        return f"{behind[wanted.end() :]} in {named[0]}"
    if trouble := _SAYS.match(behind):
        return behind[trouble.end() :]
    return rest


def doing(clause: Clause) -> str:
    """What a clause does, where its object alone would not say it: “moving the images to S3”."""
    opening = _WORD.search(clause.text)
    if clause.verb not in _MOVES or opening is None:
        return clause.what
    behind = clause.text[clause.text.lower().index(clause.verb) + len(clause.verb) :]
    return shortened(f"{forms(clause.verb)[3]} {behind.strip(' .;,!')}", _LONGEST_WHAT)


def deed_of(clause: Clause) -> str:
    """A clause as something to do: a symptom alone is something to fix."""
    return clause.text if parsed(clause.text).verb else f"Fix: {clause.text}"


def _doing(text: str) -> str:
    """What people are to be able to do, as a thing one can speak of: “exporting their orders”."""
    first, _, rest = text.partition(" ")
    if not is_verb(first.lower()):
        return text
    return f"{forms(first.lower())[3]} {rest}".strip()


def head_of(clause: Clause) -> str:
    """A clause without what it adds behind “with”."""
    found = _WITH.search(clause.text)
    return clause.text[: found.start()] if found else clause.text


def parts_of(clause: Clause) -> list[str]:
    """What a clause adds behind “with” or a colon: “an endpoint with paging and a rate limit”."""
    found = _WITH.search(clause.text)
    if found is None:
        return []
    parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", clause.text[found.end() :])
    return [part.strip(" .") for part in parts if part.strip(" .")]


def added_part(part: str, clause: Clause) -> Clause:
    """A part of a clause as a clause of its own: “paging” of “an endpoint with paging”."""
    about = parsed(f"Add {part} to {_the(clause.thing)}" if clause.thing else f"Add {part}")
    return about._replace(number=clause.number, is_part=True)


def _the(thing: str) -> str:
    """A thing as one speaks of it the second time."""
    return re.sub(r"^(?:an?|some|new)\s+", "the ", thing, flags=re.IGNORECASE)


def joined(words: Sequence[str]) -> str:
    """“a”, “a and b”, “a, b and c”; each once."""
    once = list(dict.fromkeys(word for word in words if word))
    return " and ".join([", ".join(once[:-1]), once[-1]] if len(once) > 1 else once)


def shortened(text: str, longest: int) -> str:
    """A text cut between words where it is too long."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    return line[: longest - 1].rsplit(" ", 1)[0].rstrip(" ,;:…") + "…"


def lowered(text: str) -> str:
    """A text as it stands within a sentence."""
    return text[:1].lower() + text[1:]


def heavy_words(text: str) -> list[str]:
    """The words of a text one would search a repository for, longest first."""
    words = dict.fromkeys(word.lower() for word in re.findall(r"[A-Za-z][A-Za-z_]{3,}", text))
    opening = next(iter(words), "")
    kept = [
        word
        for word in words
        if word not in _LIGHT and (not is_verb(word) or (word in _NOUNS and word != opening))
    ]
    return sorted(kept, key=len, reverse=True)


# --- cutting --------------------------------------------------------------------------------------


def _pieces(goal: str) -> Iterator[tuple[str, bool, bool]]:
    """The goal in pieces: whether each follows the one before, and whether it is a list's item."""
    listed = False
    follows = False
    at = 0
    for found in [*_BREAK.finditer(goal), None]:
        piece = goal[at : found.start()] if found else goal[at:]
        ordered = _THEN.match(piece)
        for part in _coordinated(piece[ordered.end() :] if ordered else piece):
            if len(part.split()) >= 2 or (listed and part):
                yield part, follows or ordered is not None, listed
            follows, ordered = False, None
        if found is None:
            return
        mark = found.group()
        listed = _ITEM.search(mark) is not None or (listed and ";" in mark)
        follows = "then" in mark.lower() or re.search(r"\d[.)]", mark) is not None
        at = found.end()


def _coordinated(piece: str) -> Iterator[str]:
    """A sentence cut where “and” begins a second deed: “add X and remove Y”."""
    text = piece.strip(" .;,\t\n")
    opening = parsed(text).verb
    begin = 0
    # “Let users log in and reset …” goes on speaking of users, “… and notify the shop” does not.
    known = _PROGRAM_DOES if opening in _TAKES_PEOPLE else _verbs()
    # “The build is broken, fix it and add a job”: a symptom, and what is to be done about it.
    if opening or _TROUBLE.search(text):
        for found in _AND.finditer(text):
            verb, behind = found["verb"].lower(), found["behind"].lower()
            before = text[begin : found.start()].split()
            if not opening and not begin and found.group()[0] != ",":
                continue
            if verb in known and behind not in _NO_OBJECT and len(before) >= 2:
                yield text[begin : found.start()].strip(" ,")
                begin = found.start("verb")
    yield text[begin:].strip(" ,")


def _is_work(clause: Clause) -> bool:
    text = clause.text
    if _FORBIDS.match(text):
        return False
    return bool(clause.verb) or bool(_OBLIGES.search(text)) or bool(_TROUBLE.search(text))


def is_verb(word: str) -> bool:
    """Whether a clause that opens with this word is taken to open with a verb."""
    return word in _verbs()


@cache
def _verbs() -> frozenset[str]:
    every = {*ACTION_VERBS, *OPENING_VERBS, *CHANGE_VERBS, *CHANGE_OPENINGS, *_MORE_VERBS}
    return frozenset(every | {f"{verb[:-3]}ise" for verb in every if verb.endswith("ize")})


_MORE_VERBS = (
    "accept alert align alter anonymize authenticate authorize back backup beautify block catch "
    "center charge clarify clear close collapse containerize correct cover cut decompose "
    "decrease dedupe deduplicate describe dockerize download email enqueue erase escape expand "
    "expire explain explore factor finish forbid gate get give grant harden host implement "
    "improve include increase inline instrument internationalize introduce invalidate kill let "
    "localize lower mail make mask memoize migrate minimize modernize normalize offer optimize "
    "paginate pause permit polish port post prevent provide purge quarantine question queue "
    "raise recalculate redact redesign redirect refuse release relocate remind reorder "
    "reorganize repair require restyle retire retry revoke rework sanitize search secure "
    "separate shard shorten shrink simplify skip speed strip style substitute sunset support "
    "suppress surface survive switch take throttle tighten truncate tune unblock undo unify "
    "uninstall unpin untangle upload vendor warn wipe"
).split()
#: Verbs whose object is a person who then does things: “let users log in and reset …”.
_TAKES_PEOPLE = frozenset("let allow enable help make ensure require".split())
_PROGRAM_DOES = frozenset("add deploy document log notify publish record test write".split())
#: Behind these a word after “and” was a noun.
_NO_OBJECT = frozenset("of to for in on from with and or is are".split())
#: Things that say nothing without what they are for.
_OF_WHAT = frozenset(
    "support test tests documentation docs endpoint page job command option setting flag field "
    "column button component script api task integration migration check way tool".split()
)
_WHERE = frozenset("to on in for at from into behind across under onto within".split())
_LIGHT = frozenset(
    "that this these those with from into when where which what them they their there then than "
    "should would could must have been being will also only just some each every most more less "
    "without instead using while after before because please make sure page pages file files code "
    "thing things data all new wrong crash crashes error errors fail fails broken slow "
    "feature every support times days weeks months years hours minutes seconds".split()
)
#: Verbs that are the names of things as often.
_NOUNS = frozenset(
    "cache log queue index search filter export import report release post order email upload "
    "download lock retry sync backup schedule token hash delete".split()
)
#: Verbs that say nothing of the work without where it goes.
_MOVES = frozenset("migrate move switch convert port".split())
_CONTAINS = re.compile(r"\s+(?:with|containing|that has|for)\s+", re.IGNORECASE)
_SLOW = re.compile(
    r"(?P<thing>.{1,200}?)\s+(?:is|are|gets|has become)\s+(?:(?:very|too|really|so)\s+)?slow\b"
    r"\s*(?P<when>.*)",
    re.IGNORECASE,
)
_SAYS = re.compile(r"\s*:\s+|\s+[-—–]\s+")
_WORD = re.compile(r"[A-Za-z]+(?![\w./(])")
_LABEL = re.compile(
    r"\W{0,3}(?P<kind>feat|fix|bug|docs?|tests?|chore|refactor|style|perf|ci|build)"
    r"(?:\([^()\n]{0,60}\))?(?:\]|!?:)\s*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:as an? [\w -]{2,40}?,? i (?:want|need|would like) to|please|kindly"
    r"|(?:we|i|you)\s+(?:should|must|need to|want to|would like to|have to|can)"
    r"|i'd like to|we'd like to|let's|lets|can you|could you|would you|to|need to|want to|must"
    r"|first|next|finally|also|now|then|afterwards|after that|and)[,:]?\s+",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"(?:the |our |all |every )?(?:users?|customers?|people|members?|admins?|administrators?"
    r"|guests?|visitors?|clients?|callers?|developers?|editors?|authors?|staff|operators?)\s+(?:to\s+)?"
    r"(?=[a-z])",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"^(?:with|to|from|into|for|on)\s+", re.IGNORECASE)
_PARTICLE = re.compile(r"^(?:up|off|out|down|away|rid of)\s+", re.IGNORECASE)
_CUT = re.compile(
    r"(?:^|\s)(?P<word>to|on|in|for|at|from|into|behind|across|under|onto|within|with|that|which|"
    r"when|whenever|by|so|via|using|as|per|after|before|if|because|while|instead|without|until|"
    r"where|who|whose|like|configurable|optional)(?:\s+|$)|[:;(]\s*|\s[-—–]\s",
    re.IGNORECASE,
)
_WITH = re.compile(r"\s(?:with|including|plus)\s+|:\s+", re.IGNORECASE)
_AND = re.compile(
    r"(?:,\s*(?:and\s+|then\s+)?|\s+and\s+(?:then\s+|also\s+)?)(?P<verb>[A-Za-z]+)\s+(?P<behind>\S+)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:^|\n)\s*(?:[-*•]|\d+[.)])\s*$|\s\d[.)]\s*$")
_THEN = re.compile(
    r"\s*(?:and\s+)?(?:then|after(?:wards| that)|finally|next)\b,?\s*", re.IGNORECASE
)
_BREAK = re.compile(
    r"\A\s*(?:[-*•]|\d+[.)])\s+|\n+\s*(?:[-*•]\s+|\d+[.)]\s+)?|(?:(?<=\s)|^)\d[.)]\s+(?=[A-Za-z])|(?<=[.!?])\s+(?=\S)|;\s*"
    r"|,?\s+(?:and\s+)?then\s+"
)
_PRONOUN = re.compile(r"(?:please\s+)?\w+\s+(?:them|it|this|that|these|those)\W*", re.IGNORECASE)
_PRONOUN_OBJECT = re.compile(
    r"^(\w+)\s+(?:it|them|this|these|those)\b(?!\s+\w+ed\b)", re.IGNORECASE
)
_FORBIDS = re.compile(
    r"(?:please\s+)?(?:do not|don't|dont|never|no |without|avoid|keep|must not|should not)\b",
    re.IGNORECASE,
)
_OBLIGES = re.compile(r"\b(?:should|must|shall|ought to|needs? to|has to|have to)\b", re.IGNORECASE)
_TROUBLE = re.compile(
    r"\b(?:fail(?:s|ed|ing|ure)?|broken|breaks|crash(?:es|ed|ing)?|bugs?|errors?|exceptions?|wrong"
    r"|incorrect(?:ly)?|hangs?|stuck|leaks?|traceback|regression|doesn't|does not|can't|cannot|slow"
    r"|won't)\b",
    re.IGNORECASE,
)
