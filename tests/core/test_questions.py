"""A question built from readings (ASK-1…6): what it offers, what it falls back on, what it says."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.gate.asking.lint import lint_question
from plangate.core.gate.asking.question_building import build_question, risk_if_wrong
from plangate.core.gate.decide import decide
from plangate.core.gate.document import GateDocument, read_gate_document
from plangate.core.gate.walk.case import Decision
from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation, Question, plain
from plangate.core.model.slugs import option_key
from tests.core.gate_documents import (
    EXCLUSIVE,
    LOGIN,
    MISSING,
    SECURITY,
    Json,
    ambiguity,
    document,
    documents,
    fact,
    loud,
    one_way,
    quiet,
    reading,
)

FEWER = settings(max_examples=settings().max_examples // 2)


def asked(given_document: Json | GateDocument) -> tuple[Question, Decision]:
    """The one question of a document that asks."""
    read = (
        given_document
        if isinstance(given_document, GateDocument)
        else read_gate_document(given_document)
    )
    (decision,) = [d for d in decide(read) if d.action == "ask"]
    return build_question(read, decision), decision


def question_of(given_document: Json | GateDocument) -> Question:
    return asked(given_document)[0]


def default_of(given_document: Json) -> str:
    question = question_of(given_document)
    return question.option(question.default).interpretation


# --- ASK-1, ASK-2: what is offered ----------------------------------------------------------------


@pytest.mark.rule("ASK-1")
def test_a_question_with_readings_is_a_multiple_choice() -> None:
    question = question_of(document(loud()))
    assert question.kind == "multiple_choice"
    assert question.prompt == "Which q should the plan follow: Take way a or Take way b?"


@pytest.mark.rule("ASK-1", "ASK-5")
def test_the_words_of_a_session_are_used_where_there_are_any() -> None:
    readings = (
        Interpretation("a", "As CSV", "adds one file", 0.6, 0.5, "partial", ("x",)),
        Interpretation("b", "As JSON", "adds a schema", 0.4, 0.5, "partial", ("y",)),
    )
    written = Ambiguity("export-format", readings, prompt="Which format do customers import?")
    question = question_of(GateDocument("Build the export", (written,)))
    assert question.prompt == "Which format do customers import?"


@pytest.mark.rule("ASK-2")
def test_the_likeliest_reading_comes_first_and_implausible_ones_last() -> None:
    question = question_of(
        document(
            ambiguity(
                reading("rare", 0.05),
                reading("third", 0.2),
                reading("second", 0.3),
                reading("rarer", 0.02),
                reading("first", 0.43),
            )
        )
    )
    order = [option.interpretation for option in question.options]
    assert order == ["first", "second", "third", "rare", "rarer"]
    assert [option.key for option in question.options] == ["a", "b", "c", "d", "e"]


@pytest.mark.rule("ASK-2", "GATE-10")
def test_of_equally_likely_readings_the_act_on_reading_comes_first_and_the_rest_as_given() -> None:
    question = question_of(
        document(
            ambiguity(
                reading("a", 0.3, 0.9), reading("b", 0.3, 0.8), reading("c", 0.3, 0.1),
                reading("d", 0.1),
            )
        )
    )  # fmt: skip
    assert [option.interpretation for option in question.options] == ["c", "a", "b", "d"]
    assert question.recommended == "a"


@pytest.mark.rule("ASK-2")
def test_each_option_says_what_it_leads_to_and_what_it_touches() -> None:
    question = question_of(document(loud()))
    first = question.options[0]
    assert (first.label, first.consequence) == ("Take way a", "adds the module of a")
    assert (first.reversibility, first.touches) == ("partial", ("app/a.py",))


@pytest.mark.rule("ASK-2")
@pytest.mark.parametrize(
    ("place", "key"),
    [
        (0, "a"),
        (25, "z"),
        (26, "aa"),
        (27, "ab"),
        (51, "az"),
        (52, "ba"),
        (701, "zz"),
        (702, "aaa"),
    ],
)
def test_keys_go_on_behind_z(place: int, key: str) -> None:
    assert option_key(place) == key


@pytest.mark.rule("ASK-2")
def test_keys_are_all_different_and_in_order_for_as_many_options_as_a_document_may_have() -> None:
    keys = [option_key(place) for place in range(800)]
    assert len(set(keys)) == 800
    assert sorted(keys, key=lambda key: (len(key), key)) == keys


@pytest.mark.rule("ASK-2", "ASK-3", "ASK-5")
@pytest.mark.parametrize("count", [5, 26, 27, 40, 200])
def test_many_readings_are_all_offered_and_the_last_may_be_the_default(count: int) -> None:
    # The least likely reading is offered last and is the only one that can be undone.
    share = 2 / (2 * count - 1)
    many = [reading(f"r{n}", share) for n in range(count - 1)]
    last = reading("last", share / 2, 0.1, "reversible")
    question = question_of(document(ambiguity(*many, last), policy={"min_prior": 0.001}))
    assert len(question.options) == count
    assert question.default == option_key(count - 1)
    assert question.option(question.default).interpretation == "last"
    assert lint_question(plain(question)) == ()


# --- ASK-3: the default and the recommendation ----------------------------------------------------


@pytest.mark.rule("ASK-3")
def test_a_safe_default_is_the_default_whatever_is_more_conservative() -> None:
    question = question_of(document(loud(safe_default="a")))
    assert question.option(question.default).interpretation == "a"
    assert question.default_reason == "named as the safe default"


@pytest.mark.rule("ASK-3")
def test_the_reason_of_a_safe_default_is_passed_on() -> None:
    readings = (
        Interpretation("a", "As CSV", "", 0.6, 0.5, "partial", ("x",)),
        Interpretation("b", "As JSON", "", 0.4, 0.5, "partial", ("y",)),
    )
    named = Ambiguity("q", readings, safe_default="b", safe_default_reason="it is smaller")
    question = question_of(GateDocument("Build the export", (named,)))
    assert (question.default, question.default_reason) == ("b", "it is smaller")


@pytest.mark.rule("ASK-3")
def test_a_safe_default_that_cannot_be_undone_is_not_one() -> None:
    question = question_of(document(one_way(safe_default="a")))
    assert question.option(question.default).interpretation == "b"
    assert question.default_reason == "the most conservative option: it can be undone"


@pytest.mark.rule("ASK-3", "GATE-10")
@pytest.mark.parametrize(
    ("given_ambiguity", "expected"),
    [
        pytest.param(loud(), "b", id="the cheaper of two"),
        pytest.param(
            ambiguity(reading("a", 0.6), reading("b", 0.3), reading("c", 0.1, 1.0, "reversible")),
            "c",
            id="an implausible one that can be undone",
        ),
        pytest.param(
            ambiguity(
                reading("a", 0.5, 0.1, "reversible", strictness=1),
                reading("b", 0.5, 0.9, "partial", strictness=8),
                **SECURITY,
            ),
            "b",
            id="the strictest of a security decision",
        ),
        pytest.param(
            ambiguity(
                reading("a", 0.5, 0.1, "reversible", strictness=1),
                reading("b", 0.5, 0.9, "partial", strictness=8),
                blocker_type="security_decision",
            ),
            "a",
            id="strictness does not count where no rule is named",
        ),
        pytest.param(
            ambiguity(
                reading("a", 0.5, 0.1, "reversible", strictness=9),
                reading("b", 0.5, 0.9, "partial"),
                safe_default="b",
                **SECURITY,
            ),
            "a",
            id="strictness before a named default",
        ),
    ],
)
def test_the_default_is_the_safe_fallback(given_ambiguity: Json, expected: str) -> None:
    given_document = document(given_ambiguity, policy={"evpi_question_threshold": 0.01})
    assert default_of(given_document) == expected


@pytest.mark.rule("ASK-3")
def test_a_strict_default_says_how_strict_it_is() -> None:
    question = question_of(
        document(
            ambiguity(
                reading("a", 0.5, strictness=2.5), reading("b", 0.5, strictness=7), **SECURITY
            )
        )
    )
    assert question.default_reason == "the strictest option (strictness 7)"


@pytest.mark.rule("ASK-3")
def test_recommendation_and_default_are_shown_as_what_they_are() -> None:
    question = question_of(document(one_way()))
    assert question.recommended is None, "what cannot be undone is not recommended"
    assert [option.interpretation for option in question.options] == ["b", "a"]
    assert question.option(question.default).interpretation == "b"
    assert question.risk_if_wrong == "low - 1 place to change back, nothing lost"
    assert question.one_way


@pytest.mark.rule("ASK-2")
@pytest.mark.parametrize(("kind", "expected"), [("chosen_here", "b"), ("recalled", None)])
def test_what_cannot_be_undone_is_recommended_only_where_the_person_chose_it_before(
    kind: str, expected: str | None
) -> None:
    read = read_gate_document(document(one_way()))
    (decision,) = decide(read)
    said = Evidence("e1", decision.ambiguity, "memory", "a", 0.7, kind=kind)
    question = build_question(read, decision._replace(evidence=(said,)))
    assert question.recommended == expected
    assert [option.interpretation for option in question.options] == ["b", "a"]


@pytest.mark.rule("ASK-3")
@pytest.mark.parametrize(
    ("reversibility", "touches", "expected"),
    [
        ("reversible", (), "low - work to redo, nothing lost"),
        ("reversible", ("a",), "low - 1 place to change back, nothing lost"),
        ("partial", ("a", "b"), "medium - 2 places to change back, some of it by hand"),
        ("irreversible", ("a",), "high - cannot be undone"),
    ],
)
def test_the_risk_is_said_by_how_far_a_reading_can_be_undone(
    reversibility: str, touches: tuple[str, ...], expected: str
) -> None:
    one = Interpretation("a", "a", "a", 1.0, 0.5, reversibility, touches)  # type: ignore[arg-type]
    assert risk_if_wrong(one) == expected


# --- ASK-4: stakes, and why now -------------------------------------------------------------------


@pytest.mark.rule("ASK-4")
@pytest.mark.parametrize(
    ("given_ambiguity", "expected"),
    [
        pytest.param(
            loud(), "“Take way a” decides app/a.py; “Take way b” decides app/b.py.", id="own files"
        ),
        pytest.param(
            ambiguity(
                reading("a", 0.6, touches=["x", "p", "q", "r", "s"]),
                reading("b", 0.4, touches=["x"]),
            ),
            "“Take way a” decides p, q, r and 1 more.",
            id="what they share is no stake",
        ),
        pytest.param(
            ambiguity(
                reading("a", 0.6, touches=[]), reading("b", 0.4, 0.5, "irreversible", touches=[])
            ),
            "Some of it cannot be taken back once it is done, the rest can be changed later.",
            id="nothing known but how far each can be undone",
        ),
        pytest.param(
            ambiguity(reading("a", 0.6, touches=[]), reading("b", 0.4, touches=[])),
            "The options lead to different plans; what was built for one is redone for another.",
            id="nothing known at all",
        ),
        pytest.param(
            ambiguity(*(reading(f"r{n}", 0.2) for n in range(5))),
            "“Take way r0” decides app/r0.py; “Take way r1” decides app/r1.py; "
            "“Take way r2” decides app/r2.py; “Take way r3” decides app/r3.py; and 1 more option.",
            id="five",
        ),
    ],
)
def test_the_stakes_say_what_changes_between_the_options(
    given_ambiguity: Json, expected: str
) -> None:
    assert question_of(document(given_ambiguity)).stakes == expected


@pytest.mark.rule("ASK-4", "VOI-8")
def test_a_contradiction_quotes_the_two_clauses_of_the_goal() -> None:
    why = "The goal asks for both “{}” and “{}”, and one plan cannot do both as written."
    question = question_of(document(loud(**EXCLUSIVE), goal=LOGIN))
    assert question.why_now == why.format("passwordless", "users set strong passwords")
    quoted = [
        "a quote from nowhere",
        "“Passwordless”",
        "passwordless",
        " 'users set strong passwords' ",
    ]
    question = question_of(document(loud(**{**EXCLUSIVE, "blocker_evidence": quoted}), goal=LOGIN))
    assert "nowhere" not in question.why_now
    assert question.why_now.lower() == why.lower().format(
        "passwordless", "users set strong passwords"
    )


@pytest.mark.rule("ASK-4")
@pytest.mark.parametrize(
    ("given_document", "says"),
    [
        (document(loud(**MISSING)), "is not in the workspace: the SMTP host."),
        (document(loud(**SECURITY)), "This decides about security: rule 4.2."),
        (document(one_way()), "The likeliest reading, Take way a, cannot be undone."),
        (document(quiet(), preferences={"q": "always-ask"}), "You asked to always be asked"),
        (
            document(
                ambiguity(
                    reading("a", 0.8, 0.2, "reversible"), reading("b", 0.2, 0.2, "irreversible")
                ),
                policy={"always_ask_one_way": True},
            ),
            "One of the readings cannot be undone.",
        ),
        (document(loud()), "unasked is expected to waste 0.60 (asking pays from 0.15)"),
        (
            document(
                ambiguity(
                    reading("a", 0.7000000002, 0.5, "reversible"),
                    reading("b", 0.2999999998, 0.5, "reversible"),
                )
            ),
            "unasked is expected to waste 0.15 (asking pays from 0.15)",
        ),
    ],
)
def test_a_question_says_why_it_is_asked_now(given_document: Json, says: str) -> None:
    assert says in question_of(given_document).why_now


# --- ASK-6: what was looked at --------------------------------------------------------------------


@pytest.mark.rule("ASK-6", "GATE-6")
@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("codebase_search", "a search of the code"),
        ("similar_features", "a look at similar features"),
        ("infrastructure", "a look at the infrastructure"),
        ("attempted_inference", "an attempt to infer it"),
    ],
)
def test_a_missing_part_of_exhaustion_is_named(part: str, words: str) -> None:
    complete = {
        name: ["e1"]
        for name in (
            "codebase_search",
            "similar_features",
            "infrastructure",
            "attempted_inference",
        )
    }
    given_document = document(
        loud(), evidence=[fact("a", 0.4)], exhaustion=complete, budget_left=False
    )
    assert question_of(given_document).missing is None
    for hole in ({**complete, part: []}, {k: v for k, v in complete.items() if k != part}):
        assert question_of({**given_document, "exhaustion": hole}).missing == words


@pytest.mark.rule("ASK-6")
def test_a_hard_goal_of_a_session_also_needs_an_investigation() -> None:
    read = read_gate_document(document(loud(), exhaustion={}, budget_left=False))
    hard = read._replace(investigation_required=True)
    assert str(question_of(hard).missing).endswith(", an investigation")
    assert "investigation" not in str(question_of(read).missing)


@pytest.mark.rule("ASK-6", "VOI-8")
def test_a_missing_item_is_named_first() -> None:
    question = question_of(document(loud(**MISSING), exhaustion={}, budget_left=False))
    assert str(question.missing).startswith("the SMTP host, a search of the code")
    assert question_of(document(loud(**MISSING))).missing == "the SMTP host"


@pytest.mark.rule("ASK-6")
def test_the_evidence_about_it_travels_with_the_question_and_no_other() -> None:
    given_document = document(
        loud("p", **SECURITY),
        loud("q"),
        evidence=[fact("a", 0.4, 1, "p"), fact("b", 0.3, 2, "q")],
        exhaustion={"codebase_search": ["e1", "e2"]},
        budget_left=False,
    )
    question = question_of(given_document)
    assert question.question_id == "p"
    assert question.evidence_summary == ("repo_facts supports a at 0.4 (app/models.py:12)",)
    assert question.exhaustion == {"codebase_search": ["e1", "e2"]}


# --- whatever asks --------------------------------------------------------------------------------


@pytest.mark.rule("ASK-1", "ASK-2", "ASK-3", "ASK-4", "ASK-5")
@given(documents())
def test_whatever_asks_offers_every_reading_once_with_a_listed_default_and_the_act_on_reading(
    given_document: Json,
) -> None:
    read = read_gate_document(given_document)
    for decision in decide(read):
        if decision.action != "ask":
            continue
        question = build_question(read, decision)
        readings = decision.about.interpretations
        offered = [option.interpretation for option in question.options]
        assert sorted(offered) == sorted(r.id for r in readings)
        assert len({option.key for option in question.options}) == len(readings)
        acted = readings[decision.worth.act_on].id
        assert question.option(question.default).interpretation in offered
        final = [option.reversibility == "irreversible" for option in question.options]
        assert final == sorted(final), "what cannot be undone stands last"
        acted_option = next(o for o in question.options if o.interpretation == acted)
        if acted_option.reversibility == "irreversible":
            assert question.recommended is None
        else:
            assert question.recommended == acted_option.key == "a"
        priors = {r.id: r.prior for r in readings}
        for ours in (False, True):
            mine = [n for n, f in zip(offered, final, strict=True) if f is ours and n != acted]
            assert [priors[n] for n in mine] == sorted((priors[n] for n in mine), reverse=True)
        default = question.option(question.default)
        if any(o.reversibility != "irreversible" for o in question.options):
            strict = decision.blocker == "security_decision"
            assert strict or default.reversibility != "irreversible"
        assert question.prompt.endswith("?")
        assert question.prompt.count("?") == 1
        for text in (question.stakes, question.why_now, question.default_reason):
            assert text
            assert "\n" not in text
        assert re.fullmatch(r"[^.]*(?:\.py[^.]*)*\.", question.stakes), "one sentence"
        if "One of the readings cannot be undone" in question.why_now:
            assert any(o.reversibility == "irreversible" for o in question.options)


@pytest.mark.rule("ASK-5")
@FEWER
@given(documents())
def test_no_question_of_ours_is_malformed_to_the_linter(given_document: Json) -> None:
    read = read_gate_document(given_document)
    for decision in decide(read):
        if decision.action == "ask":
            found = {f.rule for f in lint_question(plain(build_question(read, decision)))}
            # One reading alone can be asked about (a verified blocker); the linter says so.
            assert found <= {"ASK-5/too-few-options"}


@pytest.mark.rule("ASK-3", "PREF-2")
@pytest.mark.parametrize(
    ("given_ambiguity", "expected"),
    [
        (loud(), False),
        (one_way(), True),
        (
            ambiguity(reading("a", 0.6), reading("b", 0.3), reading("c", 0.1, 0.5, "irreversible")),
            True,
        ),
        (loud("schema-migration"), True),
        (ambiguity(reading("a", 0.6, label="Drop the users table"), reading("b", 0.4)), True),
        (ambiguity(reading("a", 0.6), reading("b", 0.4, consequence="git push --force")), True),
        (ambiguity(reading("a", 0.6, label="Truncate a label"), reading("b", 0.4)), False),
    ],
)
def test_a_question_is_one_way_by_declaration_registry_or_words(
    given_ambiguity: Json, expected: bool
) -> None:
    assert question_of(document(given_ambiguity)).one_way is expected


@pytest.mark.rule("ASK-3")
@given(st.integers(0, 10_000))
def test_a_key_is_letters_only_and_no_longer_than_needed(place: int) -> None:
    key = option_key(place)
    assert key.isascii()
    assert key.islower()
    assert len(key) == 1 + (place >= 26) + (place >= 702)
