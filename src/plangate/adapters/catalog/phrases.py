"""What a goal asks for, word by word: phrases of data files, found in what people write.

Why: a dimension must be raised when a goal leaves its decision open, and not whenever a word of it
occurs. So the words of a goal are read once and marked: denied (“without a login”, “instead of
Redis”), aside (quotes, code, paths, addresses), spoken of (“fix the login”, “remove the cache”,
“tests for the queue”, “when a user deletes …”, “the existing cache”), or wanted (the object of
building: “add a cache”, but not “add a button to the cache page”). Then a phrase can be

* stated: said at all and not denied, quoted or not (“use `redis`”);
* asked: not denied, not aside, not merely spoken of;
* built: asked for as the thing that is to be made, or as the deed the clause opens with.

A phrase is written in its dictionary form and finds its plural and its -ing form. A hyphen in it
stands for a hyphen, a space or nothing (`e-mail`), `|` separates words of which one is enough
(`add|build`), `*` up to three words, `$` at the end that no noun follows (“sync it daily”, not “a
daily report”); `<url>`, `<path>` and `<number>` are what they say. Articles and the like may stand
between its words. Nothing is found inside a word.

Nothing here knows a dimension. Every look around a word is bounded: time is linear in the goal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Literal, NamedTuple

#: How a word hangs on the one before it.
Link = Literal["hyphen", "space", "slash", "comma", "stop"]


class Word(NamedTuple):
    """A word of a goal: where it stands, what a phrase may call it, what it hangs on."""

    start: int
    end: int
    names: tuple[str, ...]
    link: Link
    aside: bool = False

    def is_any(self, names: frozenset[str]) -> bool:
        return not names.isdisjoint(self.names)


#: The first and the last word of a place.
Span = tuple[int, int]


class Heard(NamedTuple):
    """A goal as it was heard: its words, and which of them are denied, spoken of or wanted."""

    text: str
    words: tuple[Word, ...]
    places: dict[str, list[int]]
    denied: frozenset[int]
    spoken_of: frozenset[int]
    wanted: frozenset[int]
    parallel: frozenset[int]

    def stated(self, phrases: Iterable[str]) -> Span | None:
        """Where one of the phrases is said and not denied."""
        return self._first(phrases, self._is_stated)

    def asked(self, phrases: Iterable[str]) -> Span | None:
        """Where the goal asks for one of the phrases."""
        return self._first(phrases, self._is_asked)

    def built(self, phrases: Iterable[str]) -> Span | None:
        """Where the goal wants one of the phrases made."""
        return self._first(phrases, self._is_built)

    def quote(self, span: Span) -> str:
        """The goal's own words there."""
        return self.text[self.words[span[0]].start : self.words[span[1]].end]

    def are_one(self, one: Span, other: Span) -> bool:
        """Whether two places share a word."""
        return one[0] <= other[1] and other[0] <= one[1]

    def are_joined(self, one: Span, other: Span) -> bool:
        """Whether the goal wants two things together: “both X and Y”."""
        (first, _), _ = sorted((one, other))
        return any(word.is_any(_BOTH) for word in self.words[max(0, first - _NEAR) : first])

    def is_choice(self, one: Span, other: Span) -> bool:
        """Whether the goal leaves two things it names to choose from: “Redis or Memcached”."""
        (_, end), (start, _) = sorted((one, other))
        between = self.words[end + 1 : start]
        return len(between) <= _NEAR and any(word.is_any(_OR) for word in between)

    def _first(self, phrases: Iterable[str], fits: Callable[[int, int], bool]) -> Span | None:
        for phrase in phrases:
            for steps in _spellings(phrase):
                for place in self._begins(steps[0]):
                    last = _follow(self.words, place, steps[1:])
                    if last is not None and self._is_whole(place, last) and fits(place, last):
                        return place, last
        return None

    def _begins(self, step: Step) -> Iterable[int]:
        """The places of a step, in order: the same goal is always quoted by the same words."""
        found = [places for name in step if (places := self.places.get(name))]
        return found[0] if len(found) == 1 else sorted(place for some in found for place in some)

    def _is_whole(self, first: int, last: int) -> bool:
        """“non-login” and “login-free” are words of their own."""
        if self.words[first].link == "hyphen":
            return False
        behind = self._behind(last)
        return behind is None or behind.link != "hyphen" or not behind.is_any(_TURNING_ENDS)

    def _is_stated(self, first: int, _last: int) -> bool:
        return first not in self.denied

    def _is_asked(self, first: int, last: int) -> bool:
        behind = self._behind(last)
        return (
            first not in self.denied
            and first not in self.spoken_of
            and not (self.words[first].aside or self.words[last].aside)
            and (behind is None or behind.link in _BREAKS or not behind.is_any(_BEARERS))
        )

    def _is_built(self, first: int, last: int) -> bool:
        if first in self.denied or first in self.spoken_of or self.words[first].aside:
            return False
        behind = self._behind(last)
        ends = behind is None or behind.link in _BREAKS
        if first in self.wanted:
            return self._is_head(last)
        if first in self.parallel:
            return behind is not None and not ends and behind.is_any(_PLACES)
        if self.text.startswith(":", self.words[last].end):
            return False  # “api: add …” names a part, not a deed
        return _opens(self.words, first) and (
            ends or (behind is not None and behind.is_any(_BEHIND_DEEDS))
        )

    def _is_head(self, last: int) -> bool:
        """Whether a thing ends here, or behind words for its kind: “a login”, “a login page”."""
        for at in range(last, min(last + 3, len(self.words))):
            if _is_end(self.words, at):
                return True
            if not self.words[at + 1].is_any(_KINDS):
                return False
        return False

    def _behind(self, last: int) -> Word | None:
        return self.words[last + 1] if last + 1 < len(self.words) else None


