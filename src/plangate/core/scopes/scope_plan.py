"""Scope and plan are one (PLAN-9): what a shipped scope decided becomes ledger entries and tasks.

Every option is an entry of the ledger. One that is included has a task; one that is deferred or cut
has none, and takes a task it had with it unless that is done. Everything else of the plan stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from plangate.core.events import event as e
from plangate.core.gate.session_facts import one_way, plan_notes
from plangate.core.log.session import Session
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import Ambiguity, Assumption, Focus, Interpretation, Plan, Task
from plangate.core.model.policy.scopes_numbers import SCOPE_PLAN_COMPLEXITY, SCOPE_PLAN_MOST_FILES
from plangate.core.model.scope_nouns import Chain, Choice, Decision, said
from plangate.core.model.slugs import slug
from plangate.core.plans.plan_graph import next_version
from plangate.core.plans.revisions import fresh_id
from plangate.core.scopes.enumerated import Enumerated, enumerated
from plangate.core.words.irreversible import says_so
from plangate.language.words.row_patterns import any_case
from plangate.language.words.vocabulary import is_verb

_RISK = "low - chosen by a person, and can be revised in the scope"


def scope_of(session: Session) -> Enumerated | None:
    """The options a session's goal enumerates, where deciding them takes more than one choice."""
    found = enumerated(session.goal)
    if found is None or _is_one_choice(found):
        return None
    return found


def choice_of(session: Session) -> Ambiguity | None:
    """SPLIT-2: up to four alternatives that a goal enumerates are one ordinary question; None where
    it is raised already, by itself or by a dimension with the same readings."""
    found = enumerated(session.goal)
    if found is None or not _is_one_choice(found):
        return None
    options = found.decision.options
    choice = _as_ambiguity(found, options)
    raised = any(a.id == choice.id or _same(a, options) for a in session.ambiguities)
    return None if raised else choice


def _same(ambiguity: Ambiguity, options: Sequence[Choice]) -> bool:
    """Whether two or more of the options are readings of this ambiguity."""
    words = [set(f"{r.label} {r.id}".casefold().split()) for r in ambiguity.interpretations]
    named = [any(option.label.casefold() in each for each in words) for option in options]
    return sum(named) > 1


def _as_ambiguity(found: Enumerated, options: Sequence[Choice]) -> Ambiguity:
    return Ambiguity(
        id=f"which-{slug(found.stem or options[0].label)}"[:60].rstrip("-"),
        interpretations=tuple(_reading(option, len(options)) for option in options),
        prompt=_asked(found.decision.decision),
        heard=found.stem,
    )


def _is_one_choice(found: Enumerated) -> bool:
    small = len(found.decision.options) <= 4
    return small and found.decision.kind == "alternatives"


def _asked(question: str) -> str:
    return question if question.endswith("?") else f"{question.rstrip('.:;')}?"


def _reading(option: Choice, count: int) -> Interpretation:
    return Interpretation(
        id=slug(option.key),
        label=option.label,
        consequence=f"plans {option.scope or option.label}, and none of the others",
        prior=1 / count,
        complexity=0.5,
        reversibility="irreversible" if says_so(option.label, option.scope) else "partial",
        touches=(option.label,),
    )


def why_it_waits(session: Session, focus: Focus) -> str:
    """SPLIT-9: what attention does not allow keeps the whole chain back (GATE-5)."""
    if focus == "deep" or session.budget_signal in ("critical", "cost_exceeded"):
        return "attention does not allow it now (GATE-5)"
    return ""


def begun_options(session: Session, decision: Decision) -> list[str]:
    """INT-8: the options of a decision that an earlier scope of the session decided and that a
    started task rests on: they are changed by revision, and nothing asks about them (GATE-4)."""
    if session.plan is None:
        return []
    entries = {str(entry.id): entry.ambiguity for entry in session.in_force}
    begun = {
        entries.get(name)
        for task in session.plan.tasks
        if session.progress.get(task.id)
        for name in task.rests_on
    }
    labels = {
        option.label.casefold()
        for scope in session.work.scopes.values()
        for option in scope.options
        if _about(scope.parent, option.key) in begun
    }
    return [option.label for option in decision.options if option.label.casefold() in labels]


