"""The one thing to do now, by the tool that does it (MCP-7)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from plangate.app.planner import Advanced
from plangate.core.agents.judging import by_decision
from plangate.core.agents.retelling import chosen_otherwise, unheeded_notes, unread_words
from plangate.core.events.event import StopReport
from plangate.core.gate.session_facts import grasp_in, is_delivered, is_recommended
from plangate.core.log.session import HOST, Session
from plangate.core.model.nouns import Plan, Question, Task
from plangate.core.model.policy.agents_numbers import (
    AS_OFTEN_AS_NOT,
    HOURS_OF_ALL,
    LOST_UNFORESEEN,
)
from plangate.core.moves import Ask, Decide, Deliver, Entrust, Loop, Outcome, Proceed, Wait
from plangate.core.plans.work.task_progress import awaiting_approval, standing
from plangate.core.understanding.confidence import LABELLED_FROM, RECOMMENDED_FROM
from plangate.core.words.irreversible import is_one_way
from plangate.interfaces.mcp.said.bounds import by_whom, one_line
from plangate.interfaces.mcp.said.question_replies import names_in
from plangate.interfaces.mcp.said.task_rows import withheld_rows
from plangate.interfaces.mcp.said.wanted import (
    ANSWERED_OTHERWISE,
    BEFORE_TASKS,
    DECISIONS_AND_TASKS,
    FITS_NONE,
    NOTED,
    NOTED_AS_DRAFTED,
    NOTED_BESIDE,
    TASKS,
    WRITE_TASKS,
)
from plangate.interfaces.outcome_documents import wanted_of


def next_of(advanced: Advanced) -> str:
    """The one thing to do now, by the tool that does it."""
    outcome: Outcome = advanced.outcome
    match outcome:
        case Ask(question=question) | Wait(question=question) if question.status == "held":
            return "On hold until the person resumes or answers it; do not do what hangs on it."
        case Ask(question=question) | Wait(question=question):
            plan = advanced.session.plan
            ready = plan is not None and bool(standing(advanced.session, plan).ready)
            rest = "Tasks that are ready can be begun meanwhile (task). " if ready else ""
            host = advanced.session.begun.proposer == HOST
            then = _TASKS_AFTER if plan is None and host else _MEANWHILE
            return f"The plan waits for {question.question_id}. {_put_by(question)} {rest}{then}"
        case Decide(scope=name):
            return f"The person decides what ships: decide_scope with id {name}."
        case Deliver(plan=plan, stop=stop):
            return " ".join(_delivered(advanced.session, plan, stop.confidence))
        case Proceed():
            return "Go ahead; no plan is needed."
        case Loop():
            return "Look first: observe, orient, decide, act; plan again once the goal is clear."
        case Entrust():
            first = "decisions" in wanted_of(outcome)
            return _first_wish(advanced.session) if first else tasks_again(advanced.session)
        case _ if outcome.stop.ending == "not_understood":
            return _not_understood(advanced.session)
        case _:
            return _stopped(advanced.session, outcome.stop)


def _delivered(session: Session, plan: Plan, sure: float) -> Iterator[str]:
    """Whether a plan stands, what of it waits for whom, and what is done with it."""
    if is_recommended(session):
        yield "The plan stands."
    else:
        delivered = is_delivered(session)
        bar = RECOMMENDED_FROM if delivered else LABELLED_FROM
        yield (
            f"The plan stands{'' if delivered else ' as a proposal'}, not recommended: confidence "
            f"{sure:.2f} is below {bar}."
        )
    if held := ", ".join(task.id for task in awaiting_approval(session, plan)):
        yield (
            f"{held}: not to be undone, and waits for the person's approval: task start puts it to "
            "them in a form; else plangate's page or a terminal."
        )
    if why := _nothing_ready(session, plan):
        yield why
    else:
        yield "Show it with what was assumed; then work: task start, then task done."


def _first_wish(session: Session) -> str:
    """What a first proposal holds, and from which size on a person is asked: a guess about what
    only they know is right as often as not (VOI-2), and costs more than is foreseen."""
    threshold = session.begun.policy.evpi_question_threshold
    hours = threshold * HOURS_OF_ALL / (1 - AS_OFTEN_AS_NOT) / LOST_UNFORESEEN
    return DECISIONS_AND_TASKS.format(hours=f"{hours:.2g}")


def tasks_again(session: Session) -> str:
    """Which tasks an answer changes: those that rest on what was drafted otherwise (ASK-17)."""
    tasks = by_decision(session.plan.tasks, session) if session.plan is not None else ()
    otherwise, noted = chosen_otherwise(session), sorted(unheeded_notes(session))
    beside = _told_beside(session, noted)
    words = NOTED.format(decisions=", ".join(noted), beside=beside) if noted else ""
    if unread := unread_words(session):
        words = f"{FITS_NONE.format(**names_in(unread[-1]))} {words}"
    if session.plan is None:
        return words + (WRITE_TASKS if session.open_question is None else BEFORE_TASKS)
    if touched := _resting(tasks, otherwise):
        told = ", ".join(sorted(otherwise))
        return words + ANSWERED_OTHERWISE.format(decisions=told, tasks=touched)
    if resting := _resting(tasks, noted):
        return words + NOTED_AS_DRAFTED.format(tasks=resting)
    return f"{_last_answer(session, tasks)}{words}{TASKS}"


def _resting(tasks: Sequence[Task], decisions: Collection[str]) -> str:
    """The tasks that rest on one of these decisions."""
    return ", ".join([t.id for t in tasks if not set(decisions).isdisjoint(t.rests_on)][:12])


def _told_beside(session: Session, noted: Sequence[str]) -> str:
    """What stood beside the last question that was answered with a note, each by its number."""
    asked = [q for q in session.questions.values() if q.question_id in noted and q.taken_beside]
    return NOTED_BESIDE.format(**names_in(asked[-1])) if asked else ""


def _last_answer(session: Session, tasks: Sequence[Task]) -> str:
    """The answer that tasks are wanted for, and those that rest on it."""
    answered = [q for q in session.questions.values() if q.status == "answered" and q.answer]
    if not answered or (said := answered[-1].answer) is None:
        return ""
    about = str(answered[-1].question_id)
    resting = ", ".join(task.id for task in tasks if about in task.rests_on) or "none of your tasks"
    return f"{about} was answered “{one_line(said.value, 80)}”; on it rest: {resting}. "


#: GATE-16, ASK-17: everything else is judged already.
_MEANWHILE = (
    "Nothing else is wanted of you: what waits is drafted by meanwhile, and weighed again once it "
    "is answered."
)


#: The same before there are tasks.
_TASKS_AFTER = "Nothing else is wanted of you before: write the tasks for what they say."


def _put_by(question: Question) -> str:
    """How a question reaches the person, and how its answer comes back."""
    if is_one_way(question):
        return f"Show the question: only the person answers it; wait on {question.id}."
    return f"Show the question as it stands; answer passes on what they say to {question.id}."


def _stopped(session: Session, stop: StopReport) -> str:
    """Why nothing goes on; tasks the quality gate refuses are mended by the same tool."""
    if stop.ending == "quality" and session.begun.proposer == HOST:
        return f"Not accepted: {stop.next_actions[0][:300]}. Call plan again with it mended."
    return f"It stopped: {by_whom('; '.join(stop.next_actions))[:300]}"


def _nothing_ready(session: Session, plan: Plan) -> str | None:
    """Why no task can be begun, when none can and none is under way."""
    now = standing(session, plan)
    if now.ready or now.started or not now.withheld:
        return None
    if awaiting_approval(session, plan):
        return "Nothing is ready before that."
    task, why = next(iter(withheld_rows(session, plan).items()))
    return f"Nothing is ready: {task}: {one_line(why, 240)}."


def _not_understood(session: Session) -> str:
    """INT-10, for a host: the words nobody placed, and which call would."""
    grasp = grasp_in(session)
    words = ", ".join(grasp.not_understood[:8]) if grasp else ""
    said = f"Not understood: {words or 'what the goal is about'}; no plan is recommended. "
    if session.begun.proposer != HOST:
        return f"{said}Propose yourself: plan with this goal, again, and without mind."
    return (
        f"{said}If you know what it means, plan with tasks that say it and name files that are "
        "there; else ask the person what they mean and plan with that goal."
    )
