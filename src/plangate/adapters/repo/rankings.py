"""Where the work is: independent lists of files for one goal (UND-3, UND-5).

Each list looks in one way; `core/ranking.py` makes one of them. What a person said, what they
pasted, the names they wrote out and the component they put before a colon are questions of their
own. A file's tests and the files it changes with speak for it too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.index import Index
from plangate.adapters.repo.kinds import FileKind
from plangate.adapters.repo.texts import words_of
from plangate.core.ranking import Ranked, fused
from plangate.language.issue_text import Issue
from plangate.language.stems import content_stems, parts

WORK: tuple[FileKind, ...] = ("code", "example")
_DEPTH = 50
_SEEDS = 3

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(\))?")
_QUOTED = re.compile(r"`([^`\n]{2,120})`")
_PATH = re.compile(r"(?<![\w/@])(?:[\w@.+-]+/)+[\w@.+-]*\w|(?<![\w/.@])[\w+-]+\.[a-z]{1,5}\b")
_COMPONENT = re.compile(
    r"^\s*(?:\[([\w ./,-]{2,40})\]|(?:\w{2,10})\(([\w./, @-]{2,60})\)!?:|([\w./-]{2,40}(?:, ?[\w./-]{2,40})*):\s)"
)
#: What stands before a colon and names a kind of change, not a component.
_CHANGE_KINDS = frozenset(
    "feat fix fixed bug chore docs doc refactor perf test tests build ci style revert wip todo "
    "hotfix feature bugfix improvement note security deps release types".split()
)


class Asked(NamedTuple):
    """A goal as searches need it."""

    title: tuple[str, ...]
    said: tuple[str, ...]
    pasted: tuple[str, ...]
    #: Identifiers written out, as the index keeps a whole one.
    names: tuple[str, ...]
    paths: tuple[str, ...]
    component: tuple[str, ...]


def asked(issue: Issue) -> Asked:
    whole = f"{issue.said}\n{issue.shown}"
    title = searched(issue.title)
    said = searched(issue.said)
    return Asked(
        title=title,
        said=said if said != title else (),
        pasted=searched(issue.shown),
        names=_names(issue),
        paths=tuple(dict.fromkeys(_PATH.findall(whole)))[:40],
        component=component_of(issue.title),
    )


def searched(text: str) -> tuple[str, ...]:
    """The words of a text as the index has them: stems, and identifiers whole."""
    whole = (words_of(name).rpartition(" ")[2] for name in re.findall(r"\w+", text))
    compounds = (word for word, name in zip(whole, re.findall(r"\w+", text)) if len(parts(name)) > 1)
    return tuple(dict.fromkeys((*content_stems(text), *compounds)))


def component_of(title: str) -> tuple[str, ...]:
    found = _COMPONENT.match(title)
    if found is None:
        return ()
    words = content_stems(" ".join(filter(None, found.groups())))
    return tuple(word for word in words if word not in _CHANGE_KINDS)


def _names(issue: Issue) -> tuple[str, ...]:
    """Names nobody writes by accident: with a capital, a dot or an underscore inside, or quoted."""
    found: dict[str, None] = {}
    for text in (*_QUOTED.findall(issue.said), issue.said, issue.shown):
        for name in _IDENTIFIER.findall(text):
            for part in re.split(r"\W+", name):
                if len(parts(part)) > 1:
                    found["".join(parts(part))] = None
    return tuple(found)[:40]


def lists_of(index: Index, wanted: Asked, kinds: Sequence[FileKind] = WORK) -> dict[str, list[str]]:
    """Every list that has something to say, best first."""
    texts, past = index.texts, index.past
    among = {file.path for file in texts.files.values() if file.kind in kinds}
    lists = {
        "text": texts.ranked(texts.said, wanted.title, kinds, _DEPTH),
        "said": texts.ranked(texts.said, wanted.said, kinds, _DEPTH),
        "code": texts.ranked(texts.said, wanted.pasted, kinds, _DEPTH),
        "name": texts.ranked(texts.named, wanted.title, kinds, _DEPTH),
        "component": texts.ranked(texts.named, wanted.component, kinds, _DEPTH),
        "symbol": texts.ranked(texts.said, wanted.names, kinds, _DEPTH),
        "history": past.ranked(wanted.title, among, _DEPTH),
    }
    return {why: paths for why, paths in lists.items() if paths}
