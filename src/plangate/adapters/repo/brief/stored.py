"""What a program keeps (UND-6): the names of its tables, entities and models.

Whether “remove old flips” takes data away or program text is said by the repository: a flip is a
row of a table there. Only names are looked for; what follows from them is judged in
core/understanding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.adapters.repo.checkout.workspace_files import Workspace, is_fresh
from plangate.adapters.repo.index.file_kinds import keeps_records
from plangate.adapters.repo.index.index import Index, code_version
from plangate.language.issues.issue_text import Issue
from plangate.language.words.stems import stem

_MOST_FILES = 400
#: How a table or an entity is declared.
_DECLARED = re.compile(
    r"create table (?:if not exists )?[\"'`\[]?(?:\w+\.)?(?P<sql>\w+)"
    r"|(?:create_table|Schema::create|createTable|__tablename__\s*=|db_table\s*=|tableName\s*[:=])"
    r"[\s(:]*[\"'`](?P<call>\w+)"
    r"|CreateModel\(\s*name=[\"'](?P<django>\w+)"
    r"|^class (?P<orm>\w+)\s*"
    r"(?:\([^)]*\b(?:Model|Base|Document|Entity)\b|<\s*\w*(?:Record|Model)\b)"
    r"|@(?:Entity|Table|Document)\b[^{]{0,300}?\bclass (?P<entity>\w+)"
    r"|^model (?P<prisma>\w+) \{"
    r"|\bclass (?P<php>\w+) extends (?:Model|Entity|\w*Model)\b",
    re.IGNORECASE | re.MULTILINE,
)
#: In a folder of models a type is one of them.
_IN_MODELS = re.compile(
    r"^(?:export )?(?:type (\w+) struct|(?:public )?(?:class|struct|interface) (\w+))", re.MULTILINE
)
_MODELS = re.compile(
    r"(?:^|/)(?:models?|entit(?:y|ies)|store|domain)(?:/|\.[a-z]+$)", re.IGNORECASE
)
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def stored(workspace: Workspace, index: Index, issue: Issue) -> tuple[str, ...]:
    """The stems of the goal's words by which this program keeps something."""
    said = dict.fromkeys(stem(word.lower()) for word in _PARTS.findall(issue.said))
    names = frozenset(_names(workspace, index))
    return tuple(word for word in said if word in names)


def _names(workspace: Workspace, index: Index) -> list[str]:
    """The stems of the last word of every table's or entity's name, remembered by its files."""
    homes = list(filter(keeps_records, workspace.files))[:_MOST_FILES]
    stamps = [workspace.stamps[path] for path in homes if path in workspace.stamps]
    newest = max((stamp.changed for stamp in stamps), default=0)
    size = sum(stamp.size for stamp in stamps)
    key = f"stored {len(stamps)} {size} {newest} {code_version()}"
    if (kept := index.recalled(key)) is not None:
        return [str(name) for name in kept]
    found = sorted({name for path in homes for name in _declared(path, workspace.text(path) or "")})
    if not any(map(is_fresh, stamps)):
        index.remember(key, found)
    return found


def _declared(path: str, text: str) -> Iterator[str]:
    names = [name for found in _DECLARED.finditer(text) for name in found.groups() if name]
    if _MODELS.search(path):
        names += [name for found in _IN_MODELS.findall(text) for name in found if name]
    for name in names:
        parts = _PARTS.findall(name)
        if parts and len(parts[-1]) > 2:
            yield stem(parts[-1].lower())
