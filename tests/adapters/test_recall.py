"""Recall: what is like what, how sure a memory makes, and what it may say about an ambiguity."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.memory import ScriptedRecall
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.recall.calibration import BANDS, MOST_FOR_ONE_WAY, NAMED, TABLE, Case
from plangate.adapters.recall.meaning import is_installed, likeness_by_meaning
from plangate.adapters.recall.recollection import Meanings, Recollection, likeness, reading_named
from plangate.adapters.sql.schema import shipped_migrations
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.log.audits import run_audit
from plangate.app.ports import Recall
from plangate.core.log.tables import TableRow
from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation
from plangate.core.moves import Recollect
from scripts import calibrate
from tests.adapters.recall_pairs import DECISIONS, MEMORIES

pytestmark = pytest.mark.rule("GATE-2")

BY_ID = {dimension.id: dimension for dimension in shipped_dimensions()}
GATE = 0.75

# --- likeness -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("Cache the rates", "Cache the rates", 1.0, 1.0),
        ("Export the orders", "Exporting an order", 1.0, 1.0),
        ("Add rate limiting to the public API", "Add rate limiting to the partner API", 0.6, 0.9),
        ("Add a cache", "Add a login", 0.0, 0.0),
        ("Let users upload a picture", "Let users delete their account", 0.0, 0.0),
        ("", "Cache the rates", 0.0, 0.0),
        ("add to the new one", "add to the new one", 0.0, 0.0),
    ],
)
def test_goals_are_alike_by_the_words_of_weight_they_share(
    one: str, other: str, least: float, most: float
) -> None:
    assert least <= likeness(one, other) <= most


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=50)
def test_likeness_is_a_share_and_the_same_both_ways(one: str, other: str) -> None:
    assert 0.0 <= likeness(one, other) <= 1.0
    assert likeness(one, other) == likeness(other, one)


# --- how sure -------------------------------------------------------------------------------------


def test_the_labelled_set_is_large_and_speaks_of_readings_there_are() -> None:
    assert sum(2 * len(decided.later) for decided in DECISIONS) >= 400
    for decided in DECISIONS:
        readings = {reading.interpretation.id for reading in BY_ID[decided.dimension].readings}
        assert decided.reading in readings, decided.dimension


def test_the_table_is_what_the_labelled_set_says() -> None:
    assert calibrate.counted(DECISIONS, likeness, "words") == TABLE["words"]
    assert calibrate.named() == NAMED


@pytest.mark.parametrize("scale", TABLE)
def test_what_is_more_alike_or_nearer_never_makes_less_sure(scale: str) -> None:
    table = TABLE[scale]  # type: ignore[index]
    bands = range(len(BANDS[scale]) + 1)  # type: ignore[index]
    assert set(table) == {
        Case(scope, here, band)
        for scope in ("workspace", "goal")
        for here in (True, False)
        for band in bands
    }
    for case, sure in table.items():
        assert sure <= table.get(case._replace(band=case.band + 1), 1.0)
        assert sure <= table[case._replace(here=True)]


def reliability() -> list[tuple[float, bool]]:
    """What each judgement of a dimension would have been foretold by all the other dimensions."""
    foretold: list[tuple[float, bool]] = []
    for decided in DECISIONS:
        others = [other for other in DECISIONS if other.dimension != decided.dimension]
        table = calibrate.counted(others, likeness, "words")
        foretold += [
            (table[case], holds) for case, holds in calibrate.cases(decided, likeness, "words")
        ]
    return foretold


def test_a_confidence_means_what_it_says_for_a_dimension_the_table_has_not_seen() -> None:
    """The reliability table: foretold and observed shares agree, band by band."""
    foretold = reliability()
    rows = {}
    for low in (0.0, 0.25, 0.5, 0.75):
        inside = [pair for pair in foretold if low <= pair[0] < low + 0.25 + (low == 0.75)]
        said = sum(sure for sure, _ in inside) / len(inside)
        seen = sum(holds for _, holds in inside) / len(inside)
        rows[low] = (len(inside), round(said, 2), round(seen, 2))
    assert all(count >= 30 for count, _, _ in rows.values()), rows
    assert all(abs(said - seen) <= 0.1 for _, said, seen in rows.values()), rows
    assert rows[0.75][2] >= GATE, rows


@pytest.mark.parametrize(("dimension", "text", "meant"), MEMORIES)
def test_a_memory_names_a_reading_or_says_nothing(
    dimension: str, text: str, meant: str | None
) -> None:
    named = reading_named(text, BY_ID[dimension].as_ambiguity(), BY_ID[dimension])
    known_miss = "we never decided" in text  # counted in NAMED
    assert named == meant or known_miss


# --- evidence -------------------------------------------------------------------------------------

WHERE = Ambiguity(
    "where",
    (
        Interpretation("cellar", "In the cellar", "dig", 0.5, 0.3, "reversible", ("cellar",)),
        Interpretation("roof", "On the roof", "climb", 0.3, 0.3, "reversible", ("roof",)),
        Interpretation("burn", "Burn it", "gone", 0.2, 0.3, "irreversible", ("fire",)),
    ),
)
GOAL = "Keep the wine bottles"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with SQLiteStore(tmp_path / "plangate.db") as opened:
        yield opened


def keep(store: SQLiteStore, name: str, text: object, **changes: object) -> None:
    values = {
        "id": name,
        "session": name,
        "place": "/shop",
        "kind": "answer",
        "status": "kept",
        "question_id": "where",
        "reading": "cellar",
        "text": text,
        "at": "2026-01-02T03:04:05Z",
    }
    store.append((), [TableRow("memories", values | changes)])


def recalled(
    store: SQLiteStore, goal: str = GOAL, meanings: Meanings | None = None
) -> list[Evidence]:
    recall: Recall = Recollection(store, lambda _: (), meanings)
    return list(recall.recall(Recollect("now", "/shop", goal, (WHERE,))))


def test_an_answer_for_a_goal_alike_in_the_same_workspace_supports_its_reading(
    store: SQLiteStore,
) -> None:
    keep(store, "s1-a1", "Keep the wine barrels", session="s1")
    keep(store, "s2-a1", GOAL, session="s2", at="2026-03-04T00:00:00Z")
    (evidence,) = recalled(store)
    assert (evidence.source, evidence.supports) == ("memory", "cellar")
    assert evidence.confidence >= GATE
    assert evidence.fact == f"as you answered in session s2 of 2026-03-04: “{GOAL}”"
    assert evidence.locator == "s2-a1"


def test_what_was_confirmed_in_a_ledger_is_a_prior_session(store: SQLiteStore) -> None:
    keep(store, "s1-a1", GOAL, kind="decision")
    (evidence,) = recalled(store)
    assert evidence.source == "prior_session"
    assert "as you confirmed in session s1-a1" in evidence.fact


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "overturned"},
        {"status": "open"},
        {"status": "forgotten", "text": ""},
        {"question_id": "how"},
        {"reading": "attic"},
        {"session": "now"},
        {"kind": "memory", "text": "in the cellar", "place": "/other", "reading": None},
    ],
    ids=lambda changes: str(next(iter(changes.values()))),
)
def test_what_does_not_speak_to_this_supports_nothing(
    store: SQLiteStore, changes: dict[str, object]
) -> None:
    keep(store, "s1-a1", **{"text": GOAL, **changes})
    assert recalled(store) == []


@pytest.mark.rule("ASM-4")
def test_what_was_chosen_in_another_workspace_is_told_by_name_and_speaks_for_nothing(
    store: SQLiteStore,
) -> None:
    keep(store, "s1-a1", GOAL, place="/srv/shop")
    (evidence,) = recalled(store)
    assert (evidence.supports, evidence.confidence) == (None, 0.0)
    assert evidence.fact.startswith("in shop you chose “")
    assert evidence.fact.endswith("” on 2026-01-02")


@pytest.mark.rule("ASM-4")
def test_what_cannot_be_undone_is_not_even_told_from_another_workspace(store: SQLiteStore) -> None:
    keep(store, "s1-a1", GOAL, place="/srv/shop", reading="burn")
    assert recalled(store) == []


def test_a_goal_unlike_it_makes_less_sure(store: SQLiteStore) -> None:
    keep(store, "s1-a1", "Paint the garden fence")
    (evidence,) = recalled(store)
    assert evidence.confidence < 0.5


def test_no_memory_consents_to_what_cannot_be_undone(store: SQLiteStore) -> None:
    keep(store, "s1-a1", GOAL, reading="burn")
    (evidence,) = recalled(store)
    assert evidence.confidence <= MOST_FOR_ONE_WAY < GATE


def test_a_changed_mind_is_asked_again(store: SQLiteStore) -> None:
    keep(store, "s1-a1", GOAL)
    keep(store, "s2-a1", GOAL, reading="roof")
    assert {entry.supports for entry in recalled(store)} == {"cellar", "roof"}
    assert all(entry.confidence < GATE for entry in recalled(store))


@pytest.mark.parametrize("place", ["/shop", "*"])
def test_a_memory_about_the_question_supports_the_reading_it_names(
    store: SQLiteStore, place: str
) -> None:
    keep(store, "mem-1", "always in the cellar", kind="memory", place=place, reading=None)
    keep(store, "mem-2", "never on the roof", kind="memory", place=place, reading=None)
    (evidence,) = recalled(store)
    assert (evidence.source, evidence.supports, evidence.confidence) == ("memory", "cellar", NAMED)
    assert evidence.fact == "you asked on 2026-01-02 to remember: always in the cellar"


def test_a_memory_about_no_question_is_told_and_decides_nothing(store: SQLiteStore) -> None:
    keep(store, "mem-1", "wine is kept dark", kind="memory", question_id=None, reading=None)
    keep(store, "mem-2", "paint dries slowly", kind="memory", question_id=None, reading=None)
    (evidence,) = recalled(store)
    assert (evidence.ambiguity, evidence.supports) == (None, None)
    assert evidence.fact == "you asked to remember: wine is kept dark"


@given(goal=st.text(max_size=60))
@settings(max_examples=60)
def test_no_goal_breaks_the_search(store: SQLiteStore, goal: str) -> None:
    keep(store, "s1-a1", 'odd " AND NEAR( text: * -')
    assert [entry.supports for entry in recalled(store, f'{goal} odd " text')] == ["cellar"]


def test_what_was_decided_before_there_was_a_table_is_remembered(tmp_path: Path) -> None:
    from tests.app.test_record import all_lives, tables

    path = tmp_path / "old.db"
    with SQLiteStore(path) as store:
        all_lives(store)
        before = [row for row in tables(store)["memories"] if row["kind"] != "memory"]
    assert len(before) > 10
    db = sqlite3.connect(path)
    for table in ("memories", "memory_places", "memory_words"):
        db.execute(f"DROP TABLE {table}")
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
    upto = [migration for migration in shipped_migrations() if migration.number <= 2]
    with SQLiteStore(path, migrations=upto) as store:
        kept = tables(store)["memories"]
        # Joined and parked decisions came with edition 2: no file of that age has them.
        both = {row["id"] for row in kept} & {row["id"] for row in before}
        assert len(both) > 10
        assert [row for row in kept if row["id"] in both] == [
            {name: row[name] for name in kept[0]} for row in before if row["id"] in both
        ]
        audit = run_audit(store)
        broken = {place for place in audit.tables.broken if "memories" not in str(place)}
        assert broken == set()


def test_a_scripted_recall_speaks_of_what_it_is_asked_about() -> None:
    entry = Evidence("e1", "where", "memory", "cellar", 0.9)
    other = entry._replace(id="e2", ambiguity="how")
    recall: Recall = ScriptedRecall([entry, other])
    assert list(recall.recall(Recollect("s1", "/shop", GOAL, (WHERE,)))) == [entry]


# --- meaning --------------------------------------------------------------------------------------

with_model = pytest.mark.skipif(not is_installed(), reason="needs the group `embeddings`")


def test_likeness_by_meaning_has_a_calibration_of_its_own(store: SQLiteStore) -> None:
    keep(store, "s1-a1", "Store the vintage")
    assert recalled(store)[0].confidence < GATE
    assert recalled(store, meanings=lambda _goal, texts: [0.8 for _ in texts])[0].confidence >= GATE
    assert recalled(store, meanings=lambda _goal, texts: [0.1 for _ in texts])[0].confidence < GATE


def test_a_model_that_cannot_be_used_leaves_it_to_the_words(store: SQLiteStore) -> None:
    keep(store, "s1-a1", GOAL)
    assert recalled(store, meanings=lambda _goal, _texts: None) == recalled(store)


@with_model
def test_other_weights_than_the_pinned_ones_are_not_used(tmp_path: Path) -> None:
    from plangate.adapters.recall.minilm import Model

    (tmp_path / "model.safetensors").write_bytes(b"something else")
    with pytest.raises(ValueError, match="other weights"):
        Model.from_folder(tmp_path)


@with_model
def test_the_model_gives_the_likenesses_its_authors_publish() -> None:
    sentences = [
        "The weather is lovely today.",
        "It's so sunny outside!",
        "He drove to the stadium.",
    ]
    found = [[round(x, 3) for x in likeness_by_meaning(one, sentences) or ()] for one in sentences]
    assert found == [[1.0, 0.666, 0.105], [0.666, 1.0, 0.141], [0.105, 0.141, 1.0]]


@with_model
def test_the_table_by_meaning_is_what_the_labelled_set_says() -> None:
    assert calibrate.counted(DECISIONS, calibrate.by_meaning, "meaning") == TABLE["meaning"]
