"""What a program tells of a thing: the function that writes it as JSON, its serializer (UND-5).

“Add the creation date to the order in the API” is worked on there, whatever else speaks of orders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.language.words.stems import parts, stem, words_in_rows

_MOST_FILES = 16
#: “to the order in the API”, “in the JSON of an order”: what is told, and as what.
_TOLD = re.compile(
    r"\b(?:to|for|of) (?:an?|the|each|every) (?P<one>[\w-]+)(?: \w+)? "
    r"(?:in|of|by|from|through) the (?:\w+ )?(?P<as>\w+)"
    r"|\b(?P<of>\w+) of (?:an?|the|each|every) (?P<other>[\w-]+)",
    re.IGNORECASE,
)
_WRITES = re.compile(
    r"^[ \t]*(?:(?:public|async|static|export|override|pub)\s+)*"
    r"(?:def|func|fun|fn|function)\b[^\n]*?\b"
    r"(?:to_?(?:dict|json|hash|h|array|map|api|response|representation|resource)"
    r"|as_?json|serializ\w*|present|transform)\b"
    r"|\bclass\s+\w*(?:Serializer|Transformer|Presenter|Resource|Response|Out)\b"
    r"|^[ \t]+\w+[ \t]+[^\n`]*`json:\"",
    re.IGNORECASE | re.MULTILINE,
)
_CLASS = re.compile(
    r"^[ \t]*(?:(?:export|public|pub|abstract|final|data|default)\s+)*"
    r"(?:class|struct|type|interface|record|impl)\s+(?P<name>\w+)",
    re.MULTILINE,
)


def told_as_answer(workspace: Workspace, goal: str, likely: Sequence[tuple[str, float]]) -> str:
    """The file that writes the thing whose answer a goal adds to; "" where it names none."""
    holder = _holder(goal)
    if not holder:
        return ""
    found: dict[str, float] = {}
    for path, strength in likely[:_MOST_FILES]:
        text = (workspace.text(path) or "") if kind_of(path) == "code" else ""
        if any(_is_of(text, one.start(), path, holder) for one in _WRITES.finditer(text)):
            found[path] = strength
    return max(found, key=lambda path: found[path], default="")


def _holder(goal: str) -> str:
    """The stem of the thing whose answer is meant."""
    for found in _TOLD.finditer(goal):
        form = (found["as"] or found["of"]).lower()
        if form in words_in_rows("forms_of_answers"):
            return stem((found["one"] or found["other"]).lower())
    return ""


def _is_of(text: str, start: int, path: str, holder: str) -> bool:
    """Whether what writes belongs to a thing: by the class around it, or by its file."""
    line = text[start : text.find("\n", start)]
    around = [one["name"] for one in _CLASS.finditer(text, 0, start + len(line))]
    own = around[-1] if around else path.rpartition("/")[2].partition(".")[0]
    return holder in {stem(part.lower()) for part in parts(own)}
