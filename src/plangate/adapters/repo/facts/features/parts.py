"""Parts that many projects have: background jobs, front-end components, translations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from plangate.adapters.repo.facts.lines_in_text import code_of
from plangate.adapters.repo.facts.paths_aside import is_aside, is_test
from plangate.adapters.repo.facts.view import View, fact
from plangate.core.model.nouns import Evidence

_MOST = 6

#: How a background job is written, by the ending of its file.
_JOBS: tuple[tuple[tuple[str, ...], str, re.Pattern[str]], ...] = tuple(
    (tuple(endings.split()), hint, re.compile(pattern, re.M))
    for endings, hint, pattern in (
        (".py", "task", r"^[ \t]*@(?:shared_task|(?:app|celery\w*|\w+_app)\.task)\b"),
        (".py", "actor", r"^[ \t]*@(?:dramatiq\.)?actor\b"),
        (".py", "huey", r"^[ \t]*@huey\.(?:periodic_)?task\("),
        (".py", "job", r"^[ \t]*@(?:job|\w+\.scheduled_job)\("),
        (".py", "WorkerSettings", r"^class WorkerSettings\b"),
        (".rb", "Sidekiq", r"include Sidekiq::(?:Job|Worker)"),
        (".rb", "Job", r"< (?:ApplicationJob|ActiveJob::Base)"),
        (".js .ts .mjs", "bull", r"\bnew (?:Worker|Queue)\(\s*[\"'`]"),
        (".php", "ShouldQueue", r"\bimplements\b[^{]{0,300}\bShouldQueue\b"),
        (".java .kt", "@Scheduled", r"^[ \t]*@Scheduled\("),
        (".cs", "BackgroundService", r":\s*BackgroundService\b"),
        (".cs", "RecurringJob", r"RecurringJob\."),
        (".ex", "Oban", r"use Oban\.Worker"),
        (".go", "asynq", r"\basynq\.NewTask\("),
    )
)
_COMPONENT = re.compile(r"^(.*?(?:^|/)components)/(?:.*/)?[\w.-]+\.(?:tsx|jsx|vue|svelte|astro)$")
_ANGULAR = re.compile(r"^(.*?src/app)/(?:.*/)?[\w.-]+\.component\.ts$")
_TRANSLATIONS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^((?:.*/)?(?:locale|locales|translations|i18n))/[a-zA-Z_-]{2,7}/LC_MESSAGES/[\w.-]+\.po$",
        r"^((?:.*/)?(?:locales?|i18n|translations|lang|messages))/[a-z]{2}(?:[-_][A-Za-z]{2,4})?"
        r"(?:/[\w.-]+)?\.(?:json|ya?ml|php|ts|js|properties|ftl|po|xliff|xlf)$",
        r"^((?:.*/)?config/locales)/[\w.-]+\.ya?ml$",
        r"^((?:.*/)?resources)/messages(?:_[a-z]{2}(?:_[A-Z]{2})?)?\.properties$",
        r"^((?:.*/)?l10n)/\w+\.arb$",
    )
)


def job_modules(view: View, opened: Sequence[str]) -> list[Evidence]:
    found = [path for path in opened if _holds_job(path, view.source(path))]
    found.sort(key=lambda path: (-len(view.goal.shared(path)), path.count("/"), path))
    return [fact("job_module", path, path, 0.9) for path in found[:_MOST]]


def _holds_job(path: str, text: str) -> bool:
    return any(
        hint in text and path.endswith(endings) and pattern.search(code_of(path, text))
        for endings, hint, pattern in _JOBS
    )


def component_folders(view: View) -> list[Evidence]:
    return _folders(view, "component_folder", (_COMPONENT, _ANGULAR))


def translation_folders(view: View) -> list[Evidence]:
    return _folders(view, "translation_folder", _TRANSLATIONS)


def _folders(view: View, kind: str, patterns: Sequence[re.Pattern[str]]) -> list[Evidence]:
    """Folders whose files match, those with the most files first."""
    counted: Counter[str] = Counter()
    example: dict[str, str] = {}
    for path in view.files:
        found = next(filter(None, (pattern.match(path) for pattern in patterns)), None)
        if found and not is_aside(path) and not is_test(path):
            counted[found.group(1)] += 1
            example.setdefault(found.group(1), path)
    return [fact(kind, name, example[name], 0.9) for name, _ in counted.most_common(3)]
