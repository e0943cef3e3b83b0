"""`plangate gate`, `lint-question` and `audit --policy`: one document in, one answer out, whatever
the bytes (CLI-3, ERR-1)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.gate.document_shapes import GATE_DOCUMENT
from tests.conftest import Runner
from tests.core.gate_documents import CONTRACTS_EXAMPLE as EXAMPLE
from tests.interfaces.support import ASKED, PLANNED, question_of, refused, with_field

Json = dict[str, Any]

GOOD_QUESTION: Json = {
    "prompt": "Which way of logging in should be built?",
    "options": [
        {"key": "a", "label": "Passwords only", "consequence": "adds a hash column"},
        {"key": "b", "label": "Mailed links only", "consequence": "adds a token table"},
    ],
    "default": "a",
    "stakes": "The choice decides which table is made.",
}


def changed(path: str, value: object) -> bytes:
    """The example with one field set; `…` in place of a value removes it."""
    document = with_field(EXAMPLE, path, value)
    return json.dumps(document, ensure_ascii=True).encode()


# --- deciding -------------------------------------------------------------------------------------


@pytest.mark.rule("CLI-3", "CLI-2", "GATE-9")
def test_the_example_of_the_contract_asks_and_exits_three(cli: Runner) -> None:
    ran = cli("gate", "--json", stdin=json.dumps(EXAMPLE))
    assert (ran.code, ran.err) == (3, "")
    document = ran.json
    assert (document["schema"], document["intake"]) == (
        "plangate.gate/2",
        "RequiresClarification",
    )
    (decision,) = document["decisions"]
    assert (decision["action"], decision["rule"]) == ("ask", "GATE-9")
    assert (decision["value_rule"], decision["interpretation"]) == ("VOI-8", None)
    assert decision["requires_approval"] is False
    assert (decision["assumption"], decision["deferral"]) == (None, None)
    evpi = decision["evpi"]
    assert evpi["standard"] == pytest.approx(0.135)
    assert evpi["regret"] == evpi["in_force"] == pytest.approx(0.45)
    assert (evpi["estimator"], evpi["threshold"]) == ("regret", 0.15)
    assert [step["rule"] for step in decision["trace"]][-1] == "GATE-9"
    assert {"rule", "decided", "saw"} <= set(decision["trace"][0])
    assert len(decision["question"]["options"]) == 2


@pytest.mark.rule("CLI-3", "CLI-2")
def test_a_document_that_asks_nothing_exits_zero(cli: Runner) -> None:
    document = changed("ambiguities.0.blocker_type", "ambiguous_goal")
    smaller = json.loads(document)
    smaller["policy"]["evpi_question_threshold"] = 100
    ran = cli("gate", "--json", stdin=json.dumps(smaller))
    assert (ran.code, ran.json["decisions"][0]["action"]) == (0, "assume")
    none = cli("gate", "--json", stdin='{"goal": "Add a page", "ambiguities": []}')
    assert (none.code, none.json["decisions"]) == (0, [])


@pytest.mark.rule("CLI-3")
def test_file_stdin_and_dash_give_the_same_bytes(cli: Runner, tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    from_file = cli("gate", "--json", file)
    assert from_file == cli("gate", "--json", stdin=json.dumps(EXAMPLE))
    assert from_file == cli("gate", "-", "--json", stdin=json.dumps(EXAMPLE))
    assert from_file == cli("gate", "--json", stdin=b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode())


@pytest.mark.rule("CLI-3")
def test_no_database_and_no_home_are_needed(
    cli: Runner, db: Path, home: Path, process: Runner
) -> None:
    cli("gate", stdin=json.dumps(EXAMPLE))
    assert process("gate", stdin=json.dumps(EXAMPLE)).code == 3
    assert not db.exists()
    assert list(home.iterdir()) == []


@pytest.mark.rule("CLI-3", "VOI-6")
def test_the_text_shows_the_arithmetic_the_trace_and_the_question(cli: Runner) -> None:
    ran = cli("gate", stdin=json.dumps(EXAMPLE))
    assert (ran.code, ran.err) == (3, "")
    assert ran.out.startswith("RequiresClarification  (policy ")
    for words in (
        "auth-method: ask by GATE-9",
        "regret 0.45",
        "standard 0.135",
        "threshold 0.15",
        "* passwordless: prior 0.55",
        "→ GATE-9: ",
        "a) Passwordless only",
        "[if nobody answers]",
    ):
        assert words in ran.out


@pytest.mark.rule("CLI-3", "ERR-1")
def test_words_of_a_document_cannot_move_the_terminal(cli: Runner) -> None:
    raw = changed("ambiguities.0.interpretations.0.label", "Pass\u202ewordless\u2066 only")
    ran = cli("gate", stdin=raw)
    assert ran.code == 3
    assert not set(ran.out) & set("\u202e\u2066")
    assert "\\u202e" in ran.out
    as_json = cli("gate", "--json", stdin=raw)
    assert as_json.json["decisions"][0]["question"]["options"][0]["label"] == (
        "Pass\u202ewordless\u2066 only"
    )


# --- refusing -------------------------------------------------------------------------------------

NOT_DOCUMENTS = {
    "nothing": b"",
    "blank": b" \n\t",
    "garbage": b"\x00\x01\x02\xff",
    "utf-16": json.dumps(EXAMPLE).encode("utf-16"),
    "utf-32": json.dumps(EXAMPLE).encode("utf-32"),
    "latin-1": '{"goal": "café"}'.encode("latin-1"),
    "half a document": b'{"goal": "x", ',
    "two documents": b'{"goal": "x", "ambiguities": []} {}',
    "a list": b"[]",
    "a string": b'"goal"',
    "null": b"null",
    "NaN": b'{"goal": "x", "ambiguities": [], "budget_left": NaN}',
    "Infinity": b'{"goal": "x", "ambiguities": [], "attention": {"interrupt_ewma": Infinity}}',
    "a name twice": b'{"goal": "x", "goal": "y", "ambiguities": []}',
    "deep": b"[" * 200_000,
    "deep and closed": b'{"goal":' * 50_000 + b"1" + b"}" * 50_000,
    "a number of 5,000 digits": b'{"goal": ' + b"9" * 5_000 + b"}",
    "10 MB of text": b'{"goal": "' + b"x" * 10_000_000 + b'", "ambiguities": []}',
    "10 MB of spaces": b" " * 10_000_000,
}


@pytest.mark.rule("ERR-1", "CLI-3")
@pytest.mark.parametrize("command", ["gate", "lint-question"])
@pytest.mark.parametrize("name", NOT_DOCUMENTS)
def test_bytes_that_are_no_document_get_one_line_and_exit_two(
    cli: Runner, command: str, name: str
) -> None:
    ran = cli(command, stdin=NOT_DOCUMENTS[name])
    refused(ran)
    assert ran.err.startswith("plangate: ")
    assert len(ran.err) < 400
    with_json = cli(command, "--json", stdin=NOT_DOCUMENTS[name])
    assert (with_json.code, with_json.err) == (2, ran.err)
    error = with_json.json
    assert (error["schema"], error["exit_code"]) == ("plangate.error/1", 2)
    assert error["field"]
    assert ran.err == f"plangate: {error['message']}\n"


@pytest.mark.rule("ERR-1", "CLI-3")
@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("goal", ..., ["goal: is missing"]),
        ("goal", "", ["goal: is empty"]),
        ("goal", 7, ["goal: 7 is not text"]),
        ("goal", "bell\x07", ["goal: ", "U+0007"]),
        ("goal", "half \ud800", ["goal: ", "U+D800"]),
        ("phase", "dreaming", ["phase: ", "planning, execution"]),
        ("extra", 1, ["extra: is not a field", "goal, ambiguities, phase"]),
        ("ambiguities", {}, ["ambiguities: ", "a list"]),
        ("ambiguities.0.id", ..., ["ambiguities[0].id: is missing"]),
        ("ambiguities.0.blocker_type", "mood", ["ambiguities[0].blocker_type", "ambiguous_goal"]),
        ("ambiguities.0.none_fits", 1.5, ["ambiguities[0].none_fits", "1.5", "from 0 to 1"]),
        ("ambiguities.0.safe_default", "x", ["ambiguities[0].safe_default", "passwordless"]),
        ("ambiguities.0.interpretations", [], ["ambiguities[0].interpretations", "0 entries"]),
        (
            "ambiguities.0.interpretations.0.prior",
            -0.1,
            ["ambiguities[0].interpretations[0].prior", "-0.1", "from 0 to 1"],
        ),
        ("ambiguities.0.interpretations.0.prior", 0, ["sum to 0.45", "give or take 0.1"]),
        ("ambiguities.0.groups", [["passwordless"]], ["groups", "'password' is in no group"]),
        ("ambiguities.0.interpretations.0.settles", {"z": "a"}, ["settles", "'z' is no ambiguity"]),
        ("preferences", {"*": "never-ask"}, ["preferences.*", "more, normal, less"]),
        ("preferences", {"q": "less"}, ["preferences.q", "never-ask"]),
        (
            "ambiguities.0.interpretations.0.prior",
            0.9,
            ["ambiguities[0].interpretations", "sum to 1.35", "sum to 1, give or take 0.1"],
        ),
        ("ambiguities.0.interpretations.0.prior", "0.5", ["prior", "is not a number"]),
        ("ambiguities.0.interpretations.0.prior", True, ["prior", "is not a number"]),
        ("ambiguities.0.interpretations.0.complexity", 0, ["complexity", "above 0 to 1"]),
        ("ambiguities.0.interpretations.0.complexity", 5, ["complexity", "above 0 to 1"]),
        ("ambiguities.0.interpretations.0.strictness", 11, ["strictness", "from 0 to 10"]),
        (
            "ambiguities.0.interpretations.0.reversibility",
            "maybe",
            ["reversibility", "reversible, partial, irreversible"],
        ),
        ("ambiguities.0.interpretations.1.id", "passwordless", ["appears twice", "each id once"]),
        ("evidence.0.ambiguity", "other", ["evidence[0].ambiguity", "auth-method"]),
        ("evidence.0.supports", "other", ["evidence[0].supports", "password, passwordless"]),
        ("evidence.0.source", "hearsay", ["evidence[0].source", "repo_facts, memory"]),
        ("evidence.0.confidence", 1.01, ["evidence[0].confidence", "from 0 to 1"]),
        ("exhaustion.codebase_search", ["e9"], ["exhaustion.codebase_search[0]", "e1"]),
        ("exhaustion.guessing", [], ["exhaustion.guessing", "codebase_search"]),
        ("attention.focus", "asleep", ["attention.focus", "ambient, focused, deep"]),
        ("attention.interrupt_ewma", 1.0, ["attention.interrupt_ewma", "below 1"]),
        ("quota.attempts", -1, ["quota.attempts", "0 to 1,000,000"]),
        ("quota.attempts", 1.5, ["quota.attempts", "a whole number"]),
        ("quota.used", "no", ["quota.used", "true, false"]),
        ("preferences", {"auth-method": "never"}, ["preferences.auth-method", "never-ask"]),
        ("policy.estimator", "gut", ["policy.estimator", "regret, standard"]),
        ("policy.evpi_question_threshold", -1, ["policy.evpi_question_threshold", "from 0"]),
        ("budget_left", "yes", ["budget_left", "true, false"]),
    ],
)
def test_a_field_that_cannot_be_used_is_named_with_what_is_accepted(
    cli: Runner, path: str, value: object, said: list[str]
) -> None:
    refused(cli("gate", stdin=changed(path, value)), *said)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("command", ["gate", "lint-question", "import"])
def test_a_file_that_cannot_be_read_is_named(cli: Runner, tmp_path: Path, command: str) -> None:
    refused(cli(command, tmp_path / "missing.json"), "missing.json", "No such file")
    refused(cli(command, tmp_path), str(tmp_path), "directory")


@pytest.mark.rule("ERR-1", "ASK-5")
@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({}, "prompt: is missing"),
        ({"prompt": "  "}, "prompt: is empty"),
        ({"prompt": "Which?", "options": "a"}, "options: "),
        ({"prompt": "Which?", "options": [{"key": "a"}]}, "options[0].label: is missing"),
        ({"prompt": "Which?", "kind": "essay"}, "multiple_choice, open_ended"),
        ({"prompt": "Which?", "mood": "good"}, "mood: is not a field"),
    ],
)
def test_a_question_of_another_form_is_refused_by_its_field(
    cli: Runner, document: Json, said: str
) -> None:
    refused(cli("lint-question", stdin=json.dumps(document)), said)


@pytest.mark.rule("ASK-5", "CLI-2")
def test_a_good_question_passes_and_a_bad_one_is_refused_with_each_rule(cli: Runner) -> None:
    good = cli("lint-question", stdin=json.dumps(GOOD_QUESTION))
    assert (good.code, good.out, good.err) == (0, "A good question: nothing found.\n", "")
    assert cli("lint-question", "--json", stdin=json.dumps(GOOD_QUESTION)).json == {
        "schema": "plangate.lint/1",
        "ok": True,
        "findings": [],
    }
    bad = {"prompt": "Can you clarify? And which database?", "options": [{"label": "Yes"}]}
    ran = cli("lint-question", stdin=json.dumps(bad))
    assert (ran.code, ran.err) == (5, "")
    rules = [line.partition(":")[0] for line in ran.out.splitlines()]
    assert {
        "ASK-5/generic-wording",
        "ASK-5/two-questions",
        "ASK-5/abstract-options",
        "ASK-5/too-few-options",
        "ASK-5/default-is-no-option",
    } <= set(rules)
    document = cli("lint-question", "--json", stdin=json.dumps(bad)).json
    assert [finding["rule"] for finding in document["findings"]] == rules
    assert all(set(finding) == {"rule", "saw", "cure"} for finding in document["findings"])


@pytest.mark.rule("ASK-5", "CLI-1")
def test_our_own_questions_pass_the_linter_as_show_prints_them(
    cli: Runner, workspace: Path
) -> None:
    shown = cli("show", question_of(cli, workspace, ASKED), "--json").out
    assert cli("lint-question", stdin=shown).code == 0


# --- the schema -----------------------------------------------------------------------------------


def broken_by(schema: Json, value: Any, at: str = "document") -> list[str]:
    """Where a value breaks a schema, for the few words of JSON Schema that we print."""
    known = {
        "type", "enum", "anyOf", "properties", "required", "additionalProperties", "propertyNames",
        "items", "minItems", "maxItems", "minLength", "maxLength", "pattern", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "$schema", "$id", "title",
    }  # fmt: skip
    assert set(schema) <= known, f"a word this check does not know: {set(schema) - known}"
    if "anyOf" in schema:
        tried = [broken_by(branch, value, at) for branch in schema["anyOf"]]
        return [] if not all(tried) else tried[0]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value!r}"]
    kinds: dict[str, Callable[[Json, Any, str], list[str]]] = {
        "object": _object,
        "array": _array,
        "string": _string,
        "number": _number,
        "integer": _number,
        "boolean": lambda _s, v, a: [] if isinstance(v, bool) else [a],
        "null": lambda _s, v, a: [] if v is None else [a],
    }
    return kinds[schema["type"]](schema, value, at)


def _object(schema: Json, value: Any, at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at}: no object"]
    broken = [f"{at}.{name}: missing" for name in schema.get("required", []) if name not in value]
    properties, others = schema.get("properties", {}), schema["additionalProperties"]
    for name, entry in value.items():
        if name in properties:
            broken += broken_by(properties[name], entry, f"{at}.{name}")
        elif others is False:
            broken.append(f"{at}.{name}: not a field")
        else:
            broken += broken_by(schema["propertyNames"], name, f"{at} name")
            broken += broken_by(others, entry, f"{at}.{name}")
    return broken


def _array(schema: Json, value: Any, at: str) -> list[str]:
    if not isinstance(value, list) or not schema["minItems"] <= len(value) <= schema["maxItems"]:
        return [f"{at}: no list, or of another length"]
    return [
        line
        for place, entry in enumerate(value)
        for line in broken_by(schema["items"], entry, f"{at}[{place}]")
    ]


def _string(schema: Json, value: Any, at: str) -> list[str]:
    fits = (
        isinstance(value, str)
        and schema.get("minLength", 0) <= len(value) <= schema["maxLength"]
        and re.search(schema.get("pattern", ""), value) is not None
    )
    return [] if fits else [f"{at}: {value!r}"]


def _number(schema: Json, value: Any, at: str) -> list[str]:
    kinds = int if schema["type"] == "integer" else (int, float)
    fits = (
        isinstance(value, kinds)
        and not isinstance(value, bool)
        and schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and ("exclusiveMinimum" not in schema or value > schema["exclusiveMinimum"])
        and ("exclusiveMaximum" not in schema or value < schema["exclusiveMaximum"])
    )
    return [] if fits else [f"{at}: {value!r}"]


@pytest.mark.rule("CLI-3")
def test_the_schema_is_one_the_example_of_the_contract_satisfies(cli: Runner) -> None:
    ran = cli("gate", "--schema")
    assert (ran.code, ran.err) == (0, "")
    schema = ran.json
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["required"] == ["goal", "ambiguities"]
    assert broken_by(schema, EXAMPLE) == []
    assert cli("gate", "--schema", "--json") == ran


@pytest.mark.rule("CLI-3", "ERR-1")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("goal", ""),
        ("goal", ...),
        ("extra", 1),
        ("phase", "dreaming"),
        ("ambiguities.0.interpretations.0.prior", -0.5),
        ("ambiguities.0.interpretations.0.reversibility", "maybe"),
        ("attention.interrupt_ewma", 1.0),
        ("quota.attempts", 1.5),
        ("preferences", {"auth-method": "never"}),
    ],
)
def test_what_the_gate_refuses_the_schema_refuses_too(
    cli: Runner, path: str, value: object
) -> None:
    schema = cli("gate", "--schema").json
    raw = changed(path, value)
    assert broken_by(schema, json.loads(raw))
    assert cli("gate", stdin=raw).code == 2


# --- fuzzing --------------------------------------------------------------------------------------

#: Any JSON, with the field names of the documents mixed in so that it gets past the first check.
_NAMES = st.sampled_from(
    "goal ambiguities id interpretations label consequence prior complexity reversibility touches "
    "evidence exhaustion attention focus quota used attempts preferences policy estimator phase "
    "prompt options default stakes kind key question schema blocker_type safe_default".split()
) | st.text(max_size=5)
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["reversible", "irreversible", "never-ask", "regret", "a", "deep", "e1"])
)
ANY_JSON = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_NAMES, inner, max_size=5),
    max_leaves=20,
)


def documents_like(value: Any) -> st.SearchStrategy[Any]:
    """The example with any of its parts replaced by anything."""
    if isinstance(value, dict):
        kept = {name: documents_like(entry) for name, entry in value.items()}
        whole: st.SearchStrategy[Any] = st.fixed_dictionaries(kept)
    elif isinstance(value, list):
        whole = st.tuples(*(documents_like(entry) for entry in value)).map(list)
    else:
        whole = st.just(value)
    return st.integers(0, 40).flatmap(lambda n: ANY_JSON if n == 0 else whole)


def ends_well(ran: Any, codes: set[int], as_json: bool) -> None:
    """An exit code that is meant, at most one line on stderr, one document with --json."""
    assert ran.code in codes, ran
    assert "Traceback" not in ran.err
    assert "a defect of plangate" not in ran.err, ran.err
    assert ran.err.count("\n") == (1 if ran.code == 2 else 0)
    assert not set(ran.err) & set("\x1b\x07\u202e")
    if as_json:
        assert ran.json["schema"]
    elif ran.code == 2:
        assert ran.out == ""


@pytest.mark.rule("ERR-1", "CLI-3")
@given(raw=st.binary(max_size=200), as_json=st.booleans())
def test_arbitrary_bytes_never_break_the_gate_or_the_linter(
    cli: Runner, raw: bytes, as_json: bool
) -> None:
    more = ["--json"] if as_json else []
    ends_well(cli("gate", *more, stdin=raw), {0, 2, 3}, as_json)
    ends_well(cli("lint-question", *more, stdin=raw), {0, 2, 5}, as_json)


@pytest.mark.rule("ERR-1", "CLI-3")
@given(value=ANY_JSON, as_json=st.booleans())
def test_arbitrary_json_never_breaks_the_gate_or_the_linter(
    cli: Runner, value: Any, as_json: bool
) -> None:
    more, raw = ["--json"] if as_json else [], json.dumps(value)
    ends_well(cli("gate", *more, stdin=raw), {0, 2, 3}, as_json)
    ends_well(cli("lint-question", *more, stdin=raw), {0, 2, 5}, as_json)


@pytest.mark.rule("ERR-1", "CLI-3")
@given(document=documents_like(EXAMPLE), as_json=st.booleans())
def test_a_document_with_any_part_replaced_never_breaks_the_gate(
    cli: Runner, document: Any, as_json: bool
) -> None:
    ran = cli("gate", *(["--json"] if as_json else []), stdin=json.dumps(document))
    ends_well(ran, {0, 2, 3}, as_json)
    if ran.code != 2:
        assert broken_by(GATE_DOCUMENT.schema(), document) == []


@pytest.mark.rule("ERR-1", "ASK-5")
@given(document=documents_like(GOOD_QUESTION), as_json=st.booleans())
def test_a_question_with_any_part_replaced_never_breaks_the_linter(
    cli: Runner, document: Any, as_json: bool
) -> None:
    ran = cli("lint-question", *(["--json"] if as_json else []), stdin=json.dumps(document))
    ends_well(ran, {0, 2, 5}, as_json)


# --- audit --policy -------------------------------------------------------------------------------


@pytest.mark.rule("REC-3", "CLI-2")
def test_another_policy_is_shown_with_what_it_would_have_asked(
    cli: Runner, workspace: Path, tmp_path: Path
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    eager = tmp_path / "eager.json"
    eager.write_text('{"evpi_question_threshold": 0}', encoding="utf-8")
    ran = cli("audit", "--policy", eager, "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json["counterfactual"]
    assert found["questions_asked"] == 0
    assert found["questions_under_policy"] >= 1
    assert "1 question instead of 0" in cli("audit", "--policy", eager).out
    from_stdin = cli("audit", "--policy", "-", "--json", stdin=eager.read_bytes())
    assert from_stdin.json["counterfactual"] == found


@pytest.mark.rule("REC-3", "HOUSE-2")
def test_a_number_of_a_rule_is_turned_by_its_group_and_only_for_the_comparison(
    cli: Runner, workspace: Path
) -> None:
    """What cannot be undone is dear by its multiplier; without it the question is not worth it."""
    cli("plan", "Let users delete their account", "--workspace", workspace)
    cheap = {"gate": {"MULTIPLIERS": {"irreversible": 0.01, "partial": 0.01, "reversible": 0.01}}}
    ran = cli("audit", "--policy", "-", "--json", stdin=json.dumps(cheap))
    assert (ran.code, ran.err) == (0, ""), "the log is proved by the numbers in force"
    found = ran.json["counterfactual"]
    assert (found["questions_asked"], found["questions_under_policy"]) == (1, 0)
    assert found["numbers"] == cheap
    shown = cli("audit", "--policy", "-", stdin=json.dumps(cheap)).out
    assert "Under gate.MULTIPLIERS = " in shown
    same = cli("audit", "--policy", "-", "--json", stdin='{"steps": {"INVESTIGATED_FROM": 7}}')
    assert same.json["counterfactual"]["questions_under_policy"] == 1


@pytest.mark.rule("ERR-1", "REC-3")
@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "policy: is empty"),
        (b"[]", "policy: "),
        (b"{", "policy: is not JSON"),
        (b"\xff", "policy: byte 0 is not UTF-8"),
        (b'{"min_prior": NaN}', "policy: contains NaN"),
        (b'{"threshold": 1}', "policy.threshold: is not a field"),
        (b'{"min_prior": 2}', "policy.min_prior: 2 is out of range"),
        (b'{"profile": "s9"}', "policy.profile: "),
        (json.dumps({"min_prior": 0.1}).encode("utf-16"), "policy: "),
        (b'{"gate": 1}', "policy.gate: is not an object"),
        (
            b'{"gate": {"DAIL": 1}}',
            "policy.gate.DAIL: is not a number of the policy; accepted: TOLE",
        ),
        (b'{"gate": {"STRENGTH": true}}', "policy.gate.STRENGTH: True is not accepted"),
        (b'{"gate": {"FREE_QUESTIONS": 1.5}}', "policy.gate.FREE_QUESTIONS: 1.5 is not accepted"),
        (
            b'{"gate": {"DIAL": {"most": 1}}}',
            "policy.gate.DIAL.most: is not a number of the policy",
        ),
        (b'{"gate": {}, "threshold": 1}', "policy.threshold: is not a field of the policy"),
    ],
)
def test_a_policy_that_cannot_be_used_is_refused_by_its_field(
    cli: Runner, raw: bytes, said: str
) -> None:
    refused(cli("audit", "--policy", "-", stdin=raw), said)
    with_json = cli("audit", "--policy", "-", "--json", stdin=raw)
    assert (with_json.code, with_json.json["schema"]) == (2, "plangate.error/1")


@pytest.mark.rule("ERR-1", "REC-3")
@given(raw=st.binary(max_size=100) | ANY_JSON.map(lambda value: json.dumps(value).encode()))
def test_arbitrary_policies_never_break_the_audit(cli: Runner, raw: bytes) -> None:
    ran = cli("audit", "--policy", "-", stdin=raw)
    assert ran.code in (0, 2), ran
    assert "a defect of plangate" not in ran.err
    assert ran.err.count("\n") == (1 if ran.code == 2 else 0)


@pytest.mark.rule("CLI-3", "CLI-2", "ERR-1")
@pytest.mark.parametrize(
    "document", [b'{"goal": "Add a page", "ambiguities": []}', b'{"goal": 3}', b"[", b"\xff", b""]
)
def test_the_quick_way_and_the_long_way_say_the_same(
    cli: Runner, tmp_path: Path, document: bytes
) -> None:
    """`gate --json FILE` does without the command line; `gate --json -- FILE` does not."""
    file = tmp_path / "document.json"
    file.write_bytes(document)
    quick = cli("gate", "--json", file)
    assert quick == cli("gate", "--json", "--", file)
    assert quick.code == cli("gate", file, "--json").code
