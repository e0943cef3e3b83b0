"""Files that the workspace's own rules say are not to be changed (INV-7).

Only what is said plainly counts: a sentence of a page of rules that forbids changing and names the
path, a folder above it, or a pattern that fits it. One with a condition (“unless”, “without”) is
left to people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from plangate.adapters.repo.files import Workspace
from plangate.core.gate.intake import named_paths
from plangate.core.investigation.gaps import FORBIDDEN_FILE
from plangate.core.model.nouns import Evidence

_PAGES = (
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    ".cursorrules",
    "CONTRIBUTING.md",
    "CONTRIBUTING.rst",
    ".github/CONTRIBUTING.md",
    ".github/copilot-instructions.md",
    "docs/CONTRIBUTING.md",
)
_FORBIDS = re.compile(
    r"\b(?:do not|don['’]t|never|(?:must|may|should) not|must never|not to be|(?:is|are) not)\s+"
    r"(?:ever\s+|directly\s+|manually\s+|be\s+|hand-?)*"
    r"(?:edit|chang|modif|touch|alter|rewrit|delet|remov)(?:e|ed|ing|y|ied)?\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:unless|except|without|until|before|after|if|only)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*-])")
_TOKEN = re.compile(r"`([^`\s]{2,200})`|(?<![\w`])((?:[\w.*-]+/)+[\w.*-]*)")


def forbidden_files(workspace: Workspace, goal: str) -> list[Evidence]:
    """The files a goal names whose change a page of rules forbids, and where it says so."""
    named = [path.removeprefix("./") for path in named_paths(goal)]
    if not named:
        return []
    present = set(workspace.files)
    found: dict[str, Evidence] = {}
    for page in (page for page in _PAGES if page in present):
        for line, sentence in _sentences(workspace.text(page) or ""):
            if _FORBIDS.search(sentence) and not _CONDITION.search(sentence):
                for path in named:
                    if path in present and _names(sentence, path):
                        found.setdefault(path, _forbidden(path, f"{page}:{line}"))
    return list(found.values())


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        for sentence in _SENTENCE_END.split(line):
            yield number, sentence


def _names(sentence: str, path: str) -> bool:
    for quoted, bare in _TOKEN.findall(sentence):
        token = (quoted or bare).rstrip(".,;:").removeprefix("./")
        folder = token.rstrip("/*") + "/"
        if path == token or (token.endswith(("/", "/*", "/**")) and path.startswith(folder)):
            return True
        if "*" in token and len(token) > 2 and fnmatchcase(path, token):
            return True
    return False


def _forbidden(path: str, locator: str) -> Evidence:
    return Evidence(
        f"{FORBIDDEN_FILE}:{path}",
        None,
        "repo_facts",
        None,
        1.0,
        locator=locator,
        kind=FORBIDDEN_FILE,
        fact=path,
    )
