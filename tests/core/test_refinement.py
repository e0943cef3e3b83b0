"""Refinement (REF-1…5) and the quality gate (PLAN-5), through the planner that runs them."""

from __future__ import annotations

from collections.abc import Sequence
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
from plangate.app.acts.plans.plan_acts import approve
from plangate.app.acts.plans.progress_acts import start_task
from plangate.app.planner import Advanced, Planner
from plangate.app.ports import Proposer
from plangate.app.session_options import SessionOptions
from plangate.core.events import event as e
from plangate.core.log.chain import event_of
from plangate.core.log.folding import fold
from plangate.core.model.errors import ProposerFailed, Refused
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import Evidence, Task
from plangate.core.model.policy.plan_policy import PlanPolicy
from plangate.core.moves import ExpandPlan
from plangate.core.plans.expanders import Ground, expanded, expansion
from plangate.core.plans.refinement import assess, broken_expansion, tokens_of
from plangate.core.plans.work.task_progress import standing
from tests.person import A_PERSON

GOAL = "Add rate limiting to the public API and tell callers when to try again"

#: REF-5's names, exactly.
NAMES = (
    "adequacy_score is_too_thin adequacy_reason_codes detail_target_min_tasks "
    "estimated_goal_complexity aggregate_unresolved_risk refinement_rounds loop_stop_reason "
    "plan_depth initial_plan_max_output_tokens adequacy_before adequacy_after "
    "task_count_before_refine task_count_after_refine adequacy_improved_heuristic"
).split()


VERBS = ("Test", "Add", "Wire", "Export", "Document") + ("Add",) * 20


class Ruled(ScriptedProposer):
    """Drafts what it is given and expands as the rules do."""

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        return expansion(chore)


def good(number: int, *needs: str) -> Task:
    return Task(
        id=f"t{number}",
        title=f"Limit service {number}",
        description=f"{VERBS[number]} the limit of service {number} in the path; it returns 429",
        files=(f"app/limits_{number}.py",),
        complexity=4,
        depends_on=needs,
        preconditions=("the store is reachable",),
        check=f"pytest tests/test_limits_{number}.py passes",
        answers_to=f"service {number}",
    )


GOOD = (good(1), good(2, "t1"), good(3, "t1"), good(4, "t2", "t3"))
#: Nothing verifies it, two tasks are too big, nothing is ordered, and a file is missing.
THIN = (
    Task("t1", "Build the limiter", "Build the limiter; store its counters; return 429 when over",
         complexity=10, files=("app/limits.py", "app/store.py"), answers_to="limiter"),
    Task("t2", "Tell callers", "Send the header; document it for callers; keep the old one",
         complexity=9, files=("app/api.py",), answers_to="callers"),
)  # fmt: skip


def planned(
    proposer: Proposer, policy: PlanPolicy | None = None, *, complexity: int = 8, **wish: Any
) -> tuple[Planner, Advanced]:
    numbers = count(1)
    planner = Planner(
        actor=A_PERSON,
        store=MemoryStore(),
        clock=FrozenClock(),
        proposer=proposer,
        investigator=ScriptedInvestigator(),
        new_id=lambda: f"s{next(numbers)}",
    )
    chosen = SessionOptions(complexity=complexity, plan_policy=policy or PlanPolicy(), **wish)
    return planner, planner.start(GOAL, "/w", chosen)


def ended(proposer: Proposer, policy: PlanPolicy | None = None, **more: Any) -> dict[str, Any]:
    told = planned(proposer, policy, **more)[1].session.telemetry
    assert told is not None, "expected telemetry, got none"
    return dict(told)


def happened(planner: Planner, kind: type) -> list[Any]:
    return [event for entry in planner.load("s1") if isinstance(event := event_of(entry), kind)]


# --- REF-2: when it begins, and why it ends -------------------------------------------------------


@pytest.mark.rule("REF-2", "REF-5")
def test_a_plan_that_is_good_enough_is_not_refined_and_the_telemetry_says_so() -> None:
    told = ended(Ruled(tasks=GOOD))
    assert set(NAMES) <= told.keys()
    assert (told["loop_stop_reason"], told["refinement_rounds"]) == ("not_needed", 0)
    assert told["adequacy_before"]["score"] == told["adequacy_after"]["score"] == 1.0
    assert told["task_count_before_refine"] == told["task_count_after_refine"] == 4


