"""Which words a goal says no to: “without a login”, “instead of Redis”, “is not needed”.
And whether an option keeps things as they are, and what its consequence then only mentions: “Never
remove directories: users need rm -r for them” removes nothing; “Keep the table: the rows are
dropped” does. Every look around a word is bounded, so that time is linear in
the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.language.patterns import lazy
from plangate.language.tokens import Word, words_of
from plangate.language.words.row_patterns import any_row
from plangate.language.words.sorts import BREAKS, NEAR, clear_deeds, deeds, pairs
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import listed

AND = frozenset(("and",))
_WHY_NOT = frozenset(("why", "or"))
#: What stands between two commas, or from a comma to the words that are looked at.
_ASIDE = lazy(r",[^,;:.!?\n]{1,80},")


def denied_places(words: Sequence[Word]) -> Iterator[int]:
    """The places of words the goal says no to."""
    for place, word in enumerate(words):
        if word.aside:
            continue
        if reach := _denial(words, place):
            yield from _scope(words, place + reach, word)
        elif word.is_any(listed("replace")):
            yield from _until(words, place + 1, group("replaced_by"))
        elif word.is_any(group("unneeded")):
            yield from _unneeded(words, place)
        elif word.is_any(group("removed")) and right_before(words, place, group("be")):
            yield from _before(words, place)


def denied_by_the_rest(text: str, part: str) -> bool:
    """Whether a text says no to a part of it, by words that stand outside that part: “delete it”,
    of “do not delete it”, of “do not ever, whoever asks, delete it” and of “nobody deletes it”."""
    head, there, rest = text.partition(part)
    whole = _ASIDE.sub(" ", head) + there + rest
    return any(_is_denied(one, part) for one in dict.fromkeys((text, whole)))


def _is_denied(text: str, part: str) -> bool:
    begin = text.find(part)
    words, inside = words_of(text), range(begin, begin + len(part))
    return any(
        words[at].start in inside
        for place, word in enumerate(words)
        if word.start not in inside
        and (reach := _denial(words, place) or int(word.is_any(group("denies_who"))))
        for at in _scope(words, place + reach, word)
    )


def _denial(words: Sequence[Word], place: int) -> int:
    """How many words a denial that begins here is made of, 0 when none does."""
    word = words[place]
    behind = words[place + 1] if place + 1 < len(words) else None
    if behind is not None and (word.names[0], behind.names[0]) in pairs("denies_in_two"):
        return 2
    if word.is_any(group("denies")):
        turned = behind is not None and behind.is_any(group("turns_denial"))
        why_not = place > 0 and words[place - 1].is_any(_WHY_NOT)
        return 0 if turned or why_not else 1
    return 0


def _scope(words: Sequence[Word], begin: int, denial: Word) -> Iterator[int]:
    """From a denial to the end of what it denies."""
    lists_things = denial.is_any(group("lists_things"))
    for place in range(begin, min(begin + NEAR, len(words))):
        word = words[place]
        ends = word.is_any(group("ends_denial")) and not (place == begin and word.is_any(deeds()))
        if word.link in BREAKS or ends:
            return  # “no password, use a token”, but not “does not use an ORM”
        if word.is_any(AND) and (not lists_things or _is_deed(words, place + 1)):
            return
        yield place


def _is_deed(words: Sequence[Word], place: int) -> bool:
    """Whether a verb stands here, and not a noun that is spelled like it: “build a login”."""
    if place >= len(words):
        return False
    behind = words[place + 1] if place + 1 < len(words) else None
    has_object = behind is not None and behind.is_any(group("determiners"))
    return words[place].is_any(deeds() if has_object else clear_deeds())


def _until(words: Sequence[Word], begin: int, ends: frozenset[str]) -> Iterator[int]:
    """“replace X with Y” denies X; without the second half it denies nothing."""
    for place in range(begin, min(begin + 8, len(words))):
        if words[place].link == "stop":
            return
        if words[place].is_any(ends):
            yield from range(begin, place)
            return


def right_before(words: Sequence[Word], place: int, names: frozenset[str]) -> bool:
    """Whether the word before a place is one of some."""
    return place > 0 and words[place - 1].is_any(names)


def _unneeded(words: Sequence[Word], place: int) -> Iterator[int]:
    """“a login is not needed”: what stands before the denial is denied."""
    denials = [at for at in range(max(0, place - 3), place) if words[at].is_any(group("denies"))]
    if denials:
        yield from _before(words, denials[0])


def _before(words: Sequence[Word], place: int) -> Iterator[int]:
    """The words before a place, back to where their clause begins."""
    for at in range(place, max(-1, place - 12), -1):
        if at < place:
            yield at
        if words[at].link in BREAKS:
            return


# --- what is kept ---------------------------------------------------------------------------------


def keeps(label: str) -> bool:
    """Whether a label says that something is not done, or stays as it is."""
    plain = " ".join(label.casefold().replace("’", "'").split())
    return any_row("keeps_what_is").match(plain) is not None


def asserted(consequence: str) -> tuple[str, ...]:
    """The clauses of a consequence that say what comes about, without those that only say what
    somebody may or has to do, or what it is like."""
    clauses = _CLAUSE_END.split(consequence.casefold())
    mentions = any_row("only_mentions").search
    return tuple(clause for clause in clauses if clause.strip() and not mentions(clause))


_CLAUSE_END = lazy(r"[.;!?](?=\s|$)|\n|,\s|\s[-–—]+\s")
