"""What is known of languages other than English: actions, checks, size.

Why: plans are written in many languages, and “no action among the first 6 words” is not true of one
whose action is 実装 or “criar”. A language counts here by the verbs that plans open with; what is
not listed is judged as before.
"""

from __future__ import annotations

import re
from functools import cache

from plangate.language.patterns import lazy
from plangate.language.words import compiled

#: Ideographs, kana, hangul: one says about as much as two letters, two as much as a word.
_WIDE = lazy(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@cache
def verbs() -> frozenset[str]:
    """Every action that is a whole word."""
    return frozenset(" ".join(compiled.ACTIONS_ELSEWHERE.values()).split())


def action_stem(description: str) -> str | None:
    """ADQ-2: an action in a script without spaces, in the first line."""
    if description.isascii():
        return None
    found = _stems().search(description.lstrip().partition("\n")[0])
    return found.group() if found else None


@cache
def _stems() -> re.Pattern[str]:
    return re.compile("|".join(" ".join(compiled.STEMS_ELSEWHERE.values()).split()))


@cache
def checks() -> tuple[str, ...]:
    """ADQ-6, ADQ-9: words that mention a test or another verification."""
    return tuple(compiled.CHECKS_ELSEWHERE["all"].split())


def size(text: str) -> tuple[int, int]:
    """ADQ-1: characters and words of a text, as if it were written in letters."""
    if text.isascii():
        return len(text), len(text.split(None, 3))
    wide = len(_WIDE.findall(text))
    return len(text) + wide, len(text.split()) + wide // 2
