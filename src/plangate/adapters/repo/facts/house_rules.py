"""Files that the workspace's own rules say are not to be changed (INV-7).

Only what is said plainly counts: a sentence of a page of rules that forbids changing and names the
path, a folder above it, or a pattern that fits it. One with a condition (“unless”, “without”) is
left to people.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.core.guard.found_text import found_text
from plangate.core.investigation.gaps import FORBIDDEN_FILE
from plangate.core.model.nouns import Evidence
from plangate.core.model.sighting import HouseRule
from plangate.language.paths import named_paths
from plangate.language.programs import turns_programs_away
from plangate.language.words.row_patterns import any_case, any_said
from plangate.language.words.stems import content_stems

PAGES = (
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    ".cursorrules",
    "CONTRIBUTING.md",
    "CONTRIBUTING.rst",
    ".github/CONTRIBUTING.md",
    ".github/copilot-instructions.md",
    "docs/CONTRIBUTING.md",
    "docs/contributing.md",
    "docs/contributing.rst",
    "CONTRIBUTING",
    "CONTRIBUTING.adoc",
    "CONTRIBUTING.txt",
    "AI_POLICY.md",
    ".github/AI_POLICY.md",
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*-])")
_TOKEN = re.compile(r"`([^`\s]{2,200})`|(?<![\w`])((?:[\w.*-]+/)+[\w.*-]*)")


def forbidden_files(workspace: Workspace, goal: str) -> list[Evidence]:
    """The files a goal names whose change a page of rules forbids, and where it says so."""
    named = [path.removeprefix("./") for path in named_paths(goal)]
    if not named:
        return []
    present = set(workspace.files)
    found: dict[str, Evidence] = {}
    for page in (page for page in PAGES if page in present):
        for line, sentence in sentences(workspace.text(page) or ""):
            forbids = any_case("forbids_editing").search(sentence)
            if forbids and not any_said("hangs_on_something").search(sentence):
                for path in named:
                    if path in present and _names(sentence, path):
                        found.setdefault(path, _forbidden(path, f"{page}:{line}"))
    return list(found.values())


_MARK = re.compile(r"^\s*(?:[-*+>]|\d{1,2}[.)]|#{1,6})\s*")
#: A sample shows how something looks, and a heading or a piece of code says nothing by itself.
FENCED = re.compile(
    r"^ {0,3}(?P<fence>```|~~~).*?(?:^ {0,3}(?P=fence)|\Z)", re.MULTILINE | re.DOTALL
)
_NO_SENTENCE = re.compile(r"\s*(?:#{1,6}\s|\$ |(?:[-*+]\s+)?`[^`]*`\s*$|.*:[:*_]*\s*$)")
#: A link is read as what it shows.
_LINKED = re.compile(r"\[([^\[\]]{1,120})\]\([^()\s]{1,300}\)")
_LONGEST_RULE, _LONGEST_READ = 300, 2_000
_FEW = 3


def rules_about(workspace: Workspace, words: Collection[str], most: int) -> list[HouseRule]:
    """UND-3: the sentences of the repository's own rules that concern a goal.

    That programs are not welcome concerns every goal and comes first; then come the rules that
    share most of the goal's words, and those about tests and changelogs, which hold for any change.
    """
    wanted = frozenset(words)
    present = set(workspace.files)
    found: list[tuple[int, int, HouseRule]] = []
    for page in (page for page in PAGES if page in present):
        for line, sentence in sentences(FENCED.sub(blanked, workspace.text(page) or "")):
            if is_no_sentence(sentence):
                continue
            text = plain_rule(sentence)
            if not len(text.split()) >= 3 or len(text) > _LONGEST_RULE:
                continue
            if (worth := _concerns(text, wanted)) is not None:
                found.append((-worth, len(found), HouseRule(f"{page}:{line}", found_text(text))))
    # One that shares no word may bind all the same: a few are named where there is room.
    concern = sum(worth < 0 for worth, *_ in found)
    return [rule for *_, rule in sorted(found)[: min(most, max(concern, _FEW))]]


def is_no_sentence(text: str) -> bool:
    """Whether what stands there is too long to be read, a heading or a piece of code."""
    return len(text) > _LONGEST_READ or _NO_SENTENCE.match(text) is not None


def plain_rule(sentence: str) -> str:
    """A sentence without its mark of a list, and links as what they show."""
    return _MARK.sub("", _LINKED.sub(r"\1", sentence)).strip()


def blanked(sample: re.Match[str]) -> str:
    """The lines of a sample without what they say: what comes after keeps its number."""
    return "\n" * sample.group().count("\n")


def _concerns(text: str, wanted: frozenset[str]) -> int | None:
    """How much a rule concerns a goal; None for a sentence that binds nobody."""
    if turns_programs_away(text):
        return 100
    if not any_said("binds_whoever_works").search(text):
        return None
    shared = len(wanted.intersection(content_stems(text)))
    worth = 2 * shared + (1 if any_said("due_with_any_change").search(text) else 0)
    return worth if worth or any_said("obliges_in_any_case").search(text) else None


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a page, each with the line it begins in; one may go over several lines."""
    for number, paragraph in _paragraphs(text):
        at = 0
        for sentence in _SENTENCE_END.split(paragraph):
            found = paragraph.index(sentence, at)
            yield number + paragraph.count("\n", 0, found), " ".join(sentence.split())
            at = found + len(sentence)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Lines that belong together: what begins a list, a heading or a table begins anew."""
    begun, together = 1, list[str]()
    for number, line in enumerate(text.splitlines(), start=1):
        if together and (not line.strip() or _BEGINS.match(line) or _ALONE.match(together[0])):
            yield begun, "\n".join(together)
            together = []
        if line.strip():
            begun = begun if together else number
            together.append(line)
    if together:
        yield begun, "\n".join(together)


#: What begins a piece of its own, and what stays a line by itself.
_BEGINS = re.compile(r"\s*(?:[-*+>]\s|\d{1,2}[.)]\s|#{1,6}\s|\||```|~~~|[=~-]{3,}\s*$)")
_ALONE = re.compile(r"\s*(?:#{1,6}\s|\||```|~~~|[=~-]{3,}\s*$)")


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
