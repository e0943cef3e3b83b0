"""Functions, classes and methods of source files, by ast-grep: what a name is and where it stands.

A file is parsed, never run. Only languages of this list are handed over: an unknown one would end
the whole process.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from plangate.core.model.records import Document

if TYPE_CHECKING:
    from ast_grep_py import SgNode

#: Larger files are generated more often than written.
_LARGEST = 400_000
_MOST_SYMBOLS = 2_000

_SCRIPT = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "class_declaration": "class",
    "method_definition": "method",
    "variable_declarator": "function",
}
_TYPED_SCRIPT = {
    **_SCRIPT,
    "interface_declaration": "interface",
    "type_alias_declaration": "type",
    "enum_declaration": "enum",
    "abstract_class_declaration": "class",
}
#: By language: what a node of its grammar is called here.
_KINDS: Mapping[str, Mapping[str, str]] = {
    "python": {"function_definition": "function", "class_definition": "class"},
    "javascript": _SCRIPT,
    "typescript": _TYPED_SCRIPT,
    "tsx": _TYPED_SCRIPT,
    "go": {
        "function_declaration": "function",
        "method_declaration": "method",
        "type_spec": "type",
    },
    "rust": {
        "function_item": "function",
        "struct_item": "struct",
        "enum_item": "enum",
        "trait_item": "trait",
    },
    "java": {
        "class_declaration": "class",
        "interface_declaration": "interface",
        "enum_declaration": "enum",
        "record_declaration": "record",
        "method_declaration": "method",
    },
    "kotlin": {
        "class_declaration": "class",
        "object_declaration": "object",
        "function_declaration": "function",
    },
    "ruby": {
        "method": "method",
        "singleton_method": "method",
        "class": "class",
        "module": "module",
    },
    "php": {
        "function_definition": "function",
        "method_declaration": "method",
        "class_declaration": "class",
        "interface_declaration": "interface",
        "trait_declaration": "trait",
    },
    "csharp": {
        "class_declaration": "class",
        "interface_declaration": "interface",
        "struct_declaration": "struct",
        "record_declaration": "record",
        "enum_declaration": "enum",
        "method_declaration": "method",
    },
    "swift": {
        "function_declaration": "function",
        "class_declaration": "class",
        "protocol_declaration": "protocol",
    },
    "scala": {
        "function_definition": "function",
        "class_definition": "class",
        "object_definition": "object",
        "trait_definition": "trait",
    },
}
_ENDINGS: Mapping[str, str] = {
    "py": "python",
    **dict.fromkeys(("js", "jsx", "mjs", "cjs"), "javascript"),
    **dict.fromkeys(("ts", "mts", "cts"), "typescript"),
    "tsx": "tsx",
    "go": "go",
    "rs": "rust",
    "java": "java",
    **dict.fromkeys(("kt", "kts"), "kotlin"),
    "rb": "ruby",
    "php": "php",
    "cs": "csharp",
    "swift": "swift",
    "scala": "scala",
}
#: The names of files in which symbols can be found.
SOURCES: tuple[str, ...] = tuple(f"*.{ending}" for ending in _ENDINGS)

#: A declaration as any of these languages begins one; what it declares is the group.
DECLARING = (
    r"\b(?:def|class|func|fun|fn|function|interface|struct|trait|enum|type|module|object|record"
    r"|protocol|const)[ \t]+(?:\([^()\n]*\)[ \t]*|self\.)?"
)
DECLARATION = DECLARING + r"([A-Za-z_][A-Za-z0-9_]*)"


class Symbol(NamedTuple):
    """A name that a file declares."""

    path: str
    kind: str
    name: str
    line: int
    last: int = 0
    """The line it ends on."""


def symbols_of(path: str, text: str) -> list[Symbol]:
    """What a file declares, in its order; nothing of a file in another language."""
    language = _ENDINGS.get(path.rpartition(".")[2])
    if language is None or len(text) > _LARGEST:
        return []
    from ast_grep_py import SgRoot  # lazy: only an investigation parses

    kinds = _KINDS[language]
    found: list[Symbol] = []
    for node in SgRoot(text, language).root().find_all(_rule(language)):
        if (name := _name(node)) and len(found) < _MOST_SYMBOLS:
            kind = kinds[node.kind()]
            if language == "python" and kind == "function" and _in_class(node):
                kind = "method"
            first, last = name.range().start.line + 1, node.range().end.line + 1
            found.append(Symbol(path, kind, name.text(), first, last))
    return found


@cache
def _rule(language: str) -> Any:
    kinds: list[Document] = [{"kind": kind} for kind in _KINDS[language]]
    if "variable_declarator" in _KINDS[language]:
        called = {"any": [{"kind": "arrow_function"}, {"kind": "function_expression"}]}
        kinds.remove({"kind": "variable_declarator"})
        kinds.append({"kind": "variable_declarator", "has": {**called, "field": "value"}})
    return {"rule": {"any": kinds}}


def _name(node: SgNode) -> SgNode | None:
    name = node.field("name")
    if name is None:
        name = next((c for c in node.children() if c.kind().endswith("identifier")), None)
    return name if name is not None and re.fullmatch(r"\w{1,200}", name.text()) else None


def _in_class(node: SgNode) -> bool:
    """Whether the nearest definition around a function is a class."""
    around = node.parent()
    while around is not None and around.kind() not in ("class_definition", "function_definition"):
        around = around.parent()
    return around is not None and around.kind() == "class_definition"
