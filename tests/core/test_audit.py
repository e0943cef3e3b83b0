"""The audit (REC-2, REC-3): an honest log is proved, a forged one refuted, another policy replayed.

The forger here owns the file: triggers are dropped and digests recomputed wherever that helps.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import timedelta
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts import deferrals, ledger_acts, question_acts
from plangate.app.acts.personal import set_focus
from plangate.app.acts.plans import loops
from plangate.app.log.audits import audit_document, run_audit
from plangate.app.planner import Advanced, Planner
from plangate.app.ports import Store
from plangate.app.session_options import SessionOptions
from plangate.core.audit.criteria import PASSES
from plangate.core.events.event import Turn
from plangate.core.gate.decide import decide
from plangate.core.gate.document import read_session_document
from plangate.core.gate.seen_words import Words
from plangate.core.log.chain import BEGINNING, Entry, entry_digest
from plangate.core.log.tables import Query
from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation, Reversibility
from plangate.core.model.policy import Budget, Policy
from plangate.core.moves import Ask
from plangate.core.steps.gate_step import decision_record
from tests.conftest import Runner
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("REC-2")

HARD = "Migrate the billing database to another region"
TRIVIAL = "Fix a typo"
EXPLORED = "Diagnose the flaky test"


def reading(
    name: str, prior: float, complexity: float = 0.5, kind: Reversibility = "partial"
) -> Interpretation:
    label = f"Keep the rows in {name}"
    return Interpretation(name, label, f"adds {name}.py", prior, complexity, kind, (f"{name}.py",))


#: Regret 0.4 × 1.5 = 0.6: worth a question.
LOUD = Ambiguity("row-store", (reading("local", 0.6), reading("remote", 0.4)))
#: Three to choose from.
WIDE = Ambiguity("row-store", (reading("local", 0.5), reading("remote", 0.3), reading("tape", 0.2)))
#: Regret 0.3 × 1.5 = 0.45: worth one too, but less.
FAINTER = Ambiguity("row-key", (reading("hash", 0.7), reading("range", 0.3)))
#: Regret 0.2 × 0.2 = 0.04: not worth one.
QUIET = Ambiguity(
    "row-order",
    (reading("sorted", 0.8, 0.2, "reversible"), reading("mixed", 0.2, 0.2, "reversible")),
)
#: One reading is next to certain.
CLEAR = Ambiguity("row-case", (reading("upper", 0.95), reading("lower", 0.05)))
#: Nothing that silence could take.
FINAL = Ambiguity(
    "row-purge",
    (reading("all", 0.6, 0.5, "irreversible"), reading("old", 0.4, 0.5, "irreversible")),
)
FOUND = Evidence("seen", "row-store", "repo_facts", "remote", 0.8, "app/db.py:3", fact="a server")


class Scene:
    """One store and one clock; each session has a workspace and a script of its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = FrozenClock()
        self._numbers = count(1)
        self._workspaces = count(1)

    def planner(self, *ambiguities: Ambiguity, evidence: Sequence[Evidence] = ()) -> Planner:
        return Planner(
            actor=A_PERSON,
            store=self.store,
            clock=self.clock,
            proposer=ScriptedProposer(ambiguities),
            investigator=ScriptedInvestigator(evidence),
            new_id=lambda: f"s{next(self._numbers):03d}",
        )

    def start(
        self,
        goal: str,
        *ambiguities: Ambiguity,
        evidence: Sequence[Evidence] = (),
        workspace: str | None = None,
        **wish: Any,
    ) -> tuple[Planner, str]:
        """A session begun after a long silence, and who plans it."""
        self.clock.pass_time(hours=6)
        planner = self.planner(*ambiguities, evidence=evidence)
        where = workspace or f"/somewhere/{next(self._workspaces)}"
        return planner, planner.start(goal, where, SessionOptions(**wish)).session.id

    def asked(self, goal: str, *ambiguities: Ambiguity, **more: Any) -> tuple[Planner, str, str]:
        """A session that waits for an answer: who plans it, its id and its question's."""
        planner, session = self.start(goal, *ambiguities, **more)
        return planner, session, question_of(planner.advance(session))


def question_of(advanced: Advanced) -> str:
    assert isinstance(advanced.outcome, Ask), f"expected a question, got {advanced.outcome}"
    return str(advanced.outcome.question.id)


def reply(planner: Planner, question: str, words: str, **more: Any) -> None:
    question_acts.answer(planner, question, words, by="anna", surface="cli", **more)


def take_turns(planner: Planner, session: str) -> None:
    """Once round the loop, and to the beginning of the next round."""
    turns: tuple[Turn, ...] = ("observe", "orient", "decide", "act", "observe")
    for turn in turns:
        loops.take_turn(planner, session, turn, "what was seen", by="anna")


