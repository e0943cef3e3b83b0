"""Folders of schema migrations with their newest one, and the files that define the schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from plangate.adapters.repo.facts.paths_aside import is_aside, is_test
from plangate.adapters.repo.facts.view import View, fact
from plangate.core.model.nouns import Evidence
from plangate.language.words.stems import stem

_MOST, _MOST_OTHERS = 6, 3


class _Kind(NamedTuple):
    """How one tool lays its migrations down; the first group is the folder."""

    tool: str
    path: re.Pattern[str]
    needs: str = ""  # a text in one of the migrations, where the layout alone says too little


_KINDS = (
    _Kind("Django", re.compile(r"^((?:.*/)?migrations)/\d{4}_\w+\.py$"), "migrations.Migration"),
    _Kind("Alembic", re.compile(r"^((?:.*/)?versions)/\w+\.py$"), "down_revision"),
    _Kind("Rails", re.compile(r"^((?:.*/)?db/migrate)/\d+_\w+\.rb$")),
    _Kind("Flyway", re.compile(r"^(.*)/V\d[\w.]*__[^/]+\.(?:sql|java|kt)$")),
    _Kind(
        "Liquibase", re.compile(r"^((?:.*/)?db/changelog(?:/[\w.-]+)*)/[^/]+\.(?:xml|ya?ml|sql)$")
    ),
    _Kind("Prisma", re.compile(r"^((?:.*/)?prisma/migrations)/\d+_\w+/migration\.sql$")),
    _Kind("Laravel", re.compile(r"^((?:.*/)?database/migrations)/\d{4}_\d\d_\d\d_\d+_\w+\.php$")),
    _Kind("Entity Framework", re.compile(r"^((?:.*/)?Migrations)/\d{14}_\w+(?<!Designer)\.cs$")),
    _Kind("Doctrine", re.compile(r"^((?:.*/)?migrations)/Version\d+\.php$")),
    _Kind("Diesel", re.compile(r"^((?:.*/)?migrations)/[\d-]+_\w+/up\.sql$")),
    _Kind(
        "JavaScript",
        re.compile(
            r"^((?:.*/)?migrations)/(?:versions/[\d.]+/)?\d{4}[-_\d]{4,}[-_][\w.-]+\.[cm]?[jt]s$"
        ),
    ),
    _Kind(
        "SQL", re.compile(r"^((?:.*/)?(?:migrations?|migrate|schema_migrations))/\d+[\w.-]*\.sql$")
    ),
    _Kind("Ecto", re.compile(r"^((?:.*/)?repo/migrations)/\d+_\w+\.exs$")),
)
_LAID_DOWN = re.compile(r"migrat|versions/|changelog|/V\d", re.IGNORECASE)

_MODEL_NAMES = (
    "models.py",
    "schema.prisma",
    "schema.rb",
    "structure.sql",
    "schema.sql",
    "*.entity.ts",
    "*DbContext.cs",
    "schema.graphql",
)
_MODEL_FOLDERS = re.compile(
    r"(?:^|/)(?:models|entities|entity|domain/model)/[\w.-]+\.(?:py|rb|ts|js|php|java|kt|cs|go)$"
)


@lru_cache(maxsize=200_000)
def _is_laid_down(path: str) -> bool:
    return bool(_LAID_DOWN.search(path)) and not (is_aside(path) or is_test(path))


def migrations(view: View) -> list[Evidence]:
    """Each folder once, with its newest migration; those of what the goal is about come first."""
    return about_a_goal(view, migration_folders(view))


def migration_folders(view: View) -> list[tuple[str, str]]:
    """Each folder of migrations with the newest of them, whatever the goal is."""
    newest: dict[str, tuple[_Kind, str]] = {}
    for path in view.files:
        if not _is_laid_down(path):
            continue
        for kind in _KINDS:
            found = kind.path.match(path)
            if found and _natural(path) > _natural(newest.get(found.group(1), (kind, ""))[1]):
                newest[found.group(1)] = (kind, path)
                break
    return [
        (folder, path)
        for folder, (kind, path) in newest.items()
        if kind.needs in (view.text(path) or "" if kind.needs else "")
    ]


def about_a_goal(view: View, folders: Iterable[tuple[str, str]]) -> list[Evidence]:
    """The folders of migrations that are about a goal, else the first of all."""
    shown = [fact("migration_folder", folder, path, 0.95) for folder, path in folders]
    shown.sort(key=lambda entry: (-len(view.goal.shared(entry.fact)), entry.fact.count("/")))
    near = [entry for entry in shown if view.goal.shared(entry.fact)]
    return near[:_MOST] or shown[:_MOST_OTHERS]


def _natural(path: str) -> list[tuple[int, str]]:
    """An order in which 10 comes after 9."""
    return [
        (int(part), "") if part.isdigit() and len(part) < 30 else (-1, part)
        for part in re.split(r"(\d+)", path)
    ]


def model_files(view: View) -> list[Evidence]:
    shared = {path: _about(view, path) for path in _models(view)}
    found = sorted(shared, key=lambda path: (-shared[path], path.count("/"), path))
    near = [path for path in found if shared[path]]
    kept = near[:_MOST] or found[:_MOST_OTHERS]
    return [fact("model_file", path, path, 0.85) for path in kept]


def _about(view: View, path: str) -> int:
    """How many of the goal's words a path carries; that it is a model says every one of them."""
    return len(view.goal.shared(path) - {stem("model")})


_PYTHON_MODEL = re.compile(
    r"django\.db import models|AbstractBase\w+\)|models\.Model\b|db\.Model\b|DeclarativeBase"
    r"|declarative_base|SQLModel|mapped_column|\bColumn\(|\(Base\)|\(Document\)|\(BaseModel\)"
)


def _is_schema(view: View, path: str) -> bool:
    """Any module may be called models.py; one that holds a schema shows it."""
    if not path.endswith(".py"):
        return True
    return _PYTHON_MODEL.search(view.text(path) or "") is not None


def _models(view: View) -> Iterator[str]:
    for path in view.own(*_MODEL_NAMES):
        if not is_test(path) and _is_schema(view, path):
            yield path
    for path in view.files:
        if _MODEL_FOLDERS.search(path) and not is_aside(path) and not is_test(path):
            index = path.endswith(("__init__.py", "index.ts", "index.js"))
            if not index and _is_schema(view, path):
                yield path