@lru_cache(maxsize=64)
def hear(goal: str) -> Heard:
    """A goal's words, marked."""
    words = _words(goal)
    places: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        for name in word.names:
            places.setdefault(name, []).append(place)
    spoken_of, wanted, parallel = _moods(words, is_labelled=_LABEL.match(goal) is not None)
    return Heard(
        text=goal,
        words=words,
        places=places,
        denied=frozenset(_denied(words)),
        spoken_of=frozenset(spoken_of),
        wanted=frozenset(wanted),
        parallel=frozenset(parallel),
    )


def other_words(goal: str, phrases: Iterable[str]) -> int:
    """How many words of weight a text has beyond the first of the phrases it states."""
    heard = hear(goal)
    found = heard.stated(phrases)
    inside = range(found[0], found[1] + 1) if found else range(0)
    return sum(
        1
        for place, word in enumerate(heard.words)
        if place not in inside and not _is_light(word) and not word.is_any(_DEEDS)
    )


def phrase_problem(phrase: str) -> str | None:
    """What is wrong with a phrase, None when it can be looked for in a short time."""
    parts = phrase.split()
    ways = prod(1 + sum("-" in word.strip("-") for word in part.split("|")) for part in parts)
    if len(parts) > _MOST_PARTS or parts.count("*") > 2 or ways > _MOST_WAYS:
        return "is too long, or can be written in too many ways"
    if not parts or any(steps[0] in (_ANY, _BLANK, _END) for steps in _spellings(phrase)):
        return "does not begin with a word"
    return None


# --- phrases --------------------------------------------------------------------------------------

#: The names that fit one word of a phrase; empty for `*`.
Step = frozenset[str]

_ANY: Step = frozenset()
_BLANK: Step = frozenset([""])
_END: Step = frozenset("$")
_MOST_ANY = 3
_MOST_FILLERS = 2
_MOST_PARTS = 8
_MOST_WAYS = 64


@cache
def _spellings(phrase: str) -> tuple[tuple[Step, ...], ...]:
    """A phrase as the sequences of words it may be written as."""
    choices: list[list[tuple[Step, ...]]] = []
    for part in phrase.lower().split():
        if part == "*":
            choices.append([(_ANY,)])
            continue
        single: set[str] = set()
        longer: list[tuple[Step, ...]] = []
        for word in part.split("|"):
            pieces = [_bare(piece) for piece in word.split("-") if piece]
            single.add("".join(pieces))
            if len(pieces) > 1:
                longer.append(tuple(frozenset([piece]) for piece in pieces))
        choices.append([(frozenset(single),), *longer])
    return tuple(
        tuple(step for part in parts for step in part) for parts in product(*choices) if parts
    )


