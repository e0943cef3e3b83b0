"""Frozen: how hard a goal was to edition 1 (ADQ-17), for replaying old logs only (REC-2)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from plangate.language.patterns import lazy

_PATH = lazy(
    r"(?<![\w/.@+-])(?:\.{1,2}/)?(?:[\w@.+-]+/)+[\w@.+-]*[\w-]"
    r"|(?<![\w/.@+-])[\w+-]+\.(?:py|js|ts|jsx|tsx|rs|go|java|kt|rb|php|cs|c|h|cpp|swift|sql|sh|md"
    r"|rst|txt|toml|yaml|yml|json|cfg|ini|html|css|scss|vue|svelte|tf|proto|lock|xml|gradle)\b"
)
_URL = lazy(r"(?<![\w+.-])[a-z][a-z0-9+.-]{0,30}://\S+", re.IGNORECASE)


def named_paths(goal: str) -> tuple[str, ...]:
    """The paths a goal names, in order, each once."""
    text = _URL.sub(" ", goal)
    found = (match.group().rstrip(".") for match in _PATH.finditer(text))
    return tuple(dict.fromkeys(path for path in found if not _is_word_pair(path)))


def _is_word_pair(path: str) -> bool:
    """“and/or”, “24/7”, “HTTP/3”, `res.json`: words, numbers or a call, and no path."""
    parts = path.split("/")
    if all(part.isdigit() for part in parts) or _PROTOCOL.fullmatch(path) or _CALL.fullmatch(path):
        return True
    return len(parts) == 2 and "." not in path and all(part.isalpha() for part in parts)


_PROTOCOL = lazy(r"[A-Z]{2,6}/\d(?:\.\d)?")
#: What a handler is given, and a method of it that reads like the ending of a file.
_CALL = lazy(
    r"(?:res|req|resp|response|request|ctx|reply|self|this|client|r)\.(?:json|html|txt|xml)"
)
_TRIVIAL = lazy(
    r"\b(?:typos?|spelling|misspell\w*|wording|whitespace|comments?|docstrings?|bump|one[- ]liner"
    r"|lint(?:er)? warnings?|unused imports?|punctuation|log message|copyright year|tooltip"
    r"|button (?:label|colou?r|text))\b"
)
_BROAD = lazy(
    r"\b(?:across|all|every|entire|whole|everywhere|each|system[- ]wide|end[- ]to[- ]end"
    r"|codebase|platform|monorepo|microservices?|services)\b"
)
_DEEP = lazy(
    r"\b(?:migrat\w+|rewrit\w+|re-?architect\w*|architecture|redesign\w*|multi[- ]tenan\w+"
    r"|replac\w+|upgrad\w+|endpoints?|delet(?:e|es|ing|ion)|paginat\w+|columns?"
    r"|port(?:ing)?|distributed|real[- ]?time|authenticat\w+|authori[sz]ation|payments?|billing"
    r"|encrypt\w+|concurren\w+|replication|shard\w+|failover|compliance|gdpr|hipaa|oauth|sso"
    r"|zero[- ]downtime|backwards?[- ]compatib\w+|performance|scal(?:e|ing)|security|protocol"
    r"|parser|compiler|scheduler|database|schema|api|queue|cache|index(?:ing)?|deploy\w*"
    r"|integrat\w+|rate[- ]limit\w*|webhooks?|websockets?|import|export|search|sync\w*)\b"
)
#: A dot within a word (`api.py`, `v1.2`) ends no clause.
_CLAUSE = lazy(r"(?:[;!?\n]|\.(?!\w)|,| and | then | with | plus |\d\.\s|\n[-*] )+")


def estimate_complexity(goal: str, files_in_reach: int) -> int:
    """From 1 to 10, from the goal, its paths and how many files were tied to it."""
    text = goal.lower()
    clauses = sum(1 for clause in _CLAUSE.split(text) if len(clause.split()) >= 2)
    deep = len({match.group() for match in _DEEP.finditer(text)})
    paths = len(named_paths(goal))
    trivial = _TRIVIAL.search(text) is not None
    parts = {
        "clauses": min(3, max(0, clauses - 1)),
        "hard matters": min(4, deep + (1 if deep else 0)),
        "breadth": 1 if _BROAD.search(text) else 0,
        "paths": min(2, paths // 2),
        "length": 1 if len(text.split()) > 40 else 0,
        "files in reach": min(2, files_in_reach // 8),
        "trivial matter": -2 if trivial else 0,
        "few words": -1 if len(text.split()) <= 4 and deep == 0 else 0,
    }
    return max(1, min(10, 2 + sum(parts.values())))


def with_readings(estimate: int, complexities: Iterable[float]) -> int:
    """A goal is at least as hard as the hardest reading that was taken of it (VOI-1's scale)."""
    return max([estimate, *(min(10, math.ceil(c * 10 - 1e-9)) for c in complexities)])
