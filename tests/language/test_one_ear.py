"""No module beside the ear has words of its own (UND-1): no list, no stemmer, no cutter of clauses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import plangate
from plangate.language.vocabulary import is_known, verb_of, verbs

pytestmark = pytest.mark.rule("UND-1")
SOURCE = Path(plangate.__file__).parent
#: The ear itself, and the frozen gate of edition 1, which keeps the words it was frozen with.
OUTSIDE = ("language/", "core/audit/edition1/")
MOST = 7
_WORD = re.compile(r"[a-z]{2,}")
_COLLECTIONS = (ast.Tuple, ast.List, ast.Set, ast.Dict)
_MAKES_ONE = ("frozenset", "set", "tuple", "list", "dict")

#: Tables that are not about language: names of fields, files, folders, commands, settings; and texts.
NOT_LANGUAGE: frozenset[str] = frozenset()


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(OUTSIDE):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def collections(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The module's own tables: a literal, a call that makes one, or a text that is split."""
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            name, value = ast.unparse(statement.targets[0]), statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            name, value = ast.unparse(statement.target), statement.value
        else:
            continue
        if is_collection(value):
            yield name, value


def is_collection(value: ast.expr) -> bool:
    if isinstance(value, _COLLECTIONS):
        return True
    if not isinstance(value, ast.Call):
        return False
    made = value.func
    if isinstance(made, ast.Attribute):
        return made.attr == "split"
    return isinstance(made, ast.Name) and made.id in _MAKES_ONE


def words_in(value: ast.expr) -> set[str]:
    """The known English words of a table whose entries are words, not sentences."""
    texts = [
        node.value
        for node in ast.walk(value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    said = {word for text in texts for word in text.split() if _WORD.fullmatch(word)}
    return {word for word in said if is_known(word)}


def test_no_other_module_has_a_word_list() -> None:
    found = {
        f"{name}:{table}"
        for name, module in modules()
        for table, value in collections(module)
        if len(words_in(value)) > MOST
    }
    assert found - NOT_LANGUAGE == set()
    assert NOT_LANGUAGE - found == set(), "a table that is gone, or short enough, needs no leave"