def _is_end(words: Sequence[Word], last: int) -> bool:
    """Whether a thing or a clause ends with this word."""
    if last + 1 >= len(words):
        return True
    behind = words[last + 1]
    return behind.link in _BREAKS or _is_light(behind)


def _follow(words: Sequence[Word], place: int, steps: Sequence[Step]) -> int | None:
    """The last word of a phrase whose first stands at this place; None when it is not there."""
    if not steps:
        return place
    step, rest = steps[0], steps[1:]
    if step == _END:
        return place if _is_end(words, place) else None
    most = _MOST_ANY if step == _ANY else _MOST_FILLERS
    for skipped in range(most + 1):
        at = place + 1 + skipped
        if at >= len(words) or words[at].link in _BREAKS:
            return None
        if step == _ANY:
            last = _follow(words, at - 1, rest)
        else:
            last = _follow(words, at, rest) if words[at].is_any(step) else None
            if last is None and not words[at].is_any(_FILLERS):
                return None
        if last is not None:
            return last
    return None


# --- words ----------------------------------------------------------------------------------------

_ASIDE = re.compile(
    r"(?P<url>\b[a-z][a-z0-9+.-]{1,20}://[^\s`\"”»]+|\bwww\.[^\s`\"”»]+)"
    r"|```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]*\"|“[^“”\n]*”|«[^«»\n]*»|„[^„“”\n]*[“”]"
    r"|‘[^‘’\n]*’(?!\w)|(?<![\w'])'[^'\n]*'(?!\w)",
    re.DOTALL | re.IGNORECASE,
)
_CHUNK = re.compile(r"[^\s,;()\[\]{}<>!?\"“”„«»‘`…|*—–]+")
_STOPS = re.compile(r"[.;!?…]|\n\s*(?:\n|[-*•]\s|\d+[.)]\s)")
_COMMAS = re.compile(r"[,:()\[\]—–]|\s-\s")
#: “fix:”, “docs(api):”, “[Bug]”: a title that says by itself that it is upkeep.
_LABEL = re.compile(
    r"\W*(?:fix|bug|docs?|tests?|chore|refactor|style|perf|ci|build|revert)"
    r"(?:\([^()\n]{0,60}\))?(?:\]|!?:)",
    re.IGNORECASE,
)
_FOLDERS = frozenset("src lib app apps pkg packages internal cmd docs tests scripts".split())


def _words(goal: str) -> tuple[Word, ...]:
    found: list[Word] = []
    end = 0
    for start, stop, aside in _stretches(goal):
        if aside == "url":
            found.append(Word(start, stop, ("<url>",), _link(goal, end, start), aside=True))
            end = stop
            continue
        for chunk in _CHUNK.finditer(goal, start, stop):
            for word in _chunk_words(goal, chunk, end, aside=aside != ""):
                found.append(word)
                end = word.end
    return tuple(found)


def _stretches(goal: str) -> Iterator[tuple[int, int, str]]:
    """The goal in stretches: plain text, what stands aside, and addresses."""
    bare = goal.strip()
    at = 0
    for found in _ASIDE.finditer(goal):
        if found.group() == bare and not found["url"]:
            break  # a goal that is quoted as a whole is no quotation
        yield at, found.start(), ""
        yield found.start(), found.end(), "url" if found["url"] else "aside"
        at = found.end()
    yield at, len(goal), ""


def _chunk_words(goal: str, chunk: re.Match[str], end: int, *, aside: bool) -> Iterator[Word]:
    """The words of a stretch without blanks: one, or several joined by hyphens or slashes."""
    text = chunk.group()
    core = text.strip(".:'’-_~/") if not text.startswith(("--", "/", "~/", "./", "../")) else text
    if not any(letter.isalnum() for letter in core):
        return
    start = chunk.start() + text.index(core)
    if _is_code(core) or _is_call(goal, start, start + len(core)):
        names = ("<path>", core.lower()) if "/" in core else (core.lower(),)
        yield Word(start, start + len(core), names, _link(goal, end, start), aside=True)
        return
    for piece in re.finditer(r"[^-/‐‑]+", core):
        begin = start + piece.start()
        yield Word(
            begin, start + piece.end(), _names(piece.group()), _link(goal, end, begin), aside
        )
        end = start + piece.end()