@pytest.mark.rule("REF-1", "REF-2", "REF-5", "PLAN-3")
def test_a_thin_plan_is_expanded_until_it_is_ready_and_every_id_and_intent_stays() -> None:
    planner, advanced = planned(Ruled(tasks=THIN))
    session = advanced.session
    told = session.telemetry
    assert told is not None
    assert told["loop_stop_reason"] == "ready", told
    assert told["adequacy_improved_heuristic"] is True
    assert told["adequacy_before"]["is_too_thin"]
    assert not told["is_too_thin"]
    assert told["task_count_after_refine"] > told["task_count_before_refine"] == 2
    first, last = session.plans[0], session.plans[-1]
    assert (last.parent, last.trigger.partition(":")[0]) == (last.version - 1, "refined")
    now = {task.id: task for task in last.tasks}
    for task in first.tasks:
        assert (now[task.id].title, now[task.id].answers_to) == (task.title, task.answers_to)
        assert task.description in now[task.id].description
    assert in_order(last.tasks) == last.tasks
    assert len(happened(planner, e.PlanRefined)) == told["refinement_rounds"]


@pytest.mark.rule("REF-2")
@pytest.mark.parametrize(
    ("policy", "proposer", "reason", "rounds"),
    [
        (PlanPolicy("off", auto_expand_thin_plan=False), Ruled(tasks=THIN), "not_needed", 0),
        (PlanPolicy(max_refine_rounds=0), Ruled(tasks=THIN), "max_refine_rounds", 0),
        (PlanPolicy(refine_budget_tokens=10), Ruled(tasks=THIN), "token_budget", 0),
        (PlanPolicy(), ScriptedProposer(tasks=THIN), "plateau", 1),
        (PlanPolicy(loop_mode="always"), ScriptedProposer(tasks=GOOD), "ready", 1),
        (PlanPolicy(loop_mode="off"), ScriptedProposer(tasks=GOOD), "not_needed", 0),
        (PlanPolicy(), ScriptedProposer(tasks=THIN, expansions=[THIN[:1]]), "rolled_back", 1),
        (
            PlanPolicy(),
            ScriptedProposer(tasks=THIN, expansions=[ProposerFailed("no answer")]),
            "proposer_failed",
            1,
        ),
    ],
)  # fmt: skip
def test_the_loop_names_why_it_stopped(
    policy: PlanPolicy, proposer: Proposer, reason: str, rounds: int
) -> None:
    told = ended(proposer, policy)
    assert (told["loop_stop_reason"], told["refinement_rounds"]) == (reason, rounds)


@pytest.mark.rule("REF-2")
def test_with_the_loop_off_a_thin_draft_still_gets_one_pass() -> None:
    told = ended(Ruled(tasks=THIN), PlanPolicy(loop_mode="off"))
    assert told["refinement_rounds"] == 1
    assert told["task_count_after_refine"] > 2


@pytest.mark.rule("REF-2")
def test_a_round_reserves_its_tokens_and_is_charged_no_more_than_that() -> None:
    planner, advanced = planned(Ruled(tasks=THIN))
    spent = 0
    for refined in happened(planner, e.PlanRefined):
        assert 0 < refined.spent <= refined.reserved
        assert spent + refined.reserved <= PlanPolicy().refine_budget_tokens
        spent += refined.spent
    assert advanced.session.refining.tokens == spent
    assert (tokens_of(""), tokens_of("abcd"), tokens_of("abcde"), tokens_of("€€")) == (0, 1, 2, 2)


@pytest.mark.rule("REF-2")
def test_a_risk_at_the_threshold_is_refined_and_one_below_it_is_not() -> None:
    vague = good(1)._replace(description="Whatever the limiter of service one needs")
    tasks = (vague, *GOOD[1:])
    risk = ended(ScriptedProposer(tasks=tasks))["aggregate_unresolved_risk"]
    at = ended(ScriptedProposer(tasks=tasks), PlanPolicy(gap_risk_threshold=risk))
    above = ended(ScriptedProposer(tasks=tasks), PlanPolicy(gap_risk_threshold=risk + 0.01))
    assert (at["loop_stop_reason"], above["loop_stop_reason"]) == ("plateau", "not_needed")


# --- REF-1 and REF-3: what is rolled back ---------------------------------------------------------


