"""After an agent asked its person something: what was answered, and by whom (HOOK-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plangate.core.agents.agent_calls import AgentQuestion, is_chain_part, labels_chosen, relay_of
from plangate.core.model.records import Fields
from plangate.interfaces.hook.calls import (
    ASKING,
    Call,
    PassedOver,
    answers_of,
    is_clients_own,
    is_placeholder,
    questions_of,
    read_call,
    reply,
    words_of,
)
from plangate.interfaces.hook.place import BUSY_MS, HookPlace, HookReply, place_of

if TYPE_CHECKING:
    from plangate.app.ports import Store
    from plangate.core.events.agent_events import AgentAnswerKept


class Heard(NamedTuple):
    """One question and what was said to it; `is_answer` unless it stands in the place of one."""

    question: AgentQuestion
    value: str
    chosen: tuple[str, ...] = ()
    is_answer: bool = True


def post_ask(agent: str, raw: bytes, environ: Mapping[str, str]) -> HookReply:
    """Keep what the person answered, and settle a question of ours that was passed on to them."""
    call = read_call(agent, raw, ASKING)
    heard = _heard(call, questions_of(call))
    if not heard:
        raise PassedOver("nobody answered, so nothing is kept")
    place = place_of(call, environ)
    kept = _keep(call, heard, _person(environ), place, is_clients_own(environ))
    line = "; ".join(filter(None, (_settle(each, place) for each in kept)))
    if not line:
        return HookReply()
    return HookReply(reply(f"plangate: {line}", f"plangate: {line}", event="PostToolUse"))


def _heard(call: Call, questions: Sequence[AgentQuestion]) -> list[Heard]:
    """What a person said: a choice, own words, or words in place of an answer; silence is none."""
    answers, heard = answers_of(call), []
    for question in questions:
        value = answers.get(question.prompt, "")
        chosen = labels_chosen(question, value)
        if value and (chosen or not is_placeholder(value)):
            heard.append(Heard(question, value, chosen))
    if not heard and (said := words_of(call)):
        return [Heard(questions[0], said, is_answer=False)]
    return heard


class Kept(NamedTuple):
    """What was heard, as it is recorded, and the row of the question of ours it was about."""

    heard: Heard
    event: AgentAnswerKept
    ours: Fields | None


def _keep(
    call: Call, heard: Sequence[Heard], by: str, place: HookPlace, is_own: bool
) -> list[Kept]:
    """Each as an event, and recorded; what is said about a part of a chain holds for that alone."""
    from plangate.app.agents import passed_on, record_calls
    from plangate.wiring.databases import open_store
    from plangate.wiring.this_machine import system_clock

    with open_store(place.settings, busy_ms=BUSY_MS) as store:
        seen = passed_on(store, call.session, call.id) if is_own else {}
        events = [_event(call, each, seen.get(each.question.key), by, place) for each in heard]
        own = [e for h, e in zip(heard, events, strict=True) if not is_chain_part(h.question)]
        record_calls(store, system_clock(), call.session, own)
        return [
            Kept(each, event, _ours(store, each, seen, place))
            for each, event in zip(heard, events, strict=True)
        ]


def _event(
    call: Call, heard: Heard, seen: Fields | None, by: str, place: HookPlace
) -> AgentAnswerKept:
    from plangate.core.events.agent_events import AgentAnswerKept
    from plangate.interfaces.hook.transcript import holds_result

    question, value = heard.question, heard.value
    verified = (
        seen is not None
        and seen["transcript"] == call.transcript
        and holds_result(call.transcript, call.id, question.prompt, value)
    )
    own = "choice" if heard.chosen else "custom"
    return AgentAnswerKept(
        workspace=str(place.workspace),
        goal=call.goal,
        call=call.id,
        question_id=question.names[0],
        key=question.key,
        prompt=question.prompt,
        offered=tuple(option.label for option in question.options),
        chosen=heard.chosen,
        value=value,
        provenance=own if verified or not heard.is_answer else "relayed",
        by=by,
        surface=call.surface,
        seen=seen is not None,
        verified=verified,
        transcript=call.transcript,
    )


# --- a question of ours that the agent passed on --------------------------------------------------


def _ours(
    store: Store, heard: Heard, seen: Mapping[str, Fields], place: HookPlace
) -> Fields | None:
    from plangate.core.agents.agent_calls import OpenQuestion
    from plangate.core.log.tables import Query, document_of

    if name := seen.get(heard.question.key, {}).get("question"):
        rows = store.rows(Query("questions", {"id": name}))
        return document_of(rows[0]) if rows else None
    among = ("status", ("pending", "held"))
    rows = store.rows(Query("questions", {"workspace": str(place.workspace)}, among=among))
    documents = {row["id"]: document_of(row) for row in rows}
    waiting = (OpenQuestion(name, d["prompt"], ()) for name, d in documents.items())
    found = relay_of(heard.question, waiting)
    return documents[found.id] if found else None


def _settle(kept: Kept, place: HookPlace) -> str:
    """A line about what the answer did to a question of ours; empty when it was about none."""
    if kept.ours is None:
        return ""
    name, heard, event = str(kept.ours["id"]), kept.heard, kept.event
    where = f"`plangate answer {name}` settles it"
    if not heard.is_answer:
        return _noted(name, event.value, event.by, place)
    if _is_one_way(kept.ours, heard.question):
        return f"{name} cannot be undone once it is decided, so it stays open: {where}"
    labels = {" ".join(option["label"].split()).casefold() for option in kept.ours["options"]}
    if heard.chosen and not (
        len(heard.chosen) == 1 and " ".join(heard.chosen[0].split()).casefold() in labels
    ):
        return f"“{heard.value[:80]}” is not an option of {name}, which stays open: {where}"
    return _answered(name, event, place)


def _answered(name: str, event: AgentAnswerKept, place: HookPlace) -> str:
    from plangate.app.acts.question_acts import record_answer
    from plangate.core.guard.acts import Actor
    from plangate.wiring.planners import open_planner

    provenance = "choice" if event.verified else "relayed"
    reply = event.chosen[0] if event.chosen else event.value
    # HOOK-3: a choice that was witnessed twice is the person's, in a form their client showed.
    actor = Actor("form" if event.verified else "hook", event.by)
    with open_planner(place.settings, actor=actor) as planner:
        done = record_answer(
            planner, name, reply, by=event.by, surface=event.surface, provenance=provenance
        )
    if done.result in ("answered", "late"):
        return f"your answer “{reply[:80]}” settles {name}"
    return f"{name} is as it was: {done.message}"


def _noted(name: str, text: str, by: str, place: HookPlace) -> str:
    from plangate.app.acts.question_acts import add_note
    from plangate.core.guard.acts import Actor
    from plangate.wiring.planners import open_planner

    with open_planner(place.settings, actor=Actor("hook", by)) as planner:
        add_note(planner, name, text, by=by)
    return f"your words are kept as a note on {name}, which stays open"


def _is_one_way(ours: Fields, question: AgentQuestion) -> bool:
    """PREF-2 over both wordings: a hook never settles what cannot be undone."""
    from plangate.core.gate.preferences import one_way_by_words

    if ours["one_way"] or any(o["reversibility"] == "irreversible" for o in ours["options"]):
        return True
    texts = [text for o in ours["options"] for text in (o["label"], o["consequence"] or "")]
    words = (ours["prompt"], *texts, *question.words)
    return one_way_by_words(ours["question_id"], *words) is not None


def _person(environ: Mapping[str, str]) -> str:
    """Who sits there; what is stored is printable."""
    name = next(filter(None, (environ.get(n) for n in ("LOGNAME", "USER", "USERNAME"))), "unknown")
    return "".join(letter if letter.isprintable() else "?" for letter in name[:100])
