"""What readers of Markdown and of prose in JSON share: goals, paths, references between tasks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from plangate.adapters.formats.headings import is_chapter
from plangate.adapters.formats.markdown_cutting import Outline, plain, without_fences
from plangate.core.model.records import Document
from plangate.language.paths import COPY_ENDING
from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_case

#: Left over where bytes were once read in a wrong encoding; nothing a plan means.
_STRAY = lazy("[\x7f-\x9f]")


def cleaned(text: str) -> str:
    """A text of another tool without characters that only a slip of encodings puts there."""
    return text if text.isascii() else _STRAY.sub(" ", text)


# --- what a plan is for ---------------------------------------------------------------------------

_KIND_OF_PAGE = (
    r"(?:(?:implementation|project|feature|development|technical|execution|work|action|master"
    r"|detailed|build|the)\s+){0,4}"
    r"(?:plan(?:ning)?|tasks?(?:\s+(?:list|breakdown))?|to-?dos?(?:\s+list)?|checklist|roadmap"
    r"|backlog|steps|milestones|progress|overview|document)"
)
_BEFORE_TITLE = lazy(rf"{_KIND_OF_PAGE}\s*(?:[:|–—-]|\bfor\b|\bof\b)\s*", re.IGNORECASE)
_BEHIND_TITLE = lazy(rf"\s*(?:[:|–—-]\s*|\s){_KIND_OF_PAGE}$", re.IGNORECASE)
_ONLY_KIND = lazy(rf"\W*{_KIND_OF_PAGE}\W*", re.IGNORECASE)
_GOAL_SECTION = lazy(r"(?:the\s+)?(?:goals?|objectives?|purpose|aim)\W*", re.IGNORECASE)
_GOAL_LINE = lazy(r"(?:goal|objective|purpose|aim)\s*:\s*(\S.*)", re.IGNORECASE)
_LONGEST_GOAL = 2_000
_OPENING_SECTIONS = 4
_FRONT_KEYS = ("goal", "objective", "title", "name", "overview", "feature")


def goal_of(made: Outline) -> str | None:
    """What a page says it is for: a goal it states before its first task, else its title."""
    for key in _FRONT_KEYS:
        if goal := _meaning(made.front.get(key, "")):
            return goal
    first = made.items[0].section if made.items else len(made.sections)
    for number, section in enumerate(made.sections):
        if number > first and section.level > 2:
            continue
        if _GOAL_SECTION.fullmatch(section.title) and section.intro:
            return _meaning(" ".join(section.intro))
    for line in _opening_lines(made):
        if (stated := _GOAL_LINE.fullmatch(line)) and (goal := _meaning(stated[1])):
            return goal
    return title_of(made)


def _opening_lines(made: Outline) -> Iterator[str]:
    """What stands in the first sections, up to the first phase or step."""
    for section in made.sections[:_OPENING_SECTIONS]:
        if any_case("no_title_of_a_goal").match(section.title):
            return
        yield from section.lines


def title_of(made: Outline) -> str | None:
    """The page's own heading, without what only says that it is a plan."""
    headings = made.sections[1:]
    no_goal = any_case("no_title_of_a_goal")
    if not headings or headings[0].level > 2 or no_goal.match(headings[0].title):
        return None
    if _is_one_of_many(made):
        return None
    if headings[0].level == 2 and (made.sections[0].lines or is_chapter(headings[0].title)):
        return None
    return _meaning(headings[0].title)


def _is_one_of_many(made: Outline) -> bool:
    """Whether a page has several headings of the first level and work right under the first."""
    tops = [n for n, section in enumerate(made.sections) if section.level == 1]
    return len(tops) > 1 and bool(made.items) and made.items[0].section < tops[1]


def _meaning(title: str) -> str | None:
    text = re.sub(r"^[^\w`\"'(\[]+", "", plain(title))
    if _ONLY_KIND.fullmatch(text):
        return None
    text = _BEFORE_TITLE.sub("", text, count=1) if _BEFORE_TITLE.match(text) else text
    text = _BEHIND_TITLE.sub("", text, count=1).strip(" \t:-–—|")
    if not text or _ONLY_KIND.fullmatch(text) or not re.search(r"\w", text):
        return None
    return text[:_LONGEST_GOAL]


# --- paths ----------------------------------------------------------------------------------------

_URL = lazy(r"\b[a-zA-Z][a-zA-Z0-9+.-]{0,20}://\S+")
_PATH = lazy(
    r"(?<![\w/.@+~-])(?:\.{1,2}/)?(?:[\w@.+~\[\]()-]{1,120}/){1,40}[\w@.+~\[\]-]{0,120}"
    r"|(?<![\w/.@+~-])[\w+-]{1,120}(?:\.[\w+-]{1,60}){0,6}\.(?:py|pyi|js|mjs|cjs|ts|jsx|tsx|rs|go|java|kt|kts|rb"
    r"|php|cs|c|h|cc|cpp|hpp|swift|sql|sh|ps1|md|mdx|rst|txt|toml|yaml|yml|json|jsonc|cfg|ini|env"
    r"|html|css|scss|vue|svelte|dart|ex|exs|lua|tf|mod|proto|lock|xml|gradle|prisma|graphql|ipynb)"
    rf"{COPY_ENDING}\b"
)
#: Folders that make a path of a pair of words without a suffix.
_ROOTS = frozenset(
    "src lib libs app apps packages test tests spec specs docs doc scripts internal cmd pkg bin "
    "services components pages migrations infra tools modules examples templates".split()
)
_LINK = lazy(r"\]\(")