@pytest.mark.rule("REF-1", "REF-3")
@pytest.mark.parametrize(
    ("offered", "says"),
    [
        (THIN[1:], "t1 is gone"),
        ((THIN[0]._replace(title="Another thing"), THIN[1]), "its title changed"),
        ((THIN[0]._replace(answers_to="else"), THIN[1]), "its answers_to changed"),
        ((THIN[0]._replace(reversibility="irreversible"), THIN[1]), "its reversibility changed"),
        ((THIN[0]._replace(complexity=8, files=()), THIN[1]), "its files"),
        ((*THIN, good(2)), "appears twice"),
        ((*THIN, good(3, "t9")), "'t9' is not a task"),
    ],
)
def test_an_expansion_that_rewrites_is_rolled_back_and_recorded(
    offered: Sequence[Task], says: str
) -> None:
    planner, advanced = planned(ScriptedProposer(tasks=THIN, expansions=[offered]))
    assert advanced.session.plan is not None
    assert advanced.session.plan.tasks == THIN
    (rolled,) = happened(planner, e.PlanRolledBack)
    assert rolled.reason == "rolled_back"
    assert says in rolled.why


@pytest.mark.rule("REF-3")
def test_a_round_that_scores_lower_is_rolled_back() -> None:
    tasks = (good(1)._replace(description="Whatever one needs here"), *GOOD[1:])
    same = [good(n)._replace(description="Add the same limit again") for n in range(5, 13)]
    proposer = ScriptedProposer(tasks=tasks, expansions=[[*tasks, *same]])
    planner, advanced = planned(proposer, PlanPolicy(loop_mode="always"))
    (rolled,) = happened(planner, e.PlanRolledBack)
    assert "the score fell" in rolled.why
    assert any(line.startswith("added t5") for line in rolled.changes)
    assert len(advanced.session.plans) == 1


@st.composite
def drafts(draw: st.DrawFn) -> tuple[Task, ...]:
    """Flawed plans of every kind the expanders know."""
    made: list[Task] = []
    for place in range(draw(st.integers(1, 6))):
        needs = draw(st.sets(st.integers(0, 5), max_size=2))
        made.append(
            Task(
                id=f"t{place}",
                title=f"Change part {place}",
                description=draw(
                    st.sampled_from(
                        [
                            "Build the store; wire it into the API; return 429 when it is full",
                            "Drop the users table of the old service",
                            "Change the limiter of the service",
                            "Whatever is left of it",
                        ]
                    )
                ),
                files=draw(st.sampled_from([(), ("app/a.py",), ("app/a.py", "app/b.py"), ("",)])),
                complexity=draw(st.integers(1, 10)),
                depends_on=tuple(f"t{n}" for n in sorted(needs) if n < place),
                preconditions=draw(st.sampled_from([(), ("the store is reachable",)])),
                check=draw(st.sampled_from(["", "pytest passes"])),
                answers_to=f"part {place}",
            )
        )
    return tuple(made)


@pytest.mark.rule("REF-1", "REF-3", "ADQ-4", "ADQ-7", "ADQ-9", "ADQ-12")
@settings(max_examples=40, deadline=None)
@given(drafts())
def test_the_rules_expand_any_draft_without_rewriting_it_or_making_it_worse(
    tasks: tuple[Task, ...],
) -> None:
    planner, advanced = planned(Ruled(tasks=tasks), PlanPolicy(loop_mode="always"))
    session = advanced.session
    assert session.telemetry is not None
    assert not happened(planner, e.PlanRolledBack) or all(
        rolled.reason == "plateau" for rolled in happened(planner, e.PlanRolledBack)
    )
    versions = session.plans
    for before, after in pairwise(versions):
        report = assess(session, before.tasks)
        assert broken_expansion(before.tasks, after.tasks, report) is None
        assert assess(session, after.tasks)["adequacy_score"] >= report["adequacy_score"] - 1e-9
    assert fold(planner.load("s1")).plans == session.plans, "the log replays"


@pytest.mark.rule("REF-3")
def test_the_expanders_link_files_the_evidence_and_the_goal_speak_of() -> None:
    found = Evidence("e1", None, "repo_facts", None, 0.8, kind="related_file",
                     fact="app/limits.py", locator="app/limits.py")  # fmt: skip
    task = good(1)._replace(files=(), description="Change the limits of the service in app/api.py")
    report: Any = {"per_task": [], "adequacy_reason_codes": ["goal_paths_unlinked"]}
    (linked,) = expanded([task], Ground("Change app/api.py", report, (found,)))
    assert linked.files == ("app/api.py", "app/limits.py")


