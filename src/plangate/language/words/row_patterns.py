"""A list of the vocabulary as one pattern: any of its rows, by how the rows are bounded (UND-1)."""

from __future__ import annotations

import re
from functools import cache

from plangate.language.words.stems import rows_of


@cache
def any_row(name: str) -> re.Pattern[str]:
    """Rows that say themselves where a word begins and ends."""
    return re.compile("|".join(rows_of(name)))


@cache
def any_case(name: str) -> re.Pattern[str]:
    """The same in small letters and capitals."""
    return re.compile("|".join(rows_of(name)), re.IGNORECASE)


@cache
def any_words(name: str) -> re.Pattern[str]:
    """Rows that are found as whole words."""
    return re.compile(rf"\b(?:{'|'.join(rows_of(name))})\b")


@cache
def any_said(name: str) -> re.Pattern[str]:
    """The same, in small letters or capitals."""
    return re.compile(any_words(name).pattern, re.IGNORECASE)


@cache
def any_beginning(name: str) -> re.Pattern[str]:
    """Rows that begin where a word does and end as they say."""
    return re.compile(rf"\b(?:{'|'.join(rows_of(name))})")


@cache
def each_row(name: str) -> tuple[re.Pattern[str], ...]:
    """The rows by themselves, in small letters and capitals: each may name what it finds."""
    return tuple(re.compile(row, re.IGNORECASE) for row in rows_of(name))
