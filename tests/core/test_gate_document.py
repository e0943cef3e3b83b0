"""The gate's document: what is wrong with one is said in a line (ERR-1), whatever it is."""

from __future__ import annotations

import copy
import json
import math
import string
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.gate.decide import decide
from plangate.core.gate.document import (
    GateDocument,
    read_gate_document,
    read_session_document,
    session_document,
)
from plangate.core.gate.document_shapes import GATE_DOCUMENT
from plangate.core.gate.report import gate_report
from plangate.core.gate.settling import Held
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation, Quota
from plangate.core.model.policy import Policy, read_policy
from plangate.core.model.shapes import read_json
from tests.core.gate_documents import Json, document, documents, fact, loud

pytestmark = pytest.mark.rule("ERR-1")

FEWER = settings(max_examples=settings().max_examples // 2)
_CONTROL = {chr(n) for n in (*range(32), *range(127, 160))}


def explained(error: BadInput) -> str:
    """The text of a refusal, which must be one line that names a field and what is accepted."""
    text = str(error)
    assert len(text.splitlines()) == 1, text
    assert not _CONTROL & set(text), text
    text.encode("utf-8")
    assert error.field, "names the field"
    assert error.accepted, f"says what is accepted: {text}"
    assert len(text) < 6_000, "a line a person can read"
    return text


def refusal(given_document: Any) -> str:
    with pytest.raises(BadInput) as caught:
        read_gate_document(given_document)
    return explained(caught.value)


def raw_refusal(raw: bytes) -> str:
    with pytest.raises(BadInput) as caught:
        read_gate_document(read_json(raw))
    return explained(caught.value)


def valid() -> Json:
    """A document with every field there is."""
    return {
        "goal": "Build the export",
        "phase": "planning",
        "ambiguities": [
            {
                "id": "q",
                "blocker_type": "ambiguous_goal",
                "blocker_evidence": ["a quote"],
                "safe_default": "a",
                "none_fits": 0.1,
                "interpretations": [
                    {
                        "id": "a",
                        "label": "As CSV",
                        "consequence": "adds one file",
                        "prior": 0.6,
                        "complexity": 0.5,
                        "reversibility": "reversible",
                        "touches": ["app/csv.py"],
                        "strictness": 3,
                    },
                    {
                        "id": "b",
                        "label": "As JSON",
                        "consequence": "",
                        "prior": 0.4,
                        "complexity": 0.5,
                        "reversibility": "partial",
                    },
                ],
            }
        ],
        "evidence": [
            {
                "id": "e1",
                "ambiguity": "q",
                "source": "repo_facts",
                "supports": "a",
                "confidence": 0.4,
                "locator": "app/models.py:12",
            }
        ],
        "exhaustion": {
            "codebase_search": ["e1"],
            "similar_features": ["e1"],
            "infrastructure": ["e1"],
            "attempted_inference": ["e1"],
            "investigation": [],
        },
        "budget_left": True,
        "attention": {"focus": "ambient", "budget": "normal", "interrupt_ewma": 0.0},
        "quota": {"asked": 0, "open_in_session": 0, "open_in_workspace": 0, "attempts": 0},
        "preferences": {"q": "always-ask"},
        "policy": {
            "estimator": "regret",
            "evpi_question_threshold": 0.15,
            "min_prior": 0.15,
            "min_divergence": 0.2,
            "evidence_threshold": 0.75,
            "strict_blockers": False,
            "blockers_need_evpi": False,
            "always_ask_one_way": False,
            "contradiction_threshold": 0.5,
            "clarifications": 3,
            "open_questions": 5,
            "profile": "default",
        },
    }


Path = tuple[str | int, ...]


def paths(value: Any, here: Path = ()) -> list[Path]:
    """Every place in a document, the document itself first."""
    found = [here]
    if isinstance(value, dict):
        for name, entry in value.items():
            found += paths(entry, (*here, name))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            found += paths(entry, (*here, place))
    return found


def inside(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def with_value(given_document: Json, path: Path, value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(given_document)
    inside(changed, path[:-1])[path[-1]] = value
    return changed


def without(given_document: Json, path: Path) -> Json:
    changed = copy.deepcopy(given_document)
    del inside(changed, path[:-1])[path[-1]]
    return changed


def spelled(path: Path) -> str:
    """A place as an error names it: ambiguities[0].interpretations[1].prior."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".") or "document"


READING: Path = ("ambiguities", 0, "interpretations", 0)
OBJECTS = [path for path in paths(valid()) if isinstance(inside(valid(), path), dict)]
LEAVES = [path for path in paths(valid()) if not isinstance(inside(valid(), path), dict)]
#: A map from any name takes any field.
RECORDS = [path for path in OBJECTS if path != ("preferences",)]


def test_a_document_with_every_field_is_read() -> None:
    read = read_gate_document(valid())
    assert read.ambiguities[0].interpretations[0].strictness == 3
    assert read.policy == Policy()


# --- fields ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        ("goal",),
        ("ambiguities",),
        ("ambiguities", 0, "id"),
        ("ambiguities", 0, "interpretations"),
        (*READING, "id"),
        (*READING, "label"),
        (*READING, "consequence"),
        (*READING, "prior"),
        (*READING, "complexity"),
        (*READING, "reversibility"),
        ("evidence", 0, "id"),
        ("evidence", 0, "ambiguity"),
        ("evidence", 0, "source"),
        ("evidence", 0, "supports"),
        ("evidence", 0, "confidence"),
    ],
    ids=spelled,
)
def test_a_missing_field_is_named(path: Path) -> None:
    text = refusal(without(valid(), path))
    assert text.startswith(f"{spelled(path)}: is missing")
    assert str(path[-1]) in text.partition("accepted: ")[2]


@pytest.mark.parametrize("path", RECORDS, ids=spelled)
def test_an_unknown_field_is_refused_by_name_with_the_accepted_ones_listed(path: Path) -> None:
    text = refusal(with_value(valid(), (*path, "surprise"), 1))
    assert text.startswith(f"{spelled((*path, 'surprise'))}: is not a field; accepted: ")
    known = inside(valid(), path)
    assert all(name in text for name in known)


@pytest.mark.parametrize("path", RECORDS, ids=spelled)
@pytest.mark.parametrize("name", ["", "\x00", "\ud800", "two\nlines", "\u2028", "x" * 100_000])
def test_an_unspeakable_field_name_still_gives_one_line(path: Path, name: str) -> None:
    assert "is not a field" in refusal(with_value(valid(), (*path, name), 1))


@pytest.mark.parametrize("path", LEAVES, ids=spelled)
@pytest.mark.parametrize("wrong", [None, {}, [[]], {"a": 1}], ids=repr)
def test_a_value_of_the_wrong_type_names_its_field(path: Path, wrong: Any) -> None:
    text = refusal(with_value(valid(), path, wrong))
    assert text.startswith(spelled(path))


@pytest.mark.parametrize("wrong", [None, 1, "text", [], True, 1.5], ids=repr)
def test_a_document_that_is_no_object_is_refused_as_such(wrong: Any) -> None:
    assert refusal(wrong).startswith("document: ")


@pytest.mark.parametrize("path", RECORDS, ids=spelled)
@pytest.mark.parametrize("wrong", [None, 1, "text", [], True], ids=repr)
def test_an_object_that_is_none_names_its_field(path: Path, wrong: Any) -> None:
    assert refusal(with_value(valid(), path, wrong)).startswith(spelled(path))


NUMBERS = [p for p in LEAVES if type(inside(valid(), p)) in (int, float)]
TEXTS = [p for p in LEAVES if isinstance(inside(valid(), p), str)]
FLAGS = [p for p in LEAVES if isinstance(inside(valid(), p), bool)]
CHOICES = [
    ("phase",),
    ("ambiguities", 0, "blocker_type"),
    (*READING, "reversibility"),
    ("evidence", 0, "source"),
    ("attention", "focus"),
    ("attention", "budget"),
    ("preferences", "q"),
    ("policy", "estimator"),
    ("policy", "profile"),
]


WORDS = {path[-1] for path in CHOICES}


@pytest.mark.parametrize("path", NUMBERS, ids=spelled)
@pytest.mark.parametrize(
    "wrong",
    [math.nan, math.inf, -math.inf, -1, -1e-9, 1e18, 10**400, -(10**5000), True, "1", "0.5"],
    ids=[
        "nan",
        "inf",
        "-inf",
        "-1",
        "-1e-9",
        "1e18",
        "10**400",
        "-10**5000",
        "true",
        "'1'",
        "'0.5'",
    ],
)
def test_a_number_that_is_none_or_out_of_range_names_its_field(path: Path, wrong: Any) -> None:
    text = refusal(with_value(valid(), path, wrong))
    if wrong is True and path == ("quota", "open_in_workspace"):
        assert text.startswith("quota: mixes ")  # the old form of yes and no beside counts
        return
    assert text.startswith(f"{spelled(path)}: ")
    assert "number" in text.partition("accepted: ")[2]


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ((*READING, "prior"), -0.01),
        ((*READING, "prior"), 1.01),
        ((*READING, "complexity"), 0),
        ((*READING, "complexity"), 1.0000001),
        ((*READING, "complexity"), 5),
        ((*READING, "strictness"), 10.1),
        (("ambiguities", 0, "none_fits"), 1.1),
        (("evidence", 0, "confidence"), 1.01),
        (("attention", "interrupt_ewma"), 1),
        (("attention", "interrupt_ewma"), 1.0),
        (("quota", "attempts"), 0.5),
        (("quota", "attempts"), 2.0),
        (("policy", "min_prior"), 1.5),
    ],
)
def test_a_bound_is_kept_to_the_letter(path: Path, wrong: float) -> None:
    assert refusal(with_value(valid(), path, wrong)).startswith(f"{spelled(path)}: ")


@pytest.mark.parametrize("path", FLAGS, ids=spelled)
@pytest.mark.parametrize("wrong", [0, 1, "true", "yes"], ids=repr)
def test_a_flag_is_true_or_false_and_nothing_else(path: Path, wrong: Any) -> None:
    assert refusal(with_value(valid(), path, wrong)).endswith("accepted: true, false")


@pytest.mark.parametrize("path", CHOICES, ids=spelled)
@pytest.mark.parametrize("wrong", ["", "nonsense", "Planning", 1, ["planning"]], ids=repr)
def test_an_unknown_word_is_answered_with_the_known_ones(path: Path, wrong: Any) -> None:
    text = refusal(with_value(valid(), path, wrong))
    assert text.startswith(f"{spelled(path)}: ")
    assert inside(valid(), path) in text.partition("accepted: ")[2].split(", ")


@pytest.mark.parametrize("path", TEXTS, ids=spelled)
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("nul\x00", "U+0000"),
        ("escape \x1b[31m", "U+001B"),
        ("delete \x7f", "U+007F"),
        ("next line \x85", "U+0085"),
        ("a half \ud800", "U+D800"),
        ("the other half \udfff", "U+DFFF"),
    ],
)
def test_a_control_character_or_half_a_surrogate_is_named(
    path: Path, wrong: str, says: str
) -> None:
    text = refusal(with_value(valid(), path, wrong))
    assert text.startswith(spelled(path))
    if path[-1] not in WORDS:
        assert says in text


@pytest.mark.parametrize("path", TEXTS, ids=spelled)
def test_ten_megabytes_of_text_are_refused_without_being_repeated(path: Path) -> None:
    text = refusal(with_value(valid(), path, "x" * 10_000_000))
    assert text.startswith(spelled(path))


@pytest.mark.parametrize(
    "path",
    [("goal",), (*READING, "id"), (*READING, "label"), ("ambiguities", 0, "id")],
    ids=spelled,
)
@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\u00a0\u2003"], ids=repr)
def test_what_must_say_something_may_not_be_blank(path: Path, blank: str) -> None:
    assert refusal(with_value(valid(), path, blank)).startswith(f"{spelled(path)}: is empty")


# --- relations ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "priors", [(0.6, 0.2), (0.6, 0.6), (0.5, 0.3999), (0.6, 0.500001), (0.6, 0.5001), (0, 0)]
)
def test_priors_that_do_not_sum_to_one_are_refused_with_their_sum(
    priors: tuple[float, float],
) -> None:
    given_document = valid()
    for place, prior in enumerate(priors):
        given_document["ambiguities"][0]["interpretations"][place]["prior"] = prior
    text = refusal(given_document)
    assert text.startswith("ambiguities[0].interpretations: the priors sum to ")
    assert "give or take 0.1" in text
    assert "sum to 1.1;" not in text, "what is refused is not within a tenth as it is written"


@pytest.mark.parametrize("priors", [(0.6, 0.4), (0.5, 0.4), (0.6, 0.5), (0.99, 0.01), (1, 0)])
def test_priors_within_a_tenth_of_one_are_taken_in_proportion_and_said_to_be(
    priors: tuple[float, float],
) -> None:
    given_document = valid()
    for place, prior in enumerate(priors):
        given_document["ambiguities"][0]["interpretations"][place]["prior"] = prior
    read = read_gate_document(given_document)
    total = sum(priors)
    taken = [r.prior for r in read.ambiguities[0].interpretations]
    assert taken == pytest.approx([prior / total for prior in priors])
    assert any("priors sum to" in note for note in read.notes) is (abs(total - 1) > 1e-9)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (("ambiguities",), "ambiguities[1].id"),
        (("ambiguities", 0, "interpretations"), "ambiguities[0].interpretations[2].id"),
        (("evidence",), "evidence[1].id"),
    ],
)
def test_an_id_that_stands_twice_is_refused(path: Path, field: str) -> None:
    given_document = valid()
    entries = inside(given_document, path)
    entries.append(copy.deepcopy(entries[0]))
    assert refusal(given_document).startswith(f"{field}: ")
    assert "appears twice" in refusal(given_document)


@pytest.mark.parametrize(
    ("path", "known"),
    [
        (("ambiguities", 0, "safe_default"), "a, b"),
        (("evidence", 0, "ambiguity"), "q"),
        (("evidence", 0, "supports"), "a, b"),
        (("exhaustion", "codebase_search", 0), "e1"),
    ],
)
@pytest.mark.parametrize("nobody", ["nobody", "Q", "A", "two\nlines", "a\u2028b", "x" * 200])
def test_a_reference_to_nothing_is_answered_with_what_there_is(
    path: Path, known: str, nobody: str
) -> None:
    text = refusal(with_value(valid(), path, nobody))
    assert text.startswith(f"{spelled(path)}: ")
    assert text.endswith(f"accepted: {known}")


@pytest.mark.parametrize("odd", ["two\nlines", "a\rb", "tab\tbed", "a\u2028b", "a\u2029b", "“”"])
def test_odd_ids_in_the_accepted_ones_still_make_one_line(odd: str) -> None:
    given_document = document(loud(odd), evidence=[fact("a", 0.4, about="nobody")])
    assert refusal(given_document).startswith("evidence[0].ambiguity: 'nobody' is no ambiguity")
    given_document = document(loud(odd), preferences={odd: "sometimes"})
    assert "sometimes" in refusal(given_document)


def test_evidence_without_ambiguities_says_that_there_are_none() -> None:
    given_document = {"goal": "Build it", "ambiguities": [], "evidence": valid()["evidence"]}
    assert refusal(given_document).endswith("accepted: none: there are no ambiguities")


def test_an_ambiguity_without_readings_is_refused() -> None:
    text = refusal(with_value(valid(), ("ambiguities", 0, "interpretations"), []))
    assert text.startswith("ambiguities[0].interpretations: 0 entries")


# --- the bytes ------------------------------------------------------------------------------------


def encoded(given_document: Any) -> bytes:
    return json.dumps(given_document).encode()


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b" \n\t", "is empty", id="blank"),
        pytest.param(b"\xef\xbb\xbf", "is empty", id="nothing but a mark of UTF-8"),
        pytest.param(b"{", "is not JSON", id="unfinished"),
        pytest.param(b"{}}", "is not JSON", id="too much"),
        pytest.param(b"{'goal': 1}", "is not JSON", id="single quotes"),
        pytest.param(b'{"goal": "a\nb"}', "is not JSON", id="a newline in a string"),
        pytest.param(b"nonsense", "is not JSON", id="words"),
        pytest.param(b'{"goal": NaN}', "contains NaN", id="NaN"),
        pytest.param(b'{"goal": Infinity}', "contains Infinity", id="Infinity"),
        pytest.param(b'{"goal": -Infinity}', "contains -Infinity", id="-Infinity"),
        pytest.param(b'{"goal": 1e999}', "goal: Infinity is not text", id="1e999"),
        pytest.param(b'{"goal": "a", "goal": "b"}', "names goal twice", id="a name twice"),
        pytest.param(b'{"goal": {"\\n": 1, "\\n": 2}}', "twice", id="an odd name twice"),
        pytest.param(b'{"\\ud800": 1, "\\ud800": 2}', "twice", id="half a surrogate twice"),
        pytest.param(b'{"goal": ' + b"9" * 5_000 + b"}", "too many digits", id="a huge int"),
        pytest.param(b'{"goal": ' + b"9" * 4_000 + b"}", "too many digits", id="a large int"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="deep lists"),
        pytest.param(b'{"a":' * 100_000, "nested too deeply", id="deep objects"),
        pytest.param(b"\xff\xfe{\x00}\x00", "byte 0 is not UTF-8", id="UTF-16 with its mark"),
        pytest.param('{"goal": "ä"}'.encode("utf-16-le"), "is not", id="UTF-16 without"),
        pytest.param('{"goal": "ä"}'.encode("utf-32"), "is not UTF-8", id="UTF-32"),
        pytest.param('{"goal": "ä"}'.encode("latin-1"), "byte 10 is not UTF-8", id="Latin-1"),
        pytest.param(b'\xef\xbb\xbf\xef\xbb\xbf{"goal": 1}', "is not JSON", id="two marks"),
        pytest.param(b'{"goal": "\xed\xa0\x80"}', "is not UTF-8", id="an encoded surrogate"),
    ],
)
def test_bytes_that_are_no_document_are_refused_in_one_line(raw: bytes, says: str) -> None:
    assert says in raw_refusal(raw)


def test_a_mark_of_utf_8_before_a_document_does_no_harm() -> None:
    assert read_json(b"\xef\xbb\xbf" + encoded(valid())) == valid()


def test_more_bytes_than_any_document_has_are_refused_before_they_are_read() -> None:
    assert raw_refusal(b" " * (64 * 1024 * 1024 + 1)).startswith("document: 67,108,865 bytes")


@pytest.mark.parametrize("depth", [*range(900, 1_000, 3), 2_000, 50_000])
@pytest.mark.parametrize("name", ["phase", "goal", "ambiguities", "surprise"])
def test_no_depth_of_nesting_breaks_the_reader(depth: int, name: str) -> None:
    fields = {"goal": '"g"', "ambiguities": "[]", name: "[" * depth + "]" * depth}
    raw = ", ".join(f'"{field}": {text}' for field, text in fields.items())
    raw_refusal(f"{{{raw}}}".encode())


# --- what a session keeps -------------------------------------------------------------------------


@pytest.mark.rule("VOI-6", "REC-2")
@FEWER
@given(documents())
def test_a_document_comes_back_from_the_record_as_it_went_in(given_document: Json) -> None:
    read = read_gate_document(given_document)
    kept = json.loads(json.dumps(session_document(read), allow_nan=False))
    assert read_session_document(kept) == read._replace(notes=())
    assert session_document(read_session_document(kept)) == kept


@pytest.mark.rule("VOI-6", "REC-2")
def test_what_only_a_session_knows_comes_back_too() -> None:
    readings = (
        Interpretation("a", "As CSV", "", 0.5, 0.1, "reversible", ("x",), 0.0),
        Interpretation("b", "As JSON", "", 0.5, 0.1, "reversible"),
    )
    asked = Ambiguity(
        "q", readings, prompt="Which format?", safe_default="b", safe_default_reason="smaller"
    )
    empty_search = Evidence("e1", None, "repo_facts", None, 0.0, kind="search", fact="nothing")
    found = Evidence("e2", "q", "memory", "a", 0.5, "x:1", "seen", "a fact", "d1")
    whole = GateDocument(
        goal="Build the export",
        ambiguities=(asked,),
        evidence=(empty_search, found),
        exhaustion={"codebase_search": ("e1", "e2"), "investigation": ()},
        budget_left=False,
        preferences={"q": "always-ask"},
        policy=Policy(estimator="standard", profile="s0"),
        investigation_required=True,
        dial="less",
        quota=Quota(2, 1, 3, 4),
        chains=1,
        started=("p",),
        withdrawn=("q",),
        review=("q",),
        gaps=("q",),
        held=(Held("p", "x", True, {"q": "a"}, ("r",)), Held("r", None)),
    )
    assert read_session_document(session_document(whole)) == whole
    assert decide(read_session_document(session_document(whole))) == decide(whole)


@pytest.mark.parametrize("name", ["learned", "safe_default_reason"])
def test_what_only_a_session_knows_is_refused_from_outside(name: str) -> None:
    assert "is not a field" in refusal(with_value(valid(), ("ambiguities", 0, name), "x"))
    for field in ("investigation_required", "held", "withdrawn", "started", "review"):
        assert "is not a field" in refusal(with_value(valid(), (field,), []))


# --- fuzzing from the schema ----------------------------------------------------------------------

SCHEMA = GATE_DOCUMENT.schema()
_NAMES = st.sampled_from(("a", "b", "q", "e1", "x"))
_TEXTS = st.one_of(_NAMES, st.text(max_size=8), st.just(""), st.just("\x00"), st.just("\ud800"))
_FRACTIONS = st.sampled_from((0.0, 0.1, 0.15, 0.25, 0.4, 0.5, 0.6, 0.75, 0.85, 1.0))


def from_schema(schema: Json) -> st.SearchStrategy[Any]:
    """Values a schema describes; small, and of few names, so that some of them fit together."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([from_schema(one) for one in schema["anyOf"]])
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "number":
            return _numbers(schema)
        case "string":
            return _TEXTS.filter(lambda text: _conforms(text, schema))
        case "array":
            least = schema["minItems"]
            return st.lists(from_schema(schema["items"]), min_size=least, max_size=least + 2)
        case _:
            return _objects(schema)


def _numbers(schema: Json) -> st.SearchStrategy[Any]:
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    anywhere = st.floats(
        low,
        high,
        exclude_min="exclusiveMinimum" in schema,
        exclude_max="exclusiveMaximum" in schema,
    )
    return st.one_of(_FRACTIONS.filter(lambda number: _conforms(number, schema)), anywhere)


def _objects(schema: Json) -> st.SearchStrategy[Any]:
    if "properties" not in schema:
        return st.dictionaries(_NAMES, from_schema(schema["additionalProperties"]), max_size=2)
    fields = {name: from_schema(one) for name, one in schema["properties"].items()}
    required = {name: fields.pop(name) for name in schema["required"]}
    return st.fixed_dictionaries(required, optional=fields)


def _conforms(value: Any, schema: Json) -> bool:
    """Whether a value is one the schema describes: as much of JSON Schema as ours uses."""
    if "enum" in schema:
        return isinstance(value, str) and value in schema["enum"]
    if "anyOf" in schema:
        return any(_conforms(value, one) for one in schema["anyOf"])
    match schema["type"]:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "integer" | "number":
            kinds = (int,) if schema["type"] == "integer" else (int, float)
            return (
                isinstance(value, kinds)
                and not isinstance(value, bool)
                and value >= schema.get("minimum", -math.inf)
                and value <= schema.get("maximum", math.inf)
                and value > schema.get("exclusiveMinimum", -math.inf)
                and value < schema.get("exclusiveMaximum", math.inf)
            )
        case "string":
            return (
                isinstance(value, str)
                and schema.get("minLength", 0) <= len(value) <= schema["maxLength"]
                and ("pattern" not in schema or bool(value.strip()))
            )
        case "array":
            return (
                isinstance(value, list)
                and schema["minItems"] <= len(value) <= schema["maxItems"]
                and all(_conforms(entry, schema["items"]) for entry in value)
            )
        case _:
            return isinstance(value, dict) and _conforms_object(value, schema)


def _conforms_object(value: Json, schema: Json) -> bool:
    fields = schema.get("properties", {})
    others = schema["additionalProperties"]
    return all(name in value for name in schema.get("required", ())) and all(
        _conforms(entry, fields[name])
        if name in fields
        else others is not False and _conforms(entry, others)
        for name, entry in value.items()
    )


def read_or_refused(given_document: Any) -> GateDocument | None:
    """Reads and decides a document, or sees that it was refused in one line; nothing else."""
    try:
        read = read_gate_document(given_document)
    except BadInput as error:
        explained(error)
        return None
    json.dumps(gate_report(read), allow_nan=False)
    return read


def test_the_schema_describes_the_document_with_every_field() -> None:
    assert _conforms(valid(), SCHEMA)
    assert not _conforms(without(valid(), ("goal",)), SCHEMA)
    assert not _conforms(with_value(valid(), ("surprise",), 1), SCHEMA)


@given(from_schema(SCHEMA))
def test_whatever_the_schema_describes_is_read_or_refused_in_one_line(given_document: Json) -> None:
    read_or_refused(given_document)


@FEWER
@given(documents())
def test_every_valid_document_conforms_to_the_schema(given_document: Json) -> None:
    assert _conforms(given_document, SCHEMA)
    assert read_or_refused(given_document) is not None


JSON_VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=10),
        st.sampled_from(("", "a", "q", "\x00", "\ud800", 10**400, -1, 0, 1, 0.5, 2**63)),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON_VALUES)
def test_any_json_value_is_read_or_refused_in_one_line(value: Any) -> None:
    read_or_refused(value)
    read_or_refused({"goal": "Build it", "ambiguities": value})
    read_or_refused({**valid(), "policy": value})


@st.composite
def mutated(draw: st.DrawFn) -> Json:
    """A valid document with up to three places changed, dropped, added or said twice."""
    changed: Json = copy.deepcopy(valid())
    for _ in range(draw(st.integers(1, 3))):
        places = [path for path in paths(changed) if path]
        path = draw(st.sampled_from(places))
        holder = inside(changed, path[:-1])
        match draw(st.sampled_from(("change", "drop", "add", "twice", "swap"))):
            case "drop":
                del holder[path[-1]]
            case "add" if isinstance(holder, dict):
                holder[draw(st.text(string.ascii_lowercase, min_size=1, max_size=4))] = 1
            case "twice" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[0]))
            case "swap":
                holder[path[-1]] = copy.deepcopy(inside(changed, draw(st.sampled_from(places))))
            case _:
                holder[path[-1]] = draw(JSON_VALUES)
    return changed


