"""The sentences of a text by which somebody says what must hold, or wonders about it (UND-1)."""

from __future__ import annotations

from functools import lru_cache

from plangate.language.cutting import sentences
from plangate.language.issues.issue_text import read_issue
from plangate.language.words.row_patterns import any_row, any_said


@lru_cache(maxsize=64)
def requirements(goal: str) -> tuple[str, ...]:
    """Every sentence of a goal, or of what a pasted issue says itself, that obliges."""
    return tuple(filter(any_said("obliged").search, sentences(read_issue(goal).said or goal)))


@lru_cache(maxsize=64)
def demands(goal: str) -> tuple[str, ...]:
    """The requirements of a goal, and in an issue with headings what stands under one that wants
    something: a list of requirements needs no “must”."""
    issue = read_issue(goal)
    listed = sentences(issue.of("title", "wish", "expected")) if issue.is_form else []
    return tuple(dict.fromkeys((*requirements(goal), *listed)))


def wondering(goal: str) -> tuple[tuple[str, ...], float]:
    """The sentences by which an issue leaves open what is right, and by how much of it they
    outnumber those that say it."""
    issue = read_issue(goal)
    told = issue.of("wish", "prose", "expected", "actual")  # what is done step by step wonders not
    said = sentences("\n".join(filter(None, (issue.title, told))) or goal)
    wonders = tuple(one for one in said if any_row("wonders").search(one.lower()))
    knows = [one for one in said if any_row("says_what_is_right").search(one.lower())]
    return wonders, (len(wonders) - len(knows)) / (len(said) + 2)
