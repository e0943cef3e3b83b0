"""Before an agent asks its person something (HOOK-1, HOOK-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from plangate.core.agents.agent_calls import AgentQuestion, is_chain_part, relay_of
from plangate.interfaces.hook.calls import (
    ASKING,
    Call,
    answered,
    is_clients_own,
    questions_of,
    read_call,
    refusal,
)
from plangate.interfaces.hook.place import HookPlace, HookReply, place_of, record

if TYPE_CHECKING:
    from plangate.core.agents.agent_calls import KeptAnswer
    from plangate.core.agents.agent_questions import Known, QuestionVerdict
    from plangate.core.events.agent_events import AgentQuestionRefused, AgentQuestionSettled

    Judged = list[tuple[AgentQuestion, QuestionVerdict]]

_SHOWN = 80
#: How often a transcript is looked at that is being written.
_LOOKS = 8


def pre_ask(agent: str, raw: bytes, environ: Mapping[str, str]) -> HookReply:
    """Answer or refuse what need not be asked; pass everything else on."""
    from plangate.core.agents.agent_questions import FOR_THE_PERSON, judge

    call = read_call(agent, raw, ASKING)
    questions = questions_of(call)
    place = place_of(call, environ)
    known = _known(call, questions, place)
    judged = [
        (question, judge(question, known[question], _weigh, _one_way)) for question in questions
    ]
    theirs = [verdict for _, verdict in judged if verdict.rule in FOR_THE_PERSON]
    if theirs or all(verdict.action == "pass" for _, verdict in judged):
        why = next((verdict.reason for verdict in theirs if verdict.reason), "")
        counts = call.agent == "claude" and is_clients_own(environ)
        unseen = _record_passed(call, known, place) if counts else ""
        return HookReply(line="; ".join(filter(None, (f"passed on: {why}" if why else "", unseen))))
    # PREF-4: what is decided for the person is written down first, or it is not decided.
    record(call, [_event(call, q, v, place) for q, v in judged if v.action != "pass"], place)
    return HookReply(_reply(call, judged))


def _weigh(question: AgentQuestion, known: Known) -> QuestionVerdict | None:
    """The gate, loaded only where something is on record."""
    from plangate.core.agents.agent_weighing import weigh

    return weigh(question, known)


def _one_way(question: AgentQuestion) -> str | None:
    from plangate.core.gate.preferences import one_way_by_words

    return one_way_by_words(question.names[0], *question.words)


def _known(
    call: Call, questions: tuple[AgentQuestion, ...], place: HookPlace
) -> Mapping[AgentQuestion, Known]:
    from plangate.core.agents.agent_questions import Known
    from plangate.interfaces.hook.asked_before import known_about
    from plangate.wiring.databases import glimpse

    policy = place.settings.policy
    with glimpse(place.settings) as seen:
        if seen is None:
            return dict.fromkeys(questions, Known(policy=policy))
        known = known_about(seen, call, questions, str(place.workspace), policy)
    return {q: k._replace(answers=_own_choices(call, q, k.answers)) for q, k in known.items()}


def _own_choices(
    call: Call, question: AgentQuestion, answers: tuple[KeptAnswer, ...]
) -> tuple[KeptAnswer, ...]:
    """HOOK-3: the latest choice of the person, when hook and transcript both vouch for it.

    The client may write its transcript after the hook ran, so that it is looked at again here; in
    the same conversation the line may even be on its way, and is waited for a moment.
    """
    from plangate.core.agents.agent_questions import fits
    from plangate.interfaces.hook.transcript import holds_result

    for answer in answers:
        on_its_way = answer.transcript == call.transcript and fits(question, answer)
        vouched = answer.verified or (
            answer.seen
            and holds_result(
                answer.transcript,
                answer.call,
                answer.prompt,
                answer.value,
                looks=_LOOKS if on_its_way else 1,
            )
        )
        if vouched:
            return (answer,) if fits(question, answer) else ()
    return ()


def _record_passed(call: Call, known: Mapping[AgentQuestion, Known], place: HookPlace) -> str:
    """HOOK-3: what is on its way to the person, so that the answer can be told from a forged one.

    Only of questions whose answer could count later; why it was not written, if it was not.
    """
    from plangate.core.agents.leave import is_plain_choice
    from plangate.core.events.agent_events import AgentQuestionSeen

    seen = []
    for question, about in known.items():
        relayed = relay_of(question, about.waiting)
        if relayed is None and (is_chain_part(question) or not is_plain_choice(question)):
            continue
        seen.append(
            AgentQuestionSeen(
                workspace=str(place.workspace),
                goal=call.goal,
                call=call.id,
                key=question.key,
                question=relayed.id if relayed else "",
                transcript=call.transcript,
                surface=call.surface,
            )
        )
    if not seen or not call.id:
        return ""
    try:
        record(call, seen, place)
    except Exception as error:  # noqa: BLE001  # it passes all the same
        return f"not recorded: {error}"
    return ""


def _event(
    call: Call, question: AgentQuestion, verdict: QuestionVerdict, place: HookPlace
) -> AgentQuestionSettled | AgentQuestionRefused:
    from plangate.core.events.agent_events import AgentQuestionRefused, AgentQuestionSettled

    common = (str(place.workspace), call.goal, call.id, question.names[0], question.key)
    if verdict.action == "refuse":
        told = (question.prompt, verdict.rule, verdict.reason, call.surface)
        return AgentQuestionRefused(*common, *told)
    given = (question.prompt, verdict.value, verdict.rule, verdict.source, call.surface)
    return AgentQuestionSettled(*common, *given)


# --- what is said ---------------------------------------------------------------------------------


def _reply(call: Call, judged: Judged) -> str:
    """One reply for the whole call: answered when every question is, else sent back."""
    person = "plangate: " + "; ".join(_for_the_person(*each) for each in judged)
    if call.takes_answers and all(verdict.action == "answer" for _, verdict in judged):
        answers = {question.prompt: verdict.value for question, verdict in judged}
        model = "Not asked just now, answered by plangate from what the person said before: "
        return answered(call, answers, person, model + "; ".join(_told(*each) for each in judged))
    head = "No failure: plangate kept this question from the person, for this reason.\n"
    return refusal(call, head + "\n".join(f"- {_told(*each)}" for each in judged), person)


def _told(question: AgentQuestion, verdict: QuestionVerdict) -> str:
    """One question's verdict for the agent, which may ask the others again without it."""
    match verdict.action:
        case "answer":
            said = f"the answer is “{verdict.value}” ({verdict.reason})."
        case "refuse":
            said = verdict.reason
        case _:
            return f"“{_about(question)}”: this one may be asked, without the others."
    return f"“{_about(question)}” ({verdict.rule}): {said}"


def _for_the_person(question: AgentQuestion, verdict: QuestionVerdict) -> str:
    match verdict.action:
        case "answer":
            return f"“{_about(question)}” was answered “{verdict.value}”, {verdict.reason}"
        case "refuse":
            return f"“{_about(question)}” was not put to you: {verdict.reason}"
        case _:
            return f"“{_about(question)}” may be asked again"


def _about(question: AgentQuestion) -> str:
    prompt = " ".join(question.prompt.split())
    return prompt if len(prompt) <= _SHOWN else f"{prompt[:_SHOWN]}…"
