"""What the adequacy rules know about words: actions, fillers, placeholders, safeguards, tests.

Why: the lists are what people argue about, so they are data that can be read and printed
(docs/rules.md) without reading the rules in adequacy.py. Everything here looks at one text and says
what it saw; nothing here weighs anything, and every search is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from plangate.core.model.policy.texts_numbers import PLAN_WORDS_OPENING
from plangate.core.words.one_way import each_destructive_cue, folded
from plangate.core.words.one_way_patterns import ROWS, trigger_words
from plangate.language.affirming import affirmed
from plangate.language.paths import named_paths
from plangate.language.words import foreign
from plangate.language.words.stems import group, rows_of
from plangate.language.words.vocabulary import LOOKING, forms, verb_of

_FILLER_WORDS = frozenset(phrase.split()[-1].encode() for phrase in rows_of("fillers"))

#: Bytes to the bytes of lower-case words with spaces between them; what is not ASCII stays.
_TO_WORDS = bytes(
    ord(letter.lower()) if (letter := chr(n)).isalnum() or n >= 0x80 else ord(" ")
    for n in range(0x80)
) + bytes(range(0x80, 0x100))


def _holds_any(text: str, words: frozenset[bytes]) -> bool:
    """Whether one of some ASCII words is in a text: the cheap look before a pattern is tried."""
    return not words.isdisjoint(_words_of(text))


@lru_cache(maxsize=4)
def _words_of(text: str) -> list[bytes]:
    """Kept for a moment: one rule after the other looks at the same text."""
    return text.encode("utf-8", "surrogatepass").translate(_TO_WORDS).split()


@cache
def _pattern(name: str) -> re.Pattern[str]:
    pattern = _PATTERNS.get(name) or _rows(name)
    return re.compile(pattern, 0 if name in _OF_LOWER_CASE else re.IGNORECASE)


#: These look at lower-cased text only; knowing that makes them several times as fast.
_OF_LOWER_CASE = ("safeguards", "verifications", "safeguards_lost")


def _any_of(phrases: Iterable[str]) -> str:
    """Phrases as a pattern; the verb a phrase opens with counts in all its forms."""
    parts = []
    for phrase in phrases:
        first, _, rest = phrase.partition(" ")
        parts.append(rf"(?:{'|'.join(forms(first))})[\s-]+{rest}" if rest else first)
    return "|".join(parts)


# --- what a task does -----------------------------------------------------------------------------


def action_verb(description: str) -> str | None:
    """ADQ-2: the action verb among the first six words, None when there is none."""
    known = _actions()
    opening = description.split(None, PLAN_WORDS_OPENING)[:PLAN_WORDS_OPENING]
    for word in opening:
        if (plain := word.lower()) in known:
            return plain
    words: list[str] = _pattern("word").findall(" ".join(opening).lower())
    if words and words[0] in _openings():
        return words[0]
    found = next((word for word in words if word in known), None)
    return found or _behind_a_place(opening) or foreign.action_stem(description)


def _behind_a_place(opening: Sequence[str]) -> str | None:
    """The verb right behind a file or a part that is named first: “In app/api.py, pass …” and
    “Downloads: show …” open with it."""
    for place, word in pairwise(opening):
        verb = word.lower().strip("`,.:;")
        if verb in _openings() and (place.endswith(":") or named_paths(place)):
            return verb
    return None


@cache
def _actions() -> frozenset[str]:
    """Every form of a verb that is an action wherever it stands among the first words."""
    return group("action_forms") | foreign.verbs()


@cache
def _openings() -> frozenset[str]:
    """Every form of every verb: an action where a description opens with it."""
    return group("verb_forms") | foreign.verbs()


def filler(text: str) -> str | None:
    """ADQ-2: the first filler phrase of a text."""
    if not _holds_any(text, _FILLER_WORDS):
        return None
    found = _pattern("filler").search(text)
    return " ".join(found.group().split()) if found else None


def asks_for_change(goal: str) -> str | None:
    """ADQ-9: the verb by which a goal asks for something to be built, None when it does not."""
    words: list[str] = _pattern("word_or_comma").findall(goal.lower())
    first = verb_of(words[0]) if words else None
    looking = first is not None and first.kind in LOOKING
    for before, word in zip(["", *words], words, strict=False):
        if looking and before not in _GOES_ON:
            continue
        verb = verb_of(word)
        if verb is None or not verb.changes:
            continue
        opens = before in _GOES_ON or before in ("", "to")
        if opens or not verb.may_be_noun or "changes_anywhere" in verb.lists:
            return word
    return None


_GOES_ON = ("and", "then", ",", ";")


# --- placeholders ---------------------------------------------------------------------------------


def placeholder(text: str) -> str | None:
    """ADQ-3: tbd, todo or ??? as a word, or a placeholder path within a text.

    A file of that name (`TODO.md`, `src/todo/list.py`) is a file, not a placeholder, and in an
    application for them “the todo list” is a thing.
    """
    low = text.lower()
    if not ("tbd" in low or "todo" in low or "???" in low or "path/to/" in low):
        return None
    found = _pattern("placeholders").search(text)
    return found.group() if found else None


#: The longest word that is a placeholder when it is the whole path.
_LONGEST_WHOLE = len("unknown")


def is_placeholder_path(path: str) -> bool:
    """ADQ-3: a path that only holds the place of one: `TBD`, `src/tbd.py`, `path/to/file`."""
    if len(path) > _LONGEST_WHOLE and not ("?" in path or "<" in path or _may_be_one(path.lower())):
        return False
    return _pattern("placeholder_paths").search(path.strip()) is not None


def _may_be_one(path: str) -> bool:
    return "tbd" in path or "path/to" in path or path != path.strip()


def real_files(paths: Iterable[str] | None) -> list[str]:
    """The paths that name something: neither blank nor a placeholder."""
    return [path for path in paths or () if path.strip() and not is_placeholder_path(path)]


# --- what is destroyed, and what makes that safe --------------------------------------------------


def destruction(text: str) -> str | None:
    """ADQ-4: the words by which a text destroys data, files, hosts or history (PREF-2's net)."""
    return _destroyed(text) if _may_destroy(text) else None


def unsafe_destruction(said: str, more: str) -> str | None:
    """ADQ-4: the same, None where the text or what stands beside it affirms a safeguard.

    The dear look comes last: most tasks destroy nothing, and most that do say what makes it safe.
    """
    if not _may_destroy(said) or safeguard(f"{said}\n{more}"):
        return None
    return _destroyed(said)


def _destroyed(text: str) -> str | None:
    text = _without_features(text)
    if not _may_destroy(text):
        return None
    words = (cue.saw for cue in each_destructive_cue(text))
    return next((said for said in words if not _is_for_others(text, said)), None)


def _without_features(text: str) -> str:
    """A text without what it only makes possible: nothing is destroyed by writing the route
    “DELETE /orders/:id” or pages to “create, edit and delete orders”."""
    text = _pattern("deleting_routes").sub(" ", text) if "DELETE" in text else text
    return _pattern("makes_possible").sub(" ", text) if "delete" in text else text


def _is_for_others(text: str, words: str) -> bool:
    """Whether a text makes it possible for people (“let users delete …”) and does it to nothing."""
    place = text.lower().find(words.lower())
    return place >= 0 and _pattern("for_others").search(text, 0, place) is not None


def _may_destroy(text: str) -> bool:
    """Whether the net is worth asking: most tasks hold no word of its destructive rows."""
    low = folded(text) if not text.isascii() and _disguises().search(text) else text.lower()
    words = (
        _words_of(text)
        if text.isascii()
        else low.encode("ascii", "replace").translate(_TO_WORDS).split()
    )
    for word in _destructive_words().intersection(words):
        besides = _besides().get(word.decode())
        if besides is None or any(part in low for part in besides):
            return True
    return False


@cache
def _besides() -> dict[str, tuple[str, ...]]:
    rows = (row.split(" = ") for row in rows_of("destructive_besides"))
    return {word: tuple(parts.split()) for words, parts in rows for word in words.split()}


@cache
def _disguises() -> re.Pattern[str]:
    """What may pass for a letter or a dash: all but ASCII, quotes, symbols, emoji, Chinese,
    Japanese and Korean."""
    return re.compile(
        "[^\x00-\x7f“”’…•\u2190-\u27bf\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U0001f300-\U0001faff]"
    )


@cache
def _destructive_words() -> frozenset[bytes]:
    rows = (row for row in ROWS if row.destructive)
    return frozenset(word.encode() for row in rows for word in trigger_words(row))


def safeguard(text: str) -> str | None:
    """ADQ-4: the first safeguard a text affirms: backup, snapshot, dry run, confirmation, rollback.

    “Without a backup”, “skip the dry run” and “delete the old snapshots” affirm none; “never
    without a backup” does.
    """
    low = text.lower()
    if not any(map(low.__contains__, _OF_SAFEGUARDS)):
        return None
    return affirmed(_pattern("safeguards"), low, lost=_pattern("safeguards_lost"))


#: One of these is part of every word of a safeguard.
_OF_SAFEGUARDS = ("back", "snapshot", "dry", "confirm")


def verification(text: str) -> str | None:
    """ADQ-6, ADQ-9: the words by which a text mentions a test or another verification."""
    low = text.lower()
    words = _OF_VERIFICATION if text.isascii() else (*_OF_VERIFICATION, *foreign.checks())
    if not any(map(low.__contains__, words)):
        return None
    return affirmed(_pattern("verifications"), low) or _named_test(text)


def _named_test(text: str) -> str | None:
    """A class of tests that a text opens with: “CartTests: two carts …”."""
    found = re.search(r"^`?(?P<name>[A-Z]\w*Tests?)`?:? ", text, re.MULTILINE)
    return found["name"] if found else None


#: One of these is part of every word of verification.
_OF_VERIFICATION = (
    "test",
    "verif",
    "assert",
    "check",
    "confirm",
    "validat",
    "qa",
    "e2e",
    "regress",
    "verific",
    "prueba",
    "probar",
)


def is_test_path(path: str) -> bool:
    """Whether a file is one of tests, by its name or its folder."""
    return _pattern("test_paths").search(path) is not None or _camel_test().search(path) is not None


@cache
def _camel_test() -> re.Pattern[str]:
    return re.compile(r"[a-z0-9]Tests?(?=[A-Z.]|$)|(?:^|/)Test[A-Z]")


def _rows(name: str) -> str:
    return "|".join(rows_of(name))


_PATTERNS = {
    "word": r"\w+",
    "word_or_comma": r"\w+|[,;]",
    # Not as a part of a path: docs/misc/limits.txt names a file.
    "filler": rf"(?<![\w/\\.-])(?:{_any_of(rows_of('fillers'))})(?![\w/\\]|\.\w)",
    "safeguards": rf"\b(?:{_rows('safeguards')})\b",
    "verifications": (
        rf"(?<![a-z0-9])(?:{_rows('verifications')})"
        rf"|(?<![^\W\d_])(?:{'|'.join(c for c in foreign.checks() if c < 'ÿ')})(?!\w)"
        rf"|{'|'.join(c for c in foreign.checks() if c >= 'ÿ')}"
    ),
}
