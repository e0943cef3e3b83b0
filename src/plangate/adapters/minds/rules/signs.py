"""Signs in a repository: what a data file says shows a reading, as files and a pattern.

A sign is written out (`files` with `text`) or named by what shows it: a package that a manifest
declares, an image that compose runs, a setting's name, a piece of code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from plangate.adapters.minds.rules.dimension import Detector, Dimension
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Fields

_MANIFESTS = tuple(
    "requirements*.txt requirements*.in pyproject.toml setup.py setup.cfg Pipfile package.json "
    "go.mod Gemfile *.gemspec Cargo.toml composer.json pom.xml build.gradle build.gradle.kts "
    "*.csproj mix.exs".split()
)
_SOURCES = tuple(
    "*.py *.js *.jsx *.mjs *.ts *.tsx *.vue *.rb *.go *.java *.kt *.php *.rs *.cs *.ex *.exs "
    "*.scala *.swift".split()
)
_COMPOSE = ("docker-compose*.y*ml", "compose*.y*ml")
_ENV_EXAMPLES = tuple(
    ".env.example .env.sample .env.template .env.dist .env.test *.env.example env.example "
    "example.env".split()
)
#: A package (`NAME`) where a manifest declares it, and not where one merely mentions it.
_DECLARED = "|".join(
    (
        r"^[ \t]*NAME(?:\[[^\]\n]*\])?[ \t]*(?:=[ \t]*[\"'{]|[=<>~!]=|[<>@;]|\r?$)",
        r"[\"']NAME(?:\[[^\]\n]*\])?[ \t]*[<>=~!@;][^\"'\n]*[\"']",
        r"(?:dependencies|requires)[ \t]*=[ \t]*\[[^\]]{0,4000}[\"']NAME[\"']",
        r"\"NAME\"[ \t]*:[ \t]*[\"{]",
        r"^[ \t]*(?:require[ \t]+)?NAME(?:/v\d+)?[ \t]+v\d",
        r"^[ \t]*(?:gem|spec\.add_(?:runtime_)?dependency)[ \t(]+[\"']NAME[\"']",
        r"<artifactId>[ \t]*NAME[ \t]*</artifactId>",
        r"[\"'][\w.-]+:NAME(?::[^\"'\n]*)?[\"']",
        r"Include=\"NAME\"",
        r"\{:NAME,",
    )
)


def detector_of(seen: Fields, at: str) -> Detector:
    """A sign, written out (`files`, `text`) or by the name of what shows it."""
    match sorted(seen.keys() - {"confidence", "says"}):
        case ["files", "text"]:
            files, text = tuple(seen["files"]), seen["text"]
        case ["code"]:
            files, text = _SOURCES, seen["code"]
        case ["packages"]:
            files, text = _MANIFESTS, _DECLARED.replace("NAME", f"(?i:{_any(seen['packages'])})")
        case ["images"]:
            names = _any(seen["images"])
            files, text = _COMPOSE, rf"^\s*image:\s*[\"']?(?:[\w.:-]+/)*(?:{names})(?![\w./-])"
        case ["settings"]:
            names = _any(seen["settings"]).replace(r"\*", r"\w*")
            files, text = _ENV_EXAMPLES, rf"^\s*(?:export\s+)?(?:{names})\s*="
        case _:
            raise BadInput(
                at,
                "must say exactly one way to see it",
                "files with text, code, packages, images, settings",
            )
    return Detector(files, text, seen["confidence"], seen["says"])


def _any(names: Iterable[str]) -> str:
    return "|".join(re.escape(name) for name in names)


def check_patterns(dimension: Dimension) -> None:
    """Not done for the shipped ones when they are loaded: compiling takes time."""
    for place, reading in enumerate(dimension.readings):
        for number, detector in enumerate(reading.seen):
            try:
                re.compile(detector.text, re.MULTILINE)
            except (re.error, OverflowError, RecursionError) as error:
                field = f"readings[{place}].seen[{number}].text"
                raise BadInput(field, str(error), "a regular expression") from None