def every_kind_of_session(store: Store) -> dict[str, str]:
    """A log in which everything happened that can happen; some sessions by what they are."""
    scene = Scene(store)
    named: dict[str, str] = {}
    _, named["planned"] = scene.start(HARD, QUIET, CLEAR)
    _, named["proceeded"] = scene.start(TRIVIAL)
    _, named["inferred"] = scene.start(HARD, LOUD, evidence=[FOUND])
    _, named["open"], _ = scene.asked(HARD, LOUD, workspace="/somewhere/shared")
    _, named["second in its workspace"] = scene.start(HARD, LOUD, workspace="/somewhere/shared")
    _, named["one of two"], _ = scene.asked(HARD, FAINTER, LOUD, QUIET)
    _, named["routed past"] = scene.start(HARD, LOUD, route="HierarchicalPlan")
    _, named["routed to go"] = scene.start(HARD, LOUD, route="ImmediateAction")
    _, named["routed to a loop"] = scene.start(HARD, LOUD, route="OodaLoop")
    _, named["standard"] = scene.start(HARD, LOUD, policy=Policy("s0", "standard"))
    _the_life_of_questions(scene, named)
    _loops(scene, named)
    _deferred(scene, named)
    _changed_minds(scene, named)
    return named


def _the_life_of_questions(scene: Scene, named: dict[str, str]) -> None:
    planner, named["answered"], asked = scene.asked(HARD, LOUD)
    reply(planner, asked, "maybe")
    reply(planner, asked, "b", note="as we said")
    reply(planner, asked, "a")
    planner, named["in own words"], asked = scene.asked(HARD, LOUD)
    reply(planner, asked, "keep them on tape")
    planner, named["held"], asked = scene.asked(HARD, LOUD)
    question_acts.hold(planner, asked, by="anna")
    planner, named["resumed"], asked = scene.asked(HARD, LOUD)
    question_acts.hold(planner, asked, by="anna")
    question_acts.resume(planner, asked, by="anna")
    planner, named["withdrawn"], asked = scene.asked(HARD, LOUD)
    question_acts.withdraw(planner, asked, by="anna", why="no longer needed")
    planner, named["timed out"], _ = scene.asked(HARD, LOUD)
    scene.clock.pass_time(hours=9)
    planner.advance(named["timed out"])
    planner, named["late"], asked = scene.asked(HARD, LOUD)
    scene.clock.pass_time(hours=9)
    reply(planner, asked, "a")
    planner, named["aborted"], _ = scene.asked(HARD, LOUD, on_timeout="abort")
    scene.clock.pass_time(hours=9)
    planner.advance(named["aborted"])
    planner, named["parked"], _ = scene.asked(HARD, FINAL)
    scene.clock.pass_time(hours=9)
    planner.advance(named["parked"])
    planner, named["parked and answered"], asked = scene.asked(HARD, FINAL)
    scene.clock.pass_time(hours=9)
    planner.advance(named["parked and answered"])
    label = planner.session(named["parked and answered"]).question(asked).options[1].label
    reply(planner, asked, label)


def _loops(scene: Scene, named: dict[str, str]) -> None:
    planner, named["loop"] = scene.start(EXPLORED)
    take_turns(planner, named["loop"])
    loops.promote(planner, named["loop"], "Replace the clock of the test", by="anna")
    planner, named["spent loop"] = scene.start(EXPLORED, budget=Budget(iterations=1))
    take_turns(planner, named["spent loop"])


def _deferred(scene: Scene, named: dict[str, str]) -> None:
    planner, named["deferred"] = scene.start(HARD, LOUD, QUIET, budget_signal="critical")
    (row,) = scene.store.rows(Query("deferrals", equals={"session": named["deferred"]}))
    deferrals.renew(planner, row["id"], "another risk", by="anna")
    planner, named["offered again"] = scene.start(HARD, LOUD, budget_signal="cost_exceeded")
    asked = question_of(deferrals.resume_session(planner, named["offered again"], by="anna"))
    reply(planner, asked, "a")
    planner, named["resolved"] = scene.start(HARD, LOUD, budget_signal="critical")
    (row,) = scene.store.rows(Query("deferrals", equals={"session": named["resolved"]}))
    deferrals.resolve(planner, row["id"], "looked at it", by="anna")
    planner, named["expired"] = scene.start(HARD, LOUD, budget_signal="critical")
    scene.clock.pass_time(days=8)
    deferrals.resume_session(planner, named["expired"], by="anna")
    set_focus(planner, "deep", timedelta(days=1), by="anna")
    _, named["in deep focus"] = scene.start(HARD, LOUD)
    set_focus(planner, "ambient", None, by="anna")


