"""The record: tables made again from it, exports that come back byte for byte, a chain that tells.

Lives of sessions are led here at random, with the shipped in-memory and scripted adapters; whatever
they did, the record alone must say it again.
"""

from __future__ import annotations

import itertools
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedGround,
    ScriptedInvestigator,
    ScriptedProposer,
    ScriptedRecall,
)
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app import agents
from plangate.app.acts import deferrals, ledger_acts, question_acts, remembering, scope_acts
from plangate.app.acts.budgets import raise_budget
from plangate.app.acts.interviewing import answer_interview, end_interview
from plangate.app.acts.personal import clear_preference, set_focus, set_preference
from plangate.app.acts.plans import loops, plan_acts, progress_acts
from plangate.app.acts.plans.closing import close
from plangate.app.acts.plans.plan_acts import adopt
from plangate.app.hosting import hosted
from plangate.app.log import logkeeping
from plangate.app.log.audits import run_audit
from plangate.app.log.whole_record import Imported, export_lines, import_lines, rebuild
from plangate.app.naming.directories import Places
from plangate.app.planner import Planner
from plangate.app.planner_parts import Eyes
from plangate.app.ports import Looked, Scout, Store
from plangate.app.session_options import SessionOptions
from plangate.core.audit.projection import rows_of
from plangate.core.events import agent_events
from plangate.core.events import event as e
from plangate.core.investigation.brief_values import Answer as Found
from plangate.core.log.anchors import Anchor
from plangate.core.log.chain import (
    BEGINNING,
    PERSON,
    SCOPE_PREFIX,
    Entry,
    broken_links,
    entry_digest,
    event_of,
    line_of,
    moment,
    seal_all,
)
from plangate.core.log.folding import fold
from plangate.core.log.session import HOST
from plangate.core.log.tables import KEYS, Query, TableRow
from plangate.core.model.errors import BadInput, PlangateError, StoreDamaged
from plangate.core.model.nouns import (
    PREFERENCES,
    Ambiguity,
    Evidence,
    Focus,
    Interpretation,
    Strategy,
    Task,
    plain,
)
from plangate.core.model.places import Identity, lone
from plangate.core.model.sighting import Place, Sighting
from plangate.core.moves import Ask
from plangate.core.plans.adoption import read_adopted
from plangate.core.plans.work.done_proof import Commit
from tests.conftest import Runner
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("REC-1", "REC-4")

PLAIN = "Add rate limiting to the public API"
LOOP = "Find out why the nightly job is flaky"
CONTRADICTION = (
    "Add authentication. It should be passwordless, and users should set strong passwords."
)
STRANGE = (
    "Add a 🦊 banner",
    "הוסף באנר \u202eabc\u202c مرحبا to the page",
    "Rename \"it\" to 'that' \\ and `this`",
    "First line\nsecond line\r\n\tthird line\u2028fourth",
    "nul-free \u00ad zero\u200bwidth e\u0301 ﬁ \U0010ffff",
)

WHERE = Ambiguity(
    "storage",
    (
        Interpretation("file", "A local file", "adds one file", 0.5, 0.5, "reversible", ("a.py",)),
        Interpretation("drop", "A new table", "drops a table", 0.5, 0.9, "irreversible", ("db",)),
    ),
    prompt="Where is it kept?",
)
TWO_WAY = WHERE._replace(
    interpretations=(
        WHERE.interpretations[0],
        Interpretation("table", "A new table", "adds a table", 0.5, 0.9, "partial", ("db",)),
    ),
)
ONE_WAY = Ambiguity(
    "retention",
    (
        Interpretation("now", "Purge at once", "purges", 0.5, 0.5, "irreversible", ("a.py",)),
        Interpretation("later", "Purge later", "purges", 0.5, 0.9, "irreversible", ("b.py",)),
    ),
    prompt="When are old orders purged?",
)
HOW = Ambiguity(
    "format",
    (
        Interpretation("json", "JSON", "writes JSON", 0.6, 0.2, "reversible", ("io.py",)),
        Interpretation("yaml", "YAML", "writes YAML", 0.4, 0.2, "reversible", ("io.py",)),
    ),
)


RIVAL = Ambiguity(
    "keeping",
    (
        Interpretation("weeks", "Some weeks", "keeps weeks", 0.5, 0.6, "partial", ("keep.py",)),
        Interpretation("years", "Many years", "keeps years", 0.5, 0.6, "partial", ("old.py",)),
    ),
    prompt="How long is it kept?",
)


def _by_their_ids(words: str, about: Sequence[Ambiguity], _workspace: str) -> dict[str, str | None]:
    """A mind that hears the decisions somebody speaks of, and never which option is meant."""
    return {ambiguity.id: None for ambiguity in about if ambiguity.id in words}


# --- lives ----------------------------------------------------------------------------------------


class Life:
    """A planner whose proposals ask, whose clock stands still, and what a person may do to it."""

    def __init__(self, store: Store, first: int = 1) -> None:
        numbers = itertools.count(first)
        self.store = store
        self.clock = FrozenClock()
        self.workspace = "/shop"
        self.proposals = [WHERE, HOW]
        self.begun: list[str] = []
        self.new_id = lambda: f"s{next(numbers)}"
        self.planner = self.planner_with(ScriptedInvestigator())

    def planner_with(
        self,
        investigator: ScriptedInvestigator,
        tasks: Sequence[Task] = (),
        ground: ScriptedGround | None = None,
        scout: Scout | None = None,
    ) -> Planner:
        return Planner(
            actor=A_PERSON,
            store=self.store,
            clock=self.clock,
            proposer=ScriptedProposer(self.proposals, tasks),
            investigator=investigator,
            new_id=self.new_id,
            eyes=Eyes(ScriptedRecall(), scout, ground),
            understands=_by_their_ids,
        )

    @property
    def last(self) -> str:
        return self.begun[-1]

    def begin(self, goal: str = "Keep the orders", **wish: Any) -> str:
        name = self.planner.begin(goal, self.workspace, SessionOptions(by="ada", **wish))
        self.begun.append(name)
        return name

    def start(self, goal: str = "Keep the orders", **wish: Any) -> str:
        name = self.begin(goal, **wish)
        self.planner.advance(name)
        return name

    def answer(self, name: str, reply: str, *, change: bool = False) -> str:
        given = question_acts.answer(
            self.planner, name, reply, by="ada", surface="cli", note="as agreed", change=change
        )
        return given.result

    def wait(self, **length: float) -> None:
        self.clock.pass_time(**length)


def answered(life: Life) -> None:
    assert life.answer(life.start(), "a") == "answered"


