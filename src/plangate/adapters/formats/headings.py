"""What the headings of a plan mean: steps, groups of steps, work, checks, and asides.

Read from their words alone. A heading inherits: whatever stands under “Context” is context.
"""

from __future__ import annotations

import re
from typing import Literal

from plangate.adapters.formats.markdown_cutting import BOLD_LINE, Outline
from plangate.core.words.plan_words import action_verb
from plangate.language.patterns import lazy

Kind = Literal["title", "step", "group", "work", "check", "aside", "plain"]

_NUMBER = lazy(
    r"\A(?:\d{1,4}(?:\.\d{1,4}){0,6}[.):]?|\d{1,3}-\d{1,3}[.):]|[IVX]{1,5}[.)])\s+(?=\S)"
)
_STEP = lazy(
    r"\A(?:step|task|schritt|aufgabe|paso|tarea|passo|tarefa|étape|tâche|шаг|задача|步骤|任务|ステップ"
    r"|タスク|단계)\s*#?\s*"
    r"(\d{1,4}(?:\.\d{1,4}){0,6}[a-z]?|one|two|three|four|five|six|seven)\b",
    re.IGNORECASE,
)
#: These are for titles in lower case: a pattern that takes both cases is slow to compile.
_GROUP = lazy(
    r"(?:phase|milestone|stage|sprint|week|day|part|iteration|epic|wave|track|priority|batch"
    r"|section|module|slice|chunk|pr|session|release|fase|etapa|hito|semana|этап|фаза|阶段|フェーズ)"
    r"\s*[#:-]?\s*(?:\d|[a-z]\b|[ivx]+\b|one|two|three)|m\d{1,2}(?:\.\d{1,2})?\s*[:–—-]\s",
)
_CHECK = lazy(
    r"(?:[\w&/-]+\s+){0,2}?(?:verif(?:y|ication|ying)|validation|acceptance|success\s+(?:criteria"
    r"|metrics)|definition\s+of\s+done|done\s+(?:when|criteria)|exit\s+(?:criteria|gates?)"
    r"|testing|tests?"
    r"|verifica(?:ção|ción)|crit[eé]rios?|pruebas|testes|prüfung"
    r"|how\s+to\s+(?:test|verify)|quality\s+(?:gates?|checks?)|checkpoints?|qa)\b"
    r"(?:\s+[\w&/()-]+){0,3}\W*",
)
#: Titles that open with a verb of ours and are a name all the same.
_NAMES_A_CHECK = lazy(
    r"(?:testing|tests)\b.*|(?:test|verify|validate|check)(?:\s+(?:plan|strategy|cases?|steps"
    r"|checklist|criteria|coverage|approach|results))?\W*",
)
_CRITERIA = lazy(
    r".*\b(?:criteria|crit[eé]rios|exit\s+gates?|definition\s+of\s+done|done\s+when|checkpoint)\b.*"
    r"|.*(?:完了条件|受け入れ条件|验收|完成标准).*",
    re.IGNORECASE,
)
_ASIDE = lazy(
    r"(?:the\s+|our\s+|key\s+|critical\s+|technical\s+|known\s+|important\s+|relevant\s+|other\s+)*"
    r"(?:context|background|overview|introduction|intro|(?:executive\s+)?summary|goals?|objectives?"
    r"|purpose|motivation|problem|requirements?|assumptions?|constraints?|risks?|mitigations?"
    r"|open\s+(?:questions?|issues?|follow)|questions?|notes?|references?|resources|links?|sources"
    r"|architecture|current|existing|analysis|findings|research|design|decisions?|trade-?offs?"
    r"|alternatives?|non-?goals|out\s+of|scope|files?|(?:file|project|directory|folder|target"
    r"|package|repo\w*|code)\s+(?:\w+\s+)?(?:structure|layout|tree|organi[sz]ation)|structure"
    r"|tech\w*\s+stack|stack|prerequisites?|dependenc(?:y|ies)|future|later|beyond|timelines?"
    r"|estimate\w*|effort|schedule|metrics|glossary|appendix|legend|(?:table\s+of\s+)?contents"
    r"|status|progress|change-?log|history|completed?|done|format|conventions?|path\s+conventions"
    r"|examples?|principles|rationale|why|what\s+we|facts|rollback|monitoring|security\s+consid\w*"
    r"|considerations|edge\s+cases|parallel\w*|implementation\s+(?:strategy|notes|details|order)"
    r"|execution\s+order|mvp|contexto|resum[eo]n?|visão|objetivos?|ris(?:co|que)s?|riesgos?|escopo"
    r"|alcance|notas|zusammenfassung|ziele?|hintergrund|contexte|objectifs?|цель|контекст"
    r"|user\s+stor\w+|personas?|data\s+models?|api\s+\w+|faq|review|lessons)\b",
)
_WORK = lazy(
    r"\b(?:implementation|steps?|tasks?|phases?|plan|changes|to-?do|action\s+items?|work|roadmap"
    r"|milestones?|execution|approach|backlog|checklist|deliverables|proposed|solution|sprint|fix"
    r"|modifications|refactoring)\b",
)
#: “Release roadmap” names a chapter, though its first word may be an action.
_NAMES_WORK = lazy(
    r"\w+\s+(?:roadmap|plan|steps|tasks|phases|milestones|backlog|checklist|order)\W*",
)
#: What a page closes with when the work stood before.
_RECAP = lazy(r"(?:immediate\s+|recommended\s+|suggested\s+)?next\s+(?:steps?|actions?)\b", re.I)
_LONGEST_NAME = 8


def kinds_of(made: Outline) -> list[Kind]:
    """What every section is, in order."""
    explicit = {number for number, s in enumerate(made.sections) if _STEP.match(s.title)}
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
        if section.parent in recaps or (_RECAP.match(section.title) and kinds[number] == "work"):
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
    return _STEP.match(title) is not None


def label_of(title: str) -> str:
    """The number a step heading gives itself."""
    if found := _STEP.match(title):
        return found[1]
    found = _NUMBER.match(title)
    return found.group().strip(" .):") if found else ""


def without_number(title: str) -> str:
    """A heading without “Step 3:” or “3.”, unless nothing is left of it."""
    rest = re.sub(r"^[\s:.)–—-]+", "", _NUMBER.sub("", _STEP.sub("", title, count=1), count=1))
    return rest or title


def _own_kind(title: str) -> Kind:
    name = _NUMBER.sub("", title, count=1).lower()
    if _GROUP.match(name):
        return "group"
    if not name.isascii() and (kind := _kind_without_spaces(name)):
        return kind
    words = name.split()
    does = bool(words) and action_verb(words[0]) is not None
    does = does and not (_NAMES_WORK.fullmatch(name) and not _NAMES_A_CHECK.fullmatch(name))
    if not does or _NAMES_A_CHECK.fullmatch(name):
        if len(words) <= _LONGEST_NAME and _CHECK.fullmatch(name):
            return "check"
        if _ASIDE.match(name):
            return "aside"
    if _STEP.match(title) or _NUMBER.match(title):
        # “2. Implementation” is a chapter, “2. Add the model” a step.
        return "work" if not does and len(words) <= 3 and _WORK.search(name) else "step"
    return "work" if not does and _WORK.search(name) else "plain"


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