# --- PLAN-5 ---------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-5", "STOP-4")
@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"description": "Do it"}, "vague_short"),
        ({"description": "Fix stuff in the limiter of the service"}, "vague_phrase"),
        ({"description": "Drop the users table of the old service"}, "risk_destructive"),
        ({"files": ("",)}, "manifest_empty_path"),
        ({"files": ("src/tbd.py",)}, "tbd_placeholder"),
        ({"description": "Add the limit to TBD and return 429"}, "tbd_placeholder"),
    ],
)
def test_the_quality_gate_stops_a_plan_nobody_should_work_from(
    bad: dict[str, Any], code: str
) -> None:
    tasks = (good(1)._replace(**bad), *GOOD[1:])
    stopped = planned(ScriptedProposer(tasks=tasks))[1]
    assert stopped.outcome.stop.stop_reason == "human_required"
    assert stopped.outcome.stop.ending == "quality"
    assert any(line.startswith(f"t1: {code}") for line in stopped.outcome.stop.next_actions)
    assert stopped.session.telemetry is not None, "refused plans leave telemetry too"
    assert stopped.session.state == "stopped"


@pytest.mark.rule("PLAN-5")
@pytest.mark.parametrize(
    ("description", "ending"),
    [
        ("Clean up the code afterwards", "quality"),
        ("Clean up the stale sessions of the shop every night", "plan"),
        ("Count the requests of each caller in a window", "plan"),
    ],
)
def test_a_word_that_a_list_does_not_like_blocks_only_where_nothing_is_named(
    description: str, ending: str
) -> None:
    tasks = (good(1)._replace(description=description), *GOOD[1:])
    assert planned(ScriptedProposer(tasks=tasks))[1].outcome.stop.ending == ending


@pytest.mark.rule("PLAN-5", "PLAN-6", "PLAN-7")
def test_a_refusal_keeps_back_the_task_concerned_and_what_depends_on_it_and_nothing_else() -> None:
    tasks = (good(1)._replace(description="Do it"), *GOOD[1:], good(9)._replace(depends_on=()))
    planner, advanced = planned(ScriptedProposer(tasks=tasks))
    assert advanced.outcome.stop.ending == "quality"
    assert advanced.session.plan is not None
    now = standing(advanced.session, advanced.session.plan)
    assert set(now.withheld) == {"t1", "t2", "t3", "t4"}
    assert [task.id for task in now.ready] == ["t9"]
    with pytest.raises(Refused, match="was refused"):
        approve(planner, "s1", None, tasks=["t1"], by="ada", surface="cli")
    with pytest.raises(Refused, match="the quality gate refuses"):
        start_task(planner, "s1", "t2", by="ada")
    assert start_task(planner, "s1", "t9", by="ada").task.id == "t9"


@pytest.mark.rule("PLAN-5")
def test_an_override_lets_the_findings_pass_and_is_recorded_with_its_reason() -> None:
    tasks = (good(1)._replace(description="Do it"), *GOOD[1:])
    planner, advanced = planned(ScriptedProposer(tasks=tasks), allow_findings="we know what it is")
    assert advanced.outcome.stop.ending == "plan"
    (allowed,) = happened(planner, e.FindingsAllowed)
    assert (allowed.findings, allowed.reason) == (("t1 vague_short",), "we know what it is")


@pytest.mark.rule("PLAN-5", "ADQ-4")
def test_what_destroys_gets_a_backup_before_it_where_the_rules_expand() -> None:
    tasks = (*GOOD[:3], GOOD[3]._replace(description="Drop the users table of the old service"))
    advanced = planned(Ruled(tasks=tasks))[1]
    assert advanced.outcome.stop.ending == "plan"
    assert advanced.session.plan is not None
    backup = next(t for t in advanced.session.plan.tasks if t.title.startswith("Take a backup"))
    drop = next(t for t in advanced.session.plan.tasks if t.id == "t4")
    assert backup.id in drop.depends_on


# --- REF-4 ----------------------------------------------------------------------------------------


@pytest.mark.rule("REF-4", "REF-5", "STOP-4")
def test_under_enforce_a_plan_that_stays_thin_is_refused_with_its_findings() -> None:
    enforced = PlanPolicy(plan_adequacy_enforce=True)
    stopped = planned(ScriptedProposer(tasks=THIN), enforced)[1]
    assert (stopped.outcome.stop.ending, stopped.outcome.stop.stop_reason) == (
        "thin",
        "human_required",
    )
    assert any("too_few_tasks" in line for line in stopped.outcome.stop.next_actions)
    assert stopped.session.telemetry is not None
    assert stopped.session.telemetry["is_too_thin"] is True
    shadow = planned(ScriptedProposer(tasks=THIN))[1]
    assert shadow.outcome.stop.ending == "plan", "by default it is only measured"
