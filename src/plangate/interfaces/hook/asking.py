"""Before and after an agent asks its person something (HOOK-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from plangate.core.agent_calls import AgentQuestion, folded_label, is_chain_part
from plangate.interfaces.hook.calls import (
    ASKING,
    Call,
    PassedOver,
    answered,
    answers_of,
    questions_of,
    read_call,
    refusal,
)
from plangate.interfaces.hook.place import SURFACE, Place, Said, place_of, record

if TYPE_CHECKING:
    from plangate.core.agent_questions import Known, Verdict

    Judged = list[tuple[AgentQuestion, Verdict]]

_SHOWN = 80


def pre_ask(raw: bytes, environ: Mapping[str, str]) -> Said:
    """Answer or refuse what need not be asked; pass everything else on."""
    call = read_call(raw, ASKING)
    questions = questions_of(call)
    place = place_of(call, environ)
    known = _known(call, questions, place)
    judged = [(q, _judged(q, known[q], place)) for q in questions]
    for _, verdict in judged:
        if verdict.rule == "PREF-2":  # whoever must see one question of a call sees them all
            return Said(line=f"passed on: {verdict.reason}")
    if all(verdict.action == "pass" for _, verdict in judged):
        return Said()
    if ruled := [(question, verdict) for question, verdict in judged if verdict.action == "answer"]:
        _record_settled(call, ruled, place)
    return Said(_reply(call, judged))


def post_ask(raw: bytes, environ: Mapping[str, str]) -> Said:
    """Keep what the person answered, so that the same question need not be asked again."""
    from plangate.core.agent_events import AgentAnswerKept

    call = read_call(raw, ASKING)
    answers = answers_of(call)
    if not answers:
        raise PassedOver("nobody answered, so nothing is kept")
    place = place_of(call, environ)
    kept = []
    for question in questions_of(call):
        if question.prompt not in answers or is_chain_part(question):
            continue  # what is decided about a part of a chain holds for that chain only
        value = answers[question.prompt]
        chosen = _chosen(question, value)
        kept.append(
            AgentAnswerKept(
                workspace=str(place.workspace),
                goal=call.goal,
                call=call.id,
                question_id=question.names[0],
                key=question.key,
                prompt=question.prompt,
                offered=tuple(option.label for option in question.options),
                chosen=chosen,
                value=value,
                provenance="choice" if chosen else "custom",
                by=_person(environ),
                surface=SURFACE,
            )
        )
    if kept:
        record(call, kept, place)
    return Said()


def _judged(question: AgentQuestion, known: Known, place: Place) -> Verdict:
    from plangate.core.agent_questions import judge, wants_a_glance

    verdict = judge(question, known)
    if verdict.action == "answer" or not wants_a_glance(question):
        return verdict
    from plangate.adapters.repo.glance import glance_at

    labels = [option.label for option in question.options]
    return judge(question, known, glance_at(place.workspace, labels))


def _known(
    call: Call, questions: tuple[AgentQuestion, ...], place: Place
) -> Mapping[AgentQuestion, Known]:
    from plangate.adapters.sql.glimpse import glimpse
    from plangate.core.agent_questions import Known
    from plangate.interfaces.hook.memory import known_about

    policy = place.settings.policy
    with glimpse(place.settings.db) as seen:
        if seen is None:
            return dict.fromkeys(questions, Known(policy=policy))
        return known_about(seen, call, questions, str(place.workspace), policy)


def _reply(call: Call, judged: Judged) -> str:
    """One reply for the whole call: answered when every question is, else sent back."""
    if call.is_builtin and all(verdict.action == "answer" for _, verdict in judged):
        answers = {question.prompt: verdict.value for question, verdict in judged}
        reasons = "; ".join(dict.fromkeys(verdict.reason for _, verdict in judged))
        return answered(call, answers, f"plangate: {reasons}")
    return refusal("\n".join(_told(question, verdict) for question, verdict in judged))


def _told(question: AgentQuestion, verdict: Verdict) -> str:
    """One question's verdict for the agent, which may ask the others again without it."""
    prompt = " ".join(question.prompt.split())
    about = prompt if len(prompt) <= _SHOWN else f"{prompt[:_SHOWN]}…"
    match verdict.action:
        case "answer":
            said = f"the answer is “{verdict.value}” ({verdict.reason})."
        case "refuse":
            said = verdict.reason
        case _:
            return f"plangate, “{about}”: this one may be asked, without the others."
    return f"plangate, {verdict.rule}, “{about}”: {said}"


def _record_settled(call: Call, ruled: Judged, place: Place) -> None:
    """PREF-4: an answer given for the person is written down first, or it is not given."""
    from plangate.core.agent_events import AgentQuestionSettled

    settled = [
        AgentQuestionSettled(
            workspace=str(place.workspace),
            goal=call.goal,
            call=call.id,
            question_id=question.names[0],
            key=question.key,
            prompt=question.prompt,
            value=verdict.value,
            rule=verdict.rule,
            source=verdict.source,
            surface=SURFACE,
        )
        for question, verdict in ruled
    ]
    record(call, settled, place)


def _chosen(question: AgentQuestion, value: str) -> tuple[str, ...]:
    """The labels an answer names; none when it is in the person's own words.

    Several come joined by commas, and a label may hold one, so that the longest that fits is taken.
    """
    labels = {folded_label(option.label): option.label for option in question.options}
    left, chosen = folded_label(value), []
    while left:
        fits = [
            f for f in labels if left == f or (question.multi_select and left.startswith(f + ","))
        ]
        if not fits:
            return ()
        longest = max(fits, key=len)
        chosen.append(labels[longest])
        left = left[len(longest) :].lstrip(", ")
    return tuple(chosen)


def _person(environ: Mapping[str, str]) -> str:
    """Who sits there; what is stored is printable."""
    name = next(filter(None, (environ.get(n) for n in ("LOGNAME", "USER", "USERNAME"))), "unknown")
    return "".join(letter if letter.isprintable() else "?" for letter in name[:100])
