"""Where a program takes something and turns away what does not fit: the rules of a model, the
checks of a handler (UND-5). A goal that limits something is worked on there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.places.limited import is_limit, only_limiting
from plangate.adapters.repo.spots.spot_lines import words_in
from plangate.language.words.stems import content_stems, stem

_MOST_FILES, _LONGEST_TEXT = 12, 400_000
#: How lines turn input away: by a rule that a library knows, or by an answer of their own.
_RULE = re.compile(
    r"\bvalidat\w*|\b(?:max|min)_?(?:imum|length|size|len)\b|[a-z](?:Max|Min)(?:Length|Size|Len)?\b"
    r"|\blength:\s*\{|@(?:Size|Length|Max|Min|NotBlank|Pattern)\b|\b(?:binding|validate):\""
    r"|\.(?:max|min|maxlen|minlen)\(\d|['\"|](?:max|min):\d|too_?(?:long|short|large|many|big)"
    r"|\blen\([^()]*\)\s*[<>]|\.(?:length|size|len\(\)|count)\s*[<>]",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"BadRequest|bad_request|Unprocessable|\b(?:400|403|413|415|422)\b|[Ii]nvalid|ValidationError"
    r"|ValueError|IllegalArgument|errors\.add|[Nn]ot_?[Aa]llowed|[Ff]orbidden|TooL(?:arge|ong)"
)
_KEPT_IN = re.compile(r"(?:^|/)\w*(?:validat|request|schema|rules|forms?)\w*(?:/|\.\w+$)", re.I)
#: What is limited stands before how it is.
_BOUND = re.compile(
    r"\b(?:whose|with|that|which|when|if|where|longer|larger|bigger|shorter|more|less|over|than)\b|\d",
    re.IGNORECASE,
)
#: So many lines around it say of what a line is.
_BEFORE, _BEHIND = 6, 3
#: What a file is worth for its rank, for being called so, and for being made for rules.
_RANK, _OWN, _MADE_FOR = 0.6, 0.4, 0.3
#: What an answer is worth beside a rule, and how much of its subject a place must speak of.
_LESS, _LEAST = 0.7, 0.5


def refusing(
    workspace: Workspace, index: Index, goal: str, likely: Sequence[tuple[str, float]]
) -> str:
    """The file that turns away what a goal limits; "" where it limits nothing, or none does."""
    if not is_limit(goal):
        return ""
    light = {stem(word) for word in only_limiting(goal)}
    whole_goal = [word for word in content_stems(goal) if word not in light and word.isalpha()]
    thing = [word for word in content_stems(_BOUND.split(goal)[0]) if word in whole_goal]
    about = thing or whole_goal
    weights = {w: v for w, v in index.texts.weights(about).items() if index.texts.said.carriers(w)}
    whole = sum(weights.values())
    if not whole:
        return ""
    best = max((strength for _, strength in likely), default=0.0) or 1.0
    found: dict[str, float] = {}
    for path, strength in likely[:_MOST_FILES]:
        if kind_of(path) != "code":
            continue
        own = words_in(path.rpartition("/")[2].partition(".")[0])
        told = _told((workspace.text(path) or "")[:_LONGEST_TEXT], own, weights) / whole
        if told >= _LEAST:
            named = _OWN * sum(weights[w] for w in own & weights.keys()) / whole
            made = _MADE_FOR if _KEPT_IN.search(path) else 0.0
            found[path] = told + named + made + _RANK * strength / best
    return max(found, key=lambda path: found[path], default="")


def _told(text: str, own: frozenset[str], weights: Mapping[str, float]) -> float:
    """How much of the subject stands about one line that turns something away, at most."""
    lines = text.splitlines()
    most = 0.0
    for number, line in enumerate(lines):
        share = 1.0 if _RULE.search(line) else _LESS if _ANSWER.search(line) else 0.0
        if not share:
            continue
        near = words_in("\n".join(lines[max(0, number - _BEFORE) : number + _BEHIND + 1]))
        told = sum(weight for word, weight in weights.items() if word in near or word in own)
        most = max(most, share * told)
    return most
