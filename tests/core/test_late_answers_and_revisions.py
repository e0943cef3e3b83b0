"""Late answers, changed minds and what a revision touches (ASK-10, ASK-12, ASM-3, PLAN-3).

The clock stands still until a test moves it. The plan drafted here has a task that rests on
nothing, one for each of two decisions and what depends on them: a revision that goes too far shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.mind import RulesProposer
from plangate.app.acts import ledger_acts, question_acts
from plangate.app.acts.deferrals import resume_session
from plangate.app.acts.plans.progress_acts import finish_task, start_task
from plangate.app.log.audits import run_audit
from plangate.app.log.whole_record import rebuild
from plangate.app.planner import Advanced, Planner
from plangate.app.ports import Proposer
from plangate.app.session_options import SessionOptions
from plangate.core.events import event as e
from plangate.core.guard.acts import Actor
from plangate.core.log.chain import event_of
from plangate.core.log.session import Session
from plangate.core.log.tables import KEYS, Query
from plangate.core.model.errors import BadInput, PersonsAct, PlangateError
from plangate.core.model.graphs import check_graph, open_decision
from plangate.core.model.nouns import (
    Ambiguity,
    Assumption,
    BudgetSignal,
    Interpretation,
    OnTimeout,
    Plan,
    Question,
    Reversibility,
    Task,
)
from plangate.core.moves import Ask, Deliver, DraftPlan, ExpandPlan, Proceed, Propose, Stop
from plangate.core.plans.revisions import resting_tasks
from tests.person import A_PERSON

GOAL = "Keep the orders and export them for the accountants"
Undoing = Reversibility


def reading(
    name: str, prior: float, complexity: float = 0.5, undoing: Undoing = "partial"
) -> Interpretation:
    return Interpretation(
        id=name,
        label=f"The {name} way",
        consequence=f"decides {name}",
        prior=prior,
        complexity=complexity,
        reversibility=undoing,
        touches=(f"{name}.py",),
    )


#: Worth a question; its safe default is not its likeliest reading.
STORAGE = Ambiguity(
    "storage",
    (reading("table", 0.5), reading("file", 0.3), reading("cloud", 0.2)),
    safe_default="file",
)
#: Not worth one: assumed by GATE-3.
FORMAT = Ambiguity(
    "format", (reading("json", 0.7, 0.2, "reversible"), reading("yaml", 0.3, 0.2, "reversible"))
)
#: Every reading is one-way: silence parks the session.
FINAL = Ambiguity(
    "storage",
    (reading("table", 0.6, undoing="irreversible"), reading("file", 0.4, undoing="irreversible")),
)


class Drafter:
    """One task for each decision, what depends on them, and one that rests on nothing.

    The reading `cloud` needs no work of its own: its task is left out.
    """

    def __init__(self, *ambiguities: Ambiguity) -> None:
        self._ambiguities = ambiguities or (STORAGE, FORMAT)

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:  # noqa: ARG002
        return self._ambiguities

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        held = {**chore.readings, **chore.in_own_words}
        undoing: dict[str, Undoing] = {
            r.id: r.reversibility for a in chore.ambiguities for r in a.interpretations
        }
        drafted = [self._task("manual", "Write the manual")]
        for name in ("storage", "format"):
            if name in held and held[name] != "cloud":
                task = self._task(name, f"Build {name}: {held[name]}", rests_on=(name,))
                drafted.append(task._replace(reversibility=undoing.get(held[name], "reversible")))
        made = {task.answers_to for task in drafted}
        for name, needed in (("fill", "storage"), ("export", "format")):
            needs = (needed,) if needed in made else ()
            rests = () if needs else (needed,)
            drafted.append(self._task(name, f"Write the {name}", depends_on=needs, rests_on=rests))
        ids = {task.answers_to: f"t{place}" for place, task in enumerate(drafted, start=1)}
        return [
            task._replace(
                id=ids[task.answers_to], depends_on=tuple(ids[need] for need in task.depends_on)
            )
            for task in drafted
        ]

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        return chore.plan.tasks

    @staticmethod
    def _task(answers_to: str, title: str, **more: tuple[str, ...]) -> Task:
        return Task(id="", title=title, description=title, answers_to=answers_to, **more)  # type: ignore[arg-type]


class Desk:
    """A planner over memory, and the clock that only a test moves."""

    def __init__(self, *ambiguities: Ambiguity, proposer: Proposer | None = None) -> None:
        self.clock = FrozenClock()
        self.store = MemoryStore()
        numbers = count(1)
        self.planner = Planner(
            actor=A_PERSON,
            store=self.store,
            clock=self.clock,
            proposer=proposer or Drafter(*ambiguities),
            investigator=ScriptedInvestigator(),
            new_id=lambda: f"s{next(numbers)}",
        )

    def start(
        self,
        goal: str = GOAL,
        *,
        complexity: int = 6,
        on_timeout: OnTimeout = "assume",
        budget_signal: BudgetSignal = "normal",
    ) -> Advanced:
        wish = SessionOptions(
            complexity=complexity, on_timeout=on_timeout, budget_signal=budget_signal, by="ada"
        )
        return self.planner.start(goal, "/shop", wish)

    def overdue(self) -> Advanced:
        """The deadline passes, and somebody looks."""
        self.clock.pass_time(seconds=28_801)
        return self.planner.advance("s1")

    def answer(
        self, reply: str, *, change: bool = False, name: str = "s1-q1"
    ) -> question_acts.Replied:
        return question_acts.answer(
            self.planner, name, reply, by="ada", surface="test", change=change
        )

    def wrong(
        self, name: str, reading: str | None = None, words: str | None = None
    ) -> ledger_acts.Revised:
        return ledger_acts.overturn(self.planner, name, reading=reading, words=words, by="ada")

    def undo(self, name: str = "s1-q1") -> ledger_acts.Revised:
        done = ledger_acts.undo(self.planner, name, by="ada")
        assert isinstance(done, ledger_acts.Revised)
        return done

    def take_back(self, name: str = "s1-q1") -> ledger_acts.Reopened:
        done = ledger_acts.undo(self.planner, name, by="ada")
        assert isinstance(done, ledger_acts.Reopened)
        return done

    @property
    def session(self) -> Session:
        return self.planner.session("s1")

    @property
    def plan(self) -> Plan:
        plan = self.session.plan
        assert plan is not None, "expected a plan"
        return plan

    @property
    def question(self) -> Question:
        return self.session.question("s1-q1")

    @property
    def last_asked(self) -> Question:
        return list(self.session.questions.values())[-1]

    @property
    def log(self) -> list[e.Event]:
        return [event_of(entry) for entry in self.store.read("s1")]

    def entry(self, ambiguity: str) -> Assumption:
        """The one entry of an ambiguity that nobody overturned."""
        held = [
            entry
            for entry in self.session.assumptions.values()
            if entry.ambiguity == ambiguity and entry.status != "wrong"
        ]
        assert len(held) == 1, f"expected one entry in force for {ambiguity}, got {held}"
        return held[0]

    def happened(self, kind: type) -> list[Any]:
        return [event for event in self.log if isinstance(event, kind)]


@pytest.fixture
def desk() -> Desk:
    """A question about storage is pending; the format was assumed."""
    desk = Desk()
    asked = desk.start()
    assert isinstance(asked.outcome, Ask)
    assert [option.interpretation for option in asked.outcome.question.options] == [
        "table",
        "file",
        "cloud",
    ]
    assert asked.outcome.question.default == "b"
    return desk


@pytest.fixture
def planned(desk: Desk) -> Desk:
    """It was answered `table`, and the plan is there."""
    assert desk.answer("a").result == "answered"
    assert [task.title for task in desk.plan.tasks] == [
        "Write the manual",
        "Build storage: table",
        "Build format: json",
        "Write the fill",
        "Write the export",
    ]
    return desk


def by_purpose(plan: Plan) -> dict[str, Task]:
    return {task.answers_to: task for task in plan.tasks}


def only_these_changed(before: Plan, after: Plan, *purposes: str) -> None:
    """Every other task is the same value, and the plan says which changed."""
    old, new = by_purpose(before), by_purpose(after)
    kept = [name for name in old if name not in purposes]
    assert {name: new[name] for name in kept} == {name: old[name] for name in kept}
    for name in old.keys() & new.keys():
        assert new[name].id == old[name].id, f"{name} was {old[name].id} and is {new[name].id}"
    differing = [name for name in old if name in new and new[name] != old[name]]
    told = [
        *(f"changed {old[name].id}: {new[name].title}" for name in differing),
        *(f"added {task.id}: {task.title}" for name, task in new.items() if name not in old),
        *(f"removed {task.id}: {task.title}" for name, task in old.items() if name not in new),
    ]
    assert sorted(after.changes) == sorted(told)
    assert (after.version, after.parent) == (before.version + 1, before.version)


# --- late answers (ASK-10) ------------------------------------------------------------------------


@pytest.mark.rule("ASK-10", "ASK-9")
def test_a_late_answer_equal_to_the_default_confirms_the_entry_and_leaves_the_plan(
    desk: Desk,
) -> None:
    desk.overdue()
    assumed, before = desk.entry("storage"), desk.plan
    assert (assumed.user_response, assumed.confidence, assumed.status) == (
        "timeout_assumed",
        "medium",
        "open",
    )
    replied = desk.answer("b")
    assert replied.result == "late"
    assert "confirms s1-a2" in replied.message
    assert desk.entry("storage") == assumed._replace(status="confirmed")
    assert desk.plan == before
    assert desk.question.status == "timed_out", "a timeout never becomes an answer"
    assert desk.question.answer is None
    (kept,) = desk.happened(e.LateAnswerKept)
    assert (kept.question, kept.answer.value, kept.answer.provenance) == (
        "s1-q1",
        "The file way",
        "choice",
    )


@pytest.mark.rule("ASK-10", "ASM-3", "PLAN-3")
def test_a_late_answer_that_differs_opens_a_revision_that_touches_only_what_rests_on_it(
    desk: Desk,
) -> None:
    before = desk.overdue().session.plan
    assert before is not None
    replied = desk.answer("a")
    assert replied.result == "late"
    assert "it replaces s1-a2 and touches t2, t4" in replied.message
    (revised,) = desk.happened(e.DecisionRevised)
    assert (revised.overturned, revised.tasks) == ("s1-a2", ("t2", "t4"))
    assert revised.trigger == "late answer to s1-q1"
    only_these_changed(before, desk.plan, "storage", "fill")
    assert by_purpose(desk.plan)["storage"].title == "Build storage: table"
    assert desk.plan.trigger == "late answer to s1-q1"
    assert desk.session.assumptions["s1-a2"].status == "wrong"
    entry = desk.entry("storage")
    assert (entry.user_response, entry.replaces) == ("confirmed: The table way", "s1-a2")


@pytest.mark.rule("ASK-10")
def test_a_late_answer_never_starts_a_session_and_never_rewrites_what_was_recorded(
    desk: Desk,
) -> None:
    desk.overdue()
    before = list(desk.store.read("s1"))
    desk.answer("a")
    assert list(desk.store.streams()) == ["s1"]
    assert list(desk.store.read("s1"))[: len(before)] == before


@pytest.mark.rule("ASK-10", "ASK-11")
def test_a_late_answer_in_ones_own_words_becomes_a_task_in_those_words(desk: Desk) -> None:
    before = desk.overdue().session.plan
    assert before is not None
    desk.answer("on a tape in the cellar")
    only_these_changed(before, desk.plan, "storage", "fill")
    assert by_purpose(desk.plan)["storage"].title == "Build storage: on a tape in the cellar"
    assert desk.entry("storage").user_response == "custom: on a tape in the cellar"


@pytest.mark.rule("ASK-10", "ASM-3")
def test_every_late_answer_is_kept_and_the_last_one_holds(desk: Desk) -> None:
    desk.overdue()
    for reply, result in (("a", "table"), ("c", "cloud"), ("a", "table"), ("a", "table")):
        assert desk.answer(reply).result == "late"
        assert desk.entry("storage").interpretation == result
    assert [given.option for given in desk.session.late_answers["s1-q1"]] == ["a", "c", "a", "a"]
    assert len(desk.happened(e.DecisionRevised)) == 3, "the last one said what already held"
    assert desk.question.answer is None


@pytest.mark.rule("ASK-9", "ASK-10")
def test_a_late_answer_releases_a_parked_session() -> None:
    desk = Desk(FINAL, FORMAT)
    desk.start()
    parked = desk.overdue()
    assert isinstance(parked.outcome, Deliver), "only what hangs on it is withheld (GATE-20)"
    assert parked.session.undecided == {"storage": "park"}
    assert [entry.ambiguity for entry in parked.session.in_force] == ["format"]
    replied = desk.answer("The file way")
    assert replied.result == "late"
    assert replied.advanced is not None
    assert isinstance(replied.advanced.outcome, Deliver)
    assert desk.entry("storage").user_response == "confirmed: The file way"
    assert desk.plan.requires_approval, "a chosen option is not yet leave to run it (PLAN-6)"
    assert desk.question.status == "timed_out"


@pytest.mark.rule("ASK-9", "ASK-10")
def test_a_late_answer_goes_on_with_a_session_that_was_to_stop_on_silence() -> None:
    desk = Desk()
    desk.start(on_timeout="abort")
    stopped = desk.overdue()
    assert isinstance(stopped.outcome, Stop)
    assert "storage" not in stopped.session.settled
    replied = desk.answer("a")
    assert replied.result == "late"
    assert by_purpose(desk.plan)["storage"].title == "Build storage: table"


@pytest.mark.rule("ASK-7", "ASK-10", "ASK-12")
def test_a_withdrawn_question_is_answered_only_by_saying_that_it_is_a_change(desk: Desk) -> None:
    question_acts.withdraw(desk.planner, "s1-q1", by="ada", why="decided by the default")
    before = desk.plan
    taken = desk.entry("storage")
    assert (taken.user_response, taken.interpretation) == ("quota_used", "table"), "GATE-16"
    refused = desk.answer("b")
    assert refused.result == "already_settled"
    assert "already withdrawn" in refused.message
    assert desk.plan == before
    assert [event.value for event in desk.happened(e.AnswerNotTaken)] == ["b"]
    assert desk.answer("b", change=True).result == "late"
    only_these_changed(before, desk.plan, "storage", "fill")
    assert desk.question.status == "withdrawn", "exactly one transition to a final state"


@pytest.mark.rule("ASK-10", "ASM-3", "INT-2")
def test_a_session_that_went_ahead_without_a_plan_is_revised_without_one() -> None:
    small = Ambiguity("colour", (reading("red", 0.6), reading("blue", 0.4)), safe_default="red")
    desk = Desk(proposer=ScriptedProposer([small]))
    desk.start("Rename the door label", complexity=1)
    gone = desk.overdue()
    assert isinstance(gone.outcome, Proceed)
    replied = desk.answer("b")
    assert "touches no task" in replied.message
    assert replied.advanced is not None
    assert isinstance(replied.advanced.outcome, Proceed)
    revised = desk.wrong("s1-a2", reading="red")
    assert (revised.tasks, revised.entry.decision) == ((), "The red way")
    assert isinstance(revised.advanced.outcome, Proceed)
    assert revised.advanced.session.plan is None


# --- an answer changed (ASK-12) -------------------------------------------------------------------


@pytest.mark.rule("ASK-12", "ASM-3", "PLAN-3")
def test_a_changed_answer_is_a_revision_and_the_first_stays_in_the_record(planned: Desk) -> None:
    before = planned.plan
    replied = planned.answer("b", change=True)
    assert replied.result == "changed"
    assert "it replaces s1-a2 and touches t2, t4" in replied.message
    only_these_changed(before, planned.plan, "storage", "fill")
    assert planned.plan.trigger == "ada changed s1-q1"
    assert planned.question.answer is not None
    assert planned.question.answer.option == "b"
    assert [event.answer.option for event in planned.happened(e.QuestionAnswered)] == ["a"]
    assert [given.option for given in planned.session.earlier_answers["s1-q1"]] == ["a"]


@pytest.mark.rule("ASK-12")
def test_an_answer_changed_to_what_it_is_changes_nothing_and_is_recorded(planned: Desk) -> None:
    before = planned.plan
    replied = planned.answer("The table way", change=True)
    assert replied.result == "already_settled"
    assert planned.plan == before
    assert [event.why for event in planned.happened(e.AnswerNotTaken)] == ["already the answer"]


@pytest.mark.rule("ASK-12", "ASM-3")
def test_an_overturned_answer_can_be_given_again(planned: Desk) -> None:
    planned.wrong("s1-a2", reading="file")
    assert planned.answer("a", change=True).result == "changed"
    assert planned.entry("storage").interpretation == "table"
    assert by_purpose(planned.plan)["storage"].title == "Build storage: table"


@pytest.mark.rule("ASK-12")
def test_a_change_needs_to_be_said(planned: Desk) -> None:
    before = planned.plan
    assert planned.answer("b").result == "already_settled"
    assert planned.plan == before
    assert planned.entry("storage").interpretation == "table"


@pytest.mark.rule("ASK-12")
def test_a_change_of_a_question_that_is_still_open_is_its_answer(desk: Desk) -> None:
    assert desk.answer("b", change=True).result == "answered"
    assert desk.question.status == "answered"


# --- an entry overturned (ASM-3) ------------------------------------------------------------------


@pytest.mark.rule("ASM-3", "PLAN-3")
def test_a_wrong_entry_with_a_reading_changes_only_what_rests_on_it(planned: Desk) -> None:
    before = planned.plan
    revised = planned.wrong("s1-a1", reading="yaml")
    assert revised.overturned.id == "s1-a1"
    assert revised.overturned.status == "wrong"
    assert (revised.entry.id, revised.entry.interpretation) == ("s1-a3", "yaml")
    assert (revised.entry.status, revised.entry.replaces) == ("confirmed", "s1-a1")
    assert revised.tasks == ("t3", "t5")
    only_these_changed(before, planned.plan, "format", "export")
    assert planned.plan.trigger == "ada overturned s1-a1"
    assert by_purpose(planned.plan)["format"].rests_on == ("s1-a3",)


@pytest.mark.rule("ASM-3", "ASM-1")
def test_a_wrong_entry_in_ones_own_words_is_kept_as_given(planned: Desk) -> None:
    before = planned.plan
    revised = planned.wrong("s1-a1", words="a spreadsheet, as they use it today")
    assert revised.entry.decision == "a spreadsheet, as they use it today"
    assert revised.entry.user_response == "custom: a spreadsheet, as they use it today"
    assert revised.entry.interpretation is None
    only_these_changed(before, planned.plan, "format", "export")
    title = by_purpose(planned.plan)["format"].title
    assert title == "Build format: a spreadsheet, as they use it today"


@pytest.mark.rule("ASM-3")
def test_a_wrong_entry_with_nothing_named_takes_the_likeliest_reading_left(planned: Desk) -> None:
    revised = planned.wrong("s1-a2")
    assert revised.entry.interpretation == "file"
    assert (revised.entry.confidence, revised.entry.status) == ("low", "open")
    assert revised.entry.user_response == "auto_expanded"
    assert "without naming another" in revised.entry.reasoning


@pytest.mark.rule("ASM-3")
def test_an_entry_overturned_again_and_again_ends_in_somebodys_own_words(planned: Desk) -> None:
    taken = [planned.wrong("s1-a2").entry, planned.wrong("s1-a3").entry]
    assert [entry.interpretation for entry in taken] == ["file", "cloud"]
    with pytest.raises(BadInput, match="no reading is left") as refused:
        planned.wrong("s1-a4")
    assert refused.value.field == "CHOICE"
    assert planned.entry("storage").interpretation == "cloud", "a refusal changes nothing"
    assert planned.wrong("s1-a4", words="on paper").entry.decision == "on paper"


@pytest.mark.rule("ASM-3", "PLAN-1", "PLAN-3")
def test_a_task_that_goes_and_comes_back_keeps_its_id_and_lends_it_to_nobody(
    planned: Desk,
) -> None:
    planned.wrong("s1-a2", reading="cloud")
    *_, first, second = planned.session.plans
    assert "removed t2: Build storage: table" in second.changes
    only_these_changed(first, second, "storage", "fill")
    planned.wrong("s1-a3", reading="file")
    third = planned.plan
    assert by_purpose(third)["storage"].id == "t2"
    names = {task.id: task.answers_to for plan in planned.session.plans for task in plan.tasks}
    for plan in planned.session.plans:
        assert all(names[task.id] == task.answers_to for task in plan.tasks)


@pytest.mark.rule("ASM-3")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("The json way", "is what was overturned"),
        ("json", "is what was overturned"),
        ("the", "fits no single reading"),
        ("xml", "fits no single reading"),
        (" ", "fits no single reading"),
    ],
)
def test_a_reading_that_is_none_is_refused_with_those_there_are(
    planned: Desk, given: str, told: str
) -> None:
    before = planned.log
    with pytest.raises(BadInput, match=told) as refused:
        planned.wrong("s1-a1", reading=given)
    assert refused.value.field == "--reading"
    assert "yaml" in str(refused.value)
    assert planned.log == before


@pytest.mark.rule("ASM-3", "ASK-13")
def test_own_words_that_say_nothing_are_refused(planned: Desk) -> None:
    with pytest.raises(BadInput, match="--instead"):
        planned.wrong("s1-a1", words="  ")
    assert planned.entry("format").interpretation == "json"


@pytest.mark.rule("ASM-3")
def test_an_entry_is_overturned_once(planned: Desk) -> None:
    planned.wrong("s1-a1", reading="yaml")
    with pytest.raises(BadInput, match="s1-a1 is already overturned"):
        planned.wrong("s1-a1")
    with pytest.raises(BadInput, match="s1-a1 was overturned"):
        ledger_acts.confirm(planned.planner, "s1-a1", by="ada")


@pytest.mark.rule("ASM-1")
def test_a_confirmed_entry_stays_as_it_is_and_changes_no_plan(planned: Desk) -> None:
    before, entry = planned.plan, planned.entry("format")
    for _ in range(2):
        assert ledger_acts.confirm(planned.planner, "s1-a1", by="ada") == entry._replace(
            status="confirmed"
        )
    assert planned.plan == before
    assert len(planned.happened(e.AssumptionConfirmed)) == 1


@pytest.mark.rule("PLAN-6", "ASM-3")
def test_a_one_way_reading_needs_approval_whoever_chose_it_and_is_never_taken_for_somebody() -> (
    None
):
    risky = Ambiguity(
        "format", (reading("json", 0.9, 0.2), reading("drop", 0.1, 0.2, "irreversible"))
    )
    desk = Desk(STORAGE, risky)
    desk.start()
    desk.answer("a")
    with pytest.raises(BadInput, match="cannot be undone"):
        desk.wrong("s1-a1")
    assert desk.entry("format").interpretation == "json", "nobody named another"
    desk.wrong(str(desk.entry("format").id), reading="The drop way")
    desk.undo(str(desk.entry("format").id))
    held = ["drafted meanwhile", "answered", "a person named it", "taken back"]
    needed = [plan.requires_approval for plan in desk.session.plans]
    assert [why for why, need in zip(held, needed, strict=True) if need] == ["a person named it"]


@pytest.mark.rule("ASK-11", "ASM-3")
@pytest.mark.parametrize(
    ("given", "taken"), [("drop", False), ("the DROP way", True), ("the d", False)]
)
def test_a_one_way_reading_needs_its_label(given: str, taken: bool) -> None:
    risky = Ambiguity(
        "format", (reading("json", 0.9, 0.2), reading("drop", 0.1, 0.2, "irreversible"))
    )
    desk = Desk(STORAGE, risky)
    desk.start()
    desk.answer("a")
    if taken:
        assert desk.wrong("s1-a1", reading=given).entry.interpretation == "drop"
    else:
        with pytest.raises(BadInput, match="cannot be undone"):
            desk.wrong("s1-a1", reading=given)
        assert desk.entry("format").interpretation == "json"


# --- while something else is going on -------------------------------------------------------------


@pytest.mark.rule("ASM-3", "ASK-7", "INT-5")
def test_a_revision_beside_a_pending_question_leaves_it_pending(desk: Desk) -> None:
    pending = desk.question
    revised = desk.wrong("s1-a1", reading="yaml")
    assert isinstance(revised.advanced.outcome, Ask)
    assert desk.question == pending
    stop = revised.advanced.outcome.stop
    assert (stop.stop_reason, stop.ending) == ("blocking_question", "question")
    assert stop.next_actions == (f"answer s1-q1: {pending.prompt}",)
    assert revised.advanced.session.intake is not None
    assert revised.advanced.session.intake.outcome == "RequiresClarification"
    desk.answer("a")
    assert by_purpose(desk.plan)["format"].title == "Build format: yaml"


@pytest.mark.rule("ASM-3", "ASK-7")
def test_a_revision_beside_a_held_question_leaves_it_held(desk: Desk) -> None:
    question_acts.hold(desk.planner, "s1-q1", by="ada")
    revised = desk.wrong("s1-a1", reading="yaml")
    assert isinstance(revised.advanced.outcome, Ask)
    assert revised.advanced.session.state == "held"
    assert revised.advanced.outcome.stop.next_actions == ("plangate resume s1-q1",)


@pytest.mark.rule("ASK-9", "ASM-3")
@pytest.mark.parametrize("on_timeout", ["assume", "abort"])
def test_a_revision_of_something_else_does_not_set_a_stopped_session_going(
    on_timeout: OnTimeout,
) -> None:
    desk = Desk(FINAL, FORMAT)
    desk.start(on_timeout=on_timeout)
    before = desk.overdue()
    assert isinstance(before.outcome, Stop if on_timeout == "abort" else Deliver)
    revised = desk.wrong("s1-a1", reading="yaml")
    assert revised.advanced.outcome.stop.ending == before.outcome.stop.ending
    assert {entry.ambiguity for entry in revised.advanced.session.in_force} == {"format"}
    desk.answer("The table way")
    assert by_purpose(desk.plan)["format"].title == "Build format: yaml"


@pytest.mark.rule("ATT-3", "ASM-1", "ASK-12")
@pytest.mark.parametrize(("reply", "status"), [("b", "confirmed"), ("a", "wrong")])
def test_an_answer_to_what_was_deferred_leaves_one_entry_in_force(reply: str, status: str) -> None:
    desk = Desk()
    desk.start(budget_signal="critical")
    deferred = desk.entry("storage")
    assert (deferred.user_response, deferred.interpretation) == ("deferred", "file"), "GATE-10"
    before = desk.plan
    resume_session(desk.planner, "s1", by="ada")
    assert desk.answer(reply).result == "answered"
    assert desk.session.assumptions[str(deferred.id)].status == status
    assert desk.entry("storage").status == "confirmed"
    kept = by_purpose(before)
    now = by_purpose(desk.plan)
    assert all(now[name] == kept[name] for name in ("manual", "format", "export"))


@pytest.mark.rule("ATT-3", "ASK-9")
def test_silence_about_what_was_deferred_leaves_one_entry_in_force() -> None:
    desk = Desk()
    desk.start(budget_signal="critical")
    resume_session(desk.planner, "s1", by="ada")
    desk.overdue()
    assert [entry.id for entry in desk.session.in_force] == ["s1-a3", "s1-a2"]
    assert desk.session.assumptions["s1-a3"].user_response == "timeout_assumed"
    for act in (
        lambda: desk.wrong("s1-a1"),
        lambda: ledger_acts.confirm(desk.planner, "s1-a1", by="ada"),
    ):
        with pytest.raises(BadInput, match="s1-a1 no longer holds, s1-a3 does"):
            act()


# --- undo (ASK-12) --------------------------------------------------------------------------------


@pytest.mark.rule("ASK-12", "ASM-3", "PLAN-3")
def test_undo_brings_back_the_former_decision_and_the_former_answer(planned: Desk) -> None:
    first, given = planned.plan, planned.question.answer
    planned.answer("b", change=True)
    second = planned.plan
    undone = planned.undo()
    assert undone.overturned.id == "s1-a3"
    assert undone.tasks == ("t2", "t4")
    assert planned.entry("storage").decision == "The table way"
    assert planned.entry("storage").status == "confirmed"
    assert planned.question.answer == given
    only_these_changed(second, planned.plan, "storage", "fill")
    assert planned.plan.trigger == "ada took s1-a3 back"
    assert _without_entries(planned.plan) == _without_entries(first)


def _without_entries(plan: Plan) -> list[Task]:
    return [task._replace(rests_on=()) for task in plan.tasks]


@pytest.mark.rule("ASK-12")
def test_undo_upon_undo_goes_back_one_decision_each_and_the_answer_goes_with_it(
    planned: Desk,
) -> None:
    planned.answer("b", change=True)
    planned.answer("c", change=True)
    for option, decision in (("b", "The file way"), ("a", "The table way")):
        planned.undo()
        assert planned.question.answer is not None
        assert (planned.entry("storage").decision, planned.question.answer.option) == (
            decision,
            option,
        )
    planned.take_back()
    with pytest.raises(BadInput, match="decided nothing yet"):
        planned.undo()


@pytest.mark.rule("ASK-12", "ASM-3")
def test_undo_of_an_overturned_answer_restores_the_answer_that_was_overturned(
    planned: Desk,
) -> None:
    planned.answer("b", change=True)
    planned.wrong("s1-a3", reading="cloud")
    planned.undo()
    assert planned.entry("storage").decision == "The file way"
    assert planned.question.answer is not None
    assert planned.question.answer.value == "The file way"


@pytest.mark.rule("ASK-12", "ASM-3")
def test_undo_may_be_named_by_any_entry_of_its_decision(planned: Desk) -> None:
    planned.wrong("s1-a1", reading="yaml")
    assert planned.undo("s1-a1").entry.interpretation == "json"
    planned.wrong("s1-a4", reading="yaml")
    assert planned.undo("s1-a5").entry.interpretation == "json"


@pytest.mark.rule("ASK-12", "ASM-3")
def test_undo_of_a_late_answer_brings_back_what_silence_led_to(desk: Desk) -> None:
    desk.overdue()
    desk.answer("a")
    undone = desk.undo()
    assert (undone.entry.user_response, undone.entry.interpretation) == ("timeout_assumed", "file")
    assert undone.entry.status == "open", "nobody confirmed it"
    assert desk.question.status == "timed_out"
    assert desk.question.answer is None
    assert by_purpose(desk.plan)["storage"].title == "Build storage: file"


@pytest.mark.rule("ASK-12", "ASM-1")
def test_undo_brings_back_a_confirmed_entry_as_confirmed(planned: Desk) -> None:
    ledger_acts.confirm(planned.planner, "s1-a1", by="ada")
    planned.wrong("s1-a1", reading="yaml")
    planned.undo("s1-a3")
    entry = planned.entry("format")
    assert (entry.interpretation, entry.status) == ("json", "confirmed")


@pytest.mark.rule("ASK-12")
def test_undo_of_what_was_never_revised_is_refused(planned: Desk) -> None:
    before = planned.log
    with pytest.raises(BadInput, match="s1-a1 revised nothing"):
        planned.undo("s1-a1")
    assert planned.log == before


@pytest.mark.rule("ASK-12", "ASK-7")
def test_a_first_answer_taken_back_is_asked_again_and_stays_in_the_record(planned: Desk) -> None:
    done = planned.take_back()
    assert done.asked is not None
    assert (done.asked.id, done.asked.question_id) == ("s1-q2", "storage")
    assert done.entry is None
    first = planned.session.question("s1-q1")
    assert first.answer is not None
    assert (first.status, first.answer.value) == ("answered", "The table way")
    with pytest.raises(BadInput, match="open again; accepted: an answer to D2"):
        planned.answer("b", change=True)
    planned.answer("b", name="s1-q2")
    assert planned.entry("storage").decision == "The file way"
    assert by_purpose(planned.plan)["storage"].title == "Build storage: file"


@pytest.mark.rule("ASK-12", "GATE-7", "VOI-10")
def test_an_answer_taken_back_again_and_again_is_one_question_for_a_person(planned: Desk) -> None:
    for number in (1, 2, 3, 4):
        done = planned.take_back(f"s1-q{number}")
        assert done.asked is not None
        assert (done.asked.ordinal, done.asked.at_most) == (1, 3)
        planned.answer("a", name=f"s1-q{number + 1}")
    assert planned.session.asked == 1
    assert run_audit(planned.store).ok


@pytest.mark.rule("ASK-12", "GATE-4")
def test_an_answer_that_work_has_begun_on_is_changed_and_not_taken_back(planned: Desk) -> None:
    task = next(t for t in planned.plan.tasks if "s1-a2" in t.rests_on)
    for needed in (*task.depends_on, task.id):
        start_task(planned.planner, "s1", needed, by="ada")
        if needed != task.id:
            finish_task(planned.planner, "s1", needed, by="ada")
    before = planned.log
    with pytest.raises(BadInput, match="has begun"):
        planned.undo()
    assert planned.log == before


@pytest.mark.rule("ASK-12", "ACT-1")
def test_an_agent_takes_no_answer_of_a_person_back(planned: Desk) -> None:
    planned.planner.actor = Actor("agent", "a-bot")
    with pytest.raises(PersonsAct):
        planned.undo()


@pytest.mark.rule("ASK-12")
def test_undo_of_a_question_that_decided_nothing_yet_is_refused(desk: Desk) -> None:
    with pytest.raises(BadInput, match="decided nothing yet"):
        desk.undo()


# --- custom answers become tasks ------------------------------------------------------------------


@pytest.mark.rule("ASK-11", "ASM-3", "PLAN-1")
def test_an_answer_in_ones_own_words_becomes_a_task_of_the_shipped_catalog() -> None:
    desk = Desk(proposer=RulesProposer(lambda _workspace: shipped_dimensions()))
    asked = desk.start("Add authentication; passwordless, and users set strong passwords")
    assert isinstance(asked.outcome, Ask)
    words = "Company single sign-on with a hardware key"
    desk.answer(words)
    (own,) = [task for task in desk.plan.tasks if words in task.description]
    assert own.title == words
    assert own.rests_on == (desk.entry(asked.outcome.question.question_id).id,)
    cores = [task for task in desk.plan.tasks if own.id in task.depends_on]
    assert any(set(own.rests_on) <= set(core.rests_on) for core in cores)


@pytest.mark.rule("ASK-11", "ASM-3")
def test_own_words_settle_the_clauses_a_reading_would_have_settled() -> None:
    """A goal that contradicts itself: the answer decides, and neither clause is a task besides."""
    goal = "Add authentication; passwordless, and users set strong passwords"
    chosen, worded = (
        Desk(proposer=RulesProposer(lambda _workspace: shipped_dimensions())) for _ in range(2)
    )
    for desk, reply in ((chosen, "a"), (worded, "Company single sign-on only")):
        desk.start(goal)
        desk.answer(reply)
    purposes = [[task.answers_to for task in desk.plan.tasks] for desk in (chosen, worded)]
    assert purposes[0] == purposes[1]


@pytest.mark.rule("PLAN-3", "PLAN-1", "ASM-3")
def test_tasks_that_answer_to_the_same_thing_are_not_mistaken_for_one_another() -> None:
    """A proposer that says nothing about what a task answers to still gets every task back."""
    tasks = [
        Task("t1", "Lay the ground", "Lay the ground", rests_on=("storage",)),
        Task("t2", "Build on it", "Build on it", depends_on=("t1",)),
        Task("t3", "Paint it", "Paint it", depends_on=("t2",)),
    ]
    desk = Desk(proposer=ScriptedProposer([STORAGE, FORMAT], tasks))
    desk.start()
    desk.answer("a")
    desk.answer("b", change=True)
    assert [(task.id, task.title, task.depends_on) for task in desk.plan.tasks] == [
        (task.id, task.title, task.depends_on) for task in tasks
    ]


# --- whatever a person does -----------------------------------------------------------------------


Deed = Callable[[Desk, str], object]
DEEDS: dict[str, Deed] = {
    "wrong": lambda desk, name: desk.wrong(name),
    "wrong: table": lambda desk, name: desk.wrong(name, reading="table"),
    "wrong: cloud": lambda desk, name: desk.wrong(name, reading="cloud"),
    "wrong: yaml": lambda desk, name: desk.wrong(name, reading="yaml"),
    "wrong, in words": lambda desk, name: desk.wrong(name, words=f"not {name}"),
    "confirm": lambda desk, name: ledger_acts.confirm(desk.planner, name, by="ada"),
    "undo": lambda desk, name: ledger_acts.undo(desk.planner, name, by="ada"),
    "answer anew": lambda desk, _: desk.answer("b", name=str(desk.last_asked.id)),
    "answer a": lambda desk, _: desk.answer("a", change=True),
    "answer b": lambda desk, _: desk.answer("b", change=True),
    "answer c": lambda desk, _: desk.answer("c", change=True),
    "answer in words": lambda desk, name: desk.answer(f"as {name} said", change=True),
    "answer without change": lambda desk, _: desk.answer("a"),
    "note": lambda desk, name: question_acts.add_note(desk.planner, "s1-q1", name, by="ada"),
}
BEGINNINGS: dict[str, Callable[[Desk], object]] = {
    "answered": lambda desk: desk.answer("a"),
    "timed out": lambda desk: desk.overdue(),
    "withdrawn": lambda desk: question_acts.withdraw(desk.planner, "s1-q1", by="ada", why="enough"),
    "pending": lambda desk: None,  # noqa: ARG005
    "held": lambda desk: question_acts.hold(desk.planner, "s1-q1", by="ada"),
}


@pytest.mark.rule("ASM-3", "ASK-10", "ASK-12", "PLAN-2", "PLAN-3", "REC-1", "REC-2")
@settings(max_examples=settings().max_examples // 2)
@given(
    st.sampled_from(["answered", *BEGINNINGS]),
    st.lists(
        st.tuples(
            st.sampled_from(["undo", "undo", *DEEDS]),
            st.sampled_from(["storage", "storage", "format", "s1-a2"]),
        ),
        min_size=4,
        max_size=10,
    ),
)
def test_whatever_is_overturned_changed_and_taken_back_the_ledger_and_the_plan_agree(
    beginning: str, deeds: list[tuple[str, str]]
) -> None:
    desk = Desk()
    desk.start()
    BEGINNINGS[beginning](desk)
    for deed, about in deeds:
        held = {str(entry.ambiguity): str(entry.id) for entry in desk.session.in_force}
        with suppress(PlangateError):
            DEEDS[deed](desk, held.get(about, about))
        _answer_and_decision_agree(desk)
    session = desk.session
    for ambiguity in session.settled:
        assert desk.entry(ambiguity) == next(
            entry for entry in session.in_force if entry.ambiguity == ambiguity
        )
    for before, after in pairwise(session.plans):
        _touches_only_what_it_must(desk, before, after)
    for plan in session.plans:
        check_graph(plan.tasks)
    if session.plan is not None:
        overturned = {x.id for x in session.assumptions.values() if x.status == "wrong"}
        resting = {name for task in session.plan.tasks for name in task.rests_on}
        assert not resting & overturned, "a task rests on what was overturned"
        for entry in session.assumptions.values():
            assert list(entry.tasks) == [
                task.id for task in session.plan.tasks if entry.id in task.rests_on
            ]
    audit = run_audit(desk.store)
    assert audit.ok, [list(c.broken) for c in (*audit.criteria.values(), audit.chain, audit.tables)]
    written = {table: desk.store.rows(Query(table)) for table in KEYS}
    rebuild(desk.store)
    assert {table: _sorted(desk.store.rows(Query(table))) for table in KEYS} == {
        table: _sorted(rows) for table, rows in written.items()
    }


@pytest.mark.rule("ASK-12")
def test_an_answer_that_was_taken_back_and_asked_for_again_is_changed_at_the_later_question() -> (
    None
):
    desk = Desk()
    desk.start()
    desk.answer("a")
    desk.take_back()
    desk.answer("b", name="s1-q2")
    told = desk.answer("a", change=True)
    assert (told.result, told.message) == (
        "already_settled",
        "s1-q1 was asked again as D2; change the answer to that one",
    )
    assert desk.entry("storage").decision == "The file way"
    _answer_and_decision_agree(desk)
    assert desk.answer("a", change=True, name="s1-q2").result == "changed"


@pytest.mark.rule("ASK-12", "ASM-3")
@settings(max_examples=settings().max_examples // 2)
@given(
    st.lists(st.sampled_from(["a", "b", "c", "own words", "overturn", "undo", "undo"]), max_size=8)
)
def test_undo_takes_back_one_decision_after_the_other_whatever_led_to_each(
    deeds: list[str],
) -> None:
    """What should hold is a stack; the answer shown is the last one given for what holds."""
    desk = Desk()
    desk.start()
    desk.answer("a")
    labels = {option.key: option.label for option in desk.question.options}
    decided = [labels["a"]]
    for place, deed in enumerate(deeds):
        if deed == "undo":
            if len(decided) > 1:
                desk.undo()
                decided.pop()
        else:
            words = f"{deed} {place}"
            if deed == "overturn":
                desk.wrong(str(desk.entry("storage").id), words=words)
            else:
                desk.answer(words if deed == "own words" else deed, change=True)
            said = labels.get(deed, words)
            decided += [said] if said != decided[-1] else []
        assert desk.entry("storage").decision == decided[-1]
        _answer_and_decision_agree(desk)


def _sorted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: sorted((k, str(v)) for k, v in row.items()))


def _answer_and_decision_agree(desk: Desk) -> None:
    """What a question says was answered is what holds, when it holds because of that answer."""
    question = desk.last_asked
    if question.answer is None or "storage" not in desk.session.settled:
        return
    entry = desk.entry("storage")
    if entry.rule == "ASK-11":
        assert question.answer.value == entry.decision


def _touches_only_what_it_must(desk: Desk, before: Plan, after: Plan) -> None:
    """Each version follows one or more revisions and changes what rested on them and no more."""
    assert (after.parent, after.version) == (before.version, before.version + 1)
    drafted = [
        place
        for place, event in enumerate(desk.log)
        if isinstance(event, e.PlanDrafted)
        and event.plan.version in (before.version, after.version)
    ]
    told = (e.DecisionRevised, e.DecisionReopened)
    revised = [x for x in desk.log[drafted[0] : drafted[1]] if isinstance(x, told)]
    touched = {task for event in revised for task in event.tasks}
    assert touched == {
        task for event in revised for task in resting_tasks(before, event.overturned)
    }
    # ASK-17: what waited for a decision is drafted anew once it is made.
    made = [x for x in desk.log[drafted[0] : drafted[1]] if isinstance(x, e.AssumptionRecorded)]
    touched |= {
        task
        for event in made
        for task in resting_tasks(before, open_decision(str(event.assumption.ambiguity)))
    }
    old = {task.id: task for task in before.tasks}
    new = {task.id: task for task in after.tasks}
    assert {name: new.get(name) for name in old if name not in touched} == {
        name: task for name, task in old.items() if name not in touched
    }
    purposes = {task.answers_to: task.id for task in before.tasks}
    for task in after.tasks:
        assert purposes.get(task.answers_to, task.id) == task.id
