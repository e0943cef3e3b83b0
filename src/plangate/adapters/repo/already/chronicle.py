"""What is told to have been built: commits that added it, and the list of changes (UND-4, INV-13).

Somebody who built a thing said so, with the words it is wanted with. A commit counts when what it
changed is still there and none after it says that it took it out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from plangate.adapters.repo.already.fitting import fitted
from plangate.adapters.repo.already.goal_terms import Wanted, said_in
from plangate.adapters.repo.already.naming import words_of_name
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.written_pages import written_in
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import Existing
from plangate.language.hearing import hear
from plangate.language.words.stems import beginnings, group, stem

_LIKEST = 30
_LONGEST_QUOTE = 100
_LONGEST_CHANGELOG = 400_000
#: A commit says what was meant, a list of changes what was published; with other words, less.
_COMMITTED, _PUBLISHED = 0.82, 0.85
_TAKES_OUT = frozenset(("remove", "fix"))
_TENDS = re.compile(
    r"^(?:\W*\w+(?:\([^)]*\))?: |\W*[\w/-]+ #\d+: )?\W*"
    r"(?:fix|improv|updat|refactor|clean|chang|bump|revert|deprecat|drop|renam|mov|rework|tweak"
    r"|better|correct|ensur|prevent|avoid|optimi|enhanc)|\bimprovements?$",
    re.IGNORECASE,
)
_REVERTS = re.compile(r"^revert\b", re.IGNORECASE)
_HEADING = re.compile(r"^(?:#{1,6}\s+|\*\*)|^[=~-]{3,}\s*$|^.{1,60}:\s*$")
#: Below such a heading stands what was mended or taken out.
_OF_FIXES = re.compile(
    r"\b(?:fix\w*|bugs?|remov\w*|deprecat\w*|secur\w*|intern\w*)\b", re.IGNORECASE
)
_LEAST_TELLING = 2
#: So many telling words, and no other, are no coincidence.
_SAME_WORDS = 3
#: A line that says so much besides tells of something else.
_MOST_SPARE = 0.4
#: Numbers of issues, addresses and names of people in a line.
_BESIDES = re.compile(r"\[?\\?#?\d+\]?|\(?https?://\S+|[(,]? ?\[?@[\w-]+|\(\[[^)]*\)")
_LABEL = re.compile(r"^\w+(?:\([^)]*\))?: ")


def built(workspace: Workspace, index: Index, wanted: Wanted) -> list[Existing]:
    """What a list of changes or a commit says was built as wanted, the best of each."""
    found = [*_published(workspace, index, wanted), *_committed(workspace, index, wanted)]
    found.sort(key=lambda entry: -entry.strength)
    return found[:1]


def _is_it(text: str, wanted: Wanted) -> float:
    """How much of the wish a line carries, and hardly anything else: 0 if it is another thing."""
    bare = _BESIDES.sub(" ", text).strip()
    if len(wanted.said) >= _SAME_WORDS and said_in(bare) == wanted.said:
        return 1.0
    if not wanted.is_new:
        return 0.0
    own = frozenset(words_of_name(_LABEL.sub("", bare)))
    fit = fitted(own, frozenset(), wanted)
    if not fit.is_complete or fit.telling < _LEAST_TELLING:
        return 0.0
    spare = len(fit.spare - _tells_of_building())
    return fit.share if spare <= _MOST_SPARE * (len(own) - len(fit.spare)) else 0.0


@cache
def _tells_of_building() -> frozenset[str]:
    """The stems of words with which one says that something was built."""
    return frozenset(
        map(stem, group("light_verbs") | group("says_little") | group("everyday_deeds"))
    )


def _published(workspace: Workspace, index: Index, wanted: Wanted) -> Iterator[Existing]:
    sought = _without_which(wanted)
    for path in written_in(workspace, index).changelogs:
        mended = False
        text = (workspace.text(path) or "")[:_LONGEST_CHANGELOG]
        for number, line in enumerate(text.splitlines(), start=1):
            if _HEADING.match(line):
                mended = _OF_FIXES.search(line) is not None
            elif mended or not sought.search(line):
                continue  # it carries nothing
            elif (share := _is_it(line, wanted)) and _adds(line.strip(" *-+#")):
                what = found_text(line.strip(" *-+"), _LONGEST_QUOTE)
                why = "the list of changes says it was built"
                yield Existing(what, f"{path}:{number}", round(_PUBLISHED * share, 2), why)


def _without_which(wanted: Wanted) -> re.Pattern[str]:
    """Where a line may carry what no line that is it lacks: a word of the goal, or a name of its
    heaviest term that is required."""
    required = [term for term in wanted.terms if term.is_required][:1] or wanted.terms
    words = {word for term in required for name in term.names for word in name}
    said = sorted(wanted.said, key=lambda word: (word not in words, word))
    return beginnings(words.union(said[:1]))


def _committed(workspace: Workspace, index: Index, wanted: Wanted) -> Iterator[Existing]:
    words = [word for term in wanted.terms for name in sorted(term.names) for word in name]
    commits = [(_is_it(one.subject, wanted), one) for one in index.past.like(words, _LIKEST)]
    told = [(share, one) for share, one in commits if share]
    if any(_REVERTS.match(one.subject) for _, one in told):
        return
    for share, one in told:
        if _adds(one.subject) and (place := _kept(workspace, one.files, wanted)):
            why = f"commit {one.name} says it was built"
            what = found_text(one.subject, _LONGEST_QUOTE)
            yield Existing(what, f"{place}:1", round(_COMMITTED * share, 2), why)


def _adds(said: str) -> bool:
    """Whether a sentence tells of something built, not of something mended."""
    clauses = hear(said).clauses
    tended = _TENDS.search(said) or (clauses[:1] and clauses[0].kind in _TAKES_OUT)
    return bool(clauses) and not tended and not clauses[0].trouble


def _kept(workspace: Workspace, files: Sequence[str], wanted: Wanted) -> str | None:
    """The file of a commit that is likeliest where the thing is, if it is still there."""
    there = [p for p in files if p in workspace.stamps and kind_of(p) in ("code", "markup")]
    alike = {path: fitted(frozenset(words_of_name(path)), frozenset(), wanted) for path in there}
    return max(there, key=lambda path: alike[path].share, default=None)
