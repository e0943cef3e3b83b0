"""Which edition of the gate replays a decision (REC-2)."""

from __future__ import annotations

import pytest

from plangate.adapters.memory import MemoryStore
from plangate.app.log.audits import audit_document, run_audit
from plangate.app.log.whole_record import import_lines
from plangate.core.audit.edition1 import frozen_replay as edition1
from plangate.core.audit.edition1.gate_document import read_session_document as frozen_reader
from plangate.core.audit.edition1.gate_document import session_document as frozen_document
from plangate.core.audit.replay import recorded
from plangate.core.events import event as e
from plangate.core.gate.decide import EDITION
from plangate.core.gate.document import read_gate_document, session_document
from plangate.core.log.wire import decoder
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.policy import Policy
from tests.app.test_golden_logs import then, unpacked
from tests.core.gate_examples import EXAMPLES

pytestmark = pytest.mark.rule("REC-2")

AT = "2026-01-01T00:00:00.000Z"


def decided(edition: int) -> e.GateDecided:
    given = EXAMPLES[0].document
    if edition == 1:
        old = {**given, "quota": {"used": False, "open_in_workspace": False, "attempts": 0}}
        document = frozen_document(frozen_reader(old))
    else:
        document = session_document(read_gate_document(given))
    return e.GateDecided(document, (), "", edition=edition)


def test_a_decision_without_an_edition_is_of_the_first() -> None:
    old = decoder(e.GateDecided)({"document": {}, "decisions": [], "policy_version": "x"})
    assert (old.edition, old.heard) == (1, None)


def test_the_first_edition_is_replayed_by_the_copy_frozen_for_it() -> None:
    assert isinstance(recorded(decided(1), AT), edition1.Recorded)


def test_an_edition_nobody_knows_yet_is_said_to_be_that() -> None:
    with pytest.raises(StoreDamaged, match=f"edition {EDITION + 1} .* newer"):
        recorded(decided(EDITION + 1), AT)


def test_another_policy_is_asked_in_the_edition_of_the_decision() -> None:
    call = recorded(decided(1), AT)
    usual = {one["ambiguity"]: (one["action"], one["rule"]) for one in call.decisions()}
    assert call.rulings(Policy()) == usual
    never = call.rulings(Policy(evpi_question_threshold=1_000, blockers_need_evpi=True))
    assert all(action != "ask" for action, _ in never.values())


@pytest.mark.rule("REC-2", "REC-4")
def test_a_log_of_0_1_0_imports_folds_and_audits_as_it_did_then() -> None:
    store = MemoryStore()
    done = import_lines(store, unpacked("0.1.0.jsonl").splitlines())
    assert done.added == then()["events"]
    now = audit_document(run_audit(store))
    assert now["ok"], now
    assert {name: now[name] for name in then()} == then()
