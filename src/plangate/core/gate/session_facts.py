"""What follows from where a session stands: how hard its goal is, what holds, what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.core.gate.assumptions import build_waiting, plan_note
from plangate.core.gate.beliefs import believed
from plangate.core.gate.settling import Held
from plangate.core.log.session import Session
from plangate.core.model.evidence import QUOTED
from plangate.core.model.nouns import Ambiguity, Assumption, Interpretation, Task
from plangate.core.model.policy.gate_numbers import (
    SESSION_FACTS_HOURS_A_POINT,
    SESSION_FACTS_LARGE_FROM,
)
from plangate.core.model.policy.understanding_numbers import (
    CONFIDENCE_AGREES,
    CONFIDENCE_BACKED,
    CONFIDENCE_KIN,
    CONFIDENCE_KIN_ALONE,
    CONFIDENCE_READ,
)
from plangate.core.model.sighting import ACT, JOB, MARK, Kin, Place, Sighting
from plangate.core.understanding.changes import is_small
from plangate.core.understanding.confidence import (
    LABELLED_FROM,
    RECOMMENDED_FROM,
    confidence_of,
    said_to_stand,
)
from plangate.core.understanding.effort import effort_of
from plangate.core.understanding.grasp import (
    ATTACHES_FROM,
    GO_AHEAD_FROM,
    Grasp,
    clauses_of_work,
    grasp_of,
)
from plangate.core.understanding.intake import estimate_complexity, with_readings
from plangate.core.understanding.restating import as_drafted, is_skeleton_in
from plangate.core.words.irreversible import cannot_be_undone, irreversible_entries
from plangate.core.words.plan_words import is_test_path
from plangate.language.words.stems import content_stems

#: UND-8: a change that is small by its kind, with its text found in the workspace and without.
_SMALL, _SMALL_UNSEEN = 0.95, 0.8


def complexity_of(session: Session) -> int:
    """ADQ-17, INT-9: from what is touched; a given complexity is taken as given."""
    if session.begun.complexity is not None:
        return session.begun.complexity
    if session.seen is not None:
        seen = effort_of(session.aim, session.seen, session.ambiguities).value
        return with_readings(seen, [reading.complexity for reading in held_readings(session)])
    in_reach = {x.locator.partition(":")[0] for x in session.evidence if x.locator}
    estimate = estimate_complexity(session.aim, len(in_reach)).value
    return with_readings(estimate, [reading.complexity for reading in held_readings(session)])


def size_of_plan(session: Session, tasks: Sequence[Task], estimate: int) -> int:
    """ADQ-8, ADQ-17: how big a goal is for the plan of whoever thought it through: no bigger than
    the hours of its tasks say, so that small work is not split to make up a number."""
    if session.begun.complexity is not None:
        return estimate
    hours = sum(task.complexity for task in tasks)
    return max(1, min(estimate, -(-hours // SESSION_FACTS_HOURS_A_POINT)))


def grasp_in(session: Session) -> Grasp | None:
    """UND-2: how much of the goal was accounted for; None when nobody judged it.

    With the last proposal, and for what a host or a model drafted by its tasks as well.
    """
    proposed, seen = session.proposed, session.seen
    if proposed is None or proposed.grasp is None:
        return None
    if session.plan is None or seen is None or session.mind == "rules":
        return Grasp(proposed.grasp, proposed.not_understood)
    tasks = [_stems_of(task) for task in as_drafted(session) if _has_a_place(session, task)]
    return grasp_of(session.aim, seen, session.ambiguities, tasks)


def _stems_of(task: Task) -> frozenset[str]:
    return frozenset(content_stems("\n".join((task.title, task.description, task.check))))


def _has_a_place(session: Session, task: Task) -> bool:
    """Whether a task names a file that is there, or a new one in the folder of one that is."""
    noted = session.work.seen_files
    known = {path for path, digest in noted.items() if digest}
    known |= {place.path for place in session.seen.places} if session.seen else set()
    folders = {path.rpartition("/")[0] for path in known}
    return any(path in known or path.rpartition("/")[0] in folders for path in task.files)


def _is_beyond_rules(session: Session) -> bool:
    """UND-9: a draft by rules for most of a system is a beginning, however well it was placed."""
    return session.mind == "rules" and complexity_of(session) >= SESSION_FACTS_LARGE_FROM


def understood_confidence(session: Session) -> float | None:
    """UND-8: what people see; None when nobody looked at the workspace (logs of 0.1.0)."""
    grasp, seen = grasp_in(session), session.seen
    if grasp is None or seen is None:
        return None
    tasks = session.plan.tasks if session.plan else ()
    named = {path for task in tasks for path in task.files}
    if session.plan is None and is_small(session.aim, seen):
        return min(_SMALL, max(grasp.value, _SMALL_UNSEEN))
    places = places_in(session, seen)
    return confidence_of(
        grasp.value,
        places,
        _begun_at(session, places) or named,
        session.in_force,
        files=seen.files,
        has_evidence=bool(seen.places or seen.exists),
        is_skeleton=is_skeleton_in(session) or _is_beyond_rules(session),
        stands=how_surely_they_stand(session),
    )


def _begun_at(session: Session, places: Sequence[Place]) -> frozenset[str]:
    """UND-8: the file a plan by rules begins at, which is all its chance is about: whatever stands
    behind it was named because nobody knew."""
    if session.mind != "rules" or session.plan is None:
        return frozenset()
    named = (path for task in session.plan.tasks for path in task.files)
    first = next((path for path in named if not is_test_path(path)), "")
    return frozenset((first,) if any(place.path == first for place in places) else ())


def how_surely_they_stand(session: Session) -> dict[str | None, float]:
    """UND-8: how surely what was assumed for a host stands. A line that it quoted, or craft decided
    as whoever builds it would, hardly falls (MCP-3); nor does often what a person read beside a
    question and left as it is; what was not worth a question takes no more of the plan with it
    than it is worth (GATE-3)."""
    if session.mind == "rules":
        return {}
    worth = {
        record["ambiguity"]: record["evpi"]["in_force"] / record["evpi"]["bar"]
        for call in session.gate_calls
        for record in call.decisions
        if record["rule"] == "GATE-3" and record["evpi"].get("bar")
    }
    found: dict[str | None, float] = {
        entry.id: 1 - (1 - said_to_stand(entry)) * min(1.0, worth[entry.ambiguity])
        for entry in session.in_force
        if entry.rule == "GATE-3" and entry.ambiguity in worth
    }
    for entry in session.in_force:
        if entry.id is not None and (entry.ambiguity, entry.decision) in _read_beside(session):
            found[entry.id] = max(found.get(entry.id, said_to_stand(entry)), CONFIDENCE_READ)
    return found | dict.fromkeys(_backed_entries(session), CONFIDENCE_BACKED)


def _read_beside(session: Session) -> frozenset[tuple[str | None, str]]:
    """What stood beside a question that a person answered, with what is taken about it: they read
    it and said nothing against it (0027)."""
    answered = (
        question
        for question in session.questions.values()
        if question.answer is not None and question.answer.provenance in ("choice", "custom")
    )
    return frozenset((one.decision, one.taken) for each in answered for one in each.taken_beside)


def _backed_entries(session: Session) -> frozenset[str | None]:
    """What a line that a host quoted stands for, or what is a matter of craft."""
    craft = {(a.id, a.safe_default) for a in session.ambiguities if a.craft}
    quoted = {
        (each.ambiguity, each.supports)
        for each in session.evidence
        if each.kind == "host" and each.confidence >= QUOTED
    }
    stands = craft | quoted
    return frozenset(
        entry.id for entry in session.in_force if (entry.ambiguity, entry.interpretation) in stands
    )


def places_in(session: Session, seen: Sighting) -> list[Place]:
    """The places that were found; MCP-3: a line the host quoted, which stands there, vouches for
    its file, and for a new one beside it; so do its siblings for one more of a kind."""
    said = (e.locator or "" for e in session.evidence if e.kind == "host")
    quoted = {locator.partition(":")[0] for locator in said} - {""}
    known = {place.path for place in seen.places}
    folders = {path.rpartition("/")[0] for path in quoted}
    named = {path for task in (session.plan.tasks if session.plan else ()) for path in task.files}
    new = {path for path in named - known if not session.work.seen_files.get(path)}
    quoted |= {path for path in new if path.rpartition("/")[0] in folders}
    told = [Place(path, 0, QUOTED, why=("host",)) for path in sorted(quoted - known)]
    told += [Place(path, 0, sure) for path, sure in _vouched(seen)]
    raised = (
        p._replace(strength=max(p.strength, QUOTED)) if p.path in quoted else p for p in seen.places
    )
    return sorted((*raised, *told), key=lambda place: -place.strength)


def _vouched(seen: Sighting) -> Iterator[tuple[str, float]]:
    """What a sibling vouches for, and how surely: less where the ranking by itself looked
    elsewhere first."""
    looked = {place.path for place in seen.places[:CONFIDENCE_AGREES]}
    folders = {path.rpartition("/")[0] for path in looked}
    is_new = seen.kin is not None and not seen.kin.thing
    for path in _first_of(seen.kin) if seen.kin else ():
        agrees = path in looked or (is_new and path.rpartition("/")[0] in folders)
        yield path, CONFIDENCE_KIN if agrees else CONFIDENCE_KIN_ALONE


def _first_of(kin: Kin) -> tuple[str, ...]:
    """The file that a sibling vouches for: the new one, or where the value to copy is declared; a
    job says where one more is started, and nothing of where its work is done."""
    if kin.sort == JOB:
        return ()
    if kin.sort == ACT:
        return tuple(point.path for point in kin.points[:1])
    if kin.sort == MARK:
        return tuple(point.path for point in kin.points if point.kind in ("store", "code"))
    if kin.thing:
        return tuple(point.path for point in kin.points if point.kind == "store")[:1]
    return tuple(file.path for file in kin.files[:1])


def is_delivered(session: Session) -> bool:
    """INT-10: whether a plan is delivered, labelled or not; below that it is listed."""
    sure = understood_confidence(session)
    return sure is None or sure >= LABELLED_FROM or bool(session.progress)


def is_recommended(session: Session) -> bool:
    """INT-10: whether what a session ends with is recommended, by its confidence."""
    sure = understood_confidence(session)
    return sure is None or sure >= RECOMMENDED_FROM or session.plan is None


def not_earned(session: Session) -> str | None:
    """INT-2: why a go-ahead is not earned; None when the goal and its place are understood."""
    grasp, seen = grasp_in(session), session.seen
    if grasp is None or seen is None:
        return None
    if is_small(session.aim, seen):
        return None
    words = ", ".join(grasp.not_understood[:4])
    if words and grasp.value >= GO_AHEAD_FROM:
        return f"not understood: {words}"
    if grasp.value < GO_AHEAD_FROM:
        return f"grasp {grasp.value:.2f} is less than {GO_AHEAD_FROM}" + (
            f"; not understood: {words}" if words else ""
        )
    if not any(place.strength >= ATTACHES_FROM for place in seen.places):
        return "the place of the change was not found"
    unheard = (c.text for c in clauses_of_work(session.aim) if not (c.verb or c.obliges))
    if text := next(unheard, ""):
        return f"no deed is heard in “{text[:60]}”"
    return None


def held_readings(session: Session) -> list[Interpretation]:
    """The readings that hold so far."""
    return [
        reading
        for ambiguity in session.ambiguities
        for reading in ambiguity.interpretations
        if ambiguity.id in session.settled
        and session.settled[ambiguity.id].interpretation == reading.id
    ]


def held_decisions(session: Session) -> tuple[Held, ...]:
    """GATE-17: the decisions that hold, where any reading of the session bears on another."""
    readings = {(a.id, r.id): r for a in session.ambiguities for r in a.interpretations}
    if not any(reading.settles or reading.rules_out for reading in readings.values()):
        return ()
    held: list[Held] = []
    for entry in session.in_force:
        if entry.ambiguity is None:
            continue
        reading = readings.get((entry.ambiguity, str(entry.interpretation)))
        held.append(
            Held(
                entry.ambiguity,
                entry.interpretation,
                is_said(entry),
                reading.settles if reading else {},
                reading.rules_out if reading else (),
            )
        )
    return tuple(held)


def is_said(entry: Assumption) -> bool:
    """Whether somebody answered or confirmed this, or it follows from words somebody said."""
    said = entry.user_response.startswith(("confirmed:", "custom:"))
    return said or entry.status == "confirmed"


def provisional(session: Session, ambiguity: Ambiguity) -> str | None:
    """ASK-17: the reading by which what waits is drafted meanwhile: the likeliest that can be
    undone, None when there is none. Nothing is done by it, and the answer drafts it anew."""
    readings = believed(ambiguity, session.evidence).interpretations
    undoable = [r for r in readings if not cannot_be_undone(r)]
    return max(undoable, key=lambda r: (r.prior, r.id)).id if undoable else None


def ledger_of(session: Session) -> list[Assumption]:
    """ASM-2: one entry for each decision; what was deferred and waits for a person now, waits."""
    waiting = {a.id: build_waiting(a, session.undecided[a.id]) for a in session.left_open}
    return [*(x for x in session.in_force if x.ambiguity not in waiting), *waiting.values()]


def one_way(session: Session) -> frozenset[str]:
    """PLAN-6: the ledger entries of a session that decide for something irreversible."""
    return irreversible_entries(session.assumptions.values(), session.ambiguities)


def plan_notes(session: Session) -> list[str]:
    """GATE-11: one note for every reading that was taken without asking, and still holds."""
    notes: list[str] = []
    holds = {(entry.ambiguity, entry.rule) for entry in session.in_force}
    for call in session.gate_calls:
        ambiguities = {a["id"]: a for a in call.document["ambiguities"]}
        for decision in call.decisions:
            if (decision["ambiguity"], decision["rule"]) not in holds:
                continue
            if decision["interpretation"] is None:
                continue  # GATE-17: nothing was taken
            labels = {
                r["id"]: r["label"] for r in ambiguities[decision["ambiguity"]]["interpretations"]
            }
            notes.append(plan_note(decision, labels))
    return notes


def budget_left(session: Session) -> bool:
    """Whether anything more will be looked for: there is budget, and the loop has not ended."""
    allowed = session.inquiry.allowed
    return (
        session.inquiry.ended is None
        and session.iterations < allowed.iterations
        and session.calls < allowed.calls
        and session.seconds < allowed.seconds
    )
