"""Words that pick some things out of many and say nothing by which (UND-6): “senior owners”.

A qualifier stands before the noun it narrows. Which words are qualifiers is told by their form: put
together (“high-risk”), behind an adverb (“highly engaged”), praise, or an ending of adjectives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_row
from plangate.language.words.stems import group, is_stop, words_in_rows
from plangate.language.words.vocabulary import verb_of

_TOKEN = lazy(r"[A-Za-z][\w'’-]*|\d[\w.,-]*|[^\w\s]")
_ENDING = lazy(r".{2,}(?:al|ive|ous|ic|ary|ful|less|ent|ant|able|ible|ed|ern|ior|ing|ite|age|ard)")
_JOINED = lazy(r"[a-z]{2,}(?:-[a-z]+)+")
#: So many words a term has at most, the qualifier with them.
_LONGEST = 4


def qualified(text: str) -> tuple[str, ...]:
    """The terms of a text that a qualifier narrows, the plainest first, none twice."""
    tokens = _TOKEN.findall(text)
    found: list[tuple[bool, str]] = []
    for at, word in enumerate(tokens):
        strong = _picks_out(word)
        if (strong or _is_weak(tokens, at)) and (term := _term(tokens, at)):
            found.append((strong, term))
    terms: list[str] = []
    for _, term in sorted(found, key=lambda each: not each[0]):
        if not any(_is_within(term, other) for other in terms):
            terms.append(term)
    return tuple(terms)


def _picks_out(said: str) -> bool:
    """Whether a word says that only some are meant, whatever its ending."""
    word = said.lower()
    if word in words_in_rows("picks_nothing_out") or is_stop(word):
        return False
    judges = word in group("needs_defining") or word in group("evaluates")
    return judges or word.endswith("ly") or _JOINED.fullmatch(word) is not None


def _is_weak(tokens: Sequence[str], at: int) -> bool:
    word = tokens[at]
    if word in words_in_rows("picks_nothing_out") or is_stop(word) or not word.islower():
        return False
    told = at > 0 and tokens[at - 1].lower() in group("be") | {"by", "and", "has", "have"}
    deed = word.endswith(("ing", "ed"))
    return _ENDING.fullmatch(word) is not None and not (told and deed)


def _term(tokens: Sequence[str], at: int) -> str:
    """The qualifier and the noun it stands before; "" when no noun follows."""
    words = [tokens[at], *_nouns(tokens[at + 1 : at + _LONGEST])]
    return " ".join(words) if len(words) > 1 else ""


def _nouns(tokens: Sequence[str]) -> Iterator[str]:
    for place, word in enumerate(tokens):
        verb = verb_of(word.lower()) if place else None
        deed = verb is not None and not verb.may_be_noun
        if not word[0].isalpha() or is_stop(word.lower()) or deed:
            return
        yield word


def _is_within(one: str, other: str) -> bool:
    return one.lower() in other.lower() or other.lower() in one.lower()


# --- requests that want an answer -----------------------------------------------------------------

_NAMED = lazy(r"\s(?:[A-Z][\w&.'’-]*|['\"“][^'\"”]+['\"”]|\d[\d,.]*)")


def wants_an_answer(text: str) -> bool:
    """Whether somebody wants to be told, shown or planned something."""
    return any_row("wants_an_answer").match(text.strip().lower()) is not None


def is_personal(text: str) -> bool:
    """“My laptop is slow”: what is spoken of is somebody's own, and no program of a workspace."""
    return _PERSONAL.search(text) is not None


_PERSONAL = lazy(r"\b(?:[Mm]y|me)\b")


def is_made_once(text: str) -> bool:
    """“Write a script that renames files”: a piece of program to be handed over and run."""
    return any_row("made_to_run_once").match(text.strip().lower()) is not None


def wants_it_explained(text: str) -> bool:
    """“Explain how a lock works”: the answer is the same whoever asks."""
    return any_row("wants_it_explained").match(text.strip().lower()) is not None


def works_on_what_is_at_hand(text: str) -> bool:
    """“Translate a paragraph”: it is done to something that somebody has, and did not hand over."""
    return any_row("done_to_what_is_at_hand").match(text.strip().lower()) is not None


def has_one_answer(text: str) -> bool:
    """“Find the population of Peru”: a fact about something named, whoever asks."""
    low = text.strip().lower()
    asks = any_row("one_answer").match(low) is not None
    return asks and not any_row("depends_on_whom").search(low) and _NAMED.search(text) is not None
