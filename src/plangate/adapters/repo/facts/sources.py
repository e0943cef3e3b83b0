"""The source files that are worth opening for a goal, best first and only so many.

Patterns of routes, commands and environment names are looked for in these; what lies
beyond the bound is counted aloud.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.paths_aside import is_aside, is_test
from plangate.adapters.repo.facts.view import View
from plangate.language.words.stems import stem, stems

MOST_OPENED = 400
_NOT_SOURCE = frozenset(("SQL", "Shell", "Terraform", "C", "C++"))
#: Names under which routes, commands, settings and jobs usually live.
_LIKELY = frozenset(
    stem(word)
    for word in "url route router view controller api cli command setting config app main server "
    "program startup web handler endpoint task job worker".split()
)


def sources(view: View) -> Sequence[str]:
    own = [path for path in view.files if is_source(path)]
    ranked = sorted(
        own,
        key=lambda path: (
            path not in view.goal.paths,
            -len(view.goal.shared(path)),
            _LIKELY.isdisjoint(stems(path)),
            path.count("/"),
        ),
    )
    if len(ranked) > MOST_OPENED:
        view.limit(
            f"routes and commands: looked for in the {MOST_OPENED} likeliest "
            f"of {len(ranked):,} source files"
        )
    return ranked[:MOST_OPENED]


def is_source(path: str) -> bool:
    language = language_of(path)
    if language is None or language in _NOT_SOURCE or path[0] == ".":
        return False
    if path.endswith((".min.js", ".d.ts", ".bundle.js")):
        return False
    return not is_aside(path) and not is_test(path)
