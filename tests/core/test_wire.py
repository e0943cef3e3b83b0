"""Core values to JSON and back (REC-1): every event comes out of the record as it went in."""

from __future__ import annotations

import json
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.events import event as e
from plangate.core.log.chain import Entry, event_of
from plangate.core.log.wire import canonical, decoder, encode
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import Deferral, Evidence, Plan, Question, Task, plain
from plangate.core.model.policy import Policy

pytestmark = pytest.mark.rule("REC-1")

FEWER = settings(max_examples=settings().max_examples // 10)
KINDS: tuple[type, ...] = get_args(e.Event)
#: What a record may hold: any text that is one, and finite numbers.
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)


@cache
def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type as the core annotates it."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return JSON
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, UnionType):
        return st.one_of([values_of(one) for one in inner])
    if origin is tuple:
        return st.lists(values_of(inner[0]), max_size=2).map(tuple)
    if origin is list:
        return st.lists(values_of(inner[0]), max_size=2)
    if origin is dict:
        return st.dictionaries(TEXTS, values_of(inner[1]), max_size=2)
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return st.builds(hint, **{name: values_of(hints[name]) for name in hint._fields})
    if is_typeddict(hint):
        fields = {name: values_of(kind) for name, kind in get_type_hints(hint).items()}
        owed = {name: fields[name] for name in hint.__required_keys__}
        return st.fixed_dictionaries(owed, optional={n: fields[n] for n in fields if n not in owed})
    plain_kinds: dict[Any, st.SearchStrategy[Any]] = {
        str: TEXTS,
        int: st.integers(),
        float: NUMBERS,
        bool: st.booleans(),
        NoneType: st.none(),
    }
    return plain_kinds[hint]


@pytest.mark.parametrize(
    "kind", [*KINDS, Question, Plan, Deferral, Policy], ids=lambda k: k.__name__
)
@FEWER
@given(data=st.data())
def test_every_kind_of_event_comes_back_as_it_went_in(kind: type, data: st.DataObject) -> None:
    value = data.draw(values_of(kind))
    text = encode(value)
    back = decoder(kind)(json.loads(text))
    assert back == value
    assert type(back) is kind
    assert encode(back) == text


def test_what_comes_back_has_the_types_it_had_all_the_way_down() -> None:
    plan = Plan(1, (Task("t1", "Do it", "Do it well", ("a.py",), depends_on=("t0",)),), ("n",))
    back = decoder(e.PlanDrafted)(json.loads(encode(e.PlanDrafted(plan))))
    assert isinstance(back.plan, Plan)
    assert isinstance(back.plan.tasks[0], Task)
    assert back.plan.tasks[0].files == ("a.py",)


def test_a_field_python_reserves_is_written_by_its_plain_name() -> None:
    deferral = Deferral(None, "clarification", "r", None, None, "s", "r", "c", "c", "a", None)
    record = plain(deferral)
    assert record["class"] == "clarification"
    assert "class_" not in record
    assert decoder(Deferral)(record) == deferral


def test_a_field_that_did_not_exist_yet_takes_its_default() -> None:
    old: dict[str, object] = {
        "id": "e1",
        "ambiguity": None,
        "source": "memory",
        "supports": None,
        "confidence": 0.5,
    }
    assert decoder(Evidence)(old) == Evidence("e1", None, "memory", None, 0.5)


def test_equal_values_are_equal_bytes_whatever_order_they_were_made_in() -> None:
    assert canonical({"b": 1, "a": [1.0, None]}) == canonical({"a": [1.0, None], "b": 1})
    assert canonical({"b": 1, "a": "ä\n"}) == '{"a":"ä\\n","b":1}'


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_no_number_that_is_none_reaches_the_record(number: float) -> None:
    with pytest.raises(ValueError, match="Out of range"):
        encode(e.EvidenceGathered("s", (), {}, calls=1, seconds=number))


@pytest.mark.parametrize(
    "payload",
    ["", "{", "[]", "null", "1", '"x"', "{}", '{"surprise":1}', '{"focus":1,"until":2,"x":3}'],
)
def test_a_payload_that_is_no_event_is_damage_and_says_where(payload: str) -> None:
    entry = Entry("s1", 7, "FocusSet", 1, "2026-01-01T00:00:00.000Z", payload, "0", "0")
    with pytest.raises(StoreDamaged, match="s1, event 7"):
        event_of(entry)


def test_an_unknown_kind_of_event_is_not_guessed_at() -> None:
    entry = Entry("s1", 7, "Surprise", 1, "2026-01-01T00:00:00.000Z", "{}", "0", "0")
    with pytest.raises(StoreDamaged, match="newer plangate"):
        event_of(entry)
