"""`hear(text) -> Heard`: the one ear (UND-1). A text is heard once; every rule asks this hearing.

Everything is found when it is first asked for, and kept: a rule that needs only the paths of a text
does not pay for its clauses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from plangate.language.amounts import Amount, amounts
from plangate.language.clauses import Clause, Mood, unknown_words
from plangate.language.cutting import clauses_of, sentences
from plangate.language.paths import identifiers, named_paths
from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import content_words, group, stem
from plangate.language.words.vocabulary import verb_of

if TYPE_CHECKING:
    from plangate.language.phrases import Marked

Language = Literal["english", "other", "unclear"]

_CODE = lazy(r"```[^\n`]*\n(.*?)(?:```|\Z)|`([^`\n]+)`", re.DOTALL)
_QUOTE = lazy(
    r"\"([^\"\n]+)\"|“([^“”\n]+)”|«([^«»\n]+)»|„([^„“”\n]+)[“”]|(?<![\w'])'([^'\n]+)'(?!\w)"
)
_LETTERS = lazy(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


class Heard:
    """A text as it was heard."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return tuple(sentences(self.text))

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause, in order: what is wanted, asked, told and forbidden."""
        return _with_background(clauses_of(self.text))

    @cached_property
    def marked(self) -> Marked:
        """The words, each marked as denied, aside, spoken of or wanted; phrases are found here."""
        from plangate.language.phrases import marked  # noqa: PLC0415 - hooks hear no phrases

        return marked(self.text)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        return named_paths(self.text)

    @cached_property
    def identifiers(self) -> tuple[str, ...]:
        """Names of code, within backticks or not."""
        return identifiers(self.text)

    @cached_property
    def code(self) -> tuple[str, ...]:
        """What stands between backticks."""
        return tuple(one or other for one, other in _CODE.findall(self.text))

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """What stands between quotation marks."""
        plain = _CODE.sub(" ", self.text)
        return tuple("".join(found) for found in _QUOTE.findall(plain))

    @cached_property
    def amounts(self) -> tuple[Amount, ...]:
        return amounts(self.text)

    @cached_property
    def content(self) -> tuple[str, ...]:
        """The stems of its words of weight, in order."""
        return tuple(dict.fromkeys(map(stem, content_words(self.text))))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Its words that nobody knows."""
        return unknown_words(self.text)

    @cached_property
    def mood(self) -> Mood:
        """Whether it wants something; else whether it asks; else it tells."""
        moods = {clause.mood for clause in self.clauses}
        return "wish" if "wish" in moods else "question" if "question" in moods else "statement"

    @cached_property
    def language(self) -> Language:
        """Whether it is English: most letters are, and so is what holds its words together."""
        letters = [letter for letter in self.text if letter.isalpha()]
        if not letters:
            return "unclear"
        if 2 * sum(letter.isascii() for letter in letters) <= len(letters):
            return "other"
        words = [found.group().lower() for found in _LETTERS.finditer(self.text)]
        other = sum(word in group("not_english") for word in words)
        english = sum(word in group("english_only") or verb_of(word) is not None for word in words)
        if other > english:
            return "other"
        return "english" if english else "unclear"


@lru_cache(maxsize=256)
def hear(text: str) -> Heard:
    """A text, heard; the same text is heard once."""
    return Heard(text)


# --- what is only told ---------------------------------------------------------------------------


def _with_background(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses, those marked that only tell how things are beside a wish: “The export has no
    dates. Add a column for them.” A text that only reports wants what it reports put right."""
    if not any(_is_wish(clause) for clause in clauses):
        return tuple(clauses)
    return tuple(
        clause._replace(background=_only_tells(clause, behind))
        for clause, behind in zip_longest(clauses, clauses[1:])
    )


def _is_wish(clause: Clause) -> bool:
    burden = not clause.verb and any_case("put_up_with_today").match(clause.text)
    return clause.wants and not clause.negated and not burden


def _only_tells(clause: Clause, behind: Clause | None) -> bool:
    """Whether a clause is no work of its own; “The tests are failing. Fix them.” is one piece."""
    if _is_wish(clause) or clause.listed or clause.negated or clause.mood == "question":
        return False
    first = behind.what.lower().split()[:1] if behind and behind.verb else []
    if clause.trouble and behind is not None and any_case("it_is_to_be").match(behind.text):
        return False  # “It answers with a wrong type; it should be JSON”
    return not (clause.trouble and first in (["it"], ["them"], ["this"], ["that"]))
