"""Intake: every goal gets exactly one of four outcomes, with its reasons (section 2).

The order is INT-1's: a question first, then a loop, then immediate action, else a plan.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from plangate.core.model.nouns import Intake, Reason
from plangate.core.model.patterns import lazy
from plangate.core.words.one_way import one_way_cues
from plangate.core.words.plan_languages import verbs as foreign_verbs
from plangate.core.words.plan_words import action_verb

#: INT-2.
IMMEDIATE_AT_MOST = 3

_PATH = lazy(
    r"(?<![\w/.@+-])(?:\.{1,2}/)?(?:[\w@.+-]+/)+[\w@.+-]*[\w-]"
    r"|(?<![\w/.@+-])[\w+-]+\.(?:py|js|ts|jsx|tsx|rs|go|java|kt|rb|php|cs|c|h|cpp|swift|sql|sh|md"
    r"|rst|txt|toml|yaml|yml|json|cfg|ini|html|css|scss|vue|svelte|tf|proto|lock|xml|gradle)\b"
)
_URL = lazy(r"(?<![\w+.-])[a-z][a-z0-9+.-]{0,30}://\S+", re.IGNORECASE)

#: INT-3: words of goals whose ground moves while one works.
_EXPLORATORY = (
    r"diagnos\w+",
    r"reproduc\w+",
    r"flak(?:y|iness)",
    r"tun(?:e|ing)",
    r"incidents?",
    r"explor\w+",
    r"investigat\w+",
    r"debug(?:ging)?",
    r"intermittent\w*",
    r"why (?:does|do|is|are|did|was|were|has|have)",
    r"(?:find|figure|work) out (?:why|what|where|how)",
    r"root[- ]caus\w+",
    r"troubleshoot\w*",
    r"experiment(?:s|ing)? with",
    r"profil(?:e|ing) (?:the|our|why|where)",
)
_BUILDS = (
    "add allow build bump cache change configure convert copy correct create define delete disable "
    "display document draft drop emit enable export expose extend extract filter format generate "
    "group hide implement import include install integrate introduce let list log make merge "
    "migrate move normalize pin print publish record refactor reject remove rename render replace "
    "return rewrite save send set ship show sort split store support translate turn update upgrade "
    "validate wire write"
).split()
_VERBS = frozenset(_BUILDS)


class Complexity(NamedTuple):
    """An estimate from 1 to 10 and what it is made of."""

    value: int
    parts: tuple[str, ...]


class Classified(NamedTuple):
    outcome: Intake
    reasons: tuple[Reason, ...]


def classify(
    goal: str,
    complexity: int,
    *,
    asks: bool,
    unsettled: Collection[str] = (),
    irreversible: Collection[str] = (),
) -> Classified:
    """INT-1: the outcome, and the reason for it and against what was tried before it."""
    if asks:
        return Classified("RequiresClarification", (Reason("INT-5", "the gate asks"),))
    reasons = [Reason("INT-5", "the gate does not ask")]
    if cue := exploratory_cue(goal):
        return Classified("OodaLoop", (*reasons, Reason("INT-3", f"the goal says “{cue}”")))
    reasons.append(Reason("INT-3", "the goal is not exploratory"))
    against = _against_immediate(goal, complexity, unsettled, irreversible)
    if against is None:
        saw = f"complexity {complexity} of 10, nothing open, nothing irreversible"
        return Classified("ImmediateAction", (*reasons, Reason("INT-2", saw)))
    return Classified(
        "HierarchicalPlan", (*reasons, Reason("INT-2", against), Reason("INT-4", "what is left"))
    )


def _against_immediate(
    goal: str, complexity: int, unsettled: Collection[str], irreversible: Collection[str]
) -> str | None:
    if complexity > IMMEDIATE_AT_MOST:
        return f"complexity {complexity} of 10 is more than {IMMEDIATE_AT_MOST}"
    if unsettled:
        return f"open: {', '.join(sorted(unsettled))}"
    if irreversible:
        return f"irreversible: {', '.join(sorted(irreversible))}"
    if cues := one_way_cues(goal):
        return f"the goal says “{cues[0].saw}” ({cues[0].kind})"
    if not is_understood(goal):
        return "no word of the goal is known here: nobody can say that it can be undone"
    return None


#: Words of many short goals and of few other languages.
_ENGLISH = frozenset(
    "the to for with and from this that our is not should please when "
    "adjust reformat reword tweak".split()
)


def is_understood(goal: str) -> bool:
    """Whether the word nets read a goal at all: they are English and would pass “borrar todo” over.

    It takes most letters from the alphabet they know, and one word that shows the language.
    """
    letters = [letter for letter in goal if letter.isalpha()]
    if 2 * sum(letter.isascii() for letter in letters) <= len(letters):
        return False
    text = goal.lower()
    words = re.findall(r"[a-z]+", text)
    known = not _ENGLISH.isdisjoint(words) or not _VERBS.isdisjoint(words)
    # Actions of plans are known in more languages than the word nets read.
    verb = action_verb(goal)
    acts = verb is not None and verb not in foreign_verbs() and verb in words
    return known or acts or _TRIVIAL.search(text) is not None


def exploratory_cue(goal: str) -> str | None:
    """INT-3: the words that make a goal exploratory, None when it builds something definite.

    “Add a page about flaky tests” builds; “fix the flaky test” explores: a goal that opens with a
    building verb is exploratory only when it goes on to ask why.
    """
    flat = " ".join(goal.split())
    text = flat.lower()
    found = next((m for m in _exploratory().finditer(text) if not _is_a_name(flat, m)), None)
    if found is None:
        return None
    opening = re.match(r"(?:please |we need to |i want to |let's )?(\w+)", text)
    builds = opening is not None and opening.group(1) in _BUILDS
    if builds and not found.group().startswith(("why", "find", "figure", "work")):
        return None
    return found.group()


def _is_a_name(goal: str, found: re.Match[str]) -> bool:
    """“the Explore tab”: a capital in the middle of a sentence that is not all capitals."""
    before = goal[: found.start()].rstrip("\"'“‘([ ")
    first, rest = goal[found.start() : found.start() + 1], goal[found.start() + 1 : found.end()]
    return bool(before) and before[-1] not in ".!?:;-" and first.isupper() and rest.islower()


@cache
def _exploratory() -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(_EXPLORATORY) + r")\b")


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


def estimate_complexity(goal: str, files_in_reach: int | None = None) -> Complexity:
    """ADQ-17: goal complexity from 1 to 10, from the goal, its paths and what was found.

    `files_in_reach` is how many files the investigation tied to the goal, None before one.
    """
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
        "files in reach": min(2, (files_in_reach or 0) // 8),
        "trivial matter": -2 if trivial else 0,
        "few words": -1 if len(text.split()) <= 4 and deep == 0 else 0,
    }
    value = max(1, min(10, 2 + sum(parts.values())))
    return Complexity(value, tuple(f"{name} {n:+d}" for name, n in parts.items() if n))


def with_readings(estimate: int, complexities: Iterable[float]) -> int:
    """A goal is at least as hard as the hardest reading that was taken of it (VOI-1's scale)."""
    return max([estimate, *(min(10, math.ceil(c * 10 - 1e-9)) for c in complexities)])


def clauses_of(goal: str) -> Sequence[str]:
    """A goal cut where its own words cut it: sentences, list items, “then”, semicolons."""
    cuts = re.split(r"(?:\n+\s*(?:[-*•]|\d+[.)])?\s*)|(?<=[.!?])\s+|;\s*|,?\s+then\s+", goal)
    return [cut.strip(" .;,\t") for cut in cuts if len(cut.split()) >= 2] or [goal.strip()]