def remembered_and_forgotten(life: Life) -> None:
    keep: dict[str, Any] = {"about": "where", "workspace": life.workspace, "by": "ada"}
    remembering.remember(life.planner, "in the cellar", **keep)
    name = remembering.remember(life.planner, "on the roof", **{**keep, "workspace": None})
    assert remembering.forget(life.planner, name, by="ada") == name


AN_ANSWER = agent_events.AgentAnswerKept(
    workspace="/w",
    goal="",
    call="t1",
    question_id="store",
    key="which store",
    prompt="Which store?",
    offered=("Redis", "A file"),
    chosen=("Redis",),
    value="Redis",
    provenance="choice",
    by="ada",
    surface="claude-hook",
)


def seen_by_hooks(life: Life) -> None:
    where = {"workspace": life.workspace, "goal": "", "surface": "claude-hook"}
    settled = agent_events.AgentQuestionSettled(
        call="t2", question_id="store", key="k", prompt="Which?", value="Redis", rule="GATE-8",
        source="store", **where,
    )  # fmt: skip
    reviewed = agent_events.AgentPlanReviewed(
        call="t3", format="claude-plan", tasks=2, adequacy_score=0.8, is_too_thin=False,
        adequacy_reason_codes=(), sent_back=False, **where,
    )  # fmt: skip
    on_its_way = agent_events.AgentQuestionSeen(
        call="t4", key="k", question="", transcript="t.jsonl", **where
    )
    refused = agent_events.AgentQuestionRefused(
        call="t5", question_id="store", key="k", prompt="Which?", rule="GATE-2",
        reason="compose.yml:3 answers this", **where,
    )  # fmt: skip
    store, clock = life.planner.store, life.planner.clock
    assert agents.record_calls(store, clock, "Session 1", (AN_ANSWER, settled, reviewed)) == 3
    assert agents.record_calls(store, clock, "Session 1", (on_its_way, refused)) == 2
    assert agents.record_calls(store, clock, "Session 1", (on_its_way, refused)) == 0
    assert agents.record_calls(store, clock, "Session 1", (AN_ANSWER,)) == 0
    agents.forget_answer(store, clock, "ag-session-1-1", by="ada")


def answered_in_own_words(life: Life) -> None:
    life.proposals[:] = [TWO_WAY, HOW]
    assert life.answer(life.start(), 'in the sky, 🦊 "really"\nreally') == "answered"
    life.proposals[:] = [WHERE, HOW]


def answered_about_more_than_was_asked(life: Life) -> None:
    """ASK-15: one decision was assumed and is looked at again, another still waits."""
    life.proposals[:] = [TWO_WAY, HOW, RIVAL]
    said = "in the sky; format, storage and keeping are another matter"
    assert life.answer(life.start(), said) == "answered"
    life.proposals[:] = [WHERE, HOW]


def answered_twice(life: Life) -> None:
    answered(life)
    assert life.answer(f"{life.last}-q1", "b") == "already_settled"


def answered_otherwise(life: Life) -> None:
    answered(life)
    assert life.answer(f"{life.last}-q1", "a new table", change=True) == "changed"


def parked_and_answered_late(life: Life) -> None:
    life.proposals[:] = [ONE_WAY]
    timed_out(life)
    assert life.answer(f"{life.last}-q1", "Purge at once") == "late"
    life.proposals[:] = [WHERE, HOW]


def timed_out(life: Life) -> None:
    name = life.start()
    life.wait(seconds=28_801)
    life.planner.advance(name)


def kept_open(life: Life) -> None:
    """ASK-8: who sits before a form in its last minute is given two more, and silence ends it."""
    name = life.start()
    life.wait(seconds=28_770)
    for _ in range(3):
        assert question_acts.keep_open(life.planner, name, surface="cli").is_open
        life.wait(seconds=90)
    life.wait(seconds=31)
    assert not question_acts.keep_open(life.planner, name, surface="cli").is_open


def answered_late(life: Life) -> None:
    timed_out(life)
    assert life.answer(f"{life.last}-q1", "a") == "late"


def aborted(life: Life) -> None:
    life.start(on_timeout="abort")
    life.wait(days=1)
    assert question_acts.expire_readable(life.planner).moved > 0


def held(life: Life) -> None:
    question_acts.hold(life.planner, life.start(), by="ada")


def held_and_resumed(life: Life) -> None:
    held(life)
    life.wait(hours=2)
    question_acts.resume(life.planner, life.last, by="ada")


def withdrawn(life: Life) -> None:
    question_acts.withdraw(life.planner, life.start(), by="ada", why="no longer needed")


def closed_and_taken_up_again(life: Life) -> None:
    """PLAN-13."""
    name = life.start()
    close(life.planner, name, "no longer wanted", by="ada")
    deferrals.resume_session(life.planner, name, by="ada")
    close(life.planner, name, "nor now", by="ada")


def noted(life: Life) -> None:
    question_acts.add_note(life.planner, life.start(), "asked the team 🦊", by="ada")
    assert life.answer(life.last, "maybe") == "refused"


def two_in_one_workspace(life: Life) -> None:
    life.start()
    life.start()


def joined_and_left(life: Life) -> None:
    """GATE-19: of two that join a question one leaves it and one takes its answer over."""
    asked = life.start()
    leaving, staying = life.start("Keep the orders!"), life.start("Keep the orders?")
    name = f"{asked}-q1"
    question_acts.withdraw(life.planner, name, by="ada", why="no longer", session=leaving)
    question_acts.withdraw(life.planner, name, by="ada", why="nor here", session=asked)
    assert life.answer(name, "a") == "answered"
    life.planner.advance(staying)


def met_as_a_clone(life: Life) -> None:
    """REC-8: two paths, one remote."""
    places = Places(
        life.store, life.clock, lambda path: Identity(path, "git.example/shop"), lambda _: ()
    )
    for path in ("/clones/one", "/clones/two"):
        places.met(path)


def deferred(life: Life) -> None:
    life.start(budget_signal="critical")
    assert life.store.rows(Query("deferrals", equals={"session": life.last}))


def deferred_and_offered(life: Life) -> None:
    deferred(life)
    deferrals.resume_session(life.planner, life.last, by="ada")
    assert life.answer(life.last, "a") == "answered"


def deferred_and_looked_after(life: Life) -> None:
    deferred(life)
    mine = Query("deferrals", equals={"session": life.last}, order=("id",))
    for row in life.store.rows(mine):
        deferrals.renew(life.planner, row["id"], "ships on Friday", by="ada")
    life.wait(days=8)
    life.planner.advance(life.last)
    for row in life.store.rows(mine):
        deferrals.resolve(life.planner, row["id"], "soft delete is right", by="ada")


def looped(life: Life) -> None:
    name = life.start(LOOP, route="OodaLoop")
    turns: tuple[e.Turn, ...] = ("observe", "orient", "decide", "act", "observe")
    for turn in turns:
        loops.take_turn(life.planner, name, turn, f"{turn}: it fails on Mondays", by="ada")


