"""What git remembers: which files change together, and how busy the related ones are.

One bounded `git log`, read only. Without a history there are no facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from plangate.adapters.repo.checkout.git import has_history, logged
from plangate.adapters.repo.facts.view import View, fact
from plangate.core.model.nouns import Evidence

#: A commit that touches more files than this says nothing about any two of them.
_LARGEST_COMMIT = 40
_LEAST_TOGETHER, _LEAST_SHARE = 3, 0.4
_MOST = 4


class _Commit(NamedTuple):
    day: str
    files: tuple[str, ...]


def history(view: View, related: Sequence[str]) -> list[Evidence]:
    if not related or not (commits := _commits(view)):
        return []
    return [*_together(commits, related, view.present), *_activity(commits, related)]


def _together(
    commits: Sequence[_Commit], related: Sequence[str], present: frozenset[str]
) -> list[Evidence]:
    found: list[tuple[float, Evidence]] = []
    for path in related:
        own = [commit for commit in commits if path in commit.files]
        others = Counter(name for commit in own for name in commit.files if name != path)
        for other, times in others.most_common(3):
            share = times / len(own)
            if times >= _LEAST_TOGETHER and share >= _LEAST_SHARE and other in present:
                said = f"{path} changes with {other} ({times} of {len(own)} commits)"
                found.append((share, fact("co_change", said, path, min(0.9, share))))
    found.sort(key=lambda pair: -pair[0])
    return [entry for _, entry in found[:_MOST]]


def _activity(commits: Sequence[_Commit], related: Sequence[str]) -> list[Evidence]:
    found: list[Evidence] = []
    for path in related[:3]:
        days = [commit.day for commit in commits if path in commit.files]
        if days:
            said = (
                f"{path}: changed in {len(days)} of the last {len(commits)} commits, "
                f"last on {max(days)}"
            )
            found.append(fact("recent_activity", said, path))
    return found


def _commits(view: View) -> list[_Commit]:
    """The newest commits with the files of each; empty without a history of its own."""
    root = view.workspace.root
    if not has_history(root):
        return []
    text = logged(root, "--format=%x01%ct", "--name-only", "--no-renames")
    if text is None:
        view.limit("git history: could not be read")
        return []
    found: list[_Commit] = []
    for block in text.split("\x01")[1:]:
        stamp, *names = block.split("\n")
        files = tuple(name for name in names if name and not name.startswith('"'))
        if stamp.isdigit() and len(stamp) < 12 and len(files) <= _LARGEST_COMMIT:
            day = datetime.fromtimestamp(int(stamp), UTC).date().isoformat()
            found.append(_Commit(day, files))
    return found
