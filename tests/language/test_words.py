"""The vocabulary is data with an example in every row, and every example is heard as it says."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plangate.core.words.open_values import asks_for
from plangate.core.words.routine import routine_sentence
from plangate.language.hearing import hear
from plangate.language.words import compiled, one_way_net
from plangate.language.words.row_patterns import (
    any_beginning,
    any_case,
    any_row,
    any_said,
    any_words,
)
from plangate.language.words.stems import group, stem, words_in_rows
from plangate.language.words.vocabulary import (
    KINDS,
    forms,
    is_known,
    listed,
    verb_of,
    verbs,
)
from tests.sources import SOURCE, parsed

pytestmark = pytest.mark.rule("UND-1")
WORDS = Path(compiled.__file__).parent
FILES: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in WORDS.glob("*.toml")
}
VERBS = {kind: rows for kind, rows in FILES["verbs"].items() if kind != "lists"}
LISTS = {
    name: row
    for file, rows in FILES.items()
    if file not in ("verbs", "things")
    for name, row in rows.items()
    if "words" in row
}
ROWS = [(kind, verb, example) for kind, rows in VERBS.items() for verb, example in rows.items()]


def test_every_kind_of_verb_has_a_table_and_every_table_is_a_kind() -> None:
    assert set(VERBS) == KINDS


def test_a_verb_is_heard_in_its_example_as_the_verb_it_is() -> None:
    heard = [(clause.kind, clause.verb) for *_, said in ROWS for clause in hear(said).clauses[:1]]
    assert heard == [(kind, verb) for kind, verb, _ in ROWS]


def test_a_verb_is_known_in_all_its_forms() -> None:
    for verb in verbs():
        assert all(verb_of(form) is not None for form in verb.forms)
    assert [
        form for form in ("secured", "encrypts", "dockerising", "wrote") if not verb_of(form)
    ] == []
    assert forms("ship") == ("ship", "ships", "shipped", "shipping")


def test_a_thing_is_heard_as_the_kind_it_is() -> None:
    for kind, row in FILES["things"].items():
        said = [row["example"], *(f"Add the {noun} to the app" for noun in row["words"].split())]
        assert {text: hear(text).clauses[0].thing_kind for text in said} == dict.fromkeys(
            said, kind
        )


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_heard_in_its_example(name: str) -> None:
    row = LISTS[name]
    said = re.findall(r"[^\s,:]+", row["example"].lower())
    assert [word for word in said if word in group(name)] == row["heard"].split()


@pytest.mark.parametrize(
    "name", [n for n, row in FILES["verbs"]["lists"].items() if "words" in row]
)
def test_a_list_of_verbs_is_heard_in_its_example(name: str) -> None:
    row = FILES["verbs"]["lists"][name]
    said = [verb for word in row["example"].split() if (verb := verb_of(word)) is not None]
    assert [verb.name for verb in said if verb.name in listed(name)] == row["heard"].split()


#: Tables of patterns with an example for each of them, and of words that they alone know.
PATTERNS = {
    name: row
    for file, rows in FILES.items()
    if not file.startswith("one_way")
    for name, row in rows.items()
    if "examples" in row
}
#: What compiles a list to one pattern (row_patterns.py).
COMPILED_BY = (any_row, any_case, any_words, any_said, any_beginning)


def compiled_lists() -> Iterator[tuple[str, re.Pattern[str]]]:
    """The lists that the code looks for as one pattern."""
    by_name = {maker.__name__: maker for maker in COMPILED_BY}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in by_name:
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                name = str(node.args[0].value)
                yield name, by_name[ast.unparse(node.func)](name)


def test_a_list_that_is_one_pattern_is_found_in_its_example() -> None:
    """Where `heard` says what is found, the list is looked for in a part of its example."""
    rows = {name: row for file in FILES.values() for name, row in file.items() if "why" in row}
    said = {
        name: [row.get("example"), *row.get("examples", ())] if "heard" not in row else []
        for name, row in rows.items()
    }
    unheard = [
        f"{name}: {text}"
        for name, pattern in compiled_lists()
        for text in filter(None, said[name])
        if not (pattern.search(text) or pattern.search(text.lower()))
    ]
    assert unheard == []


APART = (
    "about_commands",
    "about_routes",
    "kinds_that_cross",
    "kinds_that_reach",
    "put_in_its_place",
    "reach_people",
)


@pytest.mark.parametrize("name", PATTERNS)
def test_a_row_is_heard_in_its_own_example(name: str) -> None:
    """What stands before ` = ` is what a row is for; of words any one is enough."""
    row = PATTERNS[name]
    for pattern, said in zip(row["rows"], row["examples"], strict=True):
        left, _, right = pattern.rpartition(" = ")
        if name in ("routine_ids", "destructive_besides"):
            assert any(word in said.lower() for word in right.split()), (pattern, said)
        elif name == "routine_sentences":
            assert routine_sentence(said) == left, (pattern, said)
        elif name == "open_values":
            assert asks_for(said).startswith(left.partition(" <")[0]), (pattern, said)
        else:
            assert re.search(right, said, re.IGNORECASE), (pattern, said)


@pytest.mark.parametrize("name", APART)
def test_words_that_are_nobody_elses_are_heard_in_their_example(name: str) -> None:
    row = FILES["goals"][name]
    said = row["example"].lower().split()
    assert [word for word in said if word in words_in_rows(name)] == row["heard"].split()


NET = {
    name: row for kind in ("classes", "lists") for name, row in FILES["one_way_words"][kind].items()
}


@pytest.mark.parametrize("name", NET)
def test_a_class_of_the_one_way_net_is_heard_in_its_example(name: str) -> None:
    words = "|".join(NET[name]["words"].split()).replace("_", " ")
    assert re.findall(rf"\b(?:{words})\b", NET[name]["example"]) == NET[name]["heard"]


def test_a_family_of_the_one_way_net_holds_the_verb_it_is_named_for() -> None:
    families = {name: forms.split() for name, forms in one_way_net.FAMILIES.items()}
    assert [name for name, forms in families.items() if name not in forms] == []


def test_words_for_the_same_thing_are_one() -> None:
    same = FILES["common"]["same"]
    assert stem(same["example"]) == stem(same["heard"])


def test_the_vocabulary_is_broad() -> None:
    nouns = {noun for row in FILES["things"].values() for noun in row["words"].split()}
    assert len(ROWS) >= 600
    assert len(nouns) >= 450
    assert not [verb for _, verb, _ in ROWS if not is_known(verb)]
