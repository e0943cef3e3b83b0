"""The source files that are worth opening for a goal, best first and only so many.

Patterns of routes, commands and environment names are looked for in these; what lies
beyond the bound is counted aloud.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.view import View, is_aside, is_test

MOST_OPENED = 400
_NOT_SOURCE = frozenset(("SQL", "Shell", "Terraform", "C", "C++"))
#: Names under which routes, commands and settings usually live.
_LIKELY = re.compile(
    r"(?:^|/)(?:[\w-]*(?:urls?|routes?|router|views?|controllers?|api|cli|commands?|settings|config"
    r"|app|main|server|program|startup|web|handlers?|endpoints?|tasks?|jobs?|workers?)[\w-]*)(?:\.\w+|/)",
    re.IGNORECASE,
)


def sources(view: View) -> Sequence[str]:
    own = [path for path in view.files if is_source(path)]
    ranked = sorted(
        own,
        key=lambda path: (
            path not in view.goal.paths,
            -len(view.goal.shared(path)),
            _LIKELY.search(path) is None,
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