def promoted(life: Life) -> None:
    looped(life)
    loops.promote(life.planner, life.last, "retry the Monday import", by="ada")


def stuck_then_given_more(life: Life) -> None:
    """Nothing is found: another strategy, a question, and a person who wants it looked into."""
    ways: tuple[Strategy, ...] = ("code search", "documentation", "manifests", "history")
    planner = life.planner_with(ScriptedInvestigator(strategies=ways))
    name = planner.start("Keep the orders", life.workspace, SessionOptions(by="ada")).session.id
    life.begun.append(name)
    raise_budget(planner, name, calls=20, by="ada")
    assert life.answer(f"{name}-q2", "a") == "answered"


def stopped_for_a_file_that_is_not_there(life: Life) -> None:
    gone = Evidence("gone", None, "repo_facts", None, 1.0, kind="missing_file", fact="src/gone.py")
    planner = life.planner_with(ScriptedInvestigator(surveyed=[gone]))
    goal = "Fix the crash in src/gone.py"
    life.begun.append(planner.start(goal, life.workspace, SessionOptions(by="ada")).session.id)


def stopped_without_a_triad(life: Life) -> None:
    planner = life.planner_with(ScriptedInvestigator(failing=["survey"]))
    life.begun.append(planner.start("Keep it", life.workspace, SessionOptions(by="ada")).session.id)


def only_begun(life: Life) -> None:
    life.begin()


def focus_set_often(life: Life) -> None:
    for focus in FOCI:
        set_focus(life.planner, focus, timedelta(minutes=1), by="ada")
    life.wait(minutes=2)


def preferences_set_and_cleared(life: Life) -> None:
    here, note = life.workspace, "says the team 🦊"
    for value in ("always-ask", "never-ask"):
        set_preference(life.planner, "storage", value, workspace=here, note=note, by="ada")
    set_preference(life.planner, "format", "never-ask", workspace=None, note=None, by="ada")
    life.start()
    assert clear_preference(life.planner, "storage", workspace=here, by="ada")
    assert clear_preference(life.planner, "format", workspace=None, by="ada")


def scope(life: Life, options: int, **more: Any) -> str:
    listed = [{"key": f"E{n}", "label": f"Option {n} 🦊"} for n in range(1, options + 1)]
    document = {"decision": "Which of them ship?", "options": listed, **more}
    decision = scope_acts.read_decision(document)
    return scope_acts.start(life.planner, decision, life.workspace, by="ada").id


def reply(life: Life, name: str, *replies: str) -> str:
    for word in replies:
        scope_acts.answer(life.planner, name, word, by="ada", surface="cli")
    return scope_acts.show(life.planner, name).chain.status


def decided_part_by_part(life: Life) -> None:
    name = scope(life, 5, kind="independent")
    assert reply(life, name, "include", "hold") == "held"
    scope_acts.resume(life.planner, name, None, by="ada")
    reply(life, name, "cut", "defer", "cut", "cut")
    scope_acts.revise(life.planner, name, "E2", by="ada")
    assert reply(life, name, "include", "ship") == "shipped"


def decided_in_a_batch(life: Life) -> None:
    assert reply(life, scope(life, 7), "batch", "include E1,E3", "cut") == "open"


def decided_in_a_table(life: Life) -> None:
    name = scope(life, 5, kind="independent", surface="whole")
    for key in ("E5", "E1"):
        scope_acts.decide_row(life.planner, name, key, "include", by="ada", surface="web")


def decided_in_one_answer(life: Life) -> None:
    assert reply(life, scope(life, 3), "include E1; defer E2; cut rest") == "shipped"


def decided_for_a_goal(life: Life) -> None:
    life.start("Ship the bots: E1 Slack, E2 Teams, E3 Signal, E4 Matrix, E5 IRC - which ship?")
    session = life.planner.session(life.last)
    assert session.work.opened is not None
    replies = ("include", "cut", "defer", "include", "cut", "ship")
    assert reply(life, session.work.opened.scope, *replies) == "shipped"


def interviewed(life: Life) -> None:
    name = life.start(interview=True)
    about = {"by": "ada", "surface": "cli"}
    answer_interview(life.planner, name, "format", "half of them elsewhere 🦊", **about)
    end_interview(life.planner, name, by="ada")


def adopted_and_shown(life: Life) -> None:
    tasks = [{"id": "t1", "description": "Add the orders to shop/a.py", "files": ["shop/a.py"]}]
    _goal, plan = read_adopted({"tasks": tasks}, "PLAN.md", "plangate")
    ground = ScriptedGround({"shop/a.py": "digest"}, [Commit("0123456789", "t1: orders 🦊")])
    life.proposals[:] = []
    life.planner = life.planner_with(ScriptedInvestigator(), ground=ground)
    name = adopt(
        life.planner, "Keep the orders", life.workspace, plan, SessionOptions(by="ada")
    ).session.id
    life.begun.append(name)
    progress_acts.finish_task(life.planner, name, "t1", by="ada")
    progress_acts.finish_task(life.planner, name, "t1", by="ada", proof="commit 01234567")
    life.proposals[:] = [WHERE, HOW]
    life.planner = life.planner_with(ScriptedInvestigator())


class Looking:
    """A scout who finds one file, whatever is wanted."""

    def look(self, goal: str, workspace: str) -> Sighting:  # noqa: ARG002
        return Sighting(places=(Place("shop/orders.py", 1, 0.9),), spread={"order": 0.2}, files=9)

    def find(self, question: str, workspace: str) -> Found:  # noqa: ARG002
        return Found(question, (), (question,), 0)


def looked_around(life: Life) -> None:
    life.planner = life.planner_with(ScriptedInvestigator(), scout=Looking())
    life.start()
    life.planner = life.planner_with(ScriptedInvestigator())


class Vouching:
    """A witness who finds every quote where it is said to stand."""

    def seen(self, workspace: str, locator: str | None, quote: str | None) -> Looked:  # noqa: ARG002
        return Looked("0123456789abcdef", "")


def thought_by_its_host(life: Life) -> None:
    options = [
        {"id": name, "label": f"On the {name}", "prior": 0.5, "effort": 3, "undo": "easy"}
        for name in ("page", "list")
    ]
    decision = {"id": "place", "question": "Where do orders stand?", "options": options}
    fact = {"claim": "there is a page", "locator": "shop/a.py:1", "quote": "page = 1"}
    quote = {**fact, "supports": {"place": "page"}}
    name = life.begin(proposer=HOST)
    hosted(life.planner, name, {"decisions": [decision], "evidence": [quote]}, Vouching())


def picked(life: Life) -> None:
    assert reply(life, scope(life, 3, kind="alternatives"), "pick E2") == "shipped"