def goal_of(session: Session) -> str:
    """What is left to propose and draft for once the options of a goal are decided."""
    if session.clarified:
        return session.clarified
    opened = session.work.opened
    if opened is None:
        return _chosen_goal(session) or session.goal
    if opened.stem:
        return opened.stem
    taken = session.work.scopes.get(opened.scope)
    labels = (
        [o.label for o in taken.options if taken.dispositions[o.key] == "include"] if taken else []
    )
    return f"Add {', '.join(labels)}" if labels else session.goal


def _chosen_goal(session: Session) -> str | None:
    """The goal with the alternative that was chosen in place of all of them; until then (ASK-17)
    without any."""
    found = enumerated(session.goal) if session.gaps else None
    if found is None or not _is_one_choice(found):
        return None
    choice = _as_ambiguity(found, found.decision.options)
    settled = session.settled.get(choice.id)
    if settled is None or settled.interpretation is None:
        return found.stem or None
    label = choice.reading(settled.interpretation).label
    if found.stem:
        return f"{found.stem}: {label}"
    about = any_case("opens_with_choosing").sub("", found.decision.decision)
    whole = about == found.decision.decision
    return f"Use {label}" if whole else f"Use {label} as {about.rstrip('.:?')}"


def not_taken(session: Session, scopes: Mapping[str, Chain]) -> tuple[str, Chain] | None:
    """A shipped scope of this session whose decisions are not the plan's yet."""
    for name, chain in scopes.items():
        known = session.work.scopes.get(name)
        if chain.status == "shipped" and (
            known is None or known.dispositions != chain.dispositions
        ):
            return name, chain
    return None


def taken(session: Session, name: str, chain: Chain) -> tuple[e.Event, ...]:
    """The events by which a session takes over what was shipped: an entry for each option."""
    known = session.work.scopes.get(name)
    before = known.dispositions if known else {}
    options = chain.decision.options
    changed = [o for o in options if before.get(o.key) != chain.dispositions[o.key]]
    count = len(session.assumptions)
    entries = [
        e.AssumptionRecorded(_entry(session, chain, option, count + place))
        for place, option in enumerate(changed, 1)
    ]
    decided = e.ScopeTaken(name, chain.parent, options, dict(chain.dispositions))
    return (*entries, decided)


def _entry(session: Session, chain: Chain, option: Choice, place: int) -> Assumption:
    how = {"include": "included"}.get(
        chain.dispositions[option.key], said(chain.dispositions[option.key])
    )
    return Assumption(
        decision=f"{option.label}: {how}",
        blocker_type="none",
        user_response=f"confirmed: {how}",
        reasoning=f"decided in {chain.parent}: {chain.decision.decision}",
        confidence="high",
        risk_if_wrong=_RISK,
        source="answer",
        status="confirmed",
        id=f"{session.id}-a{place}",
        session=session.id,
        ambiguity=_about(chain.parent, option.key),
        interpretation=chain.dispositions[option.key],
        rule="PLAN-9",
    )


def _about(parent: str, key: str) -> str:
    return f"{parent} {key}"


def with_scopes(session: Session, plan: Plan) -> Plan | None:
    """The plan with a task for every included option and none for the others; None when it is."""
    tasks: tuple[Task, ...] = plan.tasks
    for scope in session.work.scopes.values():
        tasks = _scoped(session, tasks, scope)
    if tasks == plan.tasks:
        return None
    parents = ", ".join(scope.parent for scope in session.work.scopes.values())
    return next_version(
        in_order(tasks), plan_notes(session), one_way(session), plan, f"{parents} shipped"
    )


