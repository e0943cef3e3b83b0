"""What the headings of a plan mean: steps, groups of steps, work, checks, and asides.

Read from their words alone. A heading inherits: whatever stands under “Context” is context.
"""

from __future__ import annotations

import re
from typing import Literal

from plangate.adapters.formats.markdown_cutting import BOLD_LINE, Outline
from plangate.core.words.plan_words import action_verb
from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_case, any_row, any_words

Kind = Literal["title", "step", "group", "work", "check", "aside", "plain"]

_NUMBER = lazy(
    r"\A(?:\d{1,4}(?:\.\d{1,4}){0,6}[.):]?|\d{1,3}-\d{1,3}[.):]|[IVX]{1,5}[.)])\s+(?=\S)"
)
_CRITERIA = lazy(
    r".*\b(?:criteria|crit[eé]rios|exit\s+gates?|definition\s+of\s+done|done\s+when|checkpoint)\b.*"
    r"|.*(?:完了条件|受け入れ条件|验收|完成标准).*",
    re.IGNORECASE,
)
#: “Release roadmap” names a chapter, though its first word may be an action.
_NAMES_WORK = lazy(
    r"\w+\s+(?:roadmap|plan|steps|tasks|phases|milestones|backlog|checklist|order)\W*",
)
_LONGEST_NAME = 8


def kinds_of(made: Outline) -> list[Kind]:
    """What every section is, in order."""
    step = any_case("heads_a_step")
    explicit = {number for number, s in enumerate(made.sections) if step.match(s.title)}
    pages = _numbered_pages(made)
    kinds: list[Kind] = []
    for number, section in enumerate(made.sections):
        above: Kind = "plain" if section.parent is None else kinds[section.parent]
        own = _own_kind(section.title)
        if number == 0 or (number == 1 and section.level == 1):
            kinds.append("title")
        elif number in explicit and above != "check":
            # A bold line within a step is part of it.
            kinds.append("plain" if section.level == BOLD_LINE and above == "step" else "step")
        elif above in ("check", "aside"):
            kinds.append(above)
        elif own == "step" and (number in pages or (explicit and above not in ("group", "work"))):
            kinds.append("plain")
        else:
            kinds.append(own)
    return _without_recaps(made, kinds)


def _without_recaps(made: Outline, kinds: list[Kind]) -> list[Kind]:
    """“Next steps” behind phases or steps says again what they say: an aside, not more work."""
    recaps: set[int] = set()
    for number, section in enumerate(made.sections):
        closes = kinds[number] == "work" and any_case("heads_a_recap").match(section.title)
        if closes or section.parent in recaps:
            recaps.add(number)
    work = [k for n, k in enumerate(kinds) if n not in recaps and k in ("group", "step")]
    if len(work) < 2:
        return kinds
    return ["aside" if number in recaps else kind for number, kind in enumerate(kinds)]


def criteria_of(made: Outline) -> set[int]:
    """The sections that say how one knows, not what one does: success criteria, checkpoints."""
    found: set[int] = set()
    for number, section in enumerate(made.sections):
        if _CRITERIA.fullmatch(section.title) or section.parent in found:
            found.add(number)
    return found


def is_chapter(title: str) -> bool:
    """Whether a heading names a part of a page rather than what the page is about."""
    return _own_kind(title) != "plain" or _NUMBER.match(title) is not None


def step_headings(made: Outline) -> list[int]:
    """The headings that are steps and hold no other step."""
    kinds = kinds_of(made)
    steps = [number for number, kind in enumerate(kinds) if kind == "step"]
    holders = set()
    for number in steps:
        parent = made.sections[number].parent
        while parent is not None:
            holders.add(parent)
            parent = made.sections[parent].parent
    return [number for number in steps if number not in holders]


def is_explicit_step(title: str) -> bool:
    """Whether a heading calls itself a step or a task: “Step 2”, “Task 4: …”."""
    return any_case("heads_a_step").match(title) is not None


def label_of(title: str) -> str:
    """The number a step heading gives itself."""
    if found := any_case("heads_a_step").match(title):
        return found[1]
    found = _NUMBER.match(title)
    return found.group().strip(" .):") if found else ""


def without_number(title: str) -> str:
    """A heading without “Step 3:” or “3.”, unless nothing is left of it."""
    rest = any_case("heads_a_step").sub("", title, count=1)
    rest = re.sub(r"^[\s:.)–—-]+", "", _NUMBER.sub("", rest, count=1))
    return rest or title


def _own_kind(title: str) -> Kind:
    name = _NUMBER.sub("", title, count=1).lower()
    if any_row("heads_a_group").match(name):
        return "group"
    if not name.isascii() and (kind := _kind_without_spaces(name)):
        return kind
    words = name.split()
    does = bool(words) and action_verb(words[0]) is not None
    is_check = any_row("names_a_check").fullmatch(name) is not None
    does = does and (is_check or not _NAMES_WORK.fullmatch(name))
    if not does or is_check:
        if len(words) <= _LONGEST_NAME and any_row("heads_a_check").fullmatch(name):
            return "check"
        if any_row("heads_an_aside").match(name):
            return "aside"
    heads_work = not does and any_words("heads_the_work").search(name) is not None
    if any_case("heads_a_step").match(title) or _NUMBER.match(title):
        # “2. Implementation” is a chapter, “2. Add the model” a step.
        return "work" if heads_work and len(words) <= 3 else "step"
    return "work" if heads_work else "plain"


#: Chinese and Japanese headings, which have no words to look at.
_WITHOUT_SPACES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("check", lazy("(?:验收|验证|测试|検証|テスト|動作確認|完了条件|受け入れ)[^:：]{0,6}")),
    (
        "aside",
        lazy(
            ".{0,4}(?:概要|背景|目的|前提|方針|依存関係|変更ファイル|参考|課題|概述|目标|现状|风险|总结"
            "|架构|决策|依赖关系|涉及文件|修改文件|文件清单|备注)"
        ),
    ),
    (
        "work",
        lazy(".{0,6}(?:作業内容|実装|手順|タスク|任务|步骤|实施|实现|计划|変更内容).{0,4}"),
    ),
)


def _kind_without_spaces(name: str) -> Kind | None:
    return next((kind for kind, words in _WITHOUT_SPACES if words.fullmatch(name)), None)


def _numbered_pages(made: Outline) -> set[int]:
    """Numbered headings whose neighbours show that chapters are numbered, not steps."""
    families: dict[tuple[int | None, int], list[int]] = {}
    for number, section in enumerate(made.sections):
        if _NUMBER.match(section.title):
            families.setdefault((section.parent, section.level), []).append(number)
    return {
        number
        for family in families.values()
        if _are_chapters([_own_kind(made.sections[n].title) for n in family])
        for number in family
    }


def _are_chapters(family: list[Kind]) -> bool:
    """One aside among them, or mostly names of work and checks: “3. Testing” may be a step."""
    return "aside" in family or 2 * sum(k in ("work", "check") for k in family) > len(family)