def _changed_minds(scene: Scene, named: dict[str, str]) -> None:
    planner, named["confirmed"] = scene.start(HARD, QUIET)
    ledger_acts.confirm(planner, f"{named['confirmed']}-a1", by="anna")
    planner, named["overturned"] = scene.start(HARD, QUIET)
    ledger_acts.overturn(planner, f"{named['overturned']}-a1", reading="mixed", by="anna")
    ledger_acts.undo(planner, f"{named['overturned']}-a1", by="anna")
    planner, named["answer changed"], asked = scene.asked(HARD, LOUD)
    reply(planner, asked, "a")
    reply(planner, asked, "b", change=True)


Written = tuple[Path, dict[str, str]]


@pytest.fixture(scope="module")
def whole_log(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Every kind of session, written once."""
    path = tmp_path_factory.mktemp("log") / "whole.db"
    with SQLiteStore(path) as store:
        return path, every_kind_of_session(store)


@pytest.fixture(scope="module")
def small_log(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """A question somebody answered, and a reading that was assumed."""
    path = tmp_path_factory.mktemp("log") / "small.db"
    with SQLiteStore(path) as store:
        scene = Scene(store)
        planner, answered, asked = scene.asked(HARD, LOUD)
        reply(planner, asked, "b")
        _, planned = scene.start(HARD, QUIET)
    return path, {"answered": answered, "planned": planned}


@pytest.fixture
def log(db: Path, whole_log: Written) -> dict[str, str]:
    """A database with every kind of session in it."""
    copyfile(whole_log[0], db)
    return whole_log[1]


@pytest.fixture
def two_sessions(db: Path, small_log: Written) -> dict[str, str]:
    """A small log to forge."""
    copyfile(small_log[0], db)
    return small_log[1]


# --- the forger -----------------------------------------------------------------------------------


def by_hand(db: Path, *statements: tuple[str, Sequence[Any]]) -> None:
    """Statements on the file, with nothing left that forbids them."""
    with closing(sqlite3.connect(db)) as connection, connection:
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for sql, values in statements:
            changed = connection.execute(sql, values)
            assert changed.rowcount != 0, f"nothing to forge: {sql}"


def forge(db: Path, stream: str, change: Callable[[list[Entry]], list[Entry]]) -> None:
    """A stream written anew: numbers, digests and the session's head all fit together again."""
    with SQLiteStore(db) as store:
        changed = change(list(store.read(stream)))
    sealed: list[Entry] = []
    previous = BEGINNING
    for seq, entry in enumerate(changed, 1):
        digest = entry_digest(
            stream, seq, entry.type, entry.version, entry.at, entry.payload, previous
        )
        sealed.append(entry._replace(seq=seq, previous=previous, digest=digest))
        previous = digest
    insert = "INSERT INTO plan_events (stream, seq, type, version, at, payload, previous, digest)"
    by_hand(
        db,
        ("DELETE FROM plan_events WHERE stream = ?", (stream,)),
        *((f"{insert} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", entry) for entry in sealed),
        (
            "UPDATE plan_sessions SET head_seq = ?, head_digest = ? WHERE plan_session_id = ?",
            (len(sealed), previous, stream),
        ),
    )


def in_payload(kind: str, change: Callable[[Any], None]) -> Callable[[list[Entry]], list[Entry]]:
    """Changes the payload of every event of one kind."""

    def changed(entries: list[Entry]) -> list[Entry]:
        result = []
        for entry in entries:
            payload = json.loads(entry.payload)
            if entry.type == kind:
                change(payload)
            text = json.dumps(payload, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            result.append(entry._replace(payload=text))
        assert result != entries, "nothing was forged"
        return result

    return changed


def without(kind: str) -> Callable[[list[Entry]], list[Entry]]:
    return lambda entries: [entry for entry in entries if entry.type != kind]


def seq_of(db: Path, stream: str, kind: str) -> int:
    with SQLiteStore(db) as store:
        return next(entry.seq for entry in store.read(stream) if entry.type == kind)


def audited(cli: Runner, *more: str | Path) -> Any:
    """The audit's document; its exit code says the same as its `ok`."""
    ran = cli("audit", "--json", *more)
    assert ran.code == (0 if ran.json["ok"] else 5)
    return ran.json


def criterion(document: Any, name: str) -> Any:
    return next(c for c in document["criteria"] if c["id"] == name)


def places(broken: Sequence[Any]) -> set[tuple[str, int]]:
    return {(place["session"], place["event"]) for place in broken}


# --- an honest log --------------------------------------------------------------------------------


def test_a_log_with_every_kind_of_session_is_proved(cli: Runner, log: dict[str, str]) -> None:
    document = audited(cli)
    failing = [c for c in document["criteria"] if not c["ok"]]
    assert failing == []
    assert document["chain"] == {"ok": True, "broken": []}
    assert document["tables"] == {"ok": True, "broken": []}
    assert document["replay"]["differ"] == []
    assert document["ok"] is True
    assert document["sessions"] == len(log)


#: What can happen to a session, and what a person says about their attention.
HAPPENINGS = frozenset(
    """GoalReceived TriadLocked AmbiguitiesProposed EvidenceGathered GateDecided IntakeDecided
    AssumptionRecorded AssumptionConfirmed DecisionRevised DeferralRegistered DeferralOffered
    DeferralRenewed DeferralResolved QuestionAsked QuestionAnswered QuestionTimedOut QuestionHeld
    QuestionResumed QuestionWithdrawn AnswerNotTaken LateAnswerKept AnswerChanged NoteAdded
    PlanDrafted LoopOpened LoopTurned LoopPromoted StopReported SessionReopened FocusSet""".split()
)


def test_the_log_of_these_tests_holds_every_kind_of_event(db: Path, log: dict[str, str]) -> None:
    assert log
    with SQLiteStore(db) as store:
        found = {entry.type for entry in store.entries()}
    assert sorted(HAPPENINGS - found) == []


def test_what_passed_without_a_question_is_counted_by_its_reason(
    cli: Runner, log: dict[str, str]
) -> None:
    assert log
    passed = criterion(audited(cli), "no-silent-pass")["passed_by"]
    assert passed["GATE-2"] == 1  # inferred
    assert passed["route override"] == 1
    assert passed["GATE-5"] == 5  # deferred, offered again, resolved, expired, in deep focus
    assert passed["GATE-16"] == 1  # the fainter of two waits
    assert {"GATE-2", "GATE-5", "GATE-9", "GATE-16", "route override"} <= set(passed)
    assert set(passed) <= {*PASSES, "GATE-9", "GATE-20", "VOI-10", "INT-10", "route override"}


def test_auto_expansion_has_a_denominator(cli: Runner, log: dict[str, str]) -> None:
    assert log
    found = criterion(audited(cli), "auto-expansion")
    # A quiet ambiguity each in planned, one of two, deferred, confirmed and overturned; and two
    # equally dear readings, which the standard estimator finds worth nothing.
    assert (found["checked"], found["expanded"], found["share"]) == (6, 6, 1.0)


def test_an_empty_database_breaks_no_rule(cli: Runner) -> None:
    document = audited(cli)
    assert document["ok"] is True
    assert (document["sessions"], document["events"]) == (0, 0)
    assert criterion(document, "auto-expansion")["share"] is None


def test_one_session_alone_can_be_looked_at(cli: Runner, log: dict[str, str]) -> None:
    document = audited(cli, "--session", log["answered"])
    assert document["sessions"] == 1
    assert document["replay"]["decisions"] == 1
    assert audited(cli, "--session", f"{log['answered']}-q1")["sessions"] == 1


@pytest.mark.rule("ERR-1")
def test_an_unknown_session_is_refused_by_name(cli: Runner, log: dict[str, str]) -> None:
    assert log
    ran = cli("audit", "--session", "nobody")
    assert ran.code == 2
    assert "session id: 'nobody' is not known" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_audit_of_a_broken_session_is_not_that_of_another(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    by_hand(db, ("DELETE FROM questions WHERE session = ?", (two_sessions["answered"],)))
    assert audited(cli, "--session", two_sessions["planned"])["ok"] is True
    assert audited(cli, "--session", two_sessions["answered"])["ok"] is False


def test_the_audit_changes_nothing(cli: Runner, db: Path, log: dict[str, str]) -> None:
    assert log
    with SQLiteStore(db) as store:
        before = list(store.entries())
    first = audited(cli)
    assert audited(cli) == first
    with SQLiteStore(db) as store:
        assert list(store.entries()) == before


def test_a_store_in_memory_is_audited_alike() -> None:
    store = MemoryStore()
    named = every_kind_of_session(store)
    document = audit_document(run_audit(store))
    assert document["ok"] is True
    assert document["sessions"] == len(named)


def test_the_words_for_people_say_what_holds_and_what_does_not(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    ran = cli("audit")
    assert ran.code == 0
    assert "BROKEN" not in ran.out
    by_hand(db, ("DELETE FROM questions", ()))
    ran = cli("audit")
    assert ran.code == 5
    assert "BROKEN  tables" in ran.out
    assert f"session {two_sessions['answered']}" in ran.out
    told = [line for line in ran.out.lower().splitlines() if "trigger" not in line]
    assert not any("delet" in line for line in told), "nobody is said to have done what is not seen"


# --- a log somebody tampered with -----------------------------------------------------------------


def test_the_record_itself_forbids_what_the_forger_must_do_first(
    db: Path, two_sessions: dict[str, str]
) -> None:
    assert two_sessions
    with closing(sqlite3.connect(db)) as connection:
        for sql in ("DELETE FROM plan_events", "UPDATE plan_events SET payload = '{}'"):
            with pytest.raises(sqlite3.DatabaseError, match="append-only"):
                connection.execute(sql)


def test_one_changed_byte_of_a_payload_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    seq = seq_of(db, session, "GoalReceived")
    by_hand(
        db,
        (
            "UPDATE plan_events SET payload = replace(payload, 'Migrate', 'migrate') "
            "WHERE stream = ? AND seq = ?",
            (session, seq),
        ),
    )
    document = audited(cli)
    assert document["chain"]["ok"] is False
    assert places(document["chain"]["broken"]) == {(session, seq)}
    assert document["chain"]["broken"][0]["what"] == "was changed after it was written"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("at", "2020-01-01T00:00:00.000Z"),
        ("type", "NoteAdded"),
        ("version", 1),
        ("digest", "0" * 64),
    ],
)
def test_a_change_to_anything_but_the_payload_is_found_too(
    cli: Runner, db: Path, two_sessions: dict[str, str], column: str, value: object
) -> None:
    session = two_sessions["planned"]
    sql = f"UPDATE plan_events SET {column} = ? WHERE stream = ? AND seq = 3"
    by_hand(db, (sql, (value, session)))
    document = audited(cli)
    assert document["chain"]["ok"] is False
    assert {place["session"] for place in document["chain"]["broken"]} == {session}


def test_an_event_deleted_in_the_middle_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    by_hand(db, ("DELETE FROM plan_events WHERE stream = ? AND seq = 4", (session,)))
    document = audited(cli)
    assert (session, 5) in places(document["chain"]["broken"])
    assert document["chain"]["broken"][0]["what"] == "event 4 is missing"


def test_the_first_event_deleted_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    by_hand(db, ("DELETE FROM plan_events WHERE stream = ? AND seq = 1", (session,)))
    assert (session, 2) in places(audited(cli)["chain"]["broken"])


def test_the_last_event_deleted_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    by_hand(
        db,
        (
            "DELETE FROM plan_events WHERE stream = ? AND seq = "
            "(SELECT max(seq) FROM plan_events WHERE stream = ?)",
            (session, session),
        ),
    )
    document = audited(cli)
    assert document["chain"]["ok"] is True, "what is left still hangs together"
    assert {place["session"] for place in document["tables"]["broken"]} == {session}
    assert any("head_seq" in place["what"] for place in document["tables"]["broken"])


def _ask_becomes_assume(payload: Any) -> None:
    decision = payload["decisions"][0]
    decision.update(action="assume", rule="GATE-3", interpretation="local")


def _value_is_lowered(payload: Any) -> None:
    payload["decisions"][0]["evpi"]["in_force"] -= 1e-9


def _threshold_is_raised(payload: Any) -> None:
    payload["decisions"][0]["evpi"]["threshold"] = 0.7


def _trace_says_another_thing(payload: Any) -> None:
    payload["decisions"][0]["trace"][2]["saw"] = "nothing worth a question"


@pytest.mark.parametrize(
    "lie", [_ask_becomes_assume, _value_is_lowered, _threshold_is_raised, _trace_says_another_thing]
)
def test_a_decision_forged_with_every_digest_recomputed_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str], lie: Callable[[Any], None]
) -> None:
    session = two_sessions["answered"]
    forge(db, session, in_payload("GateDecided", lie))
    document = audited(cli)
    assert document["chain"]["ok"] is True, "the forger was careful"
    seq = seq_of(db, session, "GateDecided")
    assert places(document["replay"]["differ"]) == {(session, seq)}
    assert document["replay"]["differ"][0]["what"] == (
        "the recorded decision is not what the rules give"
    )


