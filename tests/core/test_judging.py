"""Proposals judged beside what is known (MCP-3, GATE-18), without a session's machinery."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.agents.judging import judge
from plangate.core.agents.proposals import Proposal, read_proposal
from plangate.core.gate.worth import cost
from plangate.core.investigation.brief_values import Brief
from plangate.core.log.session import Session
from plangate.core.model.evidence import QUOTED
from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.open_matters import Open

SESSION = Session("s")


def _reading(name: str, prior: float, reversibility: Any = "partial") -> Interpretation:
    return Interpretation(name, f"The {name} way", "it is so", prior, 0.5, reversibility, (name,))


def _ours(last: Any = "irreversible") -> Ambiguity:
    return Ambiguity("row-end", (_reading("marked", 0.6), _reading("gone", 0.4, last)))


def _judged(known: Ambiguity, **brought: Any) -> Any:
    brief = Brief("a goal", Sighting(), open=(Open("dimension", known),))
    return judge(read_proposal(brought), brief, SESSION)


@pytest.mark.rule("GATE-18", "MCP-6")
@given(st.sampled_from(["easy", "partly", "never"]), st.booleans(), st.floats(0, 1))
def test_told_again_nothing_is_less_final_lighter_or_thinner(
    undo: str, keeps_both: bool, prior: float
) -> None:
    names = ("gone", "marked") if keeps_both else ("marked", "archived")
    options = [{"id": n, "label": f"{n} now", "undo": undo, "prior": prior} for n in names]
    judged = _judged(_ours(), decisions=[{"id": "row-end", "options": options}])
    (merged,) = judged.ambiguities
    gone = merged.reading("gone")
    assert gone.reversibility == "irreversible"
    assert gone.prior >= 0.4 / 2.4 - 1e-9, "its weight is not talked away"
    assert sum(r.prior for r in merged.interpretations) == pytest.approx(1.0)


@pytest.mark.rule("GATE-18")
def test_of_a_decision_that_can_be_undone_the_hosts_options_take_the_place_of_ours() -> None:
    told = {"id": "row-end", "options": ["Keep a copy", "Keep none"]}
    (merged,) = _judged(_ours("partial"), decisions=[told]).ambiguities
    assert [r.id for r in merged.interpretations] == ["keep-a-copy", "keep-none"]


@pytest.mark.rule("GATE-18")
@pytest.mark.parametrize(("last", "dropped"), [("partial", 1), ("irreversible", 0)])
def test_only_what_can_be_undone_is_dropped(last: str, dropped: int) -> None:
    judged = _judged(_ours(last), decisions=[{"id": "row-end", "drop": "no rows here"}])
    assert len(judged.dropped) == dropped
    assert len(judged.ambiguities) == 1 - dropped
    assert len(judged.kept) == 1 - dropped


@pytest.mark.rule("GATE-18", "PREF-2")
def test_words_that_cannot_be_undone_are_final_whatever_the_host_says() -> None:
    told = {
        "id": "cleanup",
        "options": [
            {"label": "Drop the users table in production", "undo": "easy"},
            {"label": "Leave it"},
        ],
    }
    found = {a.id: a for a in _judged(_ours(), decisions=[told]).ambiguities}
    assert found["cleanup"].interpretations[0].reversibility == "irreversible"


@pytest.mark.rule("MCP-3")
def test_of_many_quotes_for_an_option_one_counts_and_what_was_not_found_counts_nothing() -> None:
    entry = {"claim": "x", "locator": "a.py:1", "quote": "abcd", "supports": {"row-end": "marked"}}
    proposal = read_proposal({"evidence": [entry] * 4})
    stands = [x._replace(digest=str(n)) for n, x in enumerate(proposal.evidence[:3])]
    proposal = proposal._replace(evidence=(*stands, proposal.evidence[3]))
    brief = Brief("a goal", Sighting(), open=(Open("dimension", _ours()),))
    weighed = judge(proposal, brief, SESSION).evidence
    assert [x.confidence for x in weighed] == [QUOTED, 0.0, 0.0, 0.0]
    assert [x.kind for x in weighed] == ["host"] * 3 + ["host_unverified"]


_JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["id", "options", "label", "do", "after", "undo", "supports", "drop", "?"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@pytest.mark.rule("MCP-3", "ERR-1")
@given(st.dictionaries(st.sampled_from(["decisions", "tasks", "evidence"]), _JSON, max_size=3))
def test_whatever_is_brought_is_read_or_every_fault_is_told(brought: dict[str, Any]) -> None:
    read = read_proposal(brought)
    assert isinstance(read, Proposal)
    assert all("\n" not in fault for fault in read.faults)


@pytest.mark.rule("MCP-3")
def test_how_hard_an_option_is_to_undo_is_not_known_where_it_is_not_told() -> None:
    options = ["Plain", {"label": "Folded", "undo": "easy"}, {"label": "Split", "undo": "partly"}]
    _, fresh = _judged(_ours(), decisions=[{"id": "layout", "options": options}]).ambiguities
    assert [r.reversibility for r in fresh.interpretations] == ["partial", "reversible", "partial"]
    known = Ambiguity("row-end", (_reading("a", 0.6, "reversible"), _reading("b", 0.4)))
    told = {"id": "row-end", "options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}]}
    (again,) = _judged(known, decisions=[told]).ambiguities
    assert [r.reversibility for r in again.interpretations] == ["reversible", "partial"]


@pytest.mark.rule("PLAN-6")
@pytest.mark.parametrize(
    ("do", "files", "final"),
    [
        ("Add a column in internal/database/migrations.go", ["internal/database/migrations.go"], 0),
        ("Run the database migrations", [], 1),
        ("Run db/migrate/001_drop_users.sql on the server", ["db/migrate/001_drop_users.sql"], 1),
    ],
)
def test_the_folders_of_a_path_are_no_words_of_a_deed(
    do: str, files: list[str], final: int
) -> None:
    judged = _judged(_ours("partial"), tasks=[{"id": "t1", "do": do, "files": files}])
    assert (judged.tasks[0].reversibility == "irreversible") == bool(final)


@pytest.mark.rule("MCP-3", "VOI-2")
@pytest.mark.parametrize(
    ("who", "told", "taken"),
    [("person", 0.9, 0.5), (None, 0.9, 0.8), ("anyone", 0.9, 0.9), ("anyone", None, 0.85)],
)
def test_a_belief_counts_as_far_as_something_stands_behind_it(
    who: str | None, told: float | None, taken: float
) -> None:
    options = [{"label": "Red", "prior": told}, {"label": "Blue"}]
    one = {"id": "colour", "options": options, "default": "red", "who_knows": who}
    found = {a.id: a for a in _judged(_ours(), decisions=[one]).ambiguities}["colour"]
    assert found.reading("red").prior == pytest.approx(taken)


@pytest.mark.rule("MCP-3", "VOI-2")
@pytest.mark.parametrize("default", [None, "red"])
@pytest.mark.parametrize("many", [2, 3, 6])
def test_a_guess_about_what_only_a_person_knows_is_right_as_often_as_not(
    many: int, default: str | None
) -> None:
    names = ["red", *(f"shade-{n}" for n in range(1, many))]
    options = [{"id": name, "label": name, "prior": 0.9 / (n + 1)} for n, name in enumerate(names)]
    one = {"id": "colour", "options": options, "default": default, "who_knows": "person"}
    found = {a.id: a for a in _judged(_ours(), decisions=[one]).ambiguities}["colour"]
    assert found.reading("red").prior == pytest.approx(0.5 if default else 1 / many)


@pytest.mark.rule("GATE-20", "MCP-6")
def test_what_cannot_be_undone_is_no_matter_of_craft() -> None:
    options = [
        {"id": "drop", "label": "Drop the users table", "prior": 1.0, "undo": "never"},
        {"id": "keep", "label": "Keep it", "prior": 0.0},
    ]
    one = {"id": "cleanup", "options": options, "who_knows": "anyone"}
    found = {a.id: a for a in _judged(_ours(), decisions=[one]).ambiguities}["cleanup"]
    assert found.reading("keep").prior >= 0.1, "so that a person is asked"


@pytest.mark.rule("MCP-3", "CLI-7")
@pytest.mark.parametrize(
    ("field", "told", "taken"),
    [
        ("effort", 4, 0.4),
        ("effort", 0.5, 0.1),
        ("effort", 40, 1.0),
        ("effort", "3-5 hours", 0.3),
        ("effort", "2.5h", 0.2),
        ("complexity", 0.5, 0.5),
        ("complexity", 7, 0.7),
    ],
)
def test_effort_is_hours_and_a_complexity_may_be_a_share_of_one(
    field: str, told: Any, taken: float
) -> None:
    red = {"label": "Red", field: told, "undo": "easy"}
    one = {"id": "colour", "options": [red, {"label": "Blue"}]}
    found = {a.id: a for a in _judged(_ours(), decisions=[one]).ambiguities}["colour"]
    assert found.reading("red").complexity == pytest.approx(taken)


@pytest.mark.rule("VOI-1", "MCP-3")
@pytest.mark.parametrize("undo", [{"undo": "easy"}, {"undo": "partly"}, {}])
def test_hours_lost_are_counted_once_however_they_are_lost(undo: dict[str, str]) -> None:
    options = [{"label": "Red", "effort": 6, **undo}, {"label": "Blue", "effort": 6, **undo}]
    one = {"id": "colour", "options": options, "who_knows": "anyone", "default": "red"}
    found = {a.id: a for a in _judged(_ours(), decisions=[one]).ambiguities}["colour"]
    assert cost(found.reading("red")) == pytest.approx(0.6)


@pytest.mark.rule("VOI-1", "MCP-3")
@pytest.mark.parametrize(("told", "taken"), [(1, 0.2), (4, 0.8), (8, 1.0)])
def test_more_is_lost_by_a_guess_about_what_only_a_person_knows_than_is_foreseen(
    told: int, taken: float
) -> None:
    options = [{"label": "Red", "effort": told}, {"label": "Blue", "effort": told}]
    one = {"id": "colour", "options": options, "who_knows": "person", "default": "red"}
    found = {a.id: a for a in _judged(_ours(), decisions=[one]).ambiguities}["colour"]
    assert cost(found.reading("red")) == pytest.approx(taken)


@pytest.mark.rule("GATE-18", "PREF-2")
def test_other_words_and_no_reason_make_nothing_less_final() -> None:
    def told(label: str, **more: str) -> dict[str, Any]:
        options = [
            {"id": "go", "label": label, "undo": "easy", **more},
            {"id": "stay", "label": "Stay"},
        ]
        return {"id": "ending", "options": options}

    why = "they are read again from the disk"
    before = {
        a.id: a for a in _judged(_ours(), decisions=[told("Wipe the thumbnails")]).ambiguities
    }
    cases = [(told("Tidy up"), "irreversible"), (told("Tidy up", undo_why=why), "reversible")]
    for again, wanted in cases:
        found = {a.id: a for a in _judged(before["ending"], decisions=[again]).ambiguities}
        assert found["ending"].reading("go").reversibility == wanted


@pytest.mark.rule("GATE-18", "VOI-9")
@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_told_as_often_as_one_likes_what_is_final_keeps_its_weight(
    gone: float, marked: float, added: float, adds: bool
) -> None:
    options = [
        {"id": "gone", "label": "Gone", "prior": gone},
        {"id": "marked", "label": "Marked", "prior": marked},
        *([{"id": "built", "label": "Built for later", "prior": added}] if adds else []),
    ]
    told = {"id": "row-end", "question": "What goes?", "options": options, "who_knows": "anyone"}
    (once,) = _judged(_ours(), decisions=[told]).ambiguities
    (twice,) = _judged(once, decisions=[told]).ambiguities
    assert once.reading("gone").prior >= (0.05 if adds else 1 / 3) - 1e-9
    for reading in once.interpretations:
        assert twice.reading(reading.id).prior == pytest.approx(reading.prior)


@pytest.mark.rule("GATE-18", "MCP-3")
def test_a_line_that_speaks_for_what_can_be_undone_halves_the_weight_of_what_cannot() -> None:
    options = [{"id": "gone", "label": "Gone", "prior": 0}, {"id": "marked", "label": "Marked"}]
    quote = {
        "claim": "x",
        "locator": "a.py:1",
        "quote": "marked",
        "supports": {"row-end": "marked"},
    }
    read = read_proposal(
        {"decisions": [{"id": "row-end", "options": options}], "evidence": [quote]}
    )
    brief = Brief("a goal", Sighting(), open=(Open("dimension", _ours()),))
    for digest, left in ((None, 1 / 3), ("found", 1 / 6)):
        stands = read._replace(evidence=(read.evidence[0]._replace(digest=digest),))
        (merged,) = judge(stands, brief, SESSION).ambiguities
        assert merged.reading("gone").prior == pytest.approx(left)
