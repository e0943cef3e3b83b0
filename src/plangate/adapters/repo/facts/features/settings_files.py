"""Where settings live, and the names of environment variables (never their values)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.facts.lines_in_text import code_of, line_at
from plangate.adapters.repo.facts.paths_aside import is_aside, is_test
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence

_MOST_MODULES = 4
_MOST_NAMES = 6
#: A module called config far below belongs to a part, not to the project.
_DEEPEST = 3


class _Settings(NamedTuple):
    """A place for settings: how its path ends, a text that proves it, and how sure that makes."""

    path: re.Pattern[str]
    proof: str
    sure: float


_SETTINGS = tuple(
    _Settings(re.compile(rf"(?:^|/){path}$"), proof, sure)
    for path, proof, sure in (
        (r"settings\.py", r"^INSTALLED_APPS\b", 0.98),
        (r"settings/(?:base|common|__init__)\.py", r"^INSTALLED_APPS\b", 0.98),
        (r"settings\.py", r"\bBaseSettings\b|os\.environ|getenv\(|^[A-Z][A-Z0-9_]{3,}\s*=", 0.9),
        (
            r"config\.py",
            r"\bBaseSettings\b|os\.environ|getenv\(|^class (?:Base)?Config(?:\(object\))?:",
            0.85,
        ),
        (r"src/main/resources/application\.(?:ya?ml|properties)", r"", 0.95),
        (r"appsettings\.json", r"", 0.95),
        (r"config/application\.rb", r"Rails::Application|Application", 0.95),
        (r"config/app\.php", r"", 0.9),
        (r"config/services\.yaml", r"", 0.8),
        (r"config/config\.exs", r"", 0.95),
        (r"(?:config|settings|env)(?:/index)?\.[jt]s", r"process\.env|import\.meta\.env", 0.85),
        (r"(?:config|settings)\.go", r"os\.Getenv|viper\.|env:\"", 0.85),
        (r"(?:config|settings)\.rs", r"env::var|Deserialize", 0.85),
    )
)
_EXAMPLES = (
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.dist",
    "*.env.example",
    "env.example",
    "example.env",
)
_ASSIGNED = re.compile(r"^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=", re.M)
_NAME = r"[A-Z][A-Z0-9_]{2,}"
#: How languages read one variable of the environment.
_READ = tuple(
    re.compile(pattern.replace("NAME", f"({_NAME})"))
    for pattern in (
        r"\benviron(?:\.get\(|\[|\.setdefault\()\s*[\"']NAME[\"']",
        r"\bgetenv\(\s*[\"']NAME[\"']",
        r"\bprocess\.env\.NAME\b",
        r"\bprocess\.env\[\s*[\"']NAME[\"']",
        r"\bimport\.meta\.env\.NAME\b",
        r"\bENV(?:\.fetch\(|\[)\s*[\"']NAME[\"']",
        r"\bos\.(?:Getenv|LookupEnv)\(\s*\"NAME\"",
        r"\benv::var(?:_os)?\(\s*\"NAME\"",
        r"\bSystem\.getenv\(\s*\"NAME\"",
        r"(?<![\w$>])env\(\s*[\"']NAME[\"']",
        r"\bGetEnvironmentVariable\(\s*\"NAME\"",
        r"\bSystem\.(?:get_env|fetch_env!)\(\s*\"NAME\"",
    )
)
_HINTS = ("env", "ENV", "Env")
_LIKELY = re.compile(
    r"(?:^|/)(?:settings|config|env|app)[./]|application\.|appsettings|services\.yaml"
)


def settings_modules(view: View) -> list[Evidence]:
    found = [
        (row.sure, path)
        for path in filter(_LIKELY.search, view.files)
        if not (is_aside(path) or is_test(path) or path[0] == ".")
        for row in _SETTINGS
        if row.path.search(path) and (row.sure > 0.9 or path.count("/") <= _DEEPEST)
        if _proved(view, path, row.proof)
    ]
    found.sort(key=lambda pair: (-pair[0], pair[1].count("/"), pair[1]))
    return first((fact("settings_module", path, path, sure) for sure, path in found), _MOST_MODULES)


def _proved(view: View, path: str, proof: str) -> bool:
    return not proof or re.search(proof, view.text(path) or "", re.M) is not None


def env_names(view: View, opened: Sequence[str]) -> list[Evidence]:
    """The names that the goal's words stand in."""
    alike = (
        fact("env_name", name, locator, 0.9)
        for name, locator in _names(view, opened)
        if view.goal.shared(name)
    )
    return first(alike, _MOST_NAMES)


def _names(view: View, opened: Sequence[str]) -> Iterator[tuple[str, str]]:
    for path in view.named(*_EXAMPLES):
        text = view.text(path) or ""
        for found in _ASSIGNED.finditer(text):
            yield found.group(1), f"{path}:{line_at(text, found.start(1))}"
    for path in view.own("docker-compose*.y*ml", "compose*.y*ml"):
        for row in view.yaml(path):
            if "environment" in row.path[:4]:
                key = row.path[-1]
                name = row.value.partition("=")[0] if key.isdigit() else key
                if re.fullmatch(_NAME, name):
                    yield name, f"{path}:{row.line}"
    spelled = [word.upper() for word in view.goal.words]
    for path in opened:
        text = view.source(path)
        if not any(word in text for word in spelled) or not any(hint in text for hint in _HINTS):
            continue
        code = code_of(path, text)
        for pattern in _READ:
            for found in pattern.finditer(code):
                yield found.group(1), f"{path}:{line_at(code, found.start(1))}"