def _prior_is_moved(payload: Any) -> None:
    first, second = payload["document"]["ambiguities"][0]["interpretations"]
    first["prior"], second["prior"] = 0.61, 0.39


def _goal_is_another(payload: Any) -> None:
    payload["document"]["goal"] = "Fix a typo"


def _budget_is_said_to_be_left(payload: Any) -> None:
    payload["document"]["budget_left"] = not payload["document"]["budget_left"]


def _quota_is_said_to_be_used(payload: Any) -> None:
    payload["document"]["quota"]["asked"] = 3


def _policy_is_another(payload: Any) -> None:
    payload["document"]["policy"]["evpi_question_threshold"] = 0.7


@pytest.mark.parametrize(
    ("lie", "field"),
    [
        (_prior_is_moved, "ambiguities"),
        (_goal_is_another, "goal"),
        (_budget_is_said_to_be_left, "budget_left"),
        (_quota_is_said_to_be_used, "quota"),
        (_policy_is_another, "policy"),
    ],
)
def test_a_gate_document_forged_with_every_digest_recomputed_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str], lie: Callable[[Any], None], field: str
) -> None:
    session = two_sessions["answered"]
    forge(db, session, in_payload("GateDecided", lie))
    document = audited(cli)
    assert document["chain"]["ok"] is True
    (place,) = document["replay"]["differ"]
    assert (place["session"], place["event"]) == (session, seq_of(db, session, "GateDecided"))
    assert place["what"].startswith("the document is not what the session knew: ")
    assert field in place["what"]


