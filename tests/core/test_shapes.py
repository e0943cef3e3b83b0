"""Shapes: one description that reads a value and makes its schema (ERR-1)."""

from __future__ import annotations

from typing import Any

import pytest

from plangate.core.model.errors import BadInput, NotFound, PlangateError
from plangate.core.model.shapes import (
    Choice,
    Flag,
    ListOf,
    MapOf,
    Nullable,
    Number,
    Record,
    Shape,
    Text,
    Whole,
    read_json,
)

pytestmark = pytest.mark.rule("ERR-1")

PERSON = Record(
    required={"name": Text(10)}, optional={"age": Whole(0, 150), "tags": ListOf(Text())}
)


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (Text(3), "abc"),
        (Text(3), "äöü"),
        (Text(5), "a\tb\nc"),
        (Text(5), "🙂"),
        (Text(3, blank=True), ""),
        (Number(), -1.5),
        (Number(0, 1), 0),
        (Number(0, 1), 1),
        (Number(above=0), 1e-300),
        (Whole(1, 3), 3),
        (Flag(), False),
        (Choice(("a", "b")), "b"),
        (Nullable(Text()), None),
        (Nullable(Text()), "x"),
        (MapOf(Flag()), {"any name": True}),
        (PERSON, {"name": "Ada"}),
        (PERSON, {"name": "Ada", "age": 36}),
    ],
)
def test_what_fits_is_read_as_it_is(shape: Shape, value: Any) -> None:
    assert shape.read(value, "here") == value


@pytest.mark.parametrize(
    ("shape", "value", "says"),
    [
        (Text(3), "abcd", "here: 4 characters are too many; accepted: text of 1 to 3 characters"),
        (Text(3), "", "here: is empty; accepted: text of 1 to 3 characters"),
        (Text(3), 1, "here: 1 is not text; accepted: text of 1 to 3 characters"),
        (Text(3), None, "here: null is not text; accepted: text of 1 to 3 characters"),
        (Number(0, 1), 2, "here: 2 is out of range; accepted: a finite number from 0 to 1"),
        (Number(above=0), 0, "here: 0 is out of range; accepted: a finite number above 0"),
        (Number(least=0, below=1), 1.0, "accepted: a finite number from 0 below 1"),
        (Number(), "1", 'here: "1" is not a number; accepted: a finite number'),
        (Number(), True, "here: true is not a number; accepted: a finite number"),
        (Whole(1, 3), 4, "here: 4 is out of range; accepted: a whole number from 1 to 3"),
        (Whole(1, 3), 2.0, "here: 2.0 is not a whole number"),
        (Flag(), 1, "here: 1 is not a flag; accepted: true, false"),
        (Choice(("a", "b")), "c", 'here: "c" is not known; accepted: a, b'),
        (ListOf(Flag()), {}, "here: an object is not a list; accepted: a list of 0 to 100,000"),
        (ListOf(Flag()), [True, 1], "here[1]: 1 is not a flag"),
        (
            ListOf(Flag(), least=1, most=2),
            [],
            "here: 0 entries; accepted: a list of 1 to 2 entries",
        ),
        (MapOf(Flag()), [], "here: a list is not an object; accepted: an object"),
        (MapOf(Flag()), {"x": 1}, "here.x: 1 is not a flag"),
        (MapOf(Flag()), {"": True}, "here (a name in it): is empty"),
        (MapOf(Flag(), 3), {"long": True}, "here (a name in it): 4 characters are too many"),
        (PERSON, {}, "here.name: is missing; accepted: an object with name"),
        (PERSON, {"name": "Ada", "x": 1}, "here.x: is not a field; accepted: name, age, tags"),
        (PERSON, {"name": "Ada", "tags": [""]}, "here.tags[0]: is empty"),
    ],
)
def test_what_does_not_fit_is_said_with_its_place_and_what_would(
    shape: Shape, value: Any, says: str
) -> None:
    with pytest.raises(BadInput) as caught:
        shape.read(value, "here")
    assert says in str(caught.value)
    assert caught.value.exit_code == 2


def test_an_absent_optional_field_stays_absent() -> None:
    assert "age" not in PERSON.read({"name": "Ada"}, "here")
    assert PERSON.read({"name": "Ada", "tags": []}, "here") == {"name": "Ada", "tags": ()}


def test_a_list_is_read_as_a_tuple_and_left_alone() -> None:
    given_list = ["a", "b"]
    assert ListOf(Text()).read(given_list, "here") == ("a", "b")
    assert given_list == ["a", "b"]


def test_more_optional_fields_leave_the_first_shape_as_it_was() -> None:
    more = PERSON.with_optional(email=Text())
    assert more.read({"name": "Ada", "email": "x"}, "here")["email"] == "x"
    with pytest.raises(BadInput):
        PERSON.read({"name": "Ada", "email": "x"}, "here")


@pytest.mark.parametrize(
    ("shape", "schema"),
    [
        (Text(3), {"type": "string", "maxLength": 3, "minLength": 1, "pattern": r"\S"}),
        (Text(3, blank=True), {"type": "string", "maxLength": 3}),
        (Number(above=0, most=1), {"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
        (Whole(0, 9), {"type": "integer", "minimum": 0, "maximum": 9}),
        (Flag(), {"type": "boolean"}),
        (Choice(("a",)), {"enum": ["a"]}),
        (Nullable(Flag()), {"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
        (
            ListOf(Flag(), 1, 2),
            {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2},
        ),
        (
            Record({"a": Flag()}, {"b": Flag()}),
            {
                "type": "object",
                "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}},
                "required": ["a"],
                "additionalProperties": False,
            },
        ),
    ],
)
def test_a_shape_says_what_it_takes_as_a_schema(shape: Shape, schema: dict[str, Any]) -> None:
    assert shape.schema() == schema


def test_json_is_read_from_bytes() -> None:
    assert read_json('{"ä": [1, 2.5, null, true]}'.encode()) == {"ä": [1, 2.5, None, True]}


def test_a_name_given_twice_is_refused_at_any_depth() -> None:
    with pytest.raises(BadInput, match="names b twice"):
        read_json(b'{"a": [{"b": 1, "b": 1}]}')


def test_bad_input_keeps_its_parts_and_prints_one_line() -> None:
    error = BadInput("a\nfield", "is  \r\n odd", "this\u2028that")
    assert (error.field, error.problem) == ("a\nfield", "is  \r\n odd")
    assert str(error) == "a field: is odd; accepted: this that"
    assert isinstance(NotFound("id", "is not known"), BadInput)
    assert isinstance(error, PlangateError)