def _is_code(core: str) -> bool:
    """A path, an identifier, a flag, a version: what nobody would read aloud as words."""
    if core.startswith(("--", "/", "~", ".")) or re.search(r"[_\\@#$%^&=+:.~]", core):
        return True
    parts = core.split("/")
    return len(parts) > 1 and (parts[0].lower() in _FOLDERS or not all(parts))


def _is_call(goal: str, start: int, end: int) -> bool:
    """`login(user)` and `<login>`; not “user(s)”."""
    if goal.startswith("(", end):
        is_label = start < 10 and _LABEL.match(goal[:100]) is not None
        return not goal.startswith(("(s)", "(es)"), end) and not is_label
    return goal.startswith(">", end) and start > 0 and goal[start - 1] in "</"


def _link(goal: str, end: int, start: int) -> Link:
    between = goal[end:start]
    if end == 0 or _STOPS.search(between):
        return "stop"
    if _COMMAS.search(between):
        return "comma"
    if "/" in between:
        return "slash"
    return "space" if between.strip("-‐‑") != "" or not between else "hyphen"


def _names(word: str) -> tuple[str, ...]:
    """What a phrase may call a word: itself, its singular, the verb it is the -ing or -s of."""
    plain = _bare(word)
    if plain.isdigit() or plain in _NUMBERS:
        return plain, "<number>"
    names = [plain]
    if known := _IRREGULAR.get(plain):
        names.append(known)
    if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss"):
        names.append(plain[:-1])
        if plain.endswith("ies"):
            names.append(plain[:-3] + "y")
        elif plain.endswith("es"):
            names.append(plain[:-2])
    if len(plain) > 5 and plain.endswith("ing"):
        stem = plain[:-3]
        names += [stem, stem + "e"]
        if stem[-1] == stem[-2]:
            names.append(stem[:-1])
    return tuple(dict.fromkeys(names))


@lru_cache(maxsize=4096)
def _bare(word: str) -> str:
    """Lower case, no owner's s, and one spelling for British and American words."""
    folded = re.sub(r"'s?$", "", word.lower().replace("’", "'"))
    if len(folded) > 6:
        folded = re.sub(r"is(e|es|ed|ing|ation|ations)$", r"iz\1", folded)
    if len(folded) > 5:
        folded = re.sub(r"our(s|al)?$", r"or\1", folded)
    return folded


# --- what is denied -------------------------------------------------------------------------------


def _denied(words: Sequence[Word]) -> Iterator[int]:
    """The places of words the goal says no to."""
    for place, word in enumerate(words):
        if word.aside:
            continue
        if reach := _denial(words, place):
            yield from _scope(words, place + reach, word)
        elif word.is_any(_REPLACES):
            yield from _until(words, place + 1, _REPLACED_BY)
        elif word.is_any(_UNNEEDED):
            yield from _unneeded(words, place)


def _denial(words: Sequence[Word], place: int) -> int:
    """How many words a denial that begins here is made of, 0 when none does."""
    word = words[place]
    behind = words[place + 1] if place + 1 < len(words) else None
    if behind is not None and (word.names[0], behind.names[0]) in _DENIES_IN_TWO:
        return 2
    if word.is_any(_DENIES):
        turned = behind is not None and behind.is_any(_TURNS_DENIAL)
        why_not = place > 0 and words[place - 1].is_any(_WHY_NOT)
        return 0 if turned or why_not else 1
    return 0


def _scope(words: Sequence[Word], begin: int, denial: Word) -> Iterator[int]:
    """From a denial to the end of what it denies."""
    lists_things = denial.is_any(_LISTS_THINGS)
    for place in range(begin, min(begin + _NEAR, len(words))):
        word = words[place]
        if word.link in _BREAKS or word.is_any(_ENDS_DENIAL):
            return
        if word.is_any(_AND):
            verb_next = place + 1 < len(words) and words[place + 1].is_any(_DEEDS)
            if not lists_things or verb_next:
                return
        yield place


def _until(words: Sequence[Word], begin: int, ends: frozenset[str]) -> Iterator[int]:
    """“replace X with Y” denies X; without the second half it denies nothing."""
    for place in range(begin, min(begin + 8, len(words))):
        if words[place].link == "stop":
            return
        if words[place].is_any(ends):
            yield from range(begin, place)
            return


def _near_before(words: Sequence[Word], place: int, names: frozenset[str], most: int) -> bool:
    return any(word.is_any(names) for word in words[max(0, place - most) : place])


