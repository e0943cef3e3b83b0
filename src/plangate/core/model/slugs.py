"""Names that are given: the keys of options, and ids of the form `<skill>-split-<slug>` (SPLIT-8).

An id is lower-case ASCII kebab, unique, never empty.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 64

#: The longest skill kept whole: behind it fit `-split-`, a few letters of a slug and `-200`.
LONGEST_SKILL = 48


def option_key(place: int) -> str:
    """a … z, then aa, ab …: every option has a key however many there are."""
    key = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        key = chr(ord("a") + letter) + key
    return key


def slug(text: str) -> str:
    """Text as lower-case ASCII words joined by hyphens; `option` when nothing is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "option"


def split_id(skill: str, key: str, keys: Sequence[str]) -> str:
    """The id of one option's question, told apart from those of the other options.

    Collisions get -2, -3 in the order of the options; the prefix is kept whole and the slug cut.
    """
    prefix = f"{slug(skill)[:LONGEST_SKILL].strip('-')}-split-"
    taken: set[str] = set()
    for other in [*keys, *([] if key in keys else [key])]:
        name = _free(prefix, slug(other), taken)
        if other == key:
            return name
        taken.add(name)
    raise AssertionError("the key is among the keys")


def _free(prefix: str, wanted: str, taken: set[str]) -> str:
    number = 1
    while True:
        tail = "" if number == 1 else f"-{number}"
        room = LONGEST - len(prefix) - len(tail)
        name = f"{prefix}{wanted[:room].strip('-')}{tail}"
        if name not in taken:
            return name
        number += 1
