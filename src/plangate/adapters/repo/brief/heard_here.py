"""How much of a goal's own words a workspace knows: what grasp and doubts are made of (UND-2).

Only counted and quoted here; what follows from it is judged in core/understanding.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from plangate.adapters.repo.checkout.workspace_files import Workspace, is_fresh
from plangate.adapters.repo.facts.documents import is_changelog, is_page, is_record, is_stance
from plangate.adapters.repo.facts.house_rules import PAGES
from plangate.adapters.repo.index.index import Index, code_version
from plangate.adapters.repo.index.written_pages import written_in
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import HouseRule
from plangate.core.understanding.against.needs import rests_on_denied
from plangate.core.understanding.against.promises import Poles, against_wish, promised
from plangate.core.understanding.against.stances import goes_against, takes_a_stance
from plangate.language.denials import (
    bans,
    declines,
    is_absolute,
    is_manual,
    opens_denied_list,
    rules_out,
)
from plangate.language.issues.issue_text import Issue
from plangate.language.words.stems import content_stems, group

_MOST_WORDS = 60
_MOST_PAGES = 12
#: Of fewer files no word can be said to stand everywhere.
_FEW_FILES = 10
_MOST_AGAINST = 12
_LONGEST_SENTENCE = 300
#: “Never Unit” is a heading.
_SHORTEST_SENTENCE = 3


def spread(index: Index, issue: Issue) -> dict[str, float]:
    """The share of files that carry each word of the goal, 0 for a word that stands nowhere."""
    among = {n for n, file in index.texts.files.items() if file.kind not in ("copied", "asset")}
    words = list(dict.fromkeys(content_stems(issue.said)))[:_MOST_WORDS]
    whole = max(_FEW_FILES, len(among))
    named = [word for word in words if word not in group("names_of_nothing")]
    return dict.fromkeys(words, 0.0) | {
        word: round(_carriers(index, word, among) / whole, 4) for word in named
    }


def _carriers(index: Index, word: str, among: set[int]) -> int:
    said = {document for document, _ in index.texts.said.carriers(word)}
    named = {document for document, _ in index.texts.named.carriers(word)}
    return len((said | named) & among)


def against(workspace: Workspace, index: Index, issue: Issue) -> tuple[HouseRule, ...]:
    """Sentences of README, decision records and rules that rule something out.

    Those that share most with the goal come first; others follow, because what a goal names and a
    page rules out is often called by another word there.
    """
    wanted = frozenset(content_stems(issue.title))
    own = list(_pages(workspace, index))[:_MOST_PAGES]
    found = [
        (-_shared(wanted, issue, sentence, poles), f"{page}:{line}", sentence)
        for page in (*own, *_likely_pages(workspace, index, wanted, own))
        for line, sentence, poles in _ruled_out(workspace, index, page, is_likely=page not in own)
    ]
    first = sorted(found, key=lambda one: one[0])[:_MOST_AGAINST]
    rules = (HouseRule(locator, found_text(sentence)) for _, locator, sentence in first)
    return (*_least_versions(workspace), *rules)


def _shared(wanted: frozenset[str], issue: Issue, sentence: str, poles: Poles) -> int:
    shared = len(wanted.intersection(content_stems(sentence)))
    opposed = shared > 0 and not poles.isdisjoint(against_wish(issue.title))
    against = (
        opposed
        or rests_on_denied(issue.title, sentence)
        or (
            takes_a_stance(sentence)
            and any(goes_against(issue.title, sentence, of_a_thing=one) for one in (False, True))
        )
    )
    return shared + _NEEDED * against


def _ruled_out(
    workspace: Workspace, index: Index, page: str, *, is_likely: bool
) -> list[tuple[int, str, Poles]]:
    """The sentences of a page that rule something out, remembered while it does not change; of one
    that only a goal makes likely those that decline something, and the others are not weighed."""
    stamp = workspace.stamps[page]
    what = "declined" if is_likely else "ruled out"
    key = f"{what} {page} {stamp.size} {stamp.changed} {code_version()}"
    if (kept := index.recalled(key)) is not None:
        return [(line, sentence, frozenset(poles)) for line, sentence, poles in kept]
    is_rule = page in PAGES or is_record(page)
    is_own = is_rule or is_stance(page) or _OVERVIEW.search(page) is not None or "/" not in page
    found = [
        (line, sentence.strip(), promised(sentence))
        for line, sentence in _sentences(workspace.text(page) or "")
        if len(sentence) <= _LONGEST_SENTENCE
        and len(sentence.split()) >= _SHORTEST_SENTENCE
        and not _CODE.search(sentence)
        and (
            declines(sentence)
            or (not is_likely and _is_ruled(sentence, is_rule=is_rule, is_own=is_own))
        )
    ]
    if not is_fresh(stamp):
        index.remember(key, [(line, said, sorted(poles)) for line, said, poles in found])
    return found


#: A call with what it is given: a piece of a program that nobody fenced.
_CODE = re.compile(r"\w\([^()]*(?:['\"=]|\)\.)")


#: The first page of a manual says what the program is meant to be, as the README does.
_OVERVIEW = re.compile(
    r"^[\w-]+/(?:[\w-]+/){0,3}_?(?:index|readme|intro(?:duction)?|about|overview|features|philosophy)"
    r"\.(?:mdx?|rst|adoc|txt)$",
    re.IGNORECASE,
)
_FEW_OVERVIEWS = 4


def _is_ruled(sentence: str, *, is_rule: bool, is_own: bool) -> bool:
    """Whether a sentence of a page rules something out; a manual says what is not so in passing."""
    if not (is_own or is_absolute(sentence) or ": " in sentence):
        return False
    told = rules_out(sentence) or (is_own and (takes_a_stance(sentence) or bans(sentence)))
    return told and (is_rule or not is_manual(sentence))


#: What a goal cannot be had without weighs as much as this many words it shares with a sentence.
_NEEDED = 5
#: Where manifests say from which version of its language on a program runs.
_LEAST_VERSION = {
    "pyproject.toml": re.compile(r"^requires-python\s*=.*$", re.MULTILINE),
    "setup.cfg": re.compile(r"^python_requires\s*=.*$", re.MULTILINE),
    "setup.py": re.compile(r"^\s*python_requires\s*=.*$", re.MULTILINE),
    "package.json": re.compile(r'^\s*"node"\s*:\s*">=.*$', re.MULTILINE),
    "go.mod": re.compile(r"^go \d.*$", re.MULTILINE),
    "Cargo.toml": re.compile(r"^rust-version\s*=.*$", re.MULTILINE),
}


def _least_versions(workspace: Workspace) -> Iterator[HouseRule]:
    for name, line in _LEAST_VERSION.items():
        text = (workspace.text(name) or "") if name in workspace.stamps else ""
        if found := line.search(text):
            at = text.count("\n", 0, found.start()) + 1
            yield HouseRule(f"{name}:{at}", found_text(found.group().strip().rstrip(",")))


_ENDS = re.compile(r"(?<=[.!?;])\s+(?=[A-Z`*\"“(-]|\d{4}-\d)")
_OPENS = re.compile(r"^\s*(?:[-*+>|#]|\d{1,2}[.)]|```)")


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a page with the line each begins on; a wrapped line goes on."""
    lead = ""
    for first, paragraph in _paragraphs(text):
        joined = " ".join(part.strip() for part in paragraph).replace("**", "")
        joined = _STRESSED.sub("", joined) if "_" in joined else joined
        is_item = _ITEM.match(joined) is not None
        if lead and is_item and len(joined) <= _LONGEST_ITEM:
            yield first, f"{lead}: {_MARK.sub('', joined).rstrip('.')}"
            continue
        lead = lead if is_item else _lead_of(joined)
        at = 0
        for sentence in _ENDS.split(joined):
            begins = joined.find(sentence, at)
            at = begins + len(sentence)
            plain = _LINKED.sub(r"\1", sentence) if "](" in sentence else sentence
            yield first + _line_at(paragraph, begins), _MARK.sub("", plain)