def _unneeded(words: Sequence[Word], place: int) -> Iterator[int]:
    """“a login is not needed”: what stands before the denial is denied."""
    denials = [at for at in range(max(0, place - 3), place) if words[at].is_any(_DENIES)]
    if not denials:
        return
    for at in range(denials[0], max(-1, denials[0] - 12), -1):
        if at < denials[0]:
            yield at
        if words[at].link in _BREAKS:
            return


# --- what is spoken of, and what is wanted --------------------------------------------------------


def _moods(words: Sequence[Word], *, is_labelled: bool) -> tuple[set[int], set[int], set[int]]:
    """The places of words that are only spoken of, of those that are to be made, and of those a
    second half of a sentence may want (“add X to A and Y to B”)."""
    spoken_of: set[int] = set()
    wanted: set[int] = set()
    parallel: set[int] = set()
    troubled = _troubled(words)
    mood = _Mood()
    for place, word in enumerate(words):
        if word.link == "stop":
            mood = _Mood(upkeep="trouble" if place in troubled else "")
        if place == 0 and is_labelled:
            mood = _Mood(upkeep="label")
        mood = mood.at(words, place)
        if mood.began == place:
            continue  # “rename”, “after”: the word itself is meant
        if mood.upkeep or mood.topic or place < mood.known_until:
            spoken_of.add(place)
        elif mood.makes == "object":
            wanted.add(place)
        elif mood.makes == "second":
            parallel.add(place)
    return spoken_of, wanted, parallel


class _Mood(NamedTuple):
    """How a goal speaks at one place: about upkeep or a topic, and whether it wants things made."""

    upkeep: Literal["", "trouble", "work", "label"] = ""
    topic: bool = False
    makes: Literal["", "object", "place", "second"] = ""
    known_until: int = 0
    began: int = -1

    def at(self, words: Sequence[Word], place: int) -> _Mood:
        word = words[place]
        mood = self._replace(topic=False) if word.link in ("comma", "stop") else self
        if word.aside:
            return mood
        if _opens(words, place):
            if _is_upkeep(words, place):
                return _Mood("label" if mood.upkeep == "label" else "work", began=place)
            if mood.upkeep == "label":
                return mood
            if word.is_any(_MAKES):
                return _Mood(makes="object")
            if word.is_any(_DEEDS):
                return _Mood()
        if word.is_any(_OBLIGES) and mood.upkeep == "trouble":
            return mood._replace(upkeep="")
        return mood._within(words, place)

    def _within(self, words: Sequence[Word], place: int) -> _Mood:
        word = words[place]
        if word.is_any(_SUBORDINATES) or _is_comparison(words, place):
            return self._replace(topic=True, began=place)
        if word.is_any(_NAMES_TOPIC):
            return self._replace(known_until=_named_until(words, place + 1))
        if self.makes == "object":
            if word.is_any(_WRITINGS) and _is_about(words, place + 1):
                return self._replace(topic=True)
            if word.is_any(_PLACES) and not _keeps_object(words, place):
                return self._replace(makes="place")
        elif self.makes == "place" and (
            word.link == "comma" or _near_before(words, place, _AND, 1)
        ):
            return self._replace(makes="second")
        elif self.makes == "second" and word.is_any(_PLACES):
            return self._replace(makes="place")
        return self


def _named_until(words: Sequence[Word], begin: int) -> int:
    """Where a name of one or two words ends: “about our docs | using …”."""
    heavy = 0
    for place in range(begin, min(begin + _NEAR, len(words))):
        if heavy == 2 or words[place].is_any(_MEANS):
            return place
        heavy += not _is_light(words[place])
    return begin + _NEAR


def _keeps_object(words: Sequence[Word], place: int) -> bool:
    """“support for webhooks”, “some kind of cache”: the preposition still leads to the object."""
    kept = _KEEPS_OBJECT.get(words[place].names[0])
    return kept is not None and _near_before(words, place, kept, 1)


def _is_upkeep(words: Sequence[Word], place: int) -> bool:
    """A clause that works on what is there, or a sentence that only asks how things are."""
    word = words[place]
    if word.is_any(_QUESTIONS):
        return place == 0 or word.link == "stop"
    if word.is_any(_REMOVES):
        return True
    if not word.is_any(_UPKEEP):
        return False
    behind = words[place + 1] if place + 1 < len(words) else None
    return behind is None or not behind.is_any(_MADE_OF_UPKEEP)


