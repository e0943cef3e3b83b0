"""What a goal wants one more of: the kind it says and the name it gives the new one (UND-5).

“A lexer for Handlebars”, “Slack notifications”, “support for Portuguese”, “write results as HTML”:
the noun an object ends in is its kind, what stands before it or behind “for” is its name; a
well-known name says its kind by itself (language/words/names.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from plangate.language.clauses import LIKENED, Clause
from plangate.language.hearing import hear
from plangate.language.words.names import names_of, sorts_of
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import (
    group,
    is_stop,
    rows_of,
    stem,
    stems_in_rows,
    words_in_rows,
)
from plangate.language.words.vocabulary import Verb, verb_of

#: A name of more words is a description.
_MOST_WORDS = 3
#: What is wanted is said early; what comes late explains it.
_MOST_CLAUSES = 4
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|[,;:]\s.*$|\s(?:-|–|—)\s.*$", re.DOTALL)
_WORD = re.compile(r"`[^`]+`|[\w#+.'’/-]*[\w#+]")
#: Kinds of verbs whose object may be one more of something.
_MAKES = ("build", "send", "show")


class Phrase(NamedTuple):
    """Some words of a goal that belong together, and the little word before them."""

    link: str
    words: tuple[str, ...]
    whole: tuple[str, ...] = ()
    """The same with what says little."""


class Wish(NamedTuple):
    """A clause that wants something new, as phrases, and what it names as its example."""

    clause: Clause
    phrases: tuple[Phrase, ...]
    example: str


@cache
def _made_so() -> re.Pattern[str]:
    said = "|".join(sorted(group("speeds") | group("evaluates_behind"), key=len, reverse=True))
    much = r"(?:(?:a lot|a bit|much|more|less|very|really) )*"
    return re.compile(
        rf"\bma(?:ke|de|king) (?!(?:an?|another|new) )(?:\S+ ){{1,8}}?{much}(?:{said})"
        rf"(?=$|[.,;:!?]| (?:{'|'.join(words_in_rows('stand_behind_praise'))})\b)",
        re.IGNORECASE,
    )


def _becomes_otherwise(clause: Clause) -> bool:
    """“Make searching big journals faster”: something that is there is to be better."""
    return clause.verb == "make" and _made_so().search(clause.text) is not None


#: A command as it is to be typed, behind the verb that wants it: “We want `shop import <file>`”.
_TYPED = re.compile(
    r"\b(?P<verb>[A-Za-z]+) `[a-z][\w-]* (?P<name>[a-z][\w-]+)(?: [^`]*)?`(?! (?:command|option))"
)


def _as_command(found: re.Match[str]) -> str:
    verb = verb_of(found["verb"])
    wants = found["verb"].lower() in ("want", "need") or (verb is not None and verb.kind == "build")
    return f"{found['verb']} a {found['name']} command" if wants else found.group()


def wishes_of(goal: str) -> list[Wish]:
    """The clauses that want something to be there: no repairs, moves and removals."""
    heard = hear(_TYPED.sub(_as_command, goal)).clauses
    clauses = [clause for clause in heard if clause.asks_for_work and not _only_obliges(clause)]
    if not clauses:
        clauses = [one for one in heard if one.verb or makes(one.text) or _is_thing(one.text)]
    example = _example(goal)
    return [
        Wish(clause, tuple(_phrases(_object(clause))), example)
        for clause in clauses[:_MOST_CLAUSES]
        if clause.kind in _MAKES or not clause.verb or _translation(clause)
        if not (clause.trouble or clause.negated)
        if not _becomes_otherwise(clause)
        if _object(clause).partition(" ")[0].lower() not in words_in_rows("told_before")
    ]


def offers_of(goal: str) -> list[Wish]:
    """The clauses that say what something should take or have, “`list` should accept --json”, and
    those that want an option for when something fails."""
    found = [
        (clause, what)
        for clause in hear(goal).clauses
        if clause.asks_for_work and not clause.negated and (what := _offered(clause))
    ]
    example = _example(goal)
    return [Wish(one, tuple(_phrases(what)), example) for one, what in found[:_MOST_CLAUSES]]


def _offered(clause: Clause) -> str:
    if clause.kind in _MAKES and clause.trouble:
        return clause.what if _OPTION.search(clause.what) else ""
    asks = _only_obliges(clause) and not clause.trouble
    taken = any_case("ought_to_take").search(clause.text) if asks else None
    return taken["what"] if taken else ""


_OPTION = re.compile(r"(?<![\w-])--[a-z]")


def _only_obliges(clause: Clause) -> bool:
    """Whether a clause says how something should be, and orders nothing: “it should be listed”."""
    return clause.obliges and not clause.verb


def _is_thing(text: str) -> bool:
    return any_case("names_a_thing").match(text) is not None or " please" in text.lower()


def makes(text: str) -> bool:
    """Whether a text opens with a word of making: “adds” and “added” open what a commit says."""
    verb = verb_of(text.partition(" ")[0].lower())
    return verb is not None and verb.kind == "build"


def _translation(clause: Clause) -> str:
    """“Translate the app to Welsh” wants one more translation, of all there is."""
    found = any_case("translates_all").fullmatch(clause.text.strip(" ."))
    return f"a {found['language']} translation" if found else ""


def _object(clause: Clause) -> str:
    """What stands behind the verb."""
    if translation := _translation(clause):
        return translation
    tells = not clause.verb and makes(clause.what)
    return clause.what.partition(" ")[2] if tells else clause.what


def _example(text: str) -> str:
    found = LIKENED.search(text)
    return found["what"] if found else ""


def _phrases(text: str) -> Iterator[Phrase]:
    plain = _ASIDE.sub(" ", LIKENED.sub("", text))
    pieces = any_case("links_two_things").split(f" {plain} ".replace("\n", " "))
    for link, piece in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        words = tuple(word.strip("`'’.") for word in _WORD.findall(piece))
        kept = tuple(word for word in words if word and not _is_empty(word))
        yield Phrase(link.lower(), kept, words)


def _is_empty(word: str) -> bool:
    low = word.lower()
    return is_stop(low) or low in group("determiners") or low in group("says_little")


def named_by_kind(wish: Wish, kind: Collection[str]) -> str:
    """The name of the new one where the goal says its kind by one of these stems; "" otherwise."""
    phrases = _without_having(wish.phrases)
    if not phrases or not phrases[0].words:
        return ""
    first, *rest = phrases
    at = _last_of(first, kind)
    if at is None:
        return ""
    before = [word for word in first.words[:at] if stem(word) not in kind]
    if before:
        # “Coloured output to --list” is no new output: only a name may have a place.
        return _name(before) if not rest or any(map(_is_capital, before)) else ""
    behind = rest[0] if rest else None
    if behind is not None and behind.link in words_in_rows("stand_before_names"):
        own = [word for word in behind.words if stem(word) not in kind]
        alone = len(rest) == 1 or any(map(_is_capital, own))
        if name := _name(own) if alone else "":
            return name
    proper = [word for phrase in rest for word in phrase.words if _is_capital(word)]
    return _name(proper)


def names_by_deed(
    wish: Wish, kind: Collection[str], around: Collection[str], *, is_short: bool
) -> list[str]:
    """Names for a new one that a goal tells by its kind and what it does, the likeliest first: “a
    command to list all tags” is `tags` among short names, `list tags` among longer ones, and `list`
    in a group that is called after tags; there “the oldest tags” are `oldest`: all are of tags."""
    phrases = _without_having(wish.phrases)
    verb, (_, *told) = deed_verb(wish), deed_words(wish) or [""]
    at = _last_of(phrases[0], kind) if len(phrases) > 1 else None
    if verb is None or at is None:
        return []
    if own := _name([w for w in phrases[0].words[:at] if w not in rows_of("hold_commands")[1]]):
        return [own]
    if not told:
        return [verb.name]
    whole = " ".join((verb.name, *told[-1 if is_short else -2 :]))
    if stem(told[-1]) in around:
        new = [word for word in told[:-1] if stem(word) not in around]
        return [*(new[:1] if is_short and verb.kind == "show" else []), verb.name, whole]
    one = told[-1] if verb.kind == "show" else verb.name
    return [*([one] if is_short else []), whole]


def deed_verb(wish: Wish) -> Verb | None:
    """The verb of what the new one is to do."""
    told = [phrase for phrase in wish.phrases[1:2] if phrase.link in _DOES and phrase.whole]
    if not told:
        return None
    first = told[0].whole[0].lower()
    verb = verb_of(first)
    # “To bookmarks” is a place and “for tags” a name: there a deed has its own form.
    forms = {"to": verb and first == verb.name, "for": first.endswith("ing")}
    return verb if forms.get(told[0].link, True) else None


def deed_words(wish: Wish) -> list[str]:
    """What the new one is to do, in plain words, the verb first; [] where that is not said."""
    verb = deed_verb(wish)
    if verb is None:
        return []
    behind = [word.lower() for word in wish.phrases[1].whole[1:]]
    begins = next((at for at, word in enumerate(behind) if telling([word])), 0)
    ends = (at for at, word in enumerate(behind) if at > begins and not telling([word]))
    # “tags no entry uses”: what is said of the thing does not name it
    told = behind[begins : next(ends, len(behind))]
    return [verb.name, *(word for word in told if _PLAIN.fullmatch(word))]


def telling(words: Iterable[str]) -> list[str]:
    """Words without articles and the like."""
    return [w for w in words if not is_stop(w.lower()) and w.lower() not in group("determiners")]


_DOES = ("to", "that", "which", "for")
_PLAIN = re.compile(r"[A-Za-z]+")


def _is_capital(word: str) -> bool:
    """Whether a word is a name by its looks: `/clear`, `PagerDuty`, or one that is well known."""
    return any(map(str.isupper, word)) or word[:1] in "/-" or bool(sorts_of(word))


def object_of(wish: Wish) -> tuple[str, ...]:
    """The words of what is wanted, without what is said besides."""
    return next((phrase.words for phrase in _without_having(wish.phrases) if phrase.words), ())


def said_of(wish: Wish) -> tuple[str, ...]:
    """The words of a goal that say nothing but what one more is: its deed where that says its kind,
    “Translate”, and its object."""
    opening = wish.clause.text.split()[:1] if _translation(wish.clause) else []
    return (*opening, *object_of(wish))


def called(wish: Wish, name: str, kind: Collection[str]) -> str:
    """The new one as one speaks of it: “the Slack notifier”, and its name where no kind is said."""
    kinds = [w for w in object_of(wish) if stem(w) in kind or _is_holder(w.lower())]
    told = [word for word in object_of(wish) if word not in kinds]
    own = [word for word in told if word.lstrip("/-") not in name.split()]
    return f"the {' '.join(told) or name} {' '.join(kinds)}" if kinds and not own else name


def _without_having(phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """The phrases without the one that says only that something is to be had."""
    head = phrases[0].words[-1].lower() if phrases and phrases[0].words else ""
    if len(phrases) > 1 and (not head or head in words_in_rows("only_had")):
        return phrases[1:]
    if head == "support" and len(phrases[0].words) > 1:  # “ServerChan notification support”
        return (phrases[0]._replace(words=phrases[0].words[:-1]), *phrases[1:])
    return phrases


def _last_of(phrase: Phrase, kind: Collection[str]) -> int | None:
    """Where the kind begins that a phrase ends in."""
    at = len(phrase.words)
    while at and stem(phrase.words[at - 1]) in kind:
        at -= 1
    if at == len(phrase.words) and at > 1 and stem(phrase.words[at - 2]) in kind:
        loose = phrase.words[at - 1].lower()  # “a Slack notification provider” of notifications
        at = at - 2 if loose in group("says_only_the_kind") or _is_holder(loose) else at
    return at if at < len(phrase.words) else None


def _is_holder(word: str) -> bool:
    return stem(word) in stems_in_rows("hold_a_member")


def named_by_sort(wish: Wish, members: Collection[str], kind: Collection[str]) -> str:
    """A well-known name in the goal of which some of the members are of one sort; "" for none, and
    where a member is named as well: then something is wanted of that one."""
    sorts = {member.lower(): sorts_of(member) for member in members}
    found = ""
    for phrase in wish.phrases:
        for at, word in _words_with_parts(phrase):
            own = sorts_of(word)
            if not own or sum(bool(own & other) for other in sorts.values()) < _ALIKE:
                continue
            if not sorts.keys().isdisjoint(names_of(word)):
                return ""
            rest = phrase.words[at + 1 :]
            ends = all(stem(one) in kind or _is_holder(one.lower()) for one in rest)
            if ends and phrase.link not in words_in_rows("say_where"):
                found = found or word
    return found


def _words_with_parts(phrase: Phrase) -> Iterator[tuple[int, str]]:
    """The words of a phrase with their places; an option by its parts: `--export-html`."""
    for at, word in enumerate(phrase.words):
        parts = word.strip("-").split("-") if word.startswith("--") else [word]
        yield from ((at, part) for part in parts)


_ALIKE = 2


def _name(words: list[str]) -> str:
    told = [word for word in words if word.lower() not in group("vague_amounts")]
    plain = [word.lstrip("/-").split("/")[0] for word in told]
    plain = [word for word in plain if word]
    if any(_STRANGE.search(word) for word in plain):
        return ""
    return " ".join(plain) if 0 < len(plain) <= _MOST_WORDS else ""


#: Signs that stand in no name of a file.
_STRANGE = re.compile(r"[^\w\s.+#:-]")


def is_proper(name: str, goal: str) -> bool:
    """Whether a name is one by its looks: capitals, figures, or written as code."""
    if f"`{name}`" in goal:
        return True
    return _is_capital(name) or any(map(str.isdigit, name))