def _asked_in_deep_focus(payload: Any) -> None:
    payload["document"]["attention"]["focus"] = "deep"


def _deferred_in_deep_focus(payload: Any) -> None:
    """As above, and the decision is what the rules then give."""
    _asked_in_deep_focus(payload)
    read = read_session_document(payload["document"])
    words = Words()
    payload["decisions"] = [decision_record(read, found) for found in decide(read, words)]
    payload["heard"] = words.heard


def test_a_question_said_to_have_been_asked_in_deep_focus_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    forge(db, session, in_payload("GateDecided", _asked_in_deep_focus))
    broken = criterion(audited(cli), "no-question-under-pressure")["broken"]
    assert places(broken) == {(session, seq_of(db, session, "GateDecided"))}


def test_a_document_and_its_decision_forged_to_fit_each_other_do_not_fit_the_question(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    forge(db, session, in_payload("GateDecided", _deferred_in_deep_focus))
    document = audited(cli)
    assert document["replay"]["differ"] == [], "the forger was careful"
    (place,) = criterion(document, "well-formed-questions")["broken"]
    assert place["event"] == seq_of(db, session, "QuestionAsked")
    assert place["what"] == "no gate decision asked for it"


def test_a_document_nobody_can_read_is_found_and_breaks_nothing_else(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    forge(db, session, in_payload("GateDecided", lambda payload: payload["document"].clear()))
    document = audited(cli)
    assert document["sessions"] == 2
    assert places(document["replay"]["differ"]) == {(session, seq_of(db, session, "GateDecided"))}


def test_a_question_row_deleted_from_its_table_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    by_hand(db, ("DELETE FROM questions WHERE session = ?", (session,)))
    broken = audited(cli)["tables"]["broken"]
    assert [place["what"] for place in broken] == [
        f"questions {session}-q1 is missing from its table"
    ]


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("UPDATE questions SET expected_loss = 0", "was changed in its table: expected_loss"),
        ("UPDATE assumptions SET status = 'confirmed'", "was changed in its table: status"),
        ("DELETE FROM assumptions", "is missing from its table"),
        ("DELETE FROM plans", "is missing from its table"),
        ("DELETE FROM plan_sessions", "is missing from its table"),
        ("UPDATE plan_sessions SET goal = 'x'", "was changed in its table: goal"),
        (
            "INSERT INTO assumptions SELECT id || 'x', session, workspace, ambiguity, status, "
            "confidence, user_response, document, place FROM assumptions",
            "is in its table and not in the log",
        ),
    ],
)
def test_a_row_changed_added_or_deleted_by_hand_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str], sql: str, what: str
) -> None:
    assert two_sessions
    by_hand(db, (sql, ()))
    broken = audited(cli)["tables"]["broken"]
    assert broken
    assert any(what in place["what"] for place in broken)