def _opens(words: Sequence[Word], place: int) -> bool:
    """Whether a clause begins here: behind a break or an “and”, with only polite words between."""
    for at in range(place, max(-1, place - 8), -1):
        if words[at].link == "stop" or at == 0:
            return True
        if words[at].link == "comma":
            return True
        before = words[at - 1]
        if before.is_any(_JOINS):
            return True
        if not before.is_any(_LEADS):
            return False
    return False


def _troubled(words: Sequence[Word]) -> set[int]:
    """Where sentences begin that report trouble: “login fails with a 500”."""
    begins: set[int] = set()
    first = 0
    for place, word in enumerate(words):
        if word.link == "stop":
            first = place
        if word.is_any(_TROUBLES) and not word.aside:
            begins.add(first)
    return begins


def _is_comparison(words: Sequence[Word], place: int) -> bool:
    word = words[place]
    if word.is_any(_LIKE):
        return place > 0 and not words[place - 1].is_any(_WOULD)
    pair = (word.names[0], words[place + 1].names[0]) if place + 1 < len(words) else None
    return pair in _COMPARES


def _is_about(words: Sequence[Word], place: int) -> bool:
    """“tests for …”, “docs on …”: what follows is what the writing is about."""
    if place >= len(words):
        return False
    word = words[place]
    return word.link == "space" and word.is_any(_ABOUT)


def _is_light(word: Word) -> bool:
    """A word that carries no thing of its own."""
    return word.is_any(_LIGHT) or (len(word.names[0]) > 4 and word.names[0].endswith("ly"))


# --- the word lists -------------------------------------------------------------------------------