@settings(max_examples=3 * settings().max_examples)
@given(mutated())
def test_a_damaged_document_is_read_or_refused_and_what_is_read_fits_the_schema(
    given_document: Json,
) -> None:
    if read_or_refused(given_document) is not None:
        assert _conforms(given_document, SCHEMA)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_in_one_line(raw: bytes) -> None:
    try:
        read_or_refused(read_json(raw))
    except BadInput as error:
        explained(error)


@given(st.data())
def test_a_document_cut_or_overwritten_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(encoded(valid()))
    at = data.draw(st.integers(0, len(raw) - 1))
    damage: Callable[[], bytes] = data.draw(
        st.sampled_from(
            (
                lambda: bytes(raw[:at]),
                lambda: bytes(raw[:at] + b"\xff" + raw[at + 1 :]),
                lambda: bytes(raw[:at] + b"\x00" + raw[at:]),
                lambda: bytes(raw[:at] + b'"' + raw[at + 1 :]),
            )
        )
    )
    try:
        read_or_refused(read_json(damage()))
    except BadInput as error:
        explained(error)


# --- policies by themselves -----------------------------------------------------------------------


@pytest.mark.rule("VOI-3", "REC-3")
@pytest.mark.parametrize(
    ("given_policy", "field"),
    [
        ({"estimator": "evpi"}, "policy.estimator"),
        ({"evpi_question_threshold": -0.1}, "policy.evpi_question_threshold"),
        ({"evpi_question_threshold": math.nan}, "policy.evpi_question_threshold"),
        ({"evpi_question_threshold": "0.15"}, "policy.evpi_question_threshold"),
        ({"strict_blockers": "yes"}, "policy.strict_blockers"),
        ({"threshold": 1}, "policy.threshold"),
        ([], "policy"),
        (None, "policy"),
        ("s0", "policy"),
    ],
)
def test_a_bad_policy_names_its_field(given_policy: Any, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_policy(given_policy)
    assert explained(caught.value).startswith(f"{field}: ")


@pytest.mark.rule("VOI-3")
@pytest.mark.parametrize(
    ("given_policy", "estimator"),
    [
        ({}, "regret"),
        ({"profile": "default"}, "regret"),
        ({"profile": "s0"}, "standard"),
        ({"profile": "s0", "estimator": "regret"}, "regret"),
        ({"estimator": "standard"}, "standard"),
    ],
)
def test_a_profile_presets_and_what_stands_beside_it_wins(
    given_policy: Json, estimator: str
) -> None:
    assert read_policy(given_policy).estimator == estimator


@pytest.mark.rule("VOI-6")
def test_policies_share_a_version_exactly_when_they_are_equal() -> None:
    assert read_policy({}).version == Policy().version
    assert read_policy({"evpi_question_threshold": 0.15}).version == Policy().version
    others = [
        Policy(estimator="standard"),
        Policy(evpi_question_threshold=0.16),
        Policy(min_prior=0.1),
        Policy(strict_blockers=True),
    ]
    versions = {policy.version for policy in (Policy(), *others)}
    assert len(versions) == 5