def test_a_question_event_removed_with_every_digest_recomputed_is_found(
    cli: Runner, db: Path
) -> None:
    with SQLiteStore(db) as store:
        _, session, _ = Scene(store).asked(HARD, LOUD)
    forge(db, session, without("QuestionAsked"))
    by_hand(db, ("DELETE FROM questions WHERE session = ?", (session,)))
    by_hand(db, ("UPDATE plan_sessions SET state = 'stopped'", ()))
    document = audited(cli)
    assert document["chain"]["ok"] is True
    (place,) = criterion(document, "no-silent-pass")["broken"]
    assert place["session"] == session
    assert place["event"] == seq_of(db, session, "GateDecided")
    assert place["what"] == "row-store was to be asked and no question follows"


def test_a_question_event_removed_from_under_its_answer_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    forge(db, session, without("QuestionAsked"))
    document = audited(cli)
    assert document["ok"] is False
    assert any(place["session"] == session for place in document["replay"]["differ"])


def _an_option_is_dropped(payload: Any) -> None:
    payload["question"]["options"].pop()
    payload["question"]["default"] = "a"


def _the_default_is_no_option(payload: Any) -> None:
    payload["question"]["default"] = "z"


def _the_stakes_are_gone(payload: Any) -> None:
    payload["question"]["stakes"] = " "