def withdrawn_and_restarted(life: Life) -> None:
    name = scope(life, 2)
    scope_acts.withdraw(life.planner, name, "not now", by="ada")
    scope_acts.restart(life.planner, name, by="ada")


def worked_on(life: Life) -> None:
    life.proposals[:] = [HOW]
    name = life.start("Add the export of all orders", complexity=6)
    session = life.planner.session(name)
    assert session.plan is not None
    (task,) = session.plan.tasks
    second = {"id": "mine", "title": "Do it", "description": "Do it", "depends_on": [task.id]}
    own = {"tasks": [{**plain(task), "reversibility": "irreversible"}, second]}
    plan_acts.edit_plan(life.planner, name, own, allow_reason="we know", by="ada")
    plan_acts.approve(life.planner, name, None, by="ada", surface="cli")
    progress_acts.start_task(life.planner, name, task.id, by="ada")
    progress_acts.fail_task(life.planner, name, task.id, "no disk", by="ada")
    progress_acts.finish_task(life.planner, name, "t2", by="ada")
    life.proposals[:] = [WHERE, HOW]


def refused_under_way(life: Life) -> None:
    """PLAN-7: a decision falls while work is under way, and what is drafted anew says nothing."""
    other = Task("t2", "Write the page", "Write the page of the export")
    first = Task("t1", "Write it", "Write the rows of the export", rests_on=(HOW.id,))
    vague = first._replace(description="Write the TBD of the export")
    life.proposals[:] = [HOW]
    planner = life.planner_with(ScriptedInvestigator(), [first, other])
    name = planner.start(
        "Add the export of all orders", life.workspace, SessionOptions(by="ada")
    ).session.id
    progress_acts.start_task(planner, name, "t2", by="ada")
    planner = life.planner_with(ScriptedInvestigator(), [vague, other])
    ledger_acts.overturn(planner, f"{name}-a1", by="ada")
    assert planner.session(name).refused.keys() == {"t1"}
    life.proposals[:] = [WHERE, HOW]


def erased_from_the_log(life: Life) -> None:
    """A whole session, a note alone, a memory, a decision with many options, a workspace."""
    store, clock = life.store, life.planner.clock
    logkeeping.erase_named(store, clock, life.start(), by="ada")
    life.workspace = "/erased_note"
    name = life.start()
    question_acts.add_note(life.planner, f"{name}-q1", "a name nobody should read", by="ada")
    note = store.read(name)[-1]
    logkeeping.erase_named(store, clock, f"{name}/{note.seq}", by="ada")
    kept = remembering.remember(life.planner, "we use it", about=None, workspace=None, by="ada")
    logkeeping.erase_named(store, clock, kept, by="ada")
    life.workspace = "/erased_scope"
    logkeeping.erase_named(store, clock, scope(life, 3), by="ada")
    life.workspace = "/erased_workspace"
    life.start()
    set_preference(
        life.planner, "storage", "never-ask", workspace=life.workspace, note=None, by="ada"
    )
    logkeeping.erase_workspace(store, clock, lone(life.workspace), by="ada")
    anchored = Anchor(1, "0" * 64, moment(clock.now()), "0" * 64)
    logkeeping.accept_restore(store, clock, anchored, by="ada")


FOCI: tuple[Focus, ...] = ("deep", "focused", "ambient", "deep")
LIVES: Sequence[Callable[[Life], None]] = (
    answered,
    answered_in_own_words,
    looked_around,
    thought_by_its_host,
    answered_about_more_than_was_asked,
    remembered_and_forgotten,
    seen_by_hooks,
    answered_twice,
    answered_otherwise,
    parked_and_answered_late,
    timed_out,
    kept_open,
    answered_late,
    aborted,
    held,
    held_and_resumed,
    withdrawn,
    closed_and_taken_up_again,
    noted,
    stuck_then_given_more,
    stopped_for_a_file_that_is_not_there,
    stopped_without_a_triad,
    two_in_one_workspace,
    joined_and_left,
    met_as_a_clone,
    deferred,
    deferred_and_offered,
    deferred_and_looked_after,
    looped,
    promoted,
    worked_on,
    refused_under_way,
    only_begun,
    focus_set_often,
    preferences_set_and_cleared,
    decided_part_by_part,
    decided_in_a_batch,
    decided_in_a_table,
    decided_in_one_answer,
    decided_for_a_goal,
    interviewed,
    adopted_and_shown,
    picked,
    withdrawn_and_restarted,
    erased_from_the_log,
)


def all_lives(store: Store | None = None) -> Life:
    """One record in which all of it happened, each in a workspace of its own."""
    life = Life(store or MemoryStore())
    for lead in LIVES:
        life.workspace = f"/{lead.__name__}"
        lead(life)
    return life


@pytest.fixture(scope="module")
def record() -> list[bytes]:
    """The export of all lives, line by line."""
    return exported(all_lives().store)


def exported(store: Store) -> list[bytes]:
    return [f"{line}\n".encode() for line in export_lines(store)]


def by_stream(lines: Iterable[bytes]) -> list[list[bytes]]:
    """The lines of each stream; every one of them is an export of its own."""
    streams: dict[str, list[bytes]] = {}
    for line in lines:
        streams.setdefault(json.loads(line)["stream"], []).append(line)
    return list(streams.values())


def imported(lines: Iterable[bytes]) -> MemoryStore:
    store = MemoryStore()
    import_lines(store, lines)
    return store


def tables(store: Store) -> dict[str, list[dict[str, Any]]]:
    return {table: store.rows(Query(table, order=keys)) for table, keys in KEYS.items()}


def refused(lines: Iterable[bytes], into: Store | None = None) -> BadInput:
    """The refusal of an import; nothing of it was written."""
    store = into or MemoryStore()
    before = exported(store), tables(store)
    with pytest.raises(BadInput) as caught:
        import_lines(store, lines)
    assert (exported(store), tables(store)) == before, "something was written all the same"
    assert "\n" not in str(caught.value)
    return caught.value


def resealed(entries: Iterable[Entry]) -> list[Entry]:
    """Entries with digests that fit again, as somebody makes them who knows how."""
    sealed: list[Entry] = []
    heads: dict[str, Entry] = {}
    for entry in entries:
        before = heads.get(entry.stream)
        seq, previous = (before.seq + 1, before.digest) if before else (1, BEGINNING)
        bound = entry._replace(seq=seq, previous=previous)
        bound = bound._replace(digest=entry_digest(*bound[:7]))
        heads[entry.stream] = bound
        sealed.append(bound)
    return sealed


def lines_of(entries: Iterable[Entry]) -> list[bytes]:
    return [f"{line_of(entry)}\n".encode() for entry in entries]


# --- tables made again ----------------------------------------------------------------------------


