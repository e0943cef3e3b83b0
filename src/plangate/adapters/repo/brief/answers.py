"""A question of somebody's own, answered with lines of the workspace (INV-13).

The same index as the brief's: the files of each kind that carry most of the question, and of each
the line that carries most of it. What is found is quoted as it stands, without secrets (ACT-3); the
words that stand nowhere are named, because that nothing is there is an answer too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_in
from plangate.adapters.repo.places.goal_words import Asked, asked
from plangate.adapters.repo.places.rankings import fused_lists
from plangate.core.guard.found_text import found_text
from plangate.core.investigation.brief_values import Answer, Quoted
from plangate.language.issues.issue_text import read_issue
from plangate.language.words.stems import content_words, stem

#: Where is looked, how that is called, and how many files of it are quoted.
_SHELVES: tuple[tuple[tuple[FileKind, ...], str, int], ...] = (
    (("code", "markup"), "code", 5),
    (("docs",), "documentation", 3),
    (("test",), "tests", 2),
    (("config",), "configuration", 2),
)
_MOST_COMMITS = 2
_LONGEST_QUOTE = 160


def answered(workspace: Workspace, index: Index, question: str) -> Answer:
    """What the workspace says to a question, strongest first."""
    wanted = asked(read_issue(question))
    words = frozenset((*wanted.title, *wanted.said))
    found = [*_quoted(workspace, index, wanted, words), *_committed(index, words)]
    found.sort(key=lambda entry: -entry.strength)
    return Answer(
        question,
        tuple(found),
        tuple(_nowhere(index, question)),
        len(index.texts.files),
        (*workspace.limits(), *index.limits),
    )


def _quoted(
    workspace: Workspace, index: Index, wanted: Asked, words: frozenset[str]
) -> Iterator[Quoted]:
    for kinds, source, most in _SHELVES:
        found = fused_lists(index, wanted, kinds)
        for one, strength in list(zip(found.ranked, found.strengths, strict=True))[:most]:
            line, text, shared = _best_line(workspace.text(one.name) or "", words)
            if shared:
                fact = f"{source}: {one.name} speaks of {', '.join(sorted(shared))}"
                quote = found_text(text, _LONGEST_QUOTE)
                share = strength * len(shared) / max(1, len(words))
                yield Quoted(fact, f"{one.name}:{line}", quote, source, round(share, 2))


def _best_line(text: str, words: frozenset[str]) -> tuple[int, str, frozenset[str]]:
    """The line with most of the words, the first of several."""
    best: tuple[int, str, frozenset[str]] = (0, "", frozenset())
    for number, line in enumerate(text.splitlines(), start=1):
        shared = words.intersection(words_in(line[:1_000]).split())
        if len(shared) > len(best[2]):
            best = number, line, shared
    return best


def _committed(index: Index, words: frozenset[str]) -> Iterator[Quoted]:
    """The newest commits that speak of most of it."""
    told: list[tuple[int, str, str]] = []
    for name, subject in index.past.subjects():
        shared = len(words.intersection(words_in(subject).split()))
        if shared:
            told.append((shared, name, subject))
    told.sort(key=lambda row: -row[0])
    for shared, name, subject in told[:_MOST_COMMITS]:
        strength = round(0.6 * shared / max(1, len(words)), 2)
        fact = "history: a commit speaks of it"
        yield Quoted(fact, f"commit {name}", found_text(subject), "history", strength)


def _nowhere(index: Index, question: str) -> Sequence[str]:
    return [word for word in content_words(question) if not index.texts.said.carriers(stem(word))]