def _list(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NEAR = 6
_BREAKS = ("slash", "comma", "stop")
_AND = _list("and")
_BOTH = _list("both")
_LIKE = _list("like")
_WHY_NOT = _list("why or")
_OR = _list("or vs versus either")
_WOULD = _list("would i'd we'd you'd they'd should")
_FILLERS = _list(
    "the a an their his her its our my your this that these those all any some each every new own "
    "few"
)
_NUMBERS = _list("one two three four five six seven eight nine ten twelve thirty ninety hundred")
_IRREGULAR = {
    "built": "build",
    "sent": "send",
    "kept": "keep",
    "made": "make",
    "written": "write",
    "wrote": "write",
    "paid": "pay",
    "indices": "index",
    "criteria": "criterion",
    "queueing": "queue",
}

_DENIES = _list(
    "no not never without don't doesn't didn't won't can't cannot shouldn't mustn't isn't aren't "
    "wasn't weren't couldn't wouldn't needn't haven't hasn't dont doesnt cant avoid neither nor "
    "except excluding unlike prevent forbid disallow"
)
_DENIES_IN_TWO = frozenset(
    {
        ("instead", "of"),
        ("rather", "than"),
        ("other", "than"),
        ("apart", "from"),
        ("away", "from"),
        ("rid", "of"),
        ("free", "of"),
        ("stop", "using"),
        ("turn", "off"),
        ("opt", "out"),
    }
)
#: “not only”, “don't forget”: these deny nothing.
_TURNS_DENIAL = _list(
    "only just forget hesitate sure clear yet decided certain merely matter later"
)
_REMOVES = _list("remove drop disable delete stop deprecate retire kill skip strip uninstall purge")
_LISTS_THINGS = _list("no without neither nor avoid except excluding")
_ENDS_DENIAL = _list("but use just only then so because instead")
_UNNEEDED = _list("needed required necessary wanted allowed desired scope")
_REPLACES = _list("replace swap substitute migrate move switch port convert transition")
_REPLACED_BY = _list("with by to into for")
#: Behind a hyphen these make another word of the one before: “password-free”.
_TURNING_ENDS = _list("less free like agnostic independent style ish")

#: Words that may stand before the verb a clause opens with.
_LEADS = _list(
    "please we i you us let's lets let need want would like to should must can could now first "
    "finally next just also i'd we'd help me be able user they customer admin"
)
_JOINS = _list("and then but also plus or so")
_OBLIGES = _list("should must shall able needs ought")
#: Verbs whose object is what the goal wants to have.
_MAKES = _list(
    "add implement build create introduce support integrate set setup provide need want require "
    "develop design write install enable have offer ship expose adopt scaffold bootstrap prototype "
    "generate establish"
)
#: Other verbs that ask for something new.
_DEEDS = _MAKES | _list(
    "let allow make use put give get bring include configure define start launch roll extend wire "
    "hook send store save persist keep maintain track record connect migrate move port switch "
    "replace rewrite deploy host publish protect secure encrypt notify alert import export upload "
    "download accept take charge bill handle show display render list search filter paginate "
    "translate localize cache queue schedule log monitor sync stream push pull fetch load process "
    "validate restrict limit throttle hash sign issue revoke rotate archive retain delete remove "
    "purge convert turn run compress resize train predict call consume invite register collect "
    "anonymize serve automate split merge upgrade bump rename drop break redesign back restore"
)
#: Verbs that work on what is there.
_UPKEEP = _list(
    "fix debug document describe explain refactor test verify review investigate diagnose profile "
    "reproduce reformat format lint correct clean tidy simplify restyle reword rephrase check "
    "inspect benchmark polish speed optimize improve tweak adjust align center centre extract "
    "inline dedupe deduplicate annotate comment mock revert rename bump update change modify edit "
    "rearrange reorder rebase find figure understand look compare summarize reduce increase raise "
    "lower shorten resolve address repair unbreak stabilize harden cover trace analyze analyse "
    "research evaluate assess measure doc documentation chore perf cleanup"
)
_QUESTIONS = _list("why how what where who which does is are did do was were has")
#: “test mode for payments” names a thing, it does not test one.
_MADE_OF_UPKEEP = _list("mode environment account")
_TROUBLES = _list(
    "fail failed failure broken crash crashed bug error exception typo flaky slow regression wrong "
    "incorrect incorrectly stuck hang leak traceback misspelt misspelled timeout doesn't "
    "can't cannot won't"
)
_SUBORDINATES = _list(
    "when whenever after before once if while until unless because since although during who whose"
)
_COMPARES = frozenset(
    {("similar", "to"), ("inspired", "by"), ("same", "as"), ("such", "as"), ("compatible", "with")}
)
_MEANS = _list("with using via through")
#: The next few words name what is there already, or what something is about or called.
_NAMES_TOPIC = _list(
    "existing current already legacy previous about regarding concerning called named titled "
    "labelled labeled"
)
#: Things that speak about other things.
_WRITINGS = _list(
    "test spec doc documentation docstring comment readme changelog example hint annotation guide "
    "tutorial benchmark mock fixture screenshot faq diagram message line note explanation coverage "
    "warning link type stub snapshot story ticket entry section paragraph article post"
)
_ABOUT = _list("for of on about in to covering around describing explaining how that checking")
#: Prepositions behind which an object is over and a place begins.
_PLACES = _list(
    "to on in from of for at behind under into onto within across between as where that which by "
    "against over inside per"
)
#: Before a preposition these keep the object open.
_KEEPS_OBJECT = {
    "for": _list("support system mechanism solution need infrastructure basis foundation"),
    "of": _list("kind type form implementation sort layer set"),
    "to": _list("switch move migrate"),
}
#: What an object may be called besides its own name: “a login page”.
_KINDS = _list(
    "system support flow feature functionality mechanism layer service module api endpoint "
    "capability integration solution handling management logic infrastructure backend server "
    "provider process page screen form step model strategy scheme component subsystem middleware"
)
#: What merely bears a name: “the delete account button”.
_BEARERS = _list(
    "button link icon page modal dialog screen menu label tooltip test message copy text error bug "
    "issue typo doc banner heading title color style layout spinner animation handler function "
    "method class variable component file script story ticket tab view template header footer "
    "badge placeholder toast popup checkbox field column row section"
)
#: What follows a verb, and not a noun that is the subject of its clause.
_BEHIND_DEEDS = _FILLERS | _PLACES | _list("with via using and through when after before so if")
_LIGHT = (
    _FILLERS
    | _PLACES
    | _JOINS
    | _SUBORDINATES
    | _LEADS
    | _OBLIGES
    | _DENIES
    | _ABOUT
    | _list(
        "with without via using through so than are were will may might do does too again now "
        "instead there here everywhere today only even not more most them him her everything "
        "everyone anyone someone whole based properly well soon later"
    )
)