def assert_whole(store: Store) -> None:
    """What must hold of any record, whatever happened."""
    for stream in store.streams():
        assert broken_links(store.read(stream)) == []
    audit = run_audit(store)
    assert audit.chain.ok, audit.chain.broken
    assert audit.tables.ok, audit.tables.broken
    asked = store.rows(Query("questions"))
    open_now = Counter(row["workspace"] for row in asked if row["status"] in ("pending", "held"))
    assert all(count == 1 for count in open_now.values()), "two questions are open in one workspace"
    decided = store.rows(Query("decisions"))
    for workspace in {row["workspace"] for row in decided}:
        numbers = [row["number"] for row in decided if row["workspace"] == workspace]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), "a number is missing"
    final = [
        event_of(entry).question  # type: ignore[union-attr]
        for entry in store.entries()
        if entry.type in ("QuestionAnswered", "QuestionTimedOut", "QuestionWithdrawn")
    ]
    assert len(final) == len(set(final)), "a question was settled twice"


@pytest.mark.parametrize("lead", LIVES, ids=lambda lead: lead.__name__)
def test_tables_made_again_are_those_written_on_the_way(
    lead: Callable[[Life], None], tmp_path: Path
) -> None:
    with SQLiteStore(tmp_path / "life.db") as kept:
        for store in (MemoryStore(), kept):
            life = Life(store)
            lead(life)
            on_the_way = tables(store)
            assert_whole(store)

            rebuild(store)

            assert tables(store) == on_the_way


def test_every_kind_of_event_happens_in_these_lives(record: list[bytes]) -> None:
    """Else the tests here would prove less than they say: lead a life in which it happens."""
    seen = {json.loads(line)["type"] for line in record}
    # These need a session that cannot be read (tests/app/test_logkeeping.py), a team
    # (tests/interfaces/test_people.py, tests/team) or a model (tests/models).
    elsewhere = {"SessionQuarantined", "SessionReleased"}
    elsewhere |= {kind.__name__ for kind in (*get_args(e.TeamEvent), *get_args(e.ModelEvent))}
    assert {kind.__name__ for kind in get_args(e.Event)} - seen == elsewhere


Step = Callable[[Life], object]


def _steps() -> st.SearchStrategy[Step]:
    """What may be done next; whom it is done to is drawn from what there is."""

    def to_one(act: Callable[[Life, str], object]) -> st.SearchStrategy[Step]:
        def step(place: int) -> Step:
            return lambda life: act(life, life.begun[place % len(life.begun)]) if life.begun else 0

        return st.integers(0, 5).map(step)

    def beginning(workspace: str, wish: dict[str, Any], goal: str) -> Step:
        def step(life: Life) -> None:
            life.workspace = workspace
            life.start(goal, **wish)

        return step

    wishes: list[dict[str, Any]] = [
        {},
        {"on_timeout": "abort"},
        {"on_timeout": "wait"},
        {"budget_signal": "critical"},
        {"route": "OodaLoop"},
        {"route": "HierarchicalPlan"},
    ]
    beginnings = st.builds(
        beginning,
        st.sampled_from(["/shop", "/other"]),
        st.sampled_from(wishes),
        st.sampled_from([PLAIN, LOOP, *STRANGE]),
    )
    return st.one_of(
        *[beginnings] * 4,
        to_one(lambda life, name: life.answer(name, "a")),
        to_one(lambda life, name: life.answer(f"{name}-q1", "b")),
        to_one(lambda life, name: life.answer(f"{name}-q1", "b", change=True)),
        to_one(lambda life, name: life.answer(name, "maybe")),
        to_one(lambda life, name: life.answer(f"{name}-q1", "something else 🦊")),
        to_one(lambda life, name: question_acts.hold(life.planner, name, by="ada")),
        to_one(lambda life, name: question_acts.resume(life.planner, name, by="ada")),
        to_one(lambda life, name: question_acts.withdraw(life.planner, name, by="ada", why="x")),
        to_one(lambda life, name: close(life.planner, name, "x", by="ada")),
        to_one(lambda life, name: question_acts.add_note(life.planner, name, "n", by="ada")),
        to_one(lambda life, name: deferrals.resume_session(life.planner, name, by="ada")),
        to_one(lambda life, name: deferrals.resolve(life.planner, f"{name}-d", "so", by="ada")),
        to_one(lambda life, name: deferrals.renew(life.planner, f"{name}-d", "new", by="ada")),
        to_one(lambda life, name: loops.take_turn(life.planner, name, "observe", "x", by="ada")),
        to_one(lambda life, name: loops.promote(life.planner, name, "do it", by="ada")),
        to_one(lambda life, name: life.planner.advance(name)),
        st.sampled_from(FOCI).map(
            lambda focus: lambda life: set_focus(life.planner, focus, timedelta(hours=1), by="ada")
        ),
        st.sampled_from([1, 301, 4_000, 700_000]).map(
            lambda length: lambda life: life.wait(seconds=length)
        ),
        st.just(lambda life: question_acts.expire_readable(life.planner).moved),
        st.sampled_from([1, 3, 5, 7]).map(lambda count: lambda life: scope(life, count)),
        st.tuples(
            st.sampled_from(["D1", "D2", "D3"]),
            st.sampled_from(["include", "hold", "proceed", "batch", "pick E1", "none", "ship"]),
        ).map(lambda given: lambda life: reply(life, *given)),
        st.sampled_from(["D1", "D2"]).map(
            lambda name: lambda life: scope_acts.resume(life.planner, name, None, by="ada")
        ),
        st.tuples(st.sampled_from(["storage", "format"]), st.sampled_from(PREFERENCES)).map(
            lambda given: (
                lambda life: set_preference(
                    life.planner, *given, workspace=life.workspace, note=None, by="ada"
                )
            )
        ),
    )


@given(st.lists(_steps(), max_size=25))
def test_whatever_happened_the_record_alone_says_it_again(steps: list[Step]) -> None:
    life = Life(MemoryStore())
    for step in steps:
        with suppress(PlangateError):
            step(life)

    assert_whole(life.store)
    on_the_way, lines = tables(life.store), exported(life.store)
    elsewhere = imported(lines)
    assert exported(elsewhere) == lines
    assert tables(elsewhere) == on_the_way
    rebuild(life.store)
    assert tables(life.store) == on_the_way


@pytest.mark.rule("REC-5")
def test_a_session_begun_while_the_tables_are_made_again_keeps_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"

    class Interrupted(SQLiteStore):
        """Another process begins a session just before this one takes the lock."""

        def rebuild(self, rows: Iterable[TableRow]) -> None:
            with SQLiteStore(path) as other:
                Life(other).start("Begun by somebody else")
            super().rebuild(rows)

    with Interrupted(path) as store:
        rebuild(store)
        assert len(store.rows(Query("plan_sessions"))) == 1
        assert_whole(store)