def _the_deadline_is_gone(payload: Any) -> None:
    payload["question"]["deadline"] = None


def _it_is_about_something_else(payload: Any) -> None:
    payload["question"]["question_id"] = "colour"


def _only_one_option_is_left(payload: Any) -> None:
    del payload["question"]["options"][1:]
    payload["question"]["default"] = "a"


@pytest.mark.parametrize(
    ("lie", "what"),
    [
        (_an_option_is_dropped, "dropped tape"),
        (_only_one_option_is_left, "1 distinct options"),
        (_the_default_is_no_option, "the default 'z' is not an option"),
        (_the_stakes_are_gone, "the question has no prompt or no stakes"),
        (_the_deadline_is_gone, "was not pending with a deadline"),
        (_it_is_about_something_else, "colour was never proposed"),
    ],
)
def test_a_question_that_is_not_well_formed_is_found(
    cli: Runner, db: Path, lie: Callable[[Any], None], what: str
) -> None:
    with SQLiteStore(db) as store:
        _, session, _ = Scene(store).asked(HARD, WIDE)
    forge(db, session, in_payload("QuestionAsked", lie))
    broken = criterion(audited(cli), "well-formed-questions")["broken"]
    assert places(broken) == {(session, seq_of(db, session, "QuestionAsked"))}
    assert what in broken[0]["what"]


def _no_reasons(payload: Any) -> None:
    payload["reasons"] = []


def _no_outcome(payload: Any) -> None:
    payload["outcome"] = "Whatever"


@pytest.mark.parametrize("lie", [_no_reasons, _no_outcome])
def test_an_intake_without_a_named_outcome_and_its_reasons_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str], lie: Callable[[Any], None]
) -> None:
    session = two_sessions["planned"]
    forge(db, session, in_payload("IntakeDecided", lie))
    broken = criterion(audited(cli), "named-outcome")["broken"]
    assert places(broken) == {(session, seq_of(db, session, "IntakeDecided"))}


def test_a_policy_version_that_is_not_its_policys_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    def another(payload: Any) -> None:
        payload["policy_version"] = "0" * 12

    session = two_sessions["planned"]
    forge(db, session, in_payload("GateDecided", another))
    broken = criterion(audited(cli), "documented-threshold")["broken"]
    assert places(broken) == {(session, seq_of(db, session, "GateDecided"))}