#: “_It works offline._”: the marks around what is stressed.
_STRESSED = re.compile(r"(?<![\w`])_(?=\w)|(?<=[\w.!?])_(?![\w`])")
#: A short item of a list that the words above it say no to, and how much of those is repeated.
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,2}[.)])\s")
_LONGEST_ITEM, _LONGEST_LEAD = 60, 60
_DENIED_LEAD = re.compile(r"(?:[\w'’-]+ ){0,2}(?:\w+n['’]t|\w+ not|never)\b.*$")


def _lead_of(paragraph: str) -> str:
    """What a list stands under, where that says no to all of it."""
    last = _ENDS.split(paragraph)[-1]
    if not opens_denied_list(last):
        return ""
    plain = _MARK.sub("", last).replace("*", "").strip(" :#")
    found = _DENIED_LEAD.search(plain)
    return found.group() if found and len(plain) > _LONGEST_LEAD else plain


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    """The paragraphs of a page with their first lines; a sample of code states nothing."""
    text = _SAMPLE.sub(lambda sample: "\n" * sample.group().count("\n"), text)
    first, lines = 1, list[str]()
    for number, line in enumerate(text.splitlines(), start=1):
        if (not line.strip() or _OPENS.match(line)) and lines:
            yield first, lines
            lines = []
        if line.strip() and not line.lstrip().startswith(("|", "```")):
            first = first if lines else number
            lines.append(line)
    if lines:
        yield first, lines


_SAMPLE = re.compile(
    r"^[ \t]*(?P<fence>```|~~~).*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
#: A link is read as what it shows.
_LINKED = re.compile(r"\[([^\[\]]{1,120})\]\([^()\s]{1,300}\)")
_MARK = re.compile(r"^\s*(?:[-*+>]|\d{1,2}[.)]|#{1,6})\s*")


def _line_at(paragraph: list[str], position: int) -> int:
    passed = 0
    for number, line in enumerate(paragraph):
        passed += len(line.strip()) + 1
        if position < passed:
            return number
    return len(paragraph) - 1


def _likely_pages(
    workspace: Workspace, index: Index, words: Collection[str], own: Collection[str]
) -> list[str]:
    """The pages of a large manual that speak of a goal and decline something: it may be that."""
    scores = index.texts.scores(index.texts.said, sorted(words), ("docs",))
    likely = sorted(scores, key=lambda path: -scores[path])
    pages = [
        path
        for path in likely
        if path in workspace.stamps and is_page(path) and path not in own and not is_changelog(path)
    ]
    return [path for path in pages[:_MOST_PAGES] if path in index.texts.declining]


def _pages(workspace: Workspace, index: Index) -> Iterator[str]:
    written, records, *_ = written_in(workspace, index)
    rules = [page for page in PAGES if page in workspace.stamps]
    readme = [path for path in written if "/" not in path]
    overview = [path for path in written if _OVERVIEW.search(path)]
    pages = (*rules, *readme, *overview[:_FEW_OVERVIEWS], *records, *written)
    yield from (page for page in dict.fromkeys(pages) if not is_changelog(page))
