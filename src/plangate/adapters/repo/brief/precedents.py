"""What was done here before in the like case: commits whose subject speaks of the goal's things.

A commit that added one option shows which files the next option takes: the code, its tests, the
page, the changelog. So does the one that took a thing out again, and that is worth knowing before
it is built a second time. Only commits of few files count (past.py), and of those only files that
are still there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_in
from plangate.adapters.repo.index.written_pages import written_in
from plangate.adapters.repo.places.goal_words import with_component
from plangate.core.model.sighting import Habit, Precedent
from plangate.language.clauses import parsed
from plangate.language.words.row_patterns import any_case

_LOOKED_AT = 60
_MOST = 3
#: So many of a goal's words, and so much of their weight, a subject must have.
_LEAST_WORDS, _LEAST_SHARE = 2, 0.33
#: A commit of more files is no example to follow.
_MOST_FILES = 12
_WORKED_IN = ("code", "markup")
_SKIPPED = ("copied", "asset")
#: So many of the changes to the program must bring a page up to date before it is a habit.
_LEAST_HABIT = 0.12
_MOST_HABITS = 2
_SAME_DEED = 1.5


def precedents(
    index: Index,
    goal: str,
    words: Sequence[str],
    here: Collection[str],
    likely: Mapping[str, float],
) -> tuple[Precedent, ...]:
    """The commits most like the goal, best first; those that touched a likely place count more, and
    so do repairs for a repair and additions for an addition."""
    repairs = is_repair(goal)
    weights = index.past.weights(words)
    whole, least = sum(weights.values()), min(_LEAST_WORDS, len(weights))
    found: list[tuple[float, Precedent]] = []
    for commit in index.past.like(words, _LOOKED_AT) if whole else ():
        shared = set(weights) & set(words_in(commit.subject).split())
        share = sum(weights[word] for word in shared) / whole
        files = tuple(p for p in commit.files if p in here and kind_of(p) not in _SKIPPED)
        if share >= _LEAST_SHARE and len(shared) >= least and _is_example(files):
            nearest = max(likely.get(path, 0.0) for path in files)
            alike = Precedent(commit.name, commit.day, commit.subject, files, share)
            same = _SAME_DEED if is_repair(commit.subject) == repairs else 1.0
            found.append((share * same * (1 + nearest), alike))
    found.sort(key=lambda one: -one[0])
    return tuple(alike for _, alike in found[:_MOST])


def _is_example(files: Sequence[str]) -> bool:
    """Whether a commit changed the program, and little enough to be read as an example."""
    return len(files) <= _MOST_FILES and any(kind_of(path) in _WORKED_IN for path in files)


def is_repair(text: str) -> bool:
    """Whether a goal or a subject wants or tells of something put right."""
    component, rest = with_component(text)
    clause = parsed(rest)
    return clause.kind == "fix" or "fix" in component.lower().split() or clause.trouble


def habits(workspace: Workspace, index: Index) -> tuple[Habit, ...]:
    """The changelogs, files or folders of notes, that changes of the program keep up; none where a
    page for contributors says that nobody is to write them."""
    pages = written_in(workspace, index).for_contributors
    if any(any_case("changelog_left_alone").search(workspace.text(page) or "") for page in pages):
        return ()
    shares = index.past.noted_with(lambda path: kind_of(path) in _WORKED_IN)
    kept = sorted(
        (Habit(path, share) for path, share in shares.items() if share >= _LEAST_HABIT),
        key=lambda habit: (-habit.share, habit.path),
    )
    return tuple(kept[:_MOST_HABITS])