def test_a_session_removed_from_the_record_is_found(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    by_hand(db, ("DELETE FROM plan_events WHERE stream = ?", (session,)))
    document = audited(cli)
    assert document["sessions"] == 1
    assert {place["session"] for place in document["tables"]["broken"]} == {session}
    (place,) = document["tables"]["broken"]
    assert place["what"] == "plan_sessions names it; its events are gone"


def test_a_session_removed_with_its_row_is_found_by_what_else_it_left_behind(
    cli: Runner, db: Path, two_sessions: dict[str, str]
) -> None:
    session = two_sessions["answered"]
    by_hand(
        db,
        ("DELETE FROM plan_events WHERE stream = ?", (session,)),
        ("DELETE FROM plan_sessions WHERE plan_session_id = ?", (session,)),
    )
    document = audited(cli)
    assert document["ok"] is False
    assert {place["session"] for place in document["tables"]["broken"]} == {session}


def test_a_focus_changed_after_the_fact_is_found(cli: Runner, db: Path) -> None:
    with SQLiteStore(db) as store:
        set_focus(Scene(store).planner(), "deep", None, by="anna")
    assert audited(cli)["ok"] is True
    by_hand(db, ("UPDATE plan_events SET payload = replace(payload, 'deep', 'ambient')", ()))
    document = audited(cli)
    assert places(document["chain"]["broken"]) == {("person", 1)}
    assert {place["session"] for place in document["tables"]["broken"]} == {"person"}


# --- what another policy would have done (REC-3) --------------------------------------------------


def policy_file(folder: Path, policy: object) -> Path:
    path = folder / "policy.json"
    path.write_text(json.dumps(policy), encoding="utf-8")
    return path


@pytest.fixture
def five_decisions(db: Path) -> dict[str, str]:
    """Two questions (one of them lifted by VOI-4), one pair of ambiguities, two assumptions."""
    with SQLiteStore(db) as store:
        scene = Scene(store)
        _, asked, _ = scene.asked(HARD, LOUD)
        _, lifted, _ = scene.asked(HARD, FINAL)
        _, pair = scene.start(HARD, QUIET, CLEAR)
        _, quiet = scene.start(HARD, QUIET)
    return {"asked": asked, "lifted": lifted, "pair": pair, "quiet": quiet}


@pytest.mark.rule("REC-3")
def test_under_a_threshold_of_nothing_everything_ambiguous_would_have_been_asked(
    cli: Runner, tmp_path: Path, five_decisions: dict[str, str]
) -> None:
    path = policy_file(tmp_path, {"evpi_question_threshold": 0})
    found = audited(cli, "--policy", path)["counterfactual"]
    assert found["decisions"] == 5
    assert found["questions_asked"] == 2
    assert found["questions_under_policy"] == 4
    assert found["policy_version"] == Policy(evpi_question_threshold=0.0).version
    assert found["sessions"] == {
        five_decisions["pair"]: {"asked_instead": ["row-case (GATE-1 before)"]},
        five_decisions["quiet"]: {"asked_instead": ["row-order (GATE-3 before)"]},
    }


@pytest.mark.rule("REC-3")
def test_under_a_threshold_beyond_reach_only_what_cannot_be_undone_would_have_been_asked(
    cli: Runner, tmp_path: Path, five_decisions: dict[str, str]
) -> None:
    path = policy_file(tmp_path, {"evpi_question_threshold": 1000})
    found = audited(cli, "--policy", path)["counterfactual"]
    assert (found["questions_asked"], found["questions_under_policy"]) == (2, 1)
    assert found["sessions"] == {
        five_decisions["asked"]: {"assumed_instead": ["row-store (GATE-3)"]}
    }


@pytest.mark.rule("REC-3")
def test_the_policy_of_the_time_would_have_done_what_was_done(
    cli: Runner, tmp_path: Path, log: dict[str, str]
) -> None:
    document = audited(cli, "--policy", policy_file(tmp_path, {"estimator": "regret"}))
    found = document["counterfactual"]
    assert document["ok"] is True
    assert found["decisions"] > 20
    # One session was planned with the standard estimator, which finds equal costs worth nothing.
    assert found["questions_under_policy"] == found["questions_asked"] + 1
    assert found["sessions"] == {log["standard"]: {"asked_instead": ["row-store (GATE-3 before)"]}}


@pytest.mark.rule("REC-3")
def test_another_policy_never_makes_an_honest_log_a_broken_one(
    cli: Runner, tmp_path: Path, five_decisions: dict[str, str]
) -> None:
    assert five_decisions
    for policy in ({"estimator": "standard"}, {"strict_blockers": True}, {"min_prior": 1}):
        document = audited(cli, "--policy", policy_file(tmp_path, policy))
        assert document["ok"] is True
    ran = cli("audit", "--policy", policy_file(tmp_path, {"strict_blockers": True}))
    assert "0 questions instead of 2, of 5 decisions." in ran.out
    assert f"{five_decisions['asked']}: assumed instead: row-store (GATE-12)" in ran.out


@pytest.mark.rule("REC-3", "ERR-1")
@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "policy: is empty"),
        (b"{", "policy: is not JSON"),
        (b"[]", "policy: a list is not an object"),
        (b'{"threshold": 1}', "policy.threshold: is not a field; accepted: estimator"),
        (b'{"estimator": "evpi"}', 'policy.estimator: "evpi" is not known; accepted: regret'),
        (b'{"evpi_question_threshold": NaN}', "policy: contains NaN"),
        (b'{"evpi_question_threshold": -1}', "policy.evpi_question_threshold: -1 is out of range"),
        (b'{"min_prior": 1e999}', "policy.min_prior: Infinity is out of range"),
        (b'{"min_prior": 1, "min_prior": 1}', "policy: names min_prior twice"),
        (b"\xff\xfe{\x00}\x00", "policy: byte 0 is not UTF-8"),
        (b"[" * 100_000, "policy: is nested too deeply"),
    ],
)
def test_a_bad_policy_file_is_refused_in_one_line(
    cli: Runner, db: Path, tmp_path: Path, raw: bytes, says: str
) -> None:
    path = tmp_path / "policy.json"
    path.write_bytes(raw)
    ran = cli("audit", "--policy", path)
    assert ran.code == 2
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.out == ""
    assert not db.exists(), "nothing was written"


@pytest.mark.rule("REC-3", "ERR-1")
def test_a_policy_file_that_is_not_there_is_said_to_be_missing(cli: Runner, tmp_path: Path) -> None:
    ran = cli("audit", "--policy", tmp_path / "nowhere.json")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert "nowhere.json" in ran.err