def _scoped(session: Session, tasks: Sequence[Task], scope: e.ScopeTaken) -> tuple[Task, ...]:
    purpose = {_about(scope.parent, option.key): option for option in scope.options}
    gone = {
        task.id
        for task in tasks
        if task.answers_to in purpose
        and scope.dispositions[purpose[task.answers_to].key] != "include"
        and session.progress.get(task.id) != "done"
    }
    parts = _parts(session, tasks, scope)
    gone |= parts.keys()
    kept = [task for task in tasks if task.id not in gone]
    added = _added(session, kept, scope, tuple(parts.values()))
    return tuple(_without(task, gone, parts, added) for task in (*kept, *added))


def _parts(session: Session, tasks: Sequence[Task], scope: e.ScopeTaken) -> dict[str, Task]:
    """The tasks of a draft that was made from the names of the options alone: each option has a
    task of its own, so that nothing is planned twice; what was found for them stays with it."""
    opened = session.work.opened
    if opened is None or opened.scope != scope.scope or opened.stem or session.progress:
        return {}
    labels = [
        option.label.casefold()
        for option in scope.options
        if scope.dispositions[option.key] == "include"
    ]
    purposes = {_about(scope.parent, option.key) for option in scope.options}
    return {
        task.id: task
        for task in tasks
        if task.answers_to not in purposes
        and not session.pins.get(task.id)
        and any(label in _told(task) for label in labels)
    }


def _told(task: Task) -> str:
    return f"{task.title}\n{task.description}".casefold()


def _with_places(task: Task, option: Choice, parts: Iterable[Task]) -> Task:
    """A task of an option with the files and decisions of the drafted tasks that name it."""
    about = [part for part in parts if option.label.casefold() in _told(part)]
    files = dict.fromkeys(name for part in about for name in part.files)
    rests = dict.fromkeys((*task.rests_on, *(name for part in about for name in part.rests_on)))
    return task._replace(files=tuple(files)[:SCOPE_PLAN_MOST_FILES], rests_on=tuple(rests))


def _without(task: Task, gone: Set[str], parts: Mapping[str, Task], added: Sequence[Task]) -> Task:
    """A task that waits for none that is gone; for the options' own where it waited for a part."""
    if gone.isdisjoint(task.depends_on):
        return task
    instead = [new.id for new in added] if not parts.keys().isdisjoint(task.depends_on) else []
    needed = [name for name in (*task.depends_on, *instead) if name not in gone]
    return task._replace(depends_on=tuple(n for n in dict.fromkeys(needed) if n != task.id))


def _added(
    session: Session, kept: Sequence[Task], scope: e.ScopeTaken, parts: Sequence[Task]
) -> list[Task]:
    """A task for each included option that has none, behind those of the options it requires."""
    home = {task.answers_to: task.id for task in kept}
    entries = {entry.ambiguity: str(entry.id) for entry in session.in_force}
    used = {task.id for plan in session.plans for task in plan.tasks} | set(home.values())
    wanted = [
        option
        for option in scope.options
        if scope.dispositions[option.key] == "include"
        and _about(scope.parent, option.key) not in home
    ]
    for option in wanted:
        home[_about(scope.parent, option.key)] = fresh_id(used)
        used.add(home[_about(scope.parent, option.key)])
    return [
        _with_places(
            _task(option, scope, home, entries[_about(scope.parent, option.key)]), option, parts
        )
        for option in wanted
    ]


def _task(option: Choice, scope: e.ScopeTaken, home: Mapping[str, str], entry: str) -> Task:
    first = option.label.split()[0]
    deed = option.label if is_verb(first) else f"Add {option.label}"
    content = f": {option.scope}" if option.scope else ""
    needed = (home.get(_about(scope.parent, name)) for name in option.requires)
    return Task(
        id=home[_about(scope.parent, option.key)],
        title=deed,
        description=f"{deed}{content}, as {scope.parent} decided, with a test that shows it works",
        complexity=SCOPE_PLAN_COMPLEXITY,
        depends_on=tuple(name for name in needed if name),
        preconditions=(f"{scope.parent} includes {option.key}",),
        check=f"a test shows that {option.label} works",
        rests_on=(entry,),
        answers_to=_about(scope.parent, option.key),
    )