def paths_in(text: str) -> list[str]:
    """The files and folders a text names, each once; “and/or” is none."""
    plain_text = _LINK.sub("] (", _URL.sub(" ", text))
    found = (_trimmed(match.group()) for match in _PATH.finditer(plain_text))
    return list(dict.fromkeys(path for path in found if _is_path(path)))


def _trimmed(path: str) -> str:
    """A path without the brackets of the sentence around it; its own pairs stay."""
    path = path.rstrip(".,")
    for opening, closing in ("()", "[]"):
        if path.count(opening) > path.count(closing):
            path = path.removeprefix(opening)
        elif path.count(opening) < path.count(closing):
            path = path.removesuffix(closing)
    return path


def _is_path(path: str) -> bool:
    parts = path.strip("/").split("/")
    if len(path) > 1_000 or not re.search(r"[a-z]", path) or all(p.isdigit() for p in parts):
        return False
    if re.fullmatch(r"[\w.@+\[\]()~-]*\.[A-Za-z]\w{0,9}", parts[-1]):
        return True
    return "/" in path and parts[0].lstrip(".") in _ROOTS


# --- references between tasks ---------------------------------------------------------------------

_REF = r"(?:(?:tasks?|steps?)\s*)?#?(?:T-?\d{1,6}[a-z]?|\d{1,6}(?:\.\d{1,6}){0,8})"
_DEPENDS = lazy(
    r"(?:\bdepend(?:s|ent|ing)?\s+(?:up)?on\b|\bdependenc(?:y|ies)\b|\bblocked\s+by\b|\brequires\b"
    r"|\bdeps\b|依赖于?|依賴於?|依存|前置|\bdepende\s+d[aeo]s?\b|\bdépend\s+d[eu]s?\b)"
    rf"\s*[:：]?\s*(?P<refs>none\b|n/a\b|{_REF}(?:\s*(?:[,、，]\s*(?:and\s+)?|and\s|&|/|\+|[-–]|through\s|to\s)"
    rf"\s*{_REF}){{0,200}})(?=\s*(?:[.,;)\]；，。）、]|$|\n|\())",
    re.IGNORECASE,
)
_ONE_REF = lazy(
    r"(T-?)?(\d{1,6}(?:\.\d{1,6}){0,8}[a-z]?)(\s*(?:[-–]|through|to)\s*(?=[t\d]))?", re.IGNORECASE
)
#: One of these is part of every word of dependence: a cheap look before the pattern.
_OF_DEPENDENCE = ("depend", "dépend", "block", "require", "deps", "依", "前置")
_LONGEST_RANGE = 500


def references_in(text: str) -> list[str] | None:
    """The tasks a text says it depends on, by the numbers it gives them; None when it is silent."""
    low = text.lower()
    if not any(map(low.__contains__, _OF_DEPENDENCE)):
        return None
    named: list[str] = []
    is_said = False
    for found in _DEPENDS.finditer(text):
        is_said = True
        start: tuple[str, str] | None = None
        for ref in _ONE_REF.finditer(found["refs"]):
            prefix, number = (ref[1] or "").upper(), ref[2]
            named += _range(start, number) if start else []
            named.append(prefix + number)
            start = (prefix, number) if ref[3] else None
    return list(dict.fromkeys(named)) if is_said else None


def _range(start: tuple[str, str], last: str) -> list[str]:
    prefix, first = start
    if not (first.isdigit() and last.isdigit() and int(last) - int(first) < _LONGEST_RANGE):
        return []
    return [f"{prefix}{n:0{len(first)}d}" for n in range(int(first) + 1, int(last))]


# --- putting tasks together -----------------------------------------------------------------------


def numbered(
    drafts: Sequence[Document], labels: Sequence[str], refs: Iterable[list[str] | None]
) -> list[Document]:
    """Tasks with ids: their own numbers where every one has a different one, else 1, 2, 3 …

    A reference is kept only where the numbers it uses are the tasks' own.
    """
    own = all(labels) and len(set(labels)) == len(labels)
    ids = list(labels) if own else [str(n) for n in range(1, len(drafts) + 1)]
    tasks = []
    for name, draft, needs in zip(ids, drafts, refs, strict=True):
        task = {"id": name, **draft}
        if own and needs is not None:
            task["depends_on"] = needs
        tasks.append(task)
    return tasks


def without_code(text: str) -> str:
    """A text without its fenced blocks."""
    return "\n".join(line for line, _ in without_fences(text.split("\n")))