@pytest.mark.rule("REC-2")
def test_a_session_that_moves_on_while_it_is_audited_is_not_called_broken(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    moved: list[str] = []

    class Watched(SQLiteStore):
        """Another process answers the question between two looks of the audit."""

        def rows(self, query: Query) -> list[dict[str, Any]]:
            if not moved:
                moved.append("answered")
                with SQLiteStore(path) as other:
                    Life(other).answer("s1-q1", "a")
            return super().rows(query)

    with SQLiteStore(path) as store:
        Life(store).start()
    with Watched(path) as store:
        audit = run_audit(store)

    assert moved
    assert audit.tables.ok, audit.tables.broken


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All lives in one file."""
    path = tmp_path_factory.mktemp("record") / "life.db"
    with SQLiteStore(path) as store:
        all_lives(store)
    return path


@pytest.mark.parametrize("table", sorted(KEYS.keys() - {"quarantined"}))
def test_rows_changed_added_or_lost_by_hand_are_found_and_mended(
    table: str, sound_file: Path, tmp_path: Path
) -> None:
    path = Path(shutil.copy(sound_file, tmp_path))
    with SQLiteStore(path) as store:
        sound = tables(store)
    column = KEYS[table][-1]
    for harm in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column} || 'x'"):
        with sqlite3.connect(path) as raw:
            raw.execute(harm)
        raw.close()
        with SQLiteStore(path) as store:
            assert not run_audit(store).tables.ok

            rebuild(store)

            assert tables(store) == sound, "of which the audit says that all is well (below)"


def test_the_sound_file_is_sound(sound_file: Path, tmp_path: Path) -> None:
    with SQLiteStore(Path(shutil.copy(sound_file, tmp_path))) as store:
        assert run_audit(store).tables.ok


# --- export and import ----------------------------------------------------------------------------


def test_an_export_comes_back_byte_for_byte(record: list[bytes], tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "copy.db") as store:
        done = import_lines(store, record)

        assert done == Imported(len(record), 0, len({json.loads(x)["stream"] for x in record}))
        assert exported(store) == record
        assert tables(store) == tables(all_lives().store)
        assert_whole(store)


@pytest.mark.parametrize("goal", [PLAIN, CONTRADICTION, LOOP, *STRANGE])
def test_any_goal_travels_through_the_command_line_unchanged(
    cli: Runner, person: Runner, workspace: Path, tmp_path: Path, goal: str
) -> None:
    first, second, third = (tmp_path / name for name in ("1.jsonl", "2.jsonl", "copy.db"))
    planned = cli("plan", goal, "--workspace", workspace, "--json")
    assert planned.code in (0, 3), planned.err
    assert planned.json["goal"] == goal.strip()

    assert cli("export", "--output", first).code == 0
    assert person("import", first, "--db", third).code == 0
    assert cli("export", "--output", second, "--db", third).code == 0

    assert second.read_bytes() == first.read_bytes()
    assert cli("export").out.encode() == first.read_bytes()
    shown = cli("show", planned.json["session"], "--json", "--db", third)
    assert shown.json["goal"] == goal.strip()
    assert cli("doctor", "--db", third).code == 0


def test_an_import_may_come_from_standard_input(
    cli: Runner, person: Runner, record: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe is no person (ACT-1): it brings a token that one handed on."""
    handed = person("allow", "import", "--for", "8h", "--workspace", Path.cwd(), "--json")
    monkeypatch.setenv("PLANGATE_TOKEN", handed.json["token"])
    done = cli("import", "-", "--json", stdin=b"".join(record))

    assert done.code == 0, done.err
    assert done.json["added"] == len(record)
    # What is overdue by now is settled by whoever looks, and stands behind the rest (ASK-8).
    assert cli("export").out.encode().startswith(b"".join(record))


def test_an_import_done_twice_adds_nothing(record: list[bytes]) -> None:
    store = imported(record)
    before = tables(store)

    done = import_lines(store, record)

    assert done == Imported(added=0, already_there=len(record), streams=0)
    assert exported(store) == record
    assert tables(store) == before


def test_an_import_continues_what_is_there(record: list[bytes]) -> None:
    whole = tables(imported(record))
    for cut in range(0, len(record), len(record) // 6):
        store = imported(record[:cut])

        done = import_lines(store, record)

        assert (done.added, done.already_there) == (len(record) - cut, cut)
        assert exported(store) == record
        assert tables(store) == whole


def test_an_import_follows_a_stream_however_many_others_lie_between(tmp_path: Path) -> None:
    """More of them than an import keeps in mind, before and after it is written."""
    life = Life(MemoryStore())
    others = [life.begin() for _ in range(600)]
    own = life.start()
    lines = exported(life.store)
    mine = [line for line in lines if json.loads(line)["stream"] == own]
    theirs = [line for line in lines if json.loads(line)["stream"] in others]
    rest = [line for line in lines if line not in mine and line not in theirs]
    shuffled = [*rest, mine[0], *theirs, *mine[1:]]

    with SQLiteStore(tmp_path / "copy.db") as store:
        import_lines(store, theirs)
        done = import_lines(store, [*shuffled, *mine, *theirs])

        assert done.added == len(rest) + len(mine)
        assert tables(store) == tables(life.store)
        assert_whole(store)


def test_an_older_export_of_the_same_record_changes_nothing(record: list[bytes]) -> None:
    store = imported(record)
    before = tables(store)

    done = import_lines(store, record[: len(record) // 2])

    assert done.added == 0
    assert (exported(store), tables(store)) == (record, before)


@pytest.mark.rule("GATE-7")
def test_an_import_may_settle_one_question_and_open_the_next(tmp_path: Path) -> None:
    """The session that asks next began before the one that asked first was answered."""
    life = Life(MemoryStore())
    first = life.start()
    halfway = exported(life.store)
    second = life.begin()
    life.answer(first, "a")
    assert isinstance(life.planner.advance(second).outcome, Ask)

    with SQLiteStore(tmp_path / "copy.db") as store:
        import_lines(store, halfway)
        import_lines(store, exported(life.store))

        assert tables(store) == tables(life.store)
        assert_whole(store)


def test_empty_lines_and_windows_line_ends_are_passed_over(record: list[bytes]) -> None:
    padded = [b"\n", b"  \r\n", *(line.replace(b"\n", b"\r\n") for line in record), b"\n", b""]

    assert exported(imported(padded)) == record


def test_an_empty_export_is_an_empty_record() -> None:
    assert exported(imported([])) == []


# --- imports that are refused ---------------------------------------------------------------------


@given(st.data())
def test_a_changed_byte_is_refused_or_says_the_same(record: list[bytes], data: Any) -> None:
    """`1e-05` and `1E-05` are the same number; everything else is found."""
    lines = data.draw(st.sampled_from(by_stream(record)))
    place = data.draw(st.integers(0, len(lines) - 1))
    line = bytearray(lines[place])
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    changed = [*lines[:place], bytes(line), *lines[place + 1 :]]

    try:
        store = imported(changed)
    except BadInput:
        refused(changed)
    else:
        assert exported(store) == lines


def test_a_missing_line_is_refused_by_its_place(record: list[bytes]) -> None:
    for lines in by_stream(record):
        for place in range(len(lines) - 1):
            error = refused([*lines[:place], *lines[place + 1 :]])
            assert error.field == f"line {place + 1}"
            assert f"does not follow event {place}" in str(error)


def test_a_line_out_of_its_order_is_refused(record: list[bytes]) -> None:
    for lines in by_stream(record):
        for place in range(len(lines) - 1):
            swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
            assert refused(swapped).field == f"line {place + 1}"


def test_a_line_twice_is_the_same_line(record: list[bytes]) -> None:
    assert exported(imported([record[0], *record])) == record


def test_a_record_that_tells_another_story_is_refused() -> None:
    mine, yours = Life(MemoryStore()), Life(MemoryStore())
    mine.start("Keep the orders")
    yours.start("Throw the orders away")

    error = refused(exported(yours.store), into=mine.store)

    assert error.field == "line 1"
    assert "is not the one already recorded" in error.problem


@pytest.mark.rule("SPLIT-3")
def test_a_record_that_gave_the_same_number_is_refused(tmp_path: Path) -> None:
    """Both databases have a D1 in this workspace; one database has one."""
    mine, yours = Life(MemoryStore()), Life(MemoryStore(), first=2)
    mine.start()
    yours.answer(yours.start(), "a")
    with SQLiteStore(tmp_path / "mine.db") as store:
        import_lines(store, exported(mine.store))
        for into in (store, mine.store):
            error = refused(exported(yours.store), into=into)
            assert error.field == "import"
            assert "--db FILE" in str(error)


SOUND = Life(MemoryStore())
SOUND.begin()
GOOD_LINE = json.loads(exported(SOUND.store)[0])


def _with(**changes: Any) -> bytes:
    return json.dumps(GOOD_LINE | changes).encode()


def _without(name: str) -> bytes:
    return json.dumps({k: v for k, v in GOOD_LINE.items() if k != name}).encode()


GARBAGE = {
    "bytes": b"\xff\xfe\x00garbage",
    "text": b"an export, honestly",
    "half a line": json.dumps(GOOD_LINE).encode()[:-20],
    "null": b"null",
    "a list": b"[]",
    "a string": b'"line"',
    "an empty object": b"{}",
    "two documents": b"{}{}",
    "a lone payload": b'{"payload":{}}',
    "nested too deeply": b'{"payload":' + b"[" * 200_000,
    "payload nested too deeply": _with(payload=0).replace(
        b'"payload": 0', b'"payload": {"a":' + b"[" * 900 + b"]" * 900 + b"}"
    ),
    "NaN": _with(payload={"a": float("nan")}),
    "a number too large": _with(payload=0).replace(b'"payload": 0', b'"payload": {"a": 1e999}'),
    "too many digits": _with(payload=0).replace(
        b'"payload": 0', b'"payload": {"a": ' + b"9" * 5_000 + b"}"
    ),
    "half a character": _with(payload={"a": "\ud800"}),
    "half a character in a name": _with(payload={"\ud800": 1}),
    "half a character in the stream": _with(stream="\ud800"),
    "a control character": _with(stream="a\u0000b"),
    "a name twice": b'{"seq":1,"seq":1}',
    "an unknown field": _with(extra=1),
    "seq is text": _with(seq="1"),
    "seq is true": _with(seq=True),
    "seq is nought": _with(seq=0),
    "seq is huge": _with(seq=10**30),
    "no digest": _without("digest"),
    "no payload": _without("payload"),
    "payload is text": _with(payload="{}"),
    "digest of another": _with(digest="0" * 64),
    "a text of 2 MB": b"x" * 2_000_000,
}


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("line", GARBAGE.values(), ids=GARBAGE)
def test_garbage_is_refused_by_its_line(record: list[bytes], line: bytes) -> None:
    error = refused([*record, b"\n", line + b"\n"])

    assert error.field.startswith(f"line {len(record) + 2}"), error
    assert len(str(error)) < 500


@pytest.mark.rule("ERR-1")
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner),
        max_leaves=4,
    )
)
def test_any_other_json_is_refused(value: Any) -> None:
    refused([json.dumps(value).encode()])


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("name", ["", "no-such-file", "."])
def test_a_file_that_cannot_be_read_is_refused(person: Runner, tmp_path: Path, name: str) -> None:
    ran = person("import", tmp_path / name)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def made(stream: str, *events: e.Event, **changes: Any) -> list[bytes]:
    entries = seal_all(stream, None, events, FrozenClock().now())
    return lines_of(resealed(entry._replace(**changes) for entry in entries))


A_SCOPE = e.ScopeStarted(
    scope_acts.read_decision({"decision": "Which?", "options": [{"key": "a", "label": "A"}]}),
    "/elsewhere",
    "D1",
    "ada",
)
A_GOAL = event_of(next(iter(SOUND.store.entries())))
MADE_UP = {
    "a type nobody knows": made("x1", A_GOAL, type="GoalForgotten"),
    "a payload of another type": made("x1", A_GOAL, type="PlanDrafted"),
    "a payload with an unknown field": made("x1", A_GOAL, payload='{"gaol":"x"}'),
    "an empty payload": made("x1", A_GOAL, payload="{}"),
    "a version of the future": made("x1", A_GOAL, version=3),
    "a session without a beginning": made("x1", e.LoopOpened(("why",))),
    "an answer to no question": made("x1", A_GOAL, e.QuestionHeld("x1-q1", "ada")),
    "a deferral nobody made": made("x1", A_GOAL, e.DeferralResolved("x1-d1", "so", "ada")),
    "a focus inside a session": made("x1", A_GOAL, e.FocusSet("deep", None, "ada")),
    "a goal in the person's stream": made(PERSON, A_GOAL),
    "a time that is none": made("x1", A_GOAL, at="yesterday"),
    "a goal in a decision's stream": made(f"{SCOPE_PREFIX}x1", A_GOAL),
    "a decision that never started": made(f"{SCOPE_PREFIX}x1", e.ScopeRestarted("ada")),
    "a decision started twice": made(f"{SCOPE_PREFIX}x1", A_SCOPE, A_SCOPE),
    "an answer that is none": made(
        f"{SCOPE_PREFIX}x1", A_SCOPE, e.ScopeAnswered("D1.1", "perhaps", "ada", "cli")
    ),
    "a number that is none": made(f"{SCOPE_PREFIX}x1", A_SCOPE._replace(parent="Dx")),
    "a decision of a session": made("x1", A_SCOPE),
    "an agent's answer in a session": made("x1", A_GOAL, AN_ANSWER),
    "a goal in an agent's stream": made("ag-x1", A_GOAL),
    "an answer forgotten that nobody gave": made(
        "ag-x1", agent_events.AgentAnswerForgotten("ag-x1-1", "ada")
    ),
}


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("lines", MADE_UP.values(), ids=MADE_UP)
def test_a_line_of_anothers_making_is_refused_though_its_digest_fits(
    lines: list[bytes], record: list[bytes]
) -> None:
    error = refused([*record, *lines])

    assert error.field.startswith(("line ", "stream ")), error


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where every value inside a JSON value stands."""
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    return [path, *(place for name, entry in inner for place in _places(entry, (*path, name)))]


def _changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    name, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[name] = _changed(value[name], tuple(rest), new)
    return copy


@pytest.mark.rule("ERR-1")
@given(st.data())
def test_a_value_of_another_kind_is_refused_or_does_no_harm(record: list[bytes], data: Any) -> None:
    """Somebody edits a value and makes the digests fit again; nobody meets a traceback for it."""
    whole = [lines for lines in by_stream(record) if not any(b'"erased":' in x for x in lines)]
    sound = list(imported(data.draw(st.sampled_from(whole))).entries())
    place = data.draw(st.integers(0, len(sound) - 1))
    payload = json.loads(sound[place].payload)
    path = data.draw(st.sampled_from([path for path in _places(payload) if path]))
    new = data.draw(st.sampled_from([None, 7, -1.5, True, "other", [], ["x"], {}, {"x": 1}]))
    text = json.dumps(_changed(payload, path, new), ensure_ascii=False)
    text = json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    sound[place] = sound[place]._replace(payload=text)
    lines = lines_of(resealed(sound))

    store = MemoryStore()
    try:
        import_lines(store, lines)
    except BadInput:
        refused(lines)
        return
    assert exported(store) == lines
    with suppress(PlangateError):
        rebuild(store)
    run_audit(store)
    life = Life(store)
    with suppress(PlangateError):
        question_acts.expire_readable(life.planner)
    for stream in store.streams():
        if stream != PERSON:
            with suppress(PlangateError):
                life.planner.advance(stream)


# --- the chain of digests -------------------------------------------------------------------------


@given(st.data())
def test_one_character_changed_anywhere_in_a_stream_breaks_its_chain(
    record: list[bytes], data: Any
) -> None:
    entries = list(imported(data.draw(st.sampled_from(by_stream(record)))).entries())
    place = data.draw(st.integers(0, len(entries) - 1))
    field = data.draw(st.sampled_from(Entry._fields))
    value = getattr(entries[place], field)
    if isinstance(value, int):
        changed = data.draw(st.integers(0, 10**6).filter(lambda number: number != value))
    else:
        at = data.draw(st.integers(0, len(value) - 1))
        letter = data.draw(st.characters(exclude_categories=["Cs"]))
        changed = value[:at] + letter + value[at + 1 :]
        if changed == value:
            changed = value[:at] + value[at + 1 :]
    entries[place] = entries[place]._replace(**{field: changed})

    assert broken_links(entries) != []


def test_a_chain_that_lost_or_doubled_or_swapped_an_entry_is_broken() -> None:
    entries = list(all_lives().store.read("s1"))
    for place in range(len(entries) - 1):
        lost = [*entries[:place], *entries[place + 1 :]]
        doubled = [*entries[: place + 1], *entries[place:]]
        swapped = [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]
        for harmed in (lost, doubled, swapped):
            assert broken_links(harmed) != []


def test_entries_of_two_streams_do_not_make_one_chain() -> None:
    life = all_lives()
    first, second = list(life.store.read("s1")), list(life.store.read("s2"))

    assert broken_links([*first[:3], *second[3:]]) != []
    assert broken_links(first) == broken_links(second) == []


def test_a_break_is_named_by_its_place_and_the_rest_still_counts() -> None:
    entries = list(all_lives().store.read("s1"))
    entries[2] = entries[2]._replace(payload="{}")

    assert broken_links(entries) == [(3, "was changed after it was written")]


@pytest.mark.rule("REC-2")
@pytest.mark.parametrize("harm", ["at = '2026'", "type = 'LoopOpened'", "payload = payload || ' '"])
def test_an_event_changed_behind_plangates_back_is_found(
    cli: Runner, db: Path, workspace: Path, harm: str
) -> None:
    assert cli("plan", CONTRADICTION, "--workspace", workspace).code == 3
    with sqlite3.connect(db) as raw:
        raw.execute("DROP TRIGGER plan_events_are_never_changed")
        raw.execute(f"UPDATE plan_events SET {harm} WHERE seq = 2")
    raw.close()

    audit, doctor = cli("audit", "--json"), cli("doctor")

    assert audit.code == 5
    assert [broken["event"] for broken in audit.json["chain"]["broken"]] == [2]
    assert doctor.code == 1
    assert "event 2: was changed after it was written" in doctor.out


@pytest.mark.rule("REC-2")
def test_the_last_events_cut_off_are_found_by_the_tables(
    cli: Runner, db: Path, workspace: Path
) -> None:
    """A chain cannot miss its own end; the session's row knows its head."""
    assert cli("plan", PLAIN, "--workspace", workspace).code == 0
    with sqlite3.connect(db) as raw:
        raw.execute("DROP TRIGGER plan_events_are_never_deleted")
        raw.execute(
            "DELETE FROM plan_events WHERE position = (SELECT max(position) FROM plan_events)"
        )
    raw.close()

    assert cli("audit").code == 5
    assert cli("doctor").code == 1


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE plan_events SET payload = '{}' WHERE seq = 1",
        "DELETE FROM plan_events",
        "DELETE FROM plan_events WHERE seq > 3",
    ],
)
def test_the_file_itself_refuses_to_change_what_was_written(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "life.db"
    with SQLiteStore(path) as store:
        Life(store).start()
        before = list(store.entries())
    with sqlite3.connect(path) as raw, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute(harm)
    raw.close()

    with SQLiteStore(path) as store:
        assert list(store.entries()) == before


def test_an_event_of_a_later_plangate_is_named_and_left_alone() -> None:
    entry = next(iter(SOUND.store.entries()))
    for later in (entry._replace(type="GoalDreamt"), entry._replace(version=3)):
        with pytest.raises(StoreDamaged, match="newer plangate"):
            fold([later])
        with pytest.raises(StoreDamaged):
            rows_of(later.stream, [later])
